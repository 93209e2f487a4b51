"""Two students of one machine: neither reads, changes or stops what is the other's."""

import os
import pwd
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        sys.platform != "linux" or os.geteuid() != 0, reason="only root makes accounts on Linux"
    ),
]
NAMES = ("test-ada", "test-ben")


@pytest.fixture(scope="module")
def run_as():
    """run_as(name, line) -> what a shell, started as a server of that student would be, gives back."""
    from helpers.classroom.hub.accounts import account_of, require_account
    from helpers.classroom.hub.spawner import StudentSpawner

    for name in NAMES:
        require_account(name)
    spawner = StudentSpawner(user=SimpleNamespace(name=NAMES[0], url="/"), most_bytes=2**27)

    def start(name, line, **how):
        home = pwd.getpwnam(account_of(name)).pw_dir
        environment = {"PATH": "/usr/bin:/bin", "HOME": home}
        preexec = spawner.make_preexec_fn(name)
        return subprocess.Popen(["sh", "-c", line], env=environment, preexec_fn=preexec, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **how)  # fmt: skip

    def run(name, line):
        process = start(name, line)
        return process.communicate(timeout=20)[0], process.returncode

    run.start = start
    yield run
    for name in NAMES:
        subprocess.run(["userdel", "--remove", "--force", account_of(name)], capture_output=True)


def test_each_is_somebody_else_and_nobody_is_root(run_as):
    identities = [run_as(name, "id -u; id -G")[0].split() for name in NAMES]
    assert identities[0][0] != identities[1][0]
    assert all("0" not in identity for identity in identities)


def test_files_of_the_other_are_out_of_reach(run_as):
    assert run_as("test-ada", "echo 32 > $HOME/answer && cat $HOME/answer") == ("32\n", 0)
    home = run_as("test-ada", "echo $HOME")[0].strip()
    for attempt in (f"cat {home}/answer", f"ls {home}", f"echo 0 > {home}/answer", f"rm -rf {home}/answer"):
        said, code = run_as("test-ben", f"LC_ALL=C {attempt}")
        assert code != 0, attempt
        assert "ermission denied" in said, said
    assert run_as("test-ada", "cat $HOME/answer")[0] == "32\n"


def test_what_is_written_elsewhere_is_closed_too(run_as, tmp_path):
    said, _ = run_as("test-ada", "f=$(mktemp -p /tmp) && touch $f.new && stat -c %a $f.new && rm $f $f.new")
    assert said == "600\n"


def test_processes_of_the_other_cannot_be_stopped(run_as):
    process = run_as.start("test-ada", "exec sleep 30")
    try:
        time.sleep(0.1)
        assert run_as("test-ben", f"kill -9 {process.pid}")[1] != 0
        assert run_as("test-ben", f"cat /proc/{process.pid}/environ")[1] != 0
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()


def test_the_folder_of_the_hub_is_closed_to_students(run_as, tmp_path):
    from helpers.classroom.hub.__main__ import make_folder

    room = tmp_path / "room"
    make_folder(room)
    (room / "cookie_secret").write_text("secret")
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(0o755)  # so that only the hub's own folder stands in the way
    assert run_as("test-ben", f"cat {room}/cookie_secret")[1] != 0


def test_what_runs_for_somebody_who_has_left_is_ended(run_as):
    from helpers.classroom.hub.accounts import stop_processes

    leaving, staying = (run_as.start(name, "exec sleep 30") for name in NAMES)
    time.sleep(0.1)
    stop_processes({"test-ada", "root", "nobody-of-that-name"})
    assert leaving.wait(5) == -9
    assert staying.poll() is None
    staying.kill()
    for process in (leaving, staying):
        process.communicate()


def test_a_process_gets_so_much_memory_and_no_more(run_as):
    line = "dd if=/dev/zero of=/dev/null bs={}M count=1 2>&1 | tail -1"
    assert "exhausted" in run_as("test-ada", "LC_ALL=C " + line.format(300))[0]
    assert "copied" in run_as("test-ada", "LC_ALL=C " + line.format(20))[0]
