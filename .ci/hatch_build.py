"""The one thing that hatchling, which builds this project, leaves undone."""

import base64
import hashlib
import zipfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AsciiPath(BuildHookInterface):
    """Makes an editable installation work in every locale.

    It is a .pth file with the path of this folder, and Python 3.11 and 3.12 read such files in the encoding
    of the locale. Under LC_ALL=C that is ASCII: with an umlaut in the path, Python does not even start.
    A .pth file may hold a line of Python instead, and that can be written in ASCII.
    """

    def finalize(self, version, build_data, artifact_path):
        if version != "editable" or str(self.root).isascii():
            return
        with zipfile.ZipFile(artifact_path) as wheel:
            files = {name: wheel.read(name) for name in wheel.namelist()}
        for name in [name for name in files if name.endswith(".pth")]:
            paths = files[name].decode("utf-8").splitlines()
            files[name] = f"import sys; sys.path += {paths!a}\n".encode("ascii")
        (record,) = [name for name in files if name.endswith(".dist-info/RECORD")]
        files[record] = "".join(
            record_line(name, content, record) for name, content in files.items()
        ).encode()
        with zipfile.ZipFile(artifact_path, "w") as wheel:
            for name, content in files.items():
                wheel.writestr(name, content)


def record_line(name, content, record):
    """A line of a wheel's RECORD, which holds no hash of itself."""
    if name == record:
        return f"{name},,\n"
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")
    return f"{name},sha256={digest},{len(content)}\n"
