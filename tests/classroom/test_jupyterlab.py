"""The first minute in JupyterLab: the printed address is the lesson's, and no question lies over it."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers.classroom import jupyterlab
from helpers.classroom.jupyterlab import _load_jupyter_server_extension as load
from tests import ROOT

FOLDER = Path(jupyterlab.__file__).parent


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (ROOT / "notebooks/01_a.ipynb", "/lab", "/lab/tree/01_a.ipynb"),
        (ROOT / "notebooks/guides/a.ipynb", "/user/ada/lab", "/user/ada/lab/tree/guides/a.ipynb"),
        ("", "/lab", "/lab"),
        (ROOT / "notebooks/01_a.ipynb", "/tree", "/tree"),  # Jupyter Notebook
    ],
)
def test_the_address_of_a_server_is_that_of_the_notebook_that_was_named(file, before, after):
    base = before.rpartition("/")[0] + "/"
    server = SimpleNamespace(
        file_to_run=str(file), root_dir=str(ROOT / "notebooks"), base_url=base, default_url=before
    )
    load(server)
    assert server.default_url == after


def test_where_the_lessons_are_installed_jupyterlab_is_told_so():
    for name, place in (
        ("page_config", "labconfig/page_config.d"),
        ("server_config", "jupyter_server_config.d"),
    ):
        installed = Path(sys.prefix, "etc/jupyter", place, "upstream.json")
        assert installed.read_text() == (FOLDER / f"{name}.json").read_text(), "run: uv sync"


@pytest.mark.thorough
def test_a_real_server_prints_the_address_of_the_lesson(tmp_path):
    lesson = ROOT / "notebooks/00_start_here.ipynb"
    run = [sys.executable, "-m", "jupyterlab", str(lesson), "--no-browser", "--allow-root", "--port=0"]
    with subprocess.Popen(run, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as server:
        try:
            address = next(filter(None, (re.search(r"http://\S+", line) for line in server.stderr)))[0]
        finally:
            server.terminate()
    assert "/lab/tree/00_start_here.ipynb?token=" in address
