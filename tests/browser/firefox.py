"""Debian's Firefox, spoken to in its own tongue, WebDriver BiDi: Playwright drives no Firefox but its own."""

import asyncio
import json
import re
import shutil
import subprocess
import tempfile

from tornado.websocket import websocket_connect

from tests.loops import finished

EXECUTABLES = ("firefox-esr", "firefox")
SECONDS = 60


def find_firefox():
    return next(filter(None, map(shutil.which, EXECUTABLES)), None)


def evaluate_in(address, *expressions):
    """What each JavaScript expression comes to, a text each, in turn in one page."""
    with tempfile.TemporaryDirectory() as profile:
        how = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        run = [find_firefox(), *how]
        with subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as firefox:
            try:
                told = (re.search(r"BiDi listening on (ws://\S+)", line) for line in firefox.stderr)
                port = next(filter(None, told))[1]
                return finished(asyncio.wait_for(_evaluated(port, address, expressions), SECONDS))
            finally:
                firefox.kill()


async def _evaluated(port, address, expressions):
    connection = await websocket_connect(f"{port}/session")

    async def ask(method, **params):
        await connection.write_message(json.dumps({"id": 1, "method": method, "params": params}))
        while (answer := json.loads(await connection.read_message())).get("id") != 1:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    await ask("session.new", capabilities={})
    page = (await ask("browsingContext.getTree"))["contexts"][0]["context"]
    await ask("browsingContext.navigate", context=page, url=address, wait="complete")
    found = []
    for expression in expressions:
        target = {"context": page}
        answer = await ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        found.append(answer["result"].get("value"))
    connection.close()
    while await connection.read_message() is not None:
        pass
    return found
