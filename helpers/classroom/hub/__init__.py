"""A class on one machine: a real JupyterHub, and what it has to be told.

    sudo .venv/bin/python -m helpers.classroom.hub classroom.toml

`settings` reads that file, `configuration` says it to JupyterHub, `admission` lets in whom a teacher admits,
`accounts` gives every student an account of this machine. `spawner` starts a server under it, `line`
says whose is next, `student` brings the newest lessons first. `progress` shows teachers who is how far, and
`papers` collects and hands back. README.md beside this file is the guide.
"""
