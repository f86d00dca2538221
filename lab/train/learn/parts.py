"""The programs of a whole run: started, watched, and ended with it."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from .refusal import Refusal

# PATIENCE is how many seconds a program may take to end after SIGTERM.
PATIENCE = 8.0

# DIES_WITH_PARENT is Linux's PR_SET_PDEATHSIG: what a killed run leaves would
# play on for ever.
DIES_WITH_PARENT = 1


def _orphan() -> None:
    ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGTERM)


class Part:
    """A program whose words go to a log."""

    def __init__(self, log: Path, command: list[Any]) -> None:
        self.log, self.command = log, [str(word) for word in command]
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(log, "ab") as out:
            out.write(("$ " + " ".join(self.command) + "\n").encode())
            out.flush()
            self.start = out.tell()
            before = {"preexec_fn": _orphan} if sys.platform == "linux" else {}
            try:
                self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}, **before)
            except OSError as error:
                raise Refusal(f"{self.command[0]} did not start: {error.strerror}") from error

    def said(self) -> str:
        """All it has said."""
        with open(self.log, "rb") as text:
            text.seek(self.start)
            return text.read().decode(errors="replace")

    def last(self) -> str:
        """The last line of its output, or the signal that ended it."""
        lines, ended = self.said().strip().splitlines(), self.process.poll()
        if ended is not None and ended < 0:
            return f"signal {-ended} ended it"
        return lines[-1] if lines else f"it ended with {self.process.poll()}"

    def runs(self) -> bool:
        """Reports whether it has not ended."""
        return self.process.poll() is None

    def wait(self, until: float) -> bool:
        """Waits for its end, no longer than that, and reports whether it came."""
        try:
            self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self) -> None:
        """Ends it: it is asked first."""
        if self.runs():
            self.process.send_signal(signal.SIGTERM)
            if not self.wait(time.monotonic() + PATIENCE):
                self.process.kill()
        self.process.wait()


def learn(name: str, *arguments: Any) -> list[Any]:
    """The command of a program of the trainer's."""
    return [sys.executable, "-m", f"{__package__}.{name}", *arguments]
