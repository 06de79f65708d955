"""A headless Chromium, driven over its debugging pipe: pages are opened, pointed at and typed into.

``PYVKC_BROWSER`` names it; else it is looked for under its usual names. There is no browser in most places where the
tests run, and what needs one is skipped.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find():
    """The program, or ``None``."""
    named = os.environ.get("PYVKC_BROWSER")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page in a browser of its own."""

    def __init__(self, folder, width=1500, height=1000):
        command_read, self._write = _pipe()
        self._read, answer_write = _pipe()
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}",
            f"--window-size={width},{height}", "--remote-debugging-pipe", "about:blank",
        ]  # fmt: skip
        script = f'exec "$0" "$@" 3<&{command_read} 4>&{answer_write}'
        self._process = subprocess.Popen(
            ["bash", "-c", script, find(), *options],
            pass_fds=(command_read, answer_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(command_read)
        os.close(answer_write)
        self._count, self._buffer, self._session = 0, b"", None
        self.said = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        """Send a command and wait for its answer; what the page complains of meanwhile is kept."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self):
        while b"\0" not in self._buffer:
            received = os.read(self._read, 1 << 16)
            assert received, "the browser has ended"
            self._buffer += received
        text, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
            self.said.append(json.dumps(message["params"]))
        self._event = message.get("method")
        return message

    def open(self, address):
        """Open a page and wait until it is there."""
        self._event = None
        self.call("Page.navigate", url=address)
        while self._event != "Page.loadEventFired":
            self._next()

    def value(self, expression):
        """The value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def point(self, selector):
        """Move the mouse onto the first element of a selector."""
        x, y = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            " return [b.left + Math.min(b.width / 2, 20), b.top + b.height / 2]; })()"
        )
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return x, y

    def click(self, selector):
        x, y = self.point(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, *keys):
        for key in keys:
            for kind in ("keyDown", "keyUp"):
                text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
                code = {"Tab": 9, "Enter": 13, "Escape": 27}.get(key, 0)
                self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text)

    def scheme(self, name):
        """Have the system prefer light or dark."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def close(self):
        os.close(self._write)
        os.close(self._read)
        self._process.kill()
        self._process.wait()


def _pipe():
    """The ends of a pipe, with numbers far from those that the browser wants to have."""
    ends = []
    for end in os.pipe():
        ends.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 50))
        os.close(end)
    return ends
