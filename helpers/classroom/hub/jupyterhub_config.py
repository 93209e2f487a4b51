"""What JupyterHub reads when `python -m helpers.classroom.hub` starts it."""

import os

from helpers.classroom.hub import configuration, settings

configuration.configure(get_config(), settings.read(os.environ["UPSTREAM_CLASSROOM"]))  # noqa: F821
