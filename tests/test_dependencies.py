"""What the project needs is said once and everywhere alike, and nothing else is needed."""

import ast
import asyncio
import functools
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib import metadata

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from rattler import GenericVirtualPackage, MatchSpec, PackageName, Version, solve
from rattler.package import BuildString

from helpers import notebooks
from helpers.installation import is_for_here
from tests import ROOT, imports_in, pins

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA_SPECS = [spec for spec in ENVIRONMENT["dependencies"] if isinstance(spec, str)]
NEEDED = [Requirement(text) for text in PYPROJECT["project"]["dependencies"]]
FOR_PAGES, FOR_SLIDES, FOR_HUBS, FOR_TESTS = (
    [Requirement(text) for text in PYPROJECT["dependency-groups"][group] if isinstance(text, str)]
    for group in ("page", "slides", "hub", "test")
)


def names(requirements):
    return {canonicalize_name(requirement.name) for requirement in requirements}


# --- conda and uv install the same ---


@pytest.mark.parametrize("spec", CONDA_SPECS)
def test_conda_understands(spec):
    MatchSpec(spec, strict=True)


def test_conda_and_pyproject_ask_for_the_same():
    specs = (
        re.match(r"([\w-]+)(.*)", s).groups() for s in CONDA_SPECS if not s.startswith(("python=", "pip"))
    )
    asked = {canonicalize_name(name): SpecifierSet(rest) for name, rest in specs}
    nbval = [requirement for requirement in FOR_TESTS if requirement.name == "nbval"]
    assert asked == {requirement.name: requirement.specifier for requirement in NEEDED + nbval}


def test_conda_python_is_one_version_that_the_project_supports():
    (spec,) = (spec for spec in CONDA_SPECS if spec.startswith("python"))
    version = re.fullmatch(r"python=(3\.\d+)", spec)[1]
    assert version in SpecifierSet(PYPROJECT["project"]["requires-python"])


def test_conda_installs_the_project_itself():
    assert ENVIRONMENT["dependencies"][-1] == {"pip": ["-e ."]}


# What each kind of machine says of itself: the oldest that conda-forge builds for.
MACHINES = {
    "linux-64": {"__unix": "0", "__linux": "5.4", "__glibc": "2.28", "__archspec": "0"},
    "linux-aarch64": {"__unix": "0", "__linux": "5.4", "__glibc": "2.28", "__archspec": "0"},
    "osx-64": {"__unix": "0", "__osx": "11.0", "__archspec": "0"},
    "osx-arm64": {"__unix": "0", "__osx": "11.0", "__archspec": "0"},
    "win-64": {"__win": "10", "__archspec": "0"},
}


def solved(channels, specs, machine):
    says = [
        GenericVirtualPackage(PackageName(name), Version(number), BuildString("0"))
        for name, number in MACHINES[machine].items()
    ]
    work = solve(channels, specs, platforms=[machine, "noarch"], virtual_packages=says)
    return {record.name.normalized: str(record.version) for record in asyncio.run(work)}


@pytest.mark.skipif(
    os.environ.get("UPSTREAM_CONDA") != "1",
    reason="conda's environment is solved with UPSTREAM_CONDA=1 only (it asks conda-forge)",
)
@pytest.mark.parametrize("machine", MACHINES)
def test_conda_finds_all_of_it(machine):
    (channel,) = set(ENVIRONMENT["channels"]) - {"nodefaults"}
    found = solved([channel], CONDA_SPECS, machine)
    named = [Requirement(spec) for spec in CONDA_SPECS if not spec.startswith(("python=", "pip"))]
    assert [str(r) for r in named if not r.specifier.contains(found[r.name])] == []
    assert found["python"].startswith("3.12.")


# --- pins ---


@pytest.mark.parametrize("version", ["3.11.7", "3.12.0", "3.13.0", "3.14.0"])
def test_every_direct_dependency_is_pinned_once_for_every_python(version):
    environment = {"python_full_version": version, "python_version": version[:4], "sys_platform": "linux"}
    pinned = {}
    for pin in map(Requirement, pins.read_pins()):
        if pin.marker is None or pin.marker.evaluate(environment):
            pinned.setdefault(pin.name, []).append(str(pin.specifier).removeprefix("=="))
    for requirement in NEEDED + FOR_PAGES + FOR_SLIDES + FOR_HUBS + FOR_TESTS:
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


