"""The files around the lessons: what they promise, they keep."""

import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from tests import ROOT, readme_picture

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def committed():
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git or no checkout of it, so there is no list of committed files")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name]


# --- the repository ---


def test_visible_top_level(committed):
    top = {path.relative_to(ROOT).parts[0] for path in committed}
    visible = {name for name in top if not name.startswith(".")}
    expected = {"README.md", "LICENSE", "pyproject.toml", "environment.yml", "notebooks", "helpers", "tests"}
    assert visible == expected


def test_no_file_names_a_package_host(committed):
    # In pieces, because this file is committed too.
    hosts = [
        ("pypi", "org"), ("pythonhosted", "org"), ("anaconda", "org"), ("anaconda", "com"), ("npmjs", "org"),
        ("npmjs", "com"), ("debian", "org"),
    ]  # fmt: skip
    for path in committed:
        content = path.read_bytes()
        for host in hosts:
            assert ".".join(host).encode() not in content, path


@pytest.mark.parametrize("task", ["check --output-format=concise", "format --check --output-format=concise"])
def test_ruff_has_nothing_to_say(task):
    ruff = [sys.executable, "-m", "ruff", *task.split(), "--no-cache", "."]
    said = subprocess.run(ruff, cwd=ROOT, capture_output=True, text=True, check=False)
    if said.returncode:
        pytest.fail(said.stdout[:2000] + said.stderr, pytrace=False)


def test_the_license_is_the_one_that_is_named():
    license = " ".join((ROOT / "LICENSE").read_text(encoding="utf-8").split())
    for words in (
        "BSD 3-Clause License",
        "Redistributions of source code must retain",
        "Redistributions in binary form must reproduce",
        "Neither the name of the copyright holder",
        'PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"',
    ):
        assert words in license


def test_no_lock_is_committed(committed):
    assert not [path for path in committed if path.name in {"uv.lock", "poetry.lock", "conda-lock.yml"}]


# --- README ---


def commands(text):
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def test_ci_runs_the_readme_test_command():
    (command,) = (line for line in commands(README) if line.endswith("pytest") and "uv run" in line)
    script = (ROOT / ".ci/run").read_text(encoding="utf-8").rstrip().splitlines()
    assert script[-1] == command
    assert 'export UPSTREAM_THOROUGH="${UPSTREAM_THOROUGH:-1}"' in script


def test_readme_opens_the_start_page_in_what_is_installed():
    (command,) = (line for line in commands(README) if "uv run jupyter lab" in line)
    assert (ROOT / command.split()[-1]).exists()
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert any(re.match(r"jupyterlab\b", requirement) for requirement in needed)


def test_every_module_that_is_to_be_run_is_there(committed):
    for path in committed:
        if path.suffix in {".md", ".ipynb", ".py", ".toml", ".yml"}:
            text = path.read_text(encoding="utf-8")
            for name in re.findall(r"\bpython -m ((?:helpers|tests)\.[\w.]+\w)", text):
                file = ROOT.joinpath(*name.split("."))
                program = file / "__main__.py" if file.is_dir() else file.with_suffix(".py")
                assert program.exists(), f"{path} speaks of {name}"
                assert '__name__ == "__main__"' in program.read_text(encoding="utf-8"), name


def test_readme_links_and_pictures_exist_and_every_notebook_is_listed():
    links = [target for target in re.findall(r"\]\(([^)#]+)\)", README) if not target.startswith("https://")]
    for target in links:
        assert (ROOT / target).exists(), target
    lessons = {str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
    assert lessons <= set(links)
    pictures = re.findall(r'<img src="([^"]+)" alt="([^"]+)">', README)
    shown = re.sub(r"`[^`\n]*`", "", README)
    assert len(pictures) == shown.count("<img") + shown.count("![") == 1
    for target in (pictures[0][0], *re.findall(r'srcset="([^"]+)"', README)):
        assert (ROOT / target).exists(), target
    assert len(pictures[0][1]) > 100  # what it shows, in words


def test_readme_picture_is_what_the_exhibit_draws_now():
    stored = (readme_picture.FOLDER / "backward_sweep_still.svg").read_text(encoding="utf-8")
    assert stored == readme_picture.draw().still() + "\n", (
        "the exhibit has changed: run `python -m tests.readme_picture` and look at the result"
    )
