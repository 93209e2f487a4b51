"""Kernels for the notebooks of the tests, started in no time.

A kernel spends most of its start on importing other people's packages. One process does that once, and every
kernel begins as a copy of it. This project's own modules each kernel imports for itself.
"""

import multiprocessing
import os
import sys
from importlib.metadata import EntryPoint

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, NbvalKernelspecManager, RunningKernel

IMPORTED = ["ipykernel.kernelapp", "ipykernel.ipkernel", "numpy", "ipywidgets", "anywidget"]
SECONDS_TO_START = 60
# Elsewhere a copy of a process is not to be trusted, and each kernel imports everything itself.
PROVISIONER = "copied-kernel" if sys.platform == "linux" else "local-provisioner"


class Copied:
    """A kernel's process, with those methods of `subprocess.Popen` that Jupyter calls."""

    stdin = stdout = stderr = None

    def __init__(self, command, cwd, env):
        copies = multiprocessing.get_context("forkserver")
        copies.set_forkserver_preload(IMPORTED)
        self.process = copies.Process(target=become_kernel, args=(command, cwd, env), daemon=True)
        self.process.start()
        self.pid, self.kill, self.terminate = self.process.pid, self.process.kill, self.process.terminate

    def poll(self):
        return self.process.exitcode

    def wait(self):
        self.process.join()
        return self.poll()

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)


def become_kernel(command, cwd, env):
    """What `command`, which is `python -m ipykernel_launcher …`, would do in a process of its own."""
    from ipykernel.kernelapp import IPKernelApp

    multiprocessing.current_process().daemon = False  # a cell may start processes of its own
    os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env, JPY_PARENT_PID=str(os.getppid()))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # what a cell says comes with the messages
        os.dup2(nowhere, stream)
    IPKernelApp.launch_instance(argv=command[command.index("ipykernel_launcher") + 1 :])


class CopyingProvisioner(LocalProvisioner):
    async def launch_kernel(self, cmd, **options):
        self.process = Copied(cmd, options["cwd"], options["env"])
        self.pid = self.process.pid
        return self.connection_info


def provisioners():
    """What knows how kernels are started, and knows copies too."""
    known = KernelProvisionerFactory.instance()
    known.provisioners["copied-kernel"] = EntryPoint(
        "copied-kernel", f"{__name__}:CopyingProvisioner", "jupyter_client.kernel_provisioners"
    )
    return known


class Specs(NbvalKernelspecManager):
    def get_kernel_spec(self, kernel_name):
        spec = super().get_kernel_spec(kernel_name)
        how = {"kernel_provisioner": {"provisioner_name": PROVISIONER}}
        return KernelSpec(argv=spec.argv, language=spec.language, metadata=how)


class Kernel(RunningKernel):
    def __init__(self, folder):
        provisioners()
        self.km = KernelManager(kernel_name=CURRENT_ENV_KERNEL_NAME, kernel_spec_manager=Specs())
        self.km.start_kernel(cwd=folder)
        self.kc = self.km.client()
        self.kc.start_channels()
        self.kc.wait_for_ready(timeout=SECONDS_TO_START)
        self._ensure_iopub_up()

    def get_message(self, stream, timeout=None):
        """The next message. nbval would also print each one prettily, for a log that nobody reads."""
        get = self.kc.get_iopub_msg if stream == "iopub" else self.kc.get_shell_msg
        return get(timeout=timeout)
