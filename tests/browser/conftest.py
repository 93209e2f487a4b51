"""A real JupyterLab, a real Chromium, and what a test does with them.

    def test_something(open_notebook):
        notebook = open_notebook("01_upstream_gradient.ipynb", width=640, dark=True)
        notebook.run_all()
        notebook.page.get_by_role("button", name="Step").click()

The server, its settings and a copy of the notebooks live in a temporary folder. When a test ends, nothing may
have gone wrong in the page: no error on its console, no failed request, no request to anywhere else.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import sync_playwright

from tests.notebooks.execute import ROOT, normalise

JUPYTERLAB_NOISE = (
    # A kernel ended while JupyterLab's debugger was still asking it how it is.
    "Could not restore the debugger state",
    # A notebook was closed while JupyterLab's notebook was still looking for its focus.
    "Cannot read properties of null (reading 'footer')",
)
FAILURES = ROOT / "tests/failures"
SECONDS_TO_START = 40
# Chromium's own business (updates, sync, safe browsing) would go to the network.
CHROMIUM_FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="package")
def chromium():
    """The browser. Ends with this folder's tests: while it lives, Playwright keeps an event loop running."""
    executable = find_chromium()
    if executable is None:
        reason = (
            "no Chromium on this machine, so nothing in tests/browser ran (Debian: apt-get install chromium)"
        )
        if os.environ.get("UPSTREAM_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS + as_root)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def lab(chromium, tmp_path_factory):
    """A JupyterLab server on a copy of the notebooks, and one page that shows it."""
    server = LabServer(tmp_path_factory.mktemp("lab"))
    server.start()
    server.page = chromium.new_page()
    server.page.goto(server.url + "/lab")
    server.page.wait_for_function(
        "() => window.jupyterapp?.restored.then(() => true)", timeout=1000 * SECONDS_TO_START
    )
    yield server
    server.page.close()
    server.stop()


@pytest.fixture
def open_notebook(lab):
    """open_notebook(name, width=1280, height=900, dark=False) -> NotebookPage, judged when the test ends.

    All notebooks share one kernel, which has the imports behind it: starting one is most of the time, and
    what a notebook says in a kernel of its own is tested without a browser. own_kernel=True starts one.
    """
    opened = []

    def open_(name, width=1280, height=900, dark=False, own_kernel=False):
        opened.append(NotebookPage(lab, own_kernel))
        opened[-1].open(name, width, height, dark)
        return opened[-1]

    yield open_
    troubles = [trouble for notebook in opened for trouble in notebook.close()]
    assert not troubles


@pytest.fixture
def show(open_notebook, lab):
    """show(*sources, **how): run a new notebook of these cells; returns it and its first exhibit."""

    def show(*sources, **how):
        lab.write("exhibit.ipynb", *sources)
        notebook = open_notebook("exhibit.ipynb", **how)
        notebook.run_all()
        exhibit = notebook.page.locator(".up-exhibit").first
        exhibit.wait_for()
        return notebook, exhibit

    return show


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of the page at the moment a test failed."""
    report = yield
    if report.when == "call" and report.failed and "open_notebook" in item.funcargs:
        name = re.sub(r"\W+", "-", item.name).strip("-") + ".png"
        item.funcargs["lab"].page.screenshot(path=FAILURES / name)
        report.sections.append(("What the page looked like", str(FAILURES / name)))
    return report


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
            "--ServerApp.ip": "127.0.0.1",
            "--ServerApp.port": self.port,
            "--ServerApp.port_retries": 0,
            "--ServerApp.open_browser": False,
            "--ServerApp.allow_root": True,
            "--ServerApp.root_dir": self.folder,
            "--ServerApp.terminals_enabled": False,
            "--IdentityProvider.token": "",
            "--LabApp.expose_app_in_browser": True,
        }
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
    _READY = """() => {
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
    # JupyterLab goes on for a moment with what it had planned for the notebook, and misses it.
    _CLOSE = """async ownKernel => {
        const panel = window.jupyterapp.shell.currentWidget, session = panel?.sessionContext?.session?.id;
        panel?.dispose();
        if (session && ownKernel) await window.jupyterapp.serviceManager.sessions.shutdown(session);
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)));
    }"""

    def __init__(self, lab, own_kernel):
        self.lab, self.page, self.own_kernel, self.troubles = lab, lab.page, own_kernel, []
        self._listen()

    def open(self, name, width, height, dark):
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.set_theme("JupyterLab Dark" if dark else "JupyterLab Light")
        self.lab.restore(name)
        kernel = {"kernel": self.lab.kernel} if self.lab.kernel and not self.own_kernel else {}
        self.command("docmanager:open", path=name, factory="Notebook", **kernel)
        self.page.wait_for_function(self._READY, timeout=1000 * SECONDS_TO_START)
        if not self.own_kernel:
            session = "window.jupyterapp.shell.currentWidget.sessionContext.session"
            self.lab.kernel = self.page.evaluate(f"() => {session}.kernel.model")

    def close(self):
        """Close the notebook; returns what went wrong in the page while it was open."""
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        self.page.evaluate(self._CLOSE, self.own_kernel)
        return self.troubles

    def breaches_of_accessibility(self):
        """What axe finds wrong with the exhibits, in the light theme and in the dark one."""
        found = []
        # Another theme changes nothing but the colours.
        for theme, only in (("JupyterLab Dark", {"runOnly": ["color-contrast"]}), ("JupyterLab Light", {})):
            self.set_theme(theme)
            rules = Axe().run(self.page, context=".up-exhibit", options=only).response["violations"]
            found += [(theme, rule["id"], node["html"][:200]) for rule in rules for node in rule["nodes"]]
        return found

    def command(self, name, **arguments):
        """Execute a JupyterLab command and wait for it."""
        call = "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args) }"
        self.page.evaluate(call, [name, arguments])

    def run_all(self, seconds=60):
        """Run every cell, wait until all have run, and insist that none failed."""
        assert self.page.evaluate(self._RUN_ALL, seconds), f"Run All took more than {seconds} s"
        assert not self.errors()
        assert not self.page.evaluate(self._NOT_RUN)

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

    def sources(self):
        """The source of every cell, to see that keys pressed in a widget changed nothing."""
        cells = "[...window.jupyterapp.shell.currentWidget.content.model.cells]"
        return self.page.evaluate(f"() => {cells}.map(cell => cell.sharedModel.source)")

    def paste(self, text):
        """Paste a text where the focus is, without the machine's clipboard."""
        self.page.evaluate(
            """text => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text", text);
                const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
                document.activeElement.dispatchEvent(event);
            }""",
            text,
        )

    def scroll_to(self, index):
        """Bring a cell into view, since JupyterLab draws only what is near, and return its locator."""
        scroll = "index => window.jupyterapp.shell.currentWidget.content.scrollToItem(index, 'start')"
        self.page.evaluate(scroll, index)
        cell = self.page.locator(f'.jp-Cell[data-windowed-list-index="{index}"]')
        cell.wait_for()
        return cell

    def set_theme(self, name):
        """'JupyterLab Light', 'JupyterLab Dark' or 'JupyterLab Dark High Contrast'."""
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=name)

    def _listen(self):
        self._listeners = {
            "console": self._on_console,
            "pageerror": lambda error: self.troubles.append(f"uncaught: {error}"),
            "request": self._on_request,
            "requestfailed": self._on_failed,
            "response": self._on_response,
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)

    def _on_console(self, message):
        if message.type == "error" and not any(noise in message.text for noise in JUPYTERLAB_NOISE):
            self.troubles.append(f"on the console: {message.text}")

    def _on_request(self, request):
        if (
            request.url.startswith(("http", "ws"))
            and urlsplit(request.url).netloc != f"127.0.0.1:{self.lab.port}"
        ):
            self.troubles.append(f"a request to the outside: {request.url}")

    def _on_failed(self, request):
        if request.failure != "net::ERR_ABORTED":  # the page itself thought better of it
            self.troubles.append(f"a request failed: {request.url} ({request.failure})")

    def _on_response(self, response):
        if response.status >= 400:
            self.troubles.append(f"a request was answered with {response.status}: {response.url}")
