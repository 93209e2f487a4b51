"""The files around the lessons: what they promise, they keep."""

import re
import subprocess
import sys
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from rattler import MatchSpec

from tests import ROOT, pins, readme_picture

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA_SPECS = [spec for spec in ENVIRONMENT["dependencies"] if isinstance(spec, str)]
REQUIREMENTS = [Requirement(text) for text in PYPROJECT["project"]["dependencies"]]


@pytest.fixture(scope="module")
def committed():
    """The paths of all committed files."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so there is no list of committed files")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name]


# --- conda and uv install the same ---


@pytest.mark.parametrize("spec", CONDA_SPECS)
def test_conda_understands(spec):
    MatchSpec(spec, strict=True)


def test_conda_and_pyproject_ask_for_the_same():
    asked = {
        name: SpecifierSet(rest)
        for name, rest in (
            re.match(r"([\w-]+)(.*)", s).groups() for s in CONDA_SPECS if not s.startswith(("python=", "pip"))
        )
    }
    assert asked == {requirement.name: requirement.specifier for requirement in REQUIREMENTS}


def test_conda_python_is_one_version_that_the_project_supports():
    (spec,) = (spec for spec in CONDA_SPECS if spec.startswith("python"))
    version = re.fullmatch(r"python=(3\.\d+)", spec)[1]
    assert version in SpecifierSet(PYPROJECT["project"]["requires-python"])


def test_conda_installs_the_project_itself():
    assert ENVIRONMENT["dependencies"][-1] == {"pip": ["-e ."]}


# --- pins ---


@pytest.mark.parametrize("version", ["3.11.7", "3.12.0", "3.13.0"])
def test_every_direct_dependency_is_pinned_once_for_every_python(version):
    environment = {"python_full_version": version, "python_version": version[:4], "sys_platform": "linux"}
    pinned = {}
    for pin in map(Requirement, pins.read_pins()):
        if pin.marker is None or pin.marker.evaluate(environment):
            pinned.setdefault(pin.name, []).append(str(pin.specifier).removeprefix("=="))
    direct = REQUIREMENTS + [Requirement(text) for text in PYPROJECT["dependency-groups"]["test"]]
    for requirement in direct:
        (exact,) = pinned[requirement.name]
        assert exact in requirement.specifier


def test_pins_are_written_between_their_marks():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    changed = pins.replace_block(text, ["numpy==2.0.0 ; python_full_version < '3.12'"])
    assert tomllib.loads(changed)["tool"]["uv"]["constraint-dependencies"] == [
        "numpy==2.0.0; python_full_version < '3.12'"
    ]
    assert pins.replace_block(changed, pins.read_pins()) == text
    with pytest.raises(ValueError, match="has no block"):
        pins.replace_block("[project]\n", [])


# --- the repository ---


def test_visible_top_level(committed):
    top = {path.relative_to(ROOT).parts[0] for path in committed}
    visible = {name for name in top if not name.startswith(".")}
    expected = {"README.md", "LICENSE", "pyproject.toml", "environment.yml", "notebooks", "helpers", "tests"}
    assert visible == expected


def test_no_file_names_a_package_host(committed):
    # In pieces, because this file is committed too.
    hosts = [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("anaconda", "org"),
        ("anaconda", "com"),
        ("npmjs", "org"),
    ]
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


def test_no_lock_is_committed(committed):
    assert not [path for path in committed if path.name in {"uv.lock", "poetry.lock", "conda-lock.yml"}]


# --- README ---


def commands(text):
    """The lines of all fenced blocks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def test_ci_runs_the_readme_test_command():
    (command,) = (line for line in commands(README) if line.endswith("pytest") and "uv run" in line)
    script = (ROOT / ".ci/run").read_text(encoding="utf-8").rstrip().splitlines()
    assert script[-1] == command
    assert "export UPSTREAM_THOROUGH=1" in script


def test_readme_opens_the_start_page():
    (command,) = (line for line in commands(README) if "uv run jupyter lab" in line)
    assert (ROOT / command.split()[-1]).exists()


def test_readme_links_and_pictures_exist_and_every_notebook_is_listed():
    links = [target for target in re.findall(r"\]\(([^)#]+)\)", README) if not target.startswith("https://")]
    for target in links:
        assert (ROOT / target).exists(), target
    lessons = {str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
    assert lessons <= set(links)
    assert all(alt.strip() for alt in re.findall(r"!\[([^\]]*)\]", README))


def test_readme_picture_is_what_the_exhibit_draws_now():
    assert readme_picture.PATH.read_text(encoding="utf-8") == readme_picture.draw(), (
        "the exhibit has changed: run `python -m tests.readme_picture` and look at the result"
    )
