from tests.processes import JupyterLabAndTheRest


def test_who_may_run_beside_whom():
    """Each process that has a test in JupyterLab starts one, and each that has a cell runs all notebooks."""
    scope = lambda nodeid: JupyterLabAndTheRest._split_scope(None, nodeid)  # noqa: E731
    jupyterlab = scope("tests/browser/jupyterlab/test_kernel.py::test_one")
    assert jupyterlab == scope("tests/browser/jupyterlab/test_gallery.py::test_another[1::2]")
    rest = [
        "notebooks/04_grad_ys.ipynb::cell 1",
        "tests/test_house.py::test_one",
        "tests/browser/exhibits/test_stepper.py::test",
    ]
    assert {scope(nodeid) for nodeid in rest} == {scope(rest[0])} != {jupyterlab}


def test_the_scheduler_of_this_run_is_ours(request):
    plugins = request.config.pluginmanager
    assert "tests.processes" in {name for name, _ in plugins.list_name_plugin()}
