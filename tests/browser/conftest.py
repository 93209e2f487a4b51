"""The browser: Debian's Chromium, driven by Playwright.

`exhibits/` looks at exhibits alone, on a page that holds nothing else: what a person's hands, eyes and
screen reader find there. `jupyterlab/` looks at notebooks in a real JupyterLab with real kernels. When a test
ends, nothing may have gone wrong in its page: no error on the console, no request to anywhere else.
"""

import os
import re
import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

from tests import ROOT
from tests.thorough import THOROUGH

FAILURES = ROOT / "tests/failures"
# The headless shell is the same browser without windows, and needs the machine half as much.
EXECUTABLES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
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
    return next(filter(None, map(shutil.which, EXECUTABLES)), None)


@contextmanager
def open_chromium(executable=None):
    """The browser, without a window."""
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        executable = executable or find_chromium()
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS + as_root)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def chromium():
    """The browser. Ends with this folder's tests: while it lives, Playwright keeps an event loop running."""
    executable = find_chromium()
    if executable is None:
        reason = (
            "no Chromium on this machine, so nothing in tests/browser ran "
            "(Debian: apt-get install chromium-headless-shell)"
        )
        if THOROUGH:
            pytest.fail(reason)
        pytest.skip(reason)
    with open_chromium(executable) as browser:
        yield browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of each page at the moment a test failed."""
    report = yield
    if report.when == "call" and report.failed and "chromium" in item.funcargs:
        pages = [page for context in item.funcargs["chromium"].contexts for page in context.pages]
        for number, page in enumerate(pages):
            name = re.sub(r"\W+", "-", item.name).strip("-") + f"-{number}.png"
            page.screenshot(path=FAILURES / name)
            report.sections.append(("What a page looked like", str(FAILURES / name)))
    return report
