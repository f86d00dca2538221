"""python3 -m learn.whole_run --run DIR --minutes N --binary PATH [--boards LIST]

A whole run on a machine with a graphics processor, within the minutes: playouts
play if nothing is stored and there is no --network; a network grows to the large
size on all stored games, while --network plays; it plays, and learns meanwhile; the small size learns
from the same games and from the large network, which plays on; both are tested, unless --pairs is 0;
and DIR holds best.rnet, report.md, and all shards. A run that was stopped or killed goes on by the same
command: its minutes are those of all commands together. PATH is the rosette
program, built beforehand. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import time
from pathlib import Path
from typing import Any, Callable

BEGAN = time.monotonic()  # before PyTorch is loaded, which takes seconds

from . import network_file, shard, whole
from .parts import Part, learn
from .player import STARTS, TICK, Player, play, player, rest, served
from .refusal import Refusal, run
from .run_report import write as write_report
from .train import _alone as alone
from .whole_options import check, flags, grows
from .window import SUFFIX

STATE = "whole.json"

# ENDS says by which share of the time each stage is over.
ENDS = {"begin": 0.10, "grow": 0.17, "play": 0.62, "distil": 0.91, "test": 0.95, "judge": 1.0}

# SLACK is what is kept back for programs to end and for the report: a share, and
# at least so many seconds.
SLACK = 0.02, 8.0

# MOST_FAILURES is how often in a row a part may fail before the run gives up.
MOST_FAILURES = 3

# FIRST is how many steps' positions are stored before the first is learned: those of
# small boards come first.
FIRST = 16

# WIDEST is how many of the newest positions are all that are stored: 20 GB of memory
# on a board of base 5.
WIDEST = 4_000_000


class Stopped(Exception):
    """A signal asked the run to stop."""


class Run:
    """The state of a run and its options."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.folder = options, options.run
        self.began = BEGAN
        self.starts = time.monotonic() - BEGAN  # what a program of PyTorch's takes until it works
        self.state: dict[str, Any] = {"spent": 0.0, "done": [], "results": {}, "restarts": 0, "commands": 0}
        with contextlib.suppress(FileNotFoundError):
            try:
                self.state |= json.loads((self.folder / STATE).read_text())
            except ValueError as error:
                raise Refusal(f"{self.folder / STATE} is not JSON: take it away, and the run begins with what shards there are") from error
        self.before = self.state["spent"]
        self.state["commands"] += 1
        slack = max(SLACK[0] * 60 * options.minutes, SLACK[1])
        self.usable = 60 * options.minutes - slack
        self.lattice = "grid" if options.boards.startswith("square") else "honeycomb"
        self.counts: dict[str, int] = {}
        self.player: Player | None = None

    def keep(self) -> None:
        """Writes the state down."""
        self.state["spent"] = self.before + time.monotonic() - self.began
        whole.write(self.folder / STATE, json.dumps(self.state, indent=1).encode())

    def end(self, stage: str) -> float:
        """When a stage is to be over, by the clock of this process."""
        last = 1.0 if self.options.pairs else ENDS["distil"]
        return self.began - self.before + min(1.0, ENDS[stage] / last) * self.usable

    def say(self, line: str) -> None:
        """Prints progress."""
        spent = self.before + time.monotonic() - self.began
        print(f"{spent / 60:6.1f} min  {line}", flush=True)

    def rows(self) -> int:
        """How many positions are stored."""
        for path in (self.folder / "shards").glob("*" + SUFFIX):
            if path.name not in self.counts:
                try:
                    self.counts[path.name] = shard.count(path)
                except (Refusal, OSError):
                    self.counts[path.name] = 0  # learning names it
        return sum(self.counts.values())

    def newest(self, which: str) -> Path | None:
        """The last network of a learner."""
        return max((self.folder / which / "networks").glob("*.rnet"), default=None)


