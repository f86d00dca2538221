"""Self-play of a whole run, by a server that evaluates for it."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator

from .parts import Part, learn
from .refusal import Refusal
from .serve import hand

if TYPE_CHECKING:
    from .whole_run import Run

TICK = 0.25  # seconds between looks at what runs

# STARTS is how many seconds a program of PyTorch's takes until it learns, at most.
STARTS = 60.0


def play(r: Run, *more: Any) -> Part:
    """Self-play that goes on until it is stopped."""
    o = r.options
    command = [o.binary, "lab", "selfplay", "--run", r.folder, "--boards", o.boards, "--batches", 10_000_000, "--games", o.games, "--seed", o.seed]
    for name in ("rules", "also"):
        if chosen := getattr(o, name):
            command += [f"--{name}", chosen]
    return Part(r.folder / "log" / "selfplay.log", [*command, "--full", o.full, "--fast", o.fast, *more])


@contextlib.contextmanager
def served(r: Run, *networks: Path) -> Iterator[list[tuple[Part, Path]]]:
    """Servers for networks, once they serve."""
    folder, start = Path(tempfile.mkdtemp(prefix="rosette")), time.monotonic()  # a socket's name must be short
    servers: list[tuple[Part, Path]] = []
    try:
        for i, network in enumerate(networks):
            socket = folder / str(i)
            servers.append((Part(r.folder / "log" / f"serve-{i}.log", learn("serve", network, "--socket", socket, "--device", r.options.device)), socket))
        for part, socket in servers:
            while part.runs() and not socket.exists() and time.monotonic() < start + STARTS:
                time.sleep(TICK / 5)
            if not socket.exists():
                raise Refusal(f"the server did not start: {part.last()}")
        r.starts = time.monotonic() - start
        yield servers
    finally:
        for part, _ in servers:
            part.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Player:
    """Self-play by the newest network. It goes on from stage to stage: a game that is stopped is lost."""

    def __init__(self, r: Run) -> None:
        self.r, self.parts = r, contextlib.ExitStack()
        network = r.newest("big") or r.options.network
        assert network is not None  # grow has made one
        self.network = network
        try:
            [(self.server, self.socket)] = self.parts.enter_context(served(r, network))
            self.games = play(r, "--evaluator", self.socket, "--parallel", r.options.parallel)
            self.parts.callback(self.games.stop)
        except BaseException:
            self.stop()
            raise

    def tend(self) -> None:
        """Looks whether it plays, and hands it the newest network."""
        for part, what in ((self.server, "the server"), (self.games, "self-play")):
            if not part.runs():
                said = part.last()
                self.stop()
                raise Refusal(f"{what}: {said}")
        newest = self.r.newest("big")
        if newest is not None and newest != self.network:
            hand(newest, self.socket)
            self.network = newest
            self.r.say(f"{self.r.rows()} positions; {newest.name} plays: {_losses(self.r, 'big')}")

    def stop(self) -> None:
        """Ends it, and with it the games that are not over."""
        self.r.player = None
        self.parts.close()


def player(r: Run) -> Player:
    """The player at work, or a new one."""
    if r.player is None:
        r.player = Player(r)
    return r.player


def rest(r: Run) -> None:
    """Ends self-play, if there is any."""
    if r.player is not None:
        r.player.stop()


def _last(r: Run, which: str) -> dict[str, Any]:
    """The last line that a learner wrote about itself."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return json.loads((r.folder / which / "learn.jsonl").read_text().splitlines()[-1])
    return {"step": 0}


def _losses(r: Run, which: str) -> str:
    line = _last(r, which)
    return f"step {line['step']}, loss {line.get('loss', 0):.4f}"
