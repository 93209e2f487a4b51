"""A class on one machine: a real JupyterHub, and what it has to be told.

    sudo .venv/bin/python -m helpers.classroom.hub classroom.toml

`settings` reads that file, `configuration` says it to JupyterHub, `admission` lets in whom a teacher admits,
`accounts` gives every student an account of this machine, `spawner` starts a student's server under it,
`line` says whose is next. README.md beside this file is the guide.
"""
