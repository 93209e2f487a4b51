import sys

collect_ignore_glob = ["test_*"] if sys.platform == "win32" else []  # where JupyterHub does not run