# --- what is imported is declared ---


def imported_by(source):
    """The packages that Python code imports, wherever in it: neither the standard library's nor our own."""
    found = set()
    for node in imports_in(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif not node.level:
            found.add(node.module)
    return {name.partition(".")[0] for name in found} - sys.stdlib_module_names - {"helpers", "tests"}


@functools.cache
def brought_by(distribution):
    """The names of the packages that a distribution brings; its own where it is not here, or says nothing."""
    try:
        files = metadata.files(distribution) or ()
    except metadata.PackageNotFoundError:
        files = ()
    tops = {file.parts[0].removesuffix(".py") for file in files if file.suffix == ".py"}
    return tops or {distribution.replace("-", "_")}


def undeclared(paths, declared):
    """What the files at `paths` import and no declared distribution brings, as (file, package)."""
    brought = set().union(*map(brought_by, declared))
    return [
        (str(path), package)
        for path in paths
        for package in imported_by(path.read_text(encoding="utf-8")) - brought
    ]


@pytest.mark.thorough
def test_what_the_lessons_import_is_declared():
    # Who stores notebooks or makes pages of them runs them.
    found_there = {"js", "pyodide-js", "jax"}  # in a browser, and by lesson 09 where it is installed
    runs_them = {ROOT / "helpers/notebooks/store.py", *(ROOT / "helpers/classroom/page").rglob("*.py")}
    starts_hubs = set((ROOT / "helpers/classroom/hub").rglob("*.py"))
    shows_slides = set((ROOT / "helpers/classroom/slides").rglob("*.py"))
    others = set((ROOT / "helpers").rglob("*.py")) - runs_them - shows_slides - starts_hubs
    assert not undeclared(others, names(NEEDED) | found_there)
    assert not undeclared(runs_them, names(NEEDED + FOR_PAGES))
    assert not undeclared(shows_slides, names(NEEDED + FOR_PAGES + FOR_SLIDES))
    assert not undeclared(starts_hubs, names(NEEDED + FOR_HUBS))
    cells = {code for path in notebooks.paths() for code in code_of(path)}
    assert set().union(*map(imported_by, cells)) <= {"numpy"}


@pytest.mark.thorough
def test_what_the_tests_import_is_declared():
    frameworks = (ROOT / "tests/peers/requirements.txt").read_text(encoding="utf-8").splitlines()
    asked = {line.partition("==")[0] for line in frameworks if "==" in line}
    files = set((ROOT / "tests").rglob("*.py"))
    beside_frameworks = {file for file in files if {"peers", "benchmarks"} & set(file.parts)}
    assert not undeclared(
        files - beside_frameworks, names(NEEDED + FOR_PAGES + FOR_SLIDES + FOR_HUBS + FOR_TESTS)
    )
    assert not undeclared(
        beside_frameworks, names(NEEDED + FOR_PAGES + FOR_SLIDES + FOR_HUBS + FOR_TESTS) | asked
    )


def code_of(path):
    return [cell.source for cell in notebooks.read(path).of_kind("code")]


# --- the wheel ---

FOUR = {"numpy", "packaging", "ipywidgets", "anywidget"}
# Comes before code that runs as if nothing but some distributions and the wheel of the project were there.
ALONE = """
import sys
from importlib import abc, metadata

wheel, there, elsewhere = sys.argv[1:]

class Hidden(abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in elsewhere.split():
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def distribution(name, found=metadata.distribution):
    name = name.replace("_", "-").lower()
    if name == "upstream-gradients":
        return next(metadata.distributions(path=[wheel]))
    if name not in there.split():
        raise metadata.PackageNotFoundError(name)
    return found(name)

metadata.distribution = distribution
sys.meta_path.insert(0, Hidden())
sys.path.insert(0, f"{wheel}/upstream_gradients")
import helpers
assert helpers.__file__.startswith(wheel)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    unpacked = folder / "unpacked"
    zipfile.ZipFile(built).extractall(unpacked)
    return unpacked


def needed_by(distributions):
    """Those distributions and all that they need, by name."""
    found, waiting = set(), list(distributions)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            lines = metadata.requires(name) or ()
            waiting += [Requirement(line).name for line in lines if is_for_here(line)]
    return found


def run_alone(code, wheel):
    """Run code where the wheel, the four packages and what these need are all there is; what it prints."""
    there = needed_by(FOUR)
    elsewhere = {
        package
        for package, from_ in metadata.packages_distributions().items()
        if not there & set(map(canonicalize_name, from_))
    }
    lists = " ".join(there), " ".join(elsewhere - {"helpers"})
    done = subprocess.run(
        [sys.executable, "-I", "-c", ALONE + code, str(wheel), *lists],
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout + done.stderr


@pytest.mark.thorough
def test_the_wheel_works_beside_the_four_packages_alone(wheel):
    """Without JupyterLab too; then the lessons say what is missing."""
    said = run_alone(
        """
from helpers import autodiff, widgets, exercises
print(widgets.BackpropStepper(lambda x: x * x, x=3.0).picture[:4])
print(exercises.check("01.2", lambda upstream, x: 2 * x).diagnosis)
from helpers.installation import check_installation
print(check_installation())
""",
        wheel,
    )
    assert said.startswith("<svg\nupstream-missing\n")
    assert "jupyterlab is missing" in said


# Beside the distributions that lie there, but not what their .pth files lead to.
BESIDE = """
import site, sys
ours, *others = sys.argv[1:]
sys.path += others
site.addsitedir(ours)
"""
BOTH = """
import helpers
from upstream_gradients.helpers import exercises, widgets
from upstream_gradients.helpers.lessons import lesson_04
print(helpers.MINE)
print(exercises.check("01.2", lambda upstream, x: 2 * x).diagnosis)
print(widgets.Meet([[1, 2]], [[3], [4]]).picture[:4])
print(sorted({name.partition(".")[0] for name in sys.modules if name.startswith(("helpers", "upstream"))}))
"""


@pytest.mark.thorough
def test_installed_beside_another_helpers_both_are_found(wheel, tmp_path):
    """And where there is none, `helpers` are the lessons', under the one name."""
    site = shutil.copytree(wheel, tmp_path / "site")
    alone = "import helpers\nprint(helpers.__path__)"
    assert "upstream_gradients/helpers" in run_beside(site, alone)
    assert sorted(path.name for path in site.iterdir() if "helpers" in path.name) == []
    (site / "helpers.py").write_text("MINE = 'mine'")
    assert run_beside(site, BOTH).split("\n")[:-1] == [
        "mine", "upstream-missing", "<svg", "['helpers', 'upstream_gradients']"
    ]  # fmt: skip


def run_beside(site, code):
    """Run code where those distributions are installed, and not this folder; what it prints."""
    run = [sys.executable, "-I", "-S", "-c", BESIDE + code, str(site)]
    run += [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    done = subprocess.run(run, cwd=site, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.replace("\\", "/")


def test_an_editable_installation_is_found_in_every_locale(tmp_path):
    """Python 3.11 and 3.12 read the file that leads to it in the encoding of the locale."""
    project, wheel, site = tmp_path / "schöne Lektionen", tmp_path / "a.whl", tmp_path / "site"
    project.mkdir()
    (project / "here.py").touch()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("a.pth", str(project))
        archive.writestr("a.dist-info/RECORD", "a.pth,sha256=old,1\n")
    hook = runpy.run_path(str(ROOT / ".ci/hatch_build.py"))["Wheels"]
    hook(project, {}, None, None, None, "wheel").finalize("editable", {}, wheel)
    zipfile.ZipFile(wheel).extractall(site)
    code = f"import site; site.addsitedir({str(site)!r}); import here"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], env={"LC_ALL": "C"}, check=True)
    assert "sha256=old" not in (site / "a.dist-info/RECORD").read_text()
