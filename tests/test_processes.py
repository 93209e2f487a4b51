from tests.processes import scope_of


def test_who_may_run_beside_whom():
    """Each process that has a test in JupyterLab starts one, and each that has a cell runs all notebooks."""
    jupyterlab = scope_of("tests/browser/jupyterlab/test_kernel.py::test_one")
    assert jupyterlab == scope_of("tests/browser/jupyterlab/test_gallery.py::test_another[1::2]")
    cells = scope_of("notebooks/04_grad_ys.ipynb::cell 1")
    assert cells == scope_of("notebooks/guides/gallery.ipynb::cell 2")
    assert cells == scope_of("tests/browser/exhibits/test_stepper.py::test")  # one browser is enough
    house = scope_of("tests/test_house.py::test_one")
    assert house == scope_of("tests/test_house.py::test_two") != scope_of("tests/test_pins.py::test_three")
    assert len({jupyterlab, cells, house}) == 3


def test_what_takes_longest_begins(request):
    order = [scope_of(item.nodeid) for item in request.session.items]
    assert order == sorted(order, key=lambda scope: scope != "JupyterLab")
    browsers = [k for k, scope in enumerate(order) if scope.startswith(("JupyterLab", "exhibits"))]
    assert browsers == list(range(len(browsers)))


def test_the_scheduler_of_this_run_is_ours(request):
    plugins = request.config.pluginmanager
    assert "tests.processes" in {name for name, _ in plugins.list_name_plugin()}
