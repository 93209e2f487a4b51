"""The exhibits' scripts without a browser, run by the Node.js that Playwright brings along."""

import json
import os
import pathlib
import re
import subprocess

import playwright

from helpers.widgets import browser

NODE = pathlib.Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
SECONDS = 30  # a script that hangs is ended
# The sources are modules, as their imports say; Node would rather be told by a file of its own, and before
# version 22 does not look by itself.
MODULES = "--experimental-detect-module", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


def run(*arguments, data=None):
    """Node with these arguments, and `data` as JSON to read."""
    return subprocess.run(
        [NODE, *MODULES, *map(str, arguments)],
        input=json.dumps(data),
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def evaluated(path, script, data=None):
    """What a script returns of `data`, with all that a module exports: `module`, by its path in widgets."""
    url = (browser.FOLDER.parent / path).as_uri()
    ran = run(
        "--input-type=module",
        "--eval",
        f"""import {{ readFileSync }} from "node:fs";
        import * as module from {json.dumps(url)};
        const answer = ({script})(JSON.parse(readFileSync(0, "utf-8")), module);
        console.log(JSON.stringify(answer));""",
        data=data,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def results(path):
    """How the tests of a file went, by name, and all that Node says of them."""
    ran = run("--test-reporter=tap", path)
    told = re.findall(r"^(not ok|ok) \d+ - (.*)$", ran.stdout, re.MULTILINE)
    return {name: went == "ok" for went, name in told}, ran.stdout + ran.stderr
