"""Stands, in the page, in the place of what installs packages there: an edition fetches nothing more.

JupyterLite's kernel imports such a module before anything else, and its own takes a good part of a start.
"""


async def install(requirements=(), *_, **__):
    """Say that this cannot be, where `%pip install` is used."""
    wanted = requirements if isinstance(requirements, str) else ", ".join(requirements)
    raise RuntimeError(
        f"{wanted} cannot be installed here: this page has Python, NumPy, matplotlib and the lessons. "
        "For more, open the lessons on a computer of your own."
    )