def teach(r: Run, which: str, end: float, steps: int | None, *more: Any) -> Part:
    """A learner that ends by itself by then."""
    home, o = r.folder / which, r.options
    home.mkdir(exist_ok=True)
    if not (home / "shards").exists():
        (home / "shards").symlink_to(Path("..") / "shards")
    minutes = max(0.01, (end - time.monotonic() - r.starts) / 60)
    command = learn("train", "--run", home, "--minutes", f"{minutes:.3f}", "--batch", o.batch, "--round", 1 << 30, "--device", o.device)
    if steps is not None:
        command += ["--steps", steps]
    if not (home / "checkpoint.pt").exists():
        size = o.size if which == "big" else o.small
        command += ["--size", size, "--lattice", r.lattice, "--seed", o.seed]
        if o.network and grows(o.network, size):
            command += ["--grow", o.network]
    return Part(r.folder / "log" / f"{which}.log", [*command, *more])


def begin(r: Run) -> None:
    """Playouts play, if nothing is stored and there is no network."""
    if r.rows() > 0 or r.options.network:
        r.say(f"{r.rows()} positions are stored")
        return
    part = play(r, "--full", 4 * r.options.full, "--fast", 4 * r.options.fast)
    try:
        while not part.wait(min(time.monotonic() + 1, r.end("begin"))):
            if time.monotonic() >= r.end("begin") and (r.rows() > 0 or time.monotonic() >= r.end("grow")):
                break
            r.keep()
        else:
            raise Refusal(f"self-play by playouts: {part.last()}")
    finally:
        part.stop()
    if not r.rows():
        raise Refusal("playouts finished no batch in time: use more --minutes, fewer --games or smaller --boards")
    r.say(f"playouts have played {r.rows()} positions")


def watch(r: Run, part: Part, end: float, tend: Callable[[], None] = lambda: None) -> None:
    """Waits for a learner; one that is late is asked to stop, and has its checkpoint."""
    while not part.wait(time.monotonic() + TICK):
        tend()
        r.keep()
        if time.monotonic() > end + STARTS:
            part.stop()
    if part.process.returncode != 0:
        raise Refusal(f"the trainer: {part.last()}")


def grow(r: Run) -> None:
    """The large network learns from all that is stored, a few passes over it."""
    if not r.rows():
        r.say(f"{r.options.network} begins")
        return
    steps = max(1, round(r.options.passes * r.rows() / r.options.batch))
    again(r, "grow", lambda r: _grow(r, steps))


def _grow(r: Run, steps: int) -> None:
    tend = player(r).tend if r.options.network else lambda: None
    part = teach(r, "big", r.end("grow"), steps, "--window", WIDEST)
    try:
        watch(r, part, r.end("grow"), tend)
    finally:
        part.stop()
    r.say(f"the large network: {part.last()}")


def play_and_learn(r: Run) -> None:
    """The large network plays, and learns meanwhile; the newest plays on."""
    again(r, "play", _play_and_learn)


def again(r: Run, stage: str, work: Callable[[Run], None]) -> None:
    """Does the work of a stage, and again what fails, until it ends by itself or the stage is over."""
    failures = 0
    while time.monotonic() < r.end(stage):
        start = time.monotonic()
        try:
            return work(r)
        except Refusal as refusal:
            failures = failures + 1 if time.monotonic() - start < STARTS else 1
            r.state["restarts"] += 1
            r.say(f"{refusal}; starting again")
            if failures >= MOST_FAILURES:
                raise Refusal(f"gave up after {failures} failures in a row: {refusal}") from refusal


def _play_and_learn(r: Run) -> None:
    o, end, games = r.options, r.end("play"), player(r)
    learner: Part | None = None
    try:
        while time.monotonic() < end:
            games.tend()
            r.keep()
            time.sleep(TICK)
            if learner is None and r.rows() >= FIRST * o.batch:
                learner = teach(r, "big", end, None, "--window", o.window, "--passes", o.passes, "--round", o.round)
            if learner is not None and not learner.runs() and learner.process.returncode:
                raise Refusal(f"the trainer: {learner.last()}")
        if learner is not None:
            watch(r, learner, end, games.tend)
    finally:
        if learner is not None:
            learner.stop()


