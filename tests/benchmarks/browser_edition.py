"""What a browser edition does with every lesson, and what a start of it takes: by hand, on Linux.

    python -m tests.benchmarks.browser_edition FOLDER

Each notebook is opened in a browser that has never seen it, and run: the seconds until Python answers, CPU
seconds of all Chromium's processes until then and for Run All, memory of the
page, errors, requests to elsewhere, and every cell that prints something else than what is stored.
"""

import os
import sys
import time

import psutil
from playwright.sync_api import sync_playwright

from helpers import notebooks
from tests import ROOT
from tests.browser.conftest import CHROMIUM_FLAGS, find_chromium
from tests.classroom.browser.edition import Edition, served


def processes():
    """All of Chromium's, which this process has started."""
    return [one for one in psutil.Process().children(recursive=True) if "chrom" in one.name()]


def cpu_seconds():
    """What all of Chromium has used so far, ended processes included."""
    return sum(sum(one.cpu_times()[:4]) for one in processes())


def megabytes():
    """The memory of the pages, each shared part counted once."""
    pages = [one for one in processes() if "--type=renderer" in one.cmdline()]
    return sum(one.memory_full_info().pss for one in pages) / 2**20


def measure(context, address, name):
    page = context.new_page()
    edition, cpu, start = Edition(page, address), cpu_seconds(), time.monotonic()
    said = edition.open(name)
    print(f"{name}: {said[:40]} {time.monotonic() - start:.1f} s, CPU {cpu_seconds() - cpu:.1f} s, ", end="")
    print(f"page {megabytes():.0f} MB; ", end="", flush=True)
    cpu, start = cpu_seconds(), time.monotonic()
    edition.run_all()
    took = time.monotonic() - start
    print(f"Run All {took:.1f} s, CPU {cpu_seconds() - cpu:.1f} s, page {megabytes():.0f} MB", flush=True)
    print("   errors", edition.errors(), "troubles", edition.watch.troubles)
    for id, stored, printed in edition.differences():
        print(f"   {id}\n      stored  {stored!r:.400}\n      printed {printed!r:.400}")
    page.close()


def main(folder, *names):
    names_of_all = [str(path.relative_to(ROOT)) for path in notebooks.paths()]
    chosen = [name for name in names_of_all if not names or any(part in name for part in names)]
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with served(folder) as port, sync_playwright() as playwright:
        for name in chosen:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=CHROMIUM_FLAGS + as_root
            )
            measure(browser.new_context(), f"http://127.0.0.1:{port}", name)
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
