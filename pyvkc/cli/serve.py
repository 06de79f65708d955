"""Shows a page that is made by a command, and makes it again when the files beside the kernel's change.

Only this machine reaches it: the server listens at 127.0.0.1, and answers only requests that name that host, so that
no page of another site can read it by a name of its own. The command runs in a process of its own each time, in which
all modules are new.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, final

import click

from ..explore import problem_page
from .failure import BadUsage

__all__ = ["Live", "make_server", "serve"]

HOST: Final = "127.0.0.1"


@final
class Live:
    """The newest page of a file, made by ``python -m pyvkc`` with `arguments` when it is asked for."""

    def __init__(self, path: Path, arguments: Sequence[str]) -> None:
        self._path = path
        self._arguments = arguments
        self._lock = threading.Lock()
        self._made: tuple[str, bytes] | None = None

    def version(self) -> str:
        """Changes with the Python files in the folder of the file."""
        files = sorted(self._path.parent.glob("*.py"))
        found = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files if path.is_file()]
        return f"{hash(tuple(found)) & 0xFFFFFFFFFFFFFFFF:x}"

    def page(self) -> bytes:
        """The page of the present version; what went wrong, if there is none."""
        with self._lock:
            version = self.version()
            if self._made is None or self._made[0] != version:
                self._made = version, self._make()
            return self._made[1]

    def _make(self) -> bytes:
        done = subprocess.run([sys.executable, "-m", "pyvkc", *self._arguments], capture_output=True, check=False)
        if done.returncode == 0:
            return done.stdout
        said = done.stderr.decode("utf-8", "replace").removeprefix("Error: ").strip()
        return problem_page(self._path.name, said).encode()


def make_server(live: Live, port: int) -> ThreadingHTTPServer:
    """A server of the page at this machine's own address; it does not run yet."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.headers.get("Host", "") not in (f"{HOST}:{server.server_port}", f"localhost:{server.server_port}"):
                self._answer(403, "text/plain", b"This page is for this machine alone.")
            elif self.path == "/":
                self._answer(200, "text/html; charset=utf-8", live.page())
            elif self.path == "/version":
                self._answer(200, "text/plain", live.version().encode())
            else:
                self._answer(404, "text/plain", b"There is only one page.")

        def _answer(self, code: int, kind: str, content: bytes) -> None:
            self.send_response(code)
            headers = {"Content-Type": kind, "Content-Length": str(len(content)), "Cache-Control": "no-store",
                       "X-Content-Type-Options": "nosniff"}  # fmt: skip
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the page asks twice a second."""

    server = ThreadingHTTPServer((HOST, port), Handler)
    server.daemon_threads = True
    return server


def serve(path: Path, arguments: Sequence[str], port: int) -> None:
    """Serve the page until the user interrupts."""
    live = Live(path, arguments)
    try:
        server = make_server(live, port)
    except OSError as error:
        raise BadUsage(
            f"Port {port} of {HOST} cannot be used: {error.strerror}; leave --port out for a free one."
        ) from error
    click.echo(f"http://{HOST}:{server.server_port}/ shows {path}, and follows it; Ctrl+C ends it.", err=False)
    sys.stdout.flush()
    with server:
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            click.echo("")
