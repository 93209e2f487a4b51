"""Stands, in the page, in the place of what installs packages there: an edition fetches nothing more.

JupyterLite's kernel imports such a module before anything else, and its own takes a good part of a start. So
here is also where the lessons' own package is unpacked. It lies in the archive that this is imported from.
"""

import importlib
import io
import sysconfig
import zipfile

PROJECT = "upstream_gradients.zip"


async def install(requirements=(), *_, **__):
    """Say that this cannot be, where `%pip install` is used."""
    wanted = requirements if isinstance(requirements, str) else ", ".join(requirements)
    raise RuntimeError(
        f"{wanted} cannot be installed here: this page has Python, NumPy, matplotlib and the lessons. "
        "For more, open the lessons on your own computer."
    )


def unpack(loader):
    """Unpack the project where packages are looked for."""
    packed = loader.get_data(f"{loader.archive}/{PROJECT}")
    zipfile.ZipFile(io.BytesIO(packed)).extractall(sysconfig.get_path("purelib"))
    importlib.invalidate_caches()
    importlib.import_module("upstream_gradients")  # from now on the lessons find `helpers`


if hasattr(__loader__, "archive"):  # not where this is only read or tested
    unpack(__loader__)
