from tests.processes import BrowserFilesAndTheRest


def test_who_may_run_beside_whom():
    """Every process that has a cell of a notebook runs all notebooks: they have to be in one."""
    scope = lambda nodeid: BrowserFilesAndTheRest._split_scope(None, nodeid)  # noqa: E731
    alone = scope("tests/browser/test_stepper.py::test_one")
    assert alone == scope("tests/browser/test_stepper.py::test_another[1::2]")
    assert alone != scope("tests/browser/test_gallery.py::test_one")
    assert scope("notebooks/04_grad_ys.ipynb::cell 1") == scope("tests/test_house.py::test_one") != alone


def test_the_scheduler_of_this_run_is_ours(request):
    plugins = request.config.pluginmanager
    assert "tests.processes" in {name for name, _ in plugins.list_name_plugin()}
