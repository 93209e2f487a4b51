"""What an edition is packed from, and what is said when it cannot be built."""

import asyncio
import contextlib
import functools
import hashlib
import http.server
import json
import re
import socket
import subprocess
import sys
import threading
import urllib.request
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers.classroom.browser import EditionError, __main__, build, contents, installer, packing, site
from helpers.classroom.browser.pyodide import HASHES, LOCK, VERSION, Pyodide, fetch
from helpers.notebooks import lessons
from tests import ROOT


def write_lock(folder, version=VERSION):
    packages = {
        "a-b": {"depends": ["c_d"], "file_name": "a.whl", "sha256": hashlib.sha256(b"whole").hexdigest()},
        "c-d": {"depends": ["a-b"], "file_name": "c.whl", "sha256": "0" * 64},
        "e": {"depends": [], "file_name": "e.whl", "sha256": "0" * 64},
    }
    told = {"info": {"version": version, "python": "3.12.7"}, "packages": packages}
    (folder / LOCK).write_text(json.dumps(told))


def test_a_pyodide_says_what_it_needs_and_what_it_lacks(tmp_path):
    with pytest.raises(EditionError, match="There is no Pyodide in"):
        Pyodide(str(tmp_path), tmp_path)
    write_lock(tmp_path)
    pyodide = Pyodide(str(tmp_path), tmp_path)
    assert pyodide.python == "3.12"
    assert pyodide.needed_by("a_b") == {"a-b", "c-d"}
    with pytest.raises(EditionError, match=r"has no c\.whl"):
        pyodide.wheel("c-d")
    write_lock(tmp_path, "314.0.1")
    with pytest.raises(EditionError, match=f"is Pyodide 314.0.1; this edition is made for {VERSION}"):
        Pyodide(str(tmp_path), tmp_path)


def test_a_file_in_pieces_or_of_another_release_is_refused(tmp_path):
    write_lock(tmp_path)
    pyodide = Pyodide(str(tmp_path), tmp_path)
    (tmp_path / "a.whl").write_bytes(b"whole")
    assert pyodide.wheel("a-b") == tmp_path / "a.whl"
    (tmp_path / "a.whl").write_bytes(b"who")
    with pytest.raises(
        EditionError, match=r"a\.whl from .* is not the file that Pyodide .* was released with"
    ):
        pyodide.wheel("a-b")
    (tmp_path / "pyodide.js").write_text("something else")
    with pytest.raises(EditionError, match=r"pyodide\.js from .* is not the file"):
        pyodide.file("pyodide.js")