def trial(r: Run, stage: str, network: Path | None) -> None:
    """Tests a network against the one that the run began with, or playouts."""
    o = r.options
    if network is None:
        raise Refusal("no network was written: use more --minutes")
    rest(r)
    if not o.pairs:
        return
    with served(r, network, *([o.network] if o.network else [])) as servers:
        sockets: list[Any] = [*(socket for _, socket in servers), "playouts"]
        minutes = max(0.02, (r.end(stage) - time.monotonic()) / 60)
        command = [o.binary, "lab", "trial", *sockets[:2], "--board", o.boards.split(",")[-1].split("=")[0], "--pairs", o.pairs, "--trial-visits", o.full, "--seed", o.seed]
        part = Part(r.folder / "log" / "trial.log", [*command, "--parallel", o.parallel, "--minutes", f"{minutes:.3f}", "--json"])
        try:
            while not part.wait(time.monotonic() + 1):
                r.keep()
        finally:
            part.stop()
    if part.process.returncode:
        raise Refusal(f"the trial: {part.last()}")
    result = json.loads(part.last())
    r.state["results"][stage] = {"network": str(network.relative_to(r.folder)), "against": str(o.network or "playouts"), "standing": result["standing"], "elo": result["elo"]}
    s = result["standing"]
    r.say(f"{network.parent.parent.name} {network.name} against {o.network or 'playouts'}: {s['wins']}–{s['losses']}, {s['draws']} drawn")


def distil(r: Run) -> None:
    """The small size learns from all games and from the large network, which plays on."""
    again(r, "distil", _distil)


def _distil(r: Run) -> None:
    end, games = r.end("distil"), player(r)
    games.tend()  # the last of the large networks may have been written after the last look
    part = teach(r, "small", end, None, "--window", WIDEST, "--teacher", games.network, "--round", r.options.round, "--cool", 1)
    try:
        watch(r, part, end, games.tend)
    finally:
        part.stop()
    r.say(f"the small network: {part.last()}")


def judge(r: Run) -> None:
    """The small network becomes the best, unless the one before it wins."""
    small = r.newest("small")
    trial(r, "judge", small)
    best = small if better(r) or not r.options.network else r.options.network
    assert best is not None
    whole.write(r.folder / "best.rnet", Path(best).read_bytes())
    r.state["best"] = str(best)


def better(r: Run) -> bool:
    """Reports whether the small network has not lost its test, or none was asked for."""
    if not r.options.pairs:
        return True
    s = r.state["results"]["judge"]["standing"]
    return bool(s["games"] > 0 and s["wins"] >= s["losses"])


STAGES: dict[str, Callable[[Run], None]] = {
    "begin": begin,
    "grow": grow,
    "play": play_and_learn,
    "distil": distil,
    "test": lambda r: trial(r, "test", r.newest("big")),
    "judge": judge,
}


def main(arguments: list[str]) -> int:
    """Does the stages that are not done, each within its time."""
    options = flags().parse_args(arguments)
    check(options)

    def stop(*_: Any) -> None:
        raise Stopped

    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, stop)
    with alone(options.run, 0.0):
        r = Run(options)
        (options.run / "shards").mkdir(exist_ok=True)
        try:
            for name, stage in STAGES.items():
                if name not in r.state["done"]:
                    r.say(name)
                    stage(r)
                    r.state["done"].append(name)
                r.keep()
        except Stopped:
            r.keep()
            raise Refusal("stopped: the same command goes on from here") from None
        finally:
            rest(r)
            write_report(r.folder, r.state, r.rows())
        r.say(f"done: {options.run / 'best.rnet'}, {options.run / 'report.md'}")
    return 0


if __name__ == "__main__":
    run("whole_run", main)
