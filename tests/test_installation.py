"""What lesson 00 tells a learner whose installation is not complete."""

import json
import re
import sys
from importlib import metadata

import pytest

from helpers import installation
from helpers.installation import check_installation, missing_in_the_browser
from tests import ROOT


def test_here_everything_is_found_with_its_version():
    report = check_installation()
    assert report, report
    assert [row[0] for row in report.rows][:2] == ["Python", "anywidget"]
    assert f"numpy {metadata.version('numpy')}" in " ".join(repr(report).split())
    assert "Everything is here" in repr(report)


@pytest.mark.parametrize(
    ("found", "sentence"), [("1.26.4", "numpy is 1.26.4, and the lessons need"), (None, "numpy is missing.")]
)
def test_a_package_too_old_or_missing_is_named_with_what_to_do(monkeypatch, found, sentence):
    real = installation.version_of
    monkeypatch.setattr(installation, "version_of", lambda name: found if name == "numpy" else real(name))
    report = check_installation()
    assert not report
    assert len(report.problems) == 2
    assert sentence in repr(report)
    assert "README.md" in report.problems[-1]
    assert "Everything is here" not in repr(report)


def test_lessons_that_are_not_installed_are_a_sentence(monkeypatch):
    monkeypatch.setattr(installation, "DISTRIBUTION", "no-such-distribution")
    assert "not installed" in repr(check_installation())


def test_missing_javascript_is_named(tmp_path, monkeypatch):
    assert missing_in_the_browser() == []
    assert missing_in_the_browser([tmp_path]) == ["anywidget", "ipywidgets"]
    (tmp_path / "anywidget").mkdir()
    assert missing_in_the_browser([tmp_path]) == ["ipywidgets"]
    monkeypatch.setattr(installation, "missing_in_the_browser", lambda: ["anywidget"])
    assert "The browser side of anywidget is missing." in check_installation().problems


def test_without_jupyterlab_its_parts_are_missing_but_nothing_fails(monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyter_core.paths", None)
    assert missing_in_the_browser() == ["anywidget", "ipywidgets"]


def test_in_a_browser_the_page_has_its_side(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert missing_in_the_browser() == []


def test_a_container_opens_the_start_page_in_the_environment_that_it_makes():
    text = (ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8")
    told = json.loads(re.sub(r"^//.*$", "", text, flags=re.MULTILINE))
    assert told["postCreateCommand"] == "pip install uv && uv sync"
    assert told["customizations"]["vscode"]["settings"]["python.defaultInterpreterPath"].endswith(
        "/.venv/bin/python"
    )
    for name in told["customizations"]["codespaces"]["openFiles"]:
        assert (ROOT / name).is_file()
