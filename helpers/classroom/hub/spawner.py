"""Starting a student's server: when it is their turn, under their own account, with bounds."""

import asyncio
import os
import resource
import time

from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid
from jupyterhub.utils import can_connect
from traitlets import Integer

from .accounts import account_of, require_account

TURN = 30  # seconds, the most that one start may hold up the next
LOOK = 0.2  # seconds between two looks whether a server answers


class StudentSpawner(LocalProcessSpawner):
    """Starts a server under the account of its student, and gives up the rights of root on the way."""

    most_bytes = Integer(config=True, help="The most that one process may take.")
    most_processes = Integer(200, config=True, help="The most processes and threads of one student.")

    # A start needs a whole core for some seconds: all at once would be slower for everybody, and turning
    # people away would show them an error. So they wait for one of these turns, in the order they came.
    turns = asyncio.Semaphore(max(2, os.cpu_count() or 1))

    async def start(self):
        """Start the server when it is its turn; the account is made first if it is new."""
        async with self.turns:
            require_account(self.user.name)
            ip, port = await super().start()
            deadline = time.monotonic() + TURN
            while self.proc.poll() is None and not can_connect(ip, port) and time.monotonic() < deadline:
                await asyncio.sleep(LOOK)
        return ip, port

    def make_preexec_fn(self, name):
        """What the new process does before it becomes the server."""
        return as_student(name, self.most_bytes, self.most_processes)

    def user_env(self, env):
        """The surroundings of the student, not of root."""
        account = require_account(self.user.name)
        return env | {"USER": account.pw_name, "HOME": account.pw_dir, "SHELL": "/bin/bash"}


def as_student(name, most_bytes, most_processes=200):
    """What a new process does to be a student's, bounds first; KeyError if there is no such account."""
    become = set_user_setuid(account_of(name))

    def before_start():
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
        resource.setrlimit(resource.RLIMIT_NPROC, (most_processes, most_processes))
        os.umask(0o077)
        become()

    return before_start
