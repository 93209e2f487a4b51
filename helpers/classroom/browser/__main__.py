"""Serve an edition: `python -m helpers.classroom.browser FOLDER`. Any other web server will do as well."""

import argparse
import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOR_EVER, ASK_FIRST = "public, max-age=31536000, immutable", "no-cache"


class Handler(SimpleHTTPRequestHandler):
    """Lets a browser keep what never changes under its name, and ask whether anything else has changed."""

    protocol_version = "HTTP/1.1"

    def end_headers(self):
        self.send_header("Cache-Control", FOR_EVER if self.path.startswith("/python-") else ASK_FIRST)
        super().end_headers()

    def log_message(self, *_):
        """Say nothing for every file."""


def main(arguments=None):
    """Serve until Ctrl+C; the exit code is 1 if that cannot be."""
    parser = argparse.ArgumentParser(
        prog="python -m helpers.classroom.browser", description="Serve a folder that holds a browser edition."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8000, help="(default: %(default)s)")
    parser.add_argument(
        "--bind",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="0.0.0.0 lets others on the network in (default: %(default)s, this computer alone)",
    )
    chosen = parser.parse_args(arguments)
    if not (chosen.folder / "edition/edition.json").is_file():
        print(
            f"There is no browser edition in {chosen.folder}. Build one: "
            "uv run --script helpers/classroom/browser/build.py FOLDER",
            file=sys.stderr,
        )
        return 1
    try:
        handler = functools.partial(Handler, directory=str(chosen.folder))
        server = ThreadingHTTPServer((chosen.bind, chosen.port), handler)
    except OSError as error:
        print(
            f"Port {chosen.port} of {chosen.bind} cannot be used ({error.strerror}). Is another program "
            f"using it? Try --port {chosen.port + 1}.",
            file=sys.stderr,
        )
        return 1
    print(
        f"The lessons are at http://{chosen.bind}:{server.server_port}/ until you press Ctrl+C.", flush=True
    )
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
