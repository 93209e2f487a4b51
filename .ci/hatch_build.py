"""What hatchling, which builds this project, leaves undone."""

import ast
import base64
import hashlib
import zipfile
from pathlib import PurePosixPath

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "upstream_gradients"
INIT = b'''"""The lessons under a name that nobody else has: `from upstream_gradients.helpers import widgets`.

`from helpers import widgets`, as in the lessons, finds the same, unless there is another `helpers`.
"""

import sys
from pathlib import Path

if str(Path(__file__).parent) not in sys.path:
    sys.path.append(str(Path(__file__).parent))
'''


class Wheels(BuildHookInterface):
    """Makes the project's wheel clash with nobody's, and an editable one work in every locale.

    `helpers` is a name that many give to their own, and theirs must be neither replaced nor hidden. So the
    package lies in a folder `upstream_gradients`, which stands last where Python looks, and imports itself by
    relative names.

    An editable one is a .pth file with the path of this folder. Python 3.11 and 3.12 read such files in the
    encoding of the locale. Under LC_ALL=C that is ASCII: with an umlaut in the path, Python does not start.
    A .pth file may hold a line of Python instead, and that can be written in ASCII.
    """

    def finalize(self, version, build_data, artifact_path):
        with zipfile.ZipFile(artifact_path) as wheel:
            files = {name: wheel.read(name) for name in wheel.namelist()}
        (record,) = [name for name in files if name.endswith(".dist-info/RECORD")]
        if version == "editable":
            for name in [name for name in files if name.endswith(".pth")]:
                paths = files[name].decode("utf-8").splitlines()
                files[name] = f"import sys; sys.path += {paths!a}\n".encode("ascii")
        else:
            files = dict(moved(name, content) for name, content in files.items())
            files |= {f"{NAME}/__init__.py": INIT, f"{NAME}.pth": f"{NAME}\n".encode()}
        files[record] = "".join(
            record_line(name, content, record) for name, content in files.items()
        ).encode()
        with zipfile.ZipFile(artifact_path, "w", zipfile.ZIP_DEFLATED) as wheel:
            for name, content in files.items():
                wheel.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def moved(name, content):
    """A file of the wheel, the package below the name that is ours."""
    if name.endswith("jupyter_server_config.d/upstream.json"):
        return name, content.replace(b'"helpers.', f'"{NAME}.helpers.'.encode())
    if not name.startswith("helpers/"):
        return name, content
    if name.endswith(".py"):
        content = made_relative(content.decode("utf-8"), "." * (len(PurePosixPath(name).parts) - 1)).encode()
    return f"{NAME}/{name}", content


def made_relative(text, dots):
    """The same module, with `from helpers.…` as those dots and the rest."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "helpers":
            whole = f"from {node.module} "
            short = f"from {dots}{node.module.removeprefix('helpers').removeprefix('.')} "
            lines[node.lineno - 1] = lines[node.lineno - 1].replace(whole, short, 1)
    return "\n".join(lines)


def record_line(name, content, record):
    """A line of a wheel's RECORD, which holds no hash of itself."""
    if name == record:
        return f"{name},,\n"
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")
    return f"{name},sha256={digest},{len(content)}\n"
