"""Starting a student's server: under the student's own account, with bounds."""

import os
import resource

from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid
from traitlets import Integer

from .accounts import account_of, require_account


class StudentSpawner(LocalProcessSpawner):
    """Starts a server under the account of its student, and gives up the rights of root on the way."""

    most_bytes = Integer(2 * 2**30, config=True, help="The most that one process may take.")
    most_processes = Integer(200, config=True, help="The most processes and threads of one student.")

    async def start(self):
        """Start the server; the account is made first if it is new."""
        require_account(self.user.name)
        return await super().start()

    def make_preexec_fn(self, name):
        """What the new process does before it becomes the server: bounds first, they need no rights later."""
        become = set_user_setuid(account_of(name))
        most_bytes, most_processes = self.most_bytes, self.most_processes

        def before_start():
            resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
            resource.setrlimit(resource.RLIMIT_NPROC, (most_processes, most_processes))
            os.umask(0o077)
            become()

        return before_start

    def user_env(self, env):
        """The surroundings of the student, not of root."""
        account = require_account(self.user.name)
        return env | {"USER": account.pw_name, "HOME": account.pw_dir, "SHELL": "/bin/bash"}
