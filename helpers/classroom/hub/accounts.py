"""An account of this machine for every student: its processes and its files are its own."""

import pwd
import subprocess
from pathlib import Path

PREFIX = "class-"  # so that a student called "root", or like a teacher's own account, is somebody else


def account_of(name):
    """The account of this machine that belongs to a name of the class.

    >>> account_of("ada")
    'class-ada'
    """
    return PREFIX + name


def require_account(name):
    """Make the account of a name if it is not there, with a home that nobody else can open; its pwd entry."""
    account = account_of(name)
    try:
        found = pwd.getpwnam(account)
    except KeyError:
        nobody_logs_in = ["--shell", "/usr/sbin/nologin"]
        subprocess.run(["useradd", "--create-home", "--user-group", *nobody_logs_in, account], check=True)
        found = pwd.getpwnam(account)
    Path(found.pw_dir).chmod(0o700)
    return found
