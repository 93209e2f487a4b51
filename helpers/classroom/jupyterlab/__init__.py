"""What JupyterLab is told where these lessons are installed, so that the first minute is theirs.

`page_config.json` keeps a question about news from lying over the first exhibit. `server_config.json` has the
server load this module, which lets the printed address open the notebook that was named, not the launcher.
"""

from pathlib import Path


def _load_jupyter_server_extension(server):
    """Called by Jupyter's server when it starts; it looks for this very name."""
    if server.file_to_run and server.default_url.endswith("/lab"):
        named = Path(server.file_to_run).absolute()
        server.default_url = f"{server.base_url}lab/tree/{named.relative_to(server.root_dir).as_posix()}"


def _jupyter_server_extension_points():
    """Where Jupyter's server finds that function."""
    return [{"module": __name__}]
