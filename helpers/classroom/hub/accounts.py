"""An account of this machine for every student: its processes and its files are its own."""

import contextlib
import os
import signal
import subprocess
from pathlib import Path

ROOT = 0
PREFIX = "class-"  # so that a student called "root", or like a teacher's own account, is somebody else


def account_of(name):
    """The account of this machine that belongs to a name of the class.

    >>> account_of("ada")
    'class-ada'
    """
    return PREFIX + name


def require_account(name):
    """Make the account of a name if it is not there, with a home that nobody else can open; its pwd entry.

    PermissionError if somebody else made an account of that name whose home is not its own.
    """
    import pwd  # here, because Windows has none

    account = account_of(name)
    try:
        found = pwd.getpwnam(account)
    except KeyError:
        nobody_logs_in = ["--shell", "/usr/sbin/nologin"]
        subprocess.run(["useradd", "--create-home", "--user-group", *nobody_logs_in, account], check=True)
        found = pwd.getpwnam(account)
    home = Path(found.pw_dir)
    if found.pw_uid == ROOT or home.is_symlink() or home.stat().st_uid != found.pw_uid:
        raise PermissionError(f"The account {account} was not made by this hub: {home} is not its own.")
    home.chmod(0o700)
    return found


def stop_processes(names):
    """End all that still runs under the accounts of these names; their files stay."""
    import pwd

    accounts = set(map(account_of, names))
    numbers = {entry.pw_uid for entry in pwd.getpwall() if entry.pw_name in accounts} - {ROOT}
    for process in filter(lambda entry: entry.name.isdecimal(), Path("/proc").iterdir()):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended by itself
            if process.stat().st_uid in numbers:
                os.kill(int(process.name), signal.SIGKILL)
