"""Fewer and smaller packages: what the lessons need at once in one archive, compiled, and the rest apart.

A browser unpacks every file of every wheel before the first cell runs, and compiles every module as it is
imported. Python imports from a zip archive as well, and one is there already: its standard library. So all
that is plain Python goes into that archive, as byte code, and is neither unpacked nor compiled any more.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

from . import EditionError
from .installer import PROJECT
from .pyodide import LIBRARY, LOCK, canonical

FROM_PYODIDE = ("ipython", "packaging")  # and what these need
FROM_HERE = ("anywidget", "comm", "ipywidgets", "psygnal", "typing_extensions")
# IPython completes names without jedi, a page has no terminal, and nothing here needs a secure connection.
LEFT_OUT = {"jedi", "parso", "prompt-toolkit", "wcwidth", "sqlite3", "ssl", "openssl"}
NO_TERMINAL = "embed = None  # IPython imports it, and with it a whole terminal\n"
AT_ONCE = ("numpy", "sqlite3")  # not plain Python; IPython imports sqlite3
LATE = ("matplotlib",)  # fetched when a learner imports it
# Headers, stubs and libraries for whoever compiles against NumPy.
USELESS = (".a", ".c", ".h", ".pc", ".pxd", ".pyi", ".pyx")
INSTALLER = Path(__file__).with_name("installer.py")
SITE = "/lib/python{}/site-packages"


class Folder:
    """Where the packed files go, with the lock that names them."""

    def __init__(self, pyodide, out, work, compiler):
        self.pyodide, self.out, self.work, self.compiler = pyodide, out, work, compiler
        self.packages = {}
        out.mkdir(parents=True)

    def library(self, kernel_wheels, project_wheel):
        """Write the archive of the standard library, all plain Python of others, and the lessons' own."""
        tree = self.work / "library"
        unpack(self.pyodide.file(LIBRARY), tree)
        for name in sorted(self.pyodide.needed_by(*FROM_PYODIDE) - LEFT_OUT):
            unpack(self.pyodide.wheel(name), tree)
        for wheel in kernel_wheels:
            unpack(wheel, tree)
        shutil.copyfile(INSTALLER, tree / "piplite/piplite.py")
        (tree / "IPython/terminal/embed.py").write_text(NO_TERMINAL, encoding="utf-8")
        for name in FROM_HERE:
            copy_installed(name, tree)
        self.lay_in(project_wheel, tree)
        compile_all(self.compiler, tree, f"/lib/python{self.pyodide.python.replace('.', '')}.zip", "-b")
        for source in [path for path in tree.rglob("*.py") if path.with_suffix(".pyc").exists()]:
            source.unlink()
        pack(tree, self.out / LIBRARY)

    def lay_in(self, wheel, library):
        """Lay the project into the archive as one of its own: it reads files, so the page unpacks it."""
        tree = self.work / "project"
        unpack(wheel, tree)
        compile_all(self.compiler, tree, SITE.format(self.pyodide.python))
        pack(tree, library / PROJECT)

    def add(self, name):
        """Add a package of the Pyodide that stays apart, compiled."""
        told, wheel, tree = self.pyodide.package(name), self.pyodide.wheel(name), self.work / name
        unpack(wheel, tree)
        compile_all(self.compiler, tree, SITE.format(self.pyodide.python))
        pack(tree, self.out / wheel.name)
        self.packages[name] = told | {
            "depends": self.kept(told["depends"]),
            "sha256": hashlib.sha256((self.out / wheel.name).read_bytes()).hexdigest(),
        }

    def kept(self, depends):
        """Of those packages, the ones that do not lie in the archive."""
        return sorted(set(map(canonical, depends)) - self.pyodide.needed_by(*FROM_PYODIDE))

    def write_lock(self):
        lock = {"info": self.pyodide.lock["info"], "packages": self.packages}
        (self.out / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def unpack(archive, tree):
    """Unpack what is of use of an archive."""
    with zipfile.ZipFile(archive) as files:
        files.extractall(tree, [name for name in files.namelist() if not name.endswith(USELESS)])


def copy_installed(name, tree):
    """Copy the plain Python of a distribution that is installed here, not what lies beside its packages."""
    for file in metadata.files(name):
        if not {"..", "__pycache__"} & set(file.parts) and file.suffix not in (".so", ".pyd"):
            target = tree / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target)


def compile_all(python, tree, where, *options):
    """Compile a tree as if it lay at `where`. What cannot be compiled stays as it is."""
    how = ["-q", "-q", "-j", "2", "--invalidation-mode", "unchecked-hash", "-s", str(tree), "-p", where]
    run = [python, "-I", "-W", "ignore", "-m", "compileall", *how, *options, str(tree)]
    subprocess.run(run, check=False, capture_output=True)


def pack(tree, archive):
    """Write a tree as a zip archive, the same bytes for the same files."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(tree.rglob("*")):
            # A folder without an __init__ is a package only if the archive names the folder itself.
            is_folder = path.is_dir()
            name = zipfile.ZipInfo(path.relative_to(tree).as_posix() + "/" * is_folder)
            name.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(name, b"" if is_folder else path.read_bytes())


def find_python(version, chosen=None):
    """A Python of that version, whose byte code the browser understands: found here, or fetched by uv."""
    if chosen:
        if is_python(chosen, version):
            return chosen
        raise EditionError(f"{chosen} is not a Python {version}, which compiles for this Pyodide.")
    pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for python in (sys.executable, f"python{version}", *pyenv, *asked_of_uv("find", version)):
        if is_python(python, version):
            return str(python)
    asked_of_uv("install", version)
    for python in asked_of_uv("find", "--managed-python", version):
        if is_python(python, version):
            return python
    raise EditionError(
        f"Python {version}, which compiles for this Pyodide, is not here and could not be fetched. Install "
        "it, or name one: --python PATH."
    )


def asked_of_uv(*about):
    """The lines that `uv python …` answers; none if it fails."""
    done = subprocess.run(["uv", "python", *about], capture_output=True, text=True, check=False)
    return done.stdout.split("\n") if not done.returncode else []


def is_python(path, version):
    path = shutil.which(path)
    ask = [path, "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
    done = path and subprocess.run(ask, capture_output=True, text=True, check=False)
    return bool(done) and done.stdout.strip() == version


def wheel_of(folder, target):
    run = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(run, cwd=folder, check=True, capture_output=True)
    (wheel,) = Path(target).glob("*.whl")
    return wheel