@contextlib.contextmanager
def serving(folder, handler=http.server.SimpleHTTPRequestHandler):
    handler = functools.partial(handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_what_was_fetched_in_pieces_is_fetched_again_and_a_false_file_is_not_kept(tmp_path, monkeypatch):
    released, cache = tmp_path / "released", tmp_path / "cache"
    released.mkdir()
    write_lock(released)
    monkeypatch.setitem(HASHES, LOCK, hashlib.sha256((released / LOCK).read_bytes()).hexdigest())
    (released / "a.whl").write_bytes(b"whole")
    (released / "c.whl").write_bytes(b"not what the lock says")
    with serving(released) as address:
        pyodide = Pyodide(address, cache)
        pyodide.wheel("a-b").write_bytes(b"who")
        assert pyodide.wheel("a-b").read_bytes() == b"whole"
        with pytest.raises(EditionError, match=r"c\.whl from http.* is not the file"):
            pyodide.wheel("c-d")
        assert not (pyodide.folder / "c.whl").exists()
        (released / LOCK).write_text("{}")
        with pytest.raises(EditionError, match=f"{LOCK} from http.* is not the file"):
            Pyodide(address, tmp_path / "another cache")


def test_without_a_network_a_sentence_says_what_to_do(tmp_path):
    with pytest.raises(EditionError, match=r"cannot be fetched .*: --pyodide FOLDER"):
        fetch("http://127.0.0.1:9/pyodide-lock.json", tmp_path / LOCK)
    assert not list(tmp_path.iterdir())


def test_what_stands_in_a_folder_is_not_replaced_unless_it_is_an_edition(tmp_path, capsys):
    (tmp_path / "my thesis.tex").touch()
    assert build.main([str(tmp_path)]) == 1
    assert "holds something else. Name a new folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["my thesis.tex"]


def test_it_runs_as_a_script_where_nothing_is_installed(tmp_path):
    run = [sys.executable, "-S", build.__file__, tmp_path / "out", "--pyodide", tmp_path]
    assert "There is no Pyodide in" in subprocess.run(run, capture_output=True, text=True, check=False).stderr


def test_a_packed_tree_is_the_same_bytes_and_keeps_packages_without_an_init(tmp_path):
    (tmp_path / "tree/space/name").mkdir(parents=True)
    (tmp_path / "tree/space/name/module.py").write_text("x = 1\n")
    (tmp_path / "tree/space/name/module.pyi").touch()
    for number in "12":
        packing.pack(tmp_path / "tree", tmp_path / f"{number}.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    assert zipfile.ZipFile(tmp_path / "1.zip").namelist()[:2] == ["space/", "space/name/"]
    packing.unpack(tmp_path / "1.zip", tmp_path / "again")
    assert [path.name for path in (tmp_path / "again").rglob("*.py*")] == ["module.py"]


@pytest.mark.thorough
def test_without_a_python_of_the_right_version_nothing_is_built(tmp_path, monkeypatch):
    monkeypatch.setenv("UV_OFFLINE", "1")
    with pytest.raises(EditionError, match=r"Python 2\.7, .* Install it, or name one: --python PATH"):
        packing.find_python("2.7")
    here = ".".join(map(str, sys.version_info[:2]))
    assert packing.find_python(here) == packing.find_python(here, sys.executable) == sys.executable
    with pytest.raises(EditionError, match=r"is not a Python 2\.7"):
        packing.find_python("2.7", sys.executable)


def test_the_first_page_shows_what_there_is(tmp_path):
    with pytest.raises(EditionError, match="no browser edition in"):
        contents.write(tmp_path)
    (tmp_path / "edition").mkdir()
    (tmp_path / "edition/edition.json").write_text('{"files": [["a", 20000000], ["b", 3000000]]}')
    alone = contents.write(tmp_path).read_text(encoding="utf-8")
    assert "Python alone is 23 MB" in alone
    assert alone.count(">Run<") == 1 + len(lessons())
    assert "Read" not in alone
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/01_upstream_gradient.html").touch()
    both = contents.write(tmp_path).read_text(encoding="utf-8")
    assert 'href="pages/01_upstream_gradient.html"' in both
    assert both.count(">Read<") == 2
    assert "Slides" not in both
    for address in re.findall(r'href="lab/index\.html\?path=([^"]+)"', both):
        assert (ROOT / address).is_file()
    assert "{{" not in both


def test_a_title_is_no_markup_on_the_first_page(monkeypatch):
    named = SimpleNamespace(number="00", title="<b>", question="<i>", path=Path("a.ipynb"))
    monkeypatch.setattr(contents, "read", lambda path: named)
    assert ">&lt;b&gt;<" in contents.guide(named.path)
    shown = contents.row(named, Path(), [])
    assert ">00 &lt;b&gt;<" in shown
    assert ">&lt;i&gt;<" in shown


def test_only_what_never_changes_is_kept_without_asking(tmp_path):
    (tmp_path / "python-1").mkdir()
    for name in ("python-1/numpy.whl", "index.html"):
        (tmp_path / name).touch()
    with serving(tmp_path, __main__.Handler) as address:
        kept = [
            urllib.request.urlopen(address + name).headers["Cache-Control"]
            for name in ("python-1/numpy.whl", "index.html")
        ]
    assert kept == ["public, max-age=31536000, immutable", "no-cache"]


def test_a_port_in_use_and_a_folder_without_an_edition_get_a_sentence(tmp_path, capsys):
    assert __main__.main([str(tmp_path)]) == 1
    assert "There is no browser edition in" in capsys.readouterr().err
    (tmp_path / "edition").mkdir()
    (tmp_path / "edition/edition.json").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert __main__.main([str(tmp_path), "--port", str(port)]) == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in capsys.readouterr().err


def test_the_kernel_loads_nothing_that_the_archive_holds(tmp_path):
    with pytest.raises(EditionError, match="loads its packages in another way"):
        site.load_nothing_twice(tmp_path)
    (tmp_path / "kernel.js").write_text(f'n={site.LOADS};a.includes("micropip")||await load(["micropip"])')
    site.load_nothing_twice(tmp_path)
    assert (tmp_path / "kernel.js").read_text() == 'n=[];true||await load(["micropip"])'


def test_who_installs_in_the_page_hears_why_not():
    with pytest.raises(RuntimeError, match="pandas, scipy cannot be installed here"):
        asyncio.run(installer.install(["pandas", "scipy"]))
