"""A JupyterLab server and a notebook in it, for tests and measurements."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from functools import partial

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from helpers.notebooks.store import normalise
from tests import ROOT
from tests.browser import hands
from tests.browser.watch import Watch

JUPYTERLAB_NOISE = (
    # A kernel ended while JupyterLab's debugger was still asking it how it is.
    "Could not restore the debugger state",
    # A notebook was closed while JupyterLab's notebook was still looking for its focus.
    "Cannot read properties of null (reading 'footer')",
)
SECONDS_TO_START = 40
RESTORED = "() => window.jupyterapp?.restored.then(() => true)"


class LabServer:
    """One JupyterLab process that reads and writes nothing outside its folder."""

    def __init__(self, folder):
        self.folder = folder / "notebooks"
        shutil.copytree(ROOT / "notebooks", self.folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        self.log, self.kernel = folder / "server.log", None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        places = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        self.environment = {**os.environ, **{name: str(folder / place) for name, place in places.items()}}
        # As on most learners' computers: no Node.js, which JupyterLab would ask this and that for a second.
        self.environment["PATH"] = os.path.dirname(sys.executable)
        settings = {
            "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
            # Every cell is drawn, not only those in sight: a test looks at all of them.
            "notebook-extension/tracker": {"windowingMode": "none"},
        }
        for name, chosen in settings.items():
            file = folder / f"settings/@jupyterlab/{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(chosen), encoding="utf-8")

    def restore(self, name):
        """Put the committed notebook back in place of what an earlier test may have saved."""
        if (ROOT / "notebooks" / name).exists():
            shutil.copyfile(ROOT / "notebooks" / name, self.folder / name)

    def write(self, name, *sources):
        """Make a notebook of these code cells, to be opened by its name."""
        notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
        normalise(notebook)  # without a kernel's name JupyterLab would ask which to start
        nbformat.write(notebook, self.folder / name)

    def start(self):
        options = {
            "--ServerApp.ip": "127.0.0.1", "--ServerApp.port": self.port, "--ServerApp.port_retries": 0,
            "--ServerApp.open_browser": False, "--ServerApp.allow_root": True,
            "--ServerApp.root_dir": self.folder, "--ServerApp.terminals_enabled": False,
            "--IdentityProvider.token": "", "--LabApp.expose_app_in_browser": True,
        }  # fmt: skip
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", *(f"{name}={value}" for name, value in options.items())],
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                pytest.fail(f"JupyterLab did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)

    def _answers(self):
        try:
            with urllib.request.urlopen(self.url + "/api", timeout=2) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def show_in(self, page):
        """Open JupyterLab in a page and wait until it is ready."""
        self.page = page
        page.goto(self.url + "/lab")
        page.wait_for_function(RESTORED, timeout=1000 * SECONDS_TO_START)

    def stop(self):
        """SIGTERM lets the server shut its kernels down."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class NotebookPage:
    """One notebook, fresh from the repository, open in JupyterLab."""

    # On a busy machine the launcher, which comes when the last tab closes, may come after the next notebook.
    READY = """() => {
        const shell = window.jupyterapp.shell;
        const panel = [...shell.widgets('main')].find(widget => widget.sessionContext);
        if (panel && shell.currentWidget !== panel) shell.activateById(panel.id);
        return shell.currentWidget === panel
            && panel?.sessionContext.session?.kernel?.status === 'idle' && panel.content.widgets.length > 0;
    }"""
    _RUN_ALL = """seconds => Promise.race([
        window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true),
        new Promise(resolve => setTimeout(resolve, 1000 * seconds, false)),
    ])"""
    _NOT_RUN = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
        .filter(c => c.type === 'code' && c.sharedModel.source.trim() && c.executionCount === null)
        .map(c => c.sharedModel.source)"""
    # Each change of the theme shows the splash screen, and two at once break the removal of it.
    _NO_SPLASH = "() => !document.getElementById('jupyterlab-splash')"
    # JupyterLab goes on for a moment with what it had planned for the notebook, and misses it.
    _CLOSE = """async ownKernel => {
        const panel = window.jupyterapp.shell.currentWidget, session = panel?.sessionContext?.session?.id;
        panel?.dispose();
        if (session && ownKernel) await window.jupyterapp.serviceManager.sessions.shutdown(session);
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)));
    }"""

    def __init__(self, lab, own_kernel=False):
        self.lab, self.page, self.own_kernel = lab, lab.page, own_kernel
        self.watch = Watch(lab.page, lab.url, JUPYTERLAB_NOISE)
        self.breaches_of_accessibility = partial(hands.breaches_of_accessibility, lab.page, self.set_theme)

    def open(self, name, width=1280, height=900, dark=False):
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.set_theme("JupyterLab Dark" if dark else "JupyterLab Light")
        self.lab.restore(name)
        kernel = {"kernel": self.lab.kernel} if self.lab.kernel and not self.own_kernel else {}
        self.command("docmanager:open", path=name, factory="Notebook", **kernel)
        self.page.wait_for_function(self.READY, timeout=1000 * SECONDS_TO_START)
        if not self.own_kernel:
            session = "window.jupyterapp.shell.currentWidget.sessionContext.session"
            self.lab.kernel = self.page.evaluate(f"() => {session}.kernel.model")

    def close(self):
        """Close the notebook; returns what went wrong in the page while it was open."""
        self.watch.stop()
        self.page.evaluate(self._CLOSE, self.own_kernel)
        return self.watch.troubles

    def exhibit(self, number):
        """The exhibit of that number, from 0, once it is there."""
        exhibit = self.page.locator(".up-exhibit").nth(number)
        exhibit.wait_for()
        return exhibit

    def command(self, name, **arguments):
        """Execute a JupyterLab command and wait for it."""
        call = "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args) }"
        self.page.evaluate(call, [name, arguments])

    def run_all(self, seconds=60):
        """Run every cell, wait until all have run, and insist that none failed."""
        assert self.page.evaluate(self._RUN_ALL, seconds), f"Run All took more than {seconds} s"
        failed, left = self.errors(), self.page.evaluate(self._NOT_RUN)
        assert not failed, failed
        assert not left, left

    def ask(self, expression):
        """What the kernel says the value of an expression is."""
        return self.page.evaluate(
            """async expression => {
                const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const asked = { code: "", silent: true, user_expressions: { answer: expression } };
                const reply = await kernel.requestExecute(asked).done;
                return reply.content.user_expressions.answer.data["text/plain"];
            }""",
            expression,
        )

    def errors(self):
        """The text of every error and warning among the outputs."""
        return self.page.evaluate(
            """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
                .filter(cell => cell.type === 'code')
                .flatMap(cell => cell.outputs.toJSON())
                .filter(output => output.output_type === 'error' || output.name === 'stderr')
                .map(output => output.ename ? `${output.ename}: ${output.evalue}` : String(output.text))"""
        )

    def folded(self):
        """The ids of the cells of which JupyterLab does not show the output."""
        cells = "window.jupyterapp.shell.currentWidget.content.widgets"
        return self.page.evaluate(f"() => {cells}.filter(c => c.outputHidden).map(c => c.model.id)")

    def sources(self):
        """The source of every cell, to see that keys pressed in a widget changed nothing."""
        cells = "[...window.jupyterapp.shell.currentWidget.content.model.cells]"
        return self.page.evaluate(f"() => {cells}.map(cell => cell.sharedModel.source)")

    def set_theme(self, name):
        """'JupyterLab Light', 'JupyterLab Dark' or 'JupyterLab Dark High Contrast'."""
        if self.page.evaluate("document.body.dataset.jpThemeName") != name:
            self.page.wait_for_function(self._NO_SPLASH)
            self.command("apputils:change-theme", theme=name)
            self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=name)
            self.page.wait_for_function(self._NO_SPLASH)
