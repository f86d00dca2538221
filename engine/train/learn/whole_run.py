"""python3 -m learn.whole_run --run DIR --minutes N --binary PATH [--boards LIST]

A whole run on a machine with a graphics processor, within the minutes: playouts
play if nothing is stored; a network grows to the large size on all stored games;
it plays, and learns meanwhile; it is tested; the small size learns from the same
games and from the large network; it is tested; and DIR holds best.rnet,
report.md, and all shards. A run that was stopped or killed goes on by the same
command: its minutes are those of all commands together. PATH is the rosette
program, built beforehand. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Iterator

BEGAN = time.monotonic()  # before PyTorch is loaded, which takes seconds

from . import network_file, shard, whole
from .parts import Part, learn
from .refusal import Refusal, run
from .run_report import write as write_report
from .size import Size
from .train import _alone as alone
from .window import SUFFIX

STATE = "whole.json"
TICK = 0.25  # seconds between looks at what runs

# ENDS says by which share of the time each stage is over.
ENDS = {"begin": 0.10, "grow": 0.17, "play": 0.72, "test": 0.77, "distil": 0.93, "judge": 1.0}

# SLACK is what is kept back for programs to end and for the report: a share, and
# at least so many seconds.
SLACK = 0.02, 8.0

# STARTS is how many seconds a program of PyTorch's takes until it learns, at most.
STARTS = 60.0

# MOST_FAILURES is how often in a row a part may fail before the run gives up.
MOST_FAILURES = 3

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
                raise Refusal(f"{self.folder / STATE} is no JSON: take it away, and the run begins with what shards there are") from error
        self.before = self.state["spent"]
        self.state["commands"] += 1
        slack = max(SLACK[0] * 60 * options.minutes, SLACK[1])
        self.usable = 60 * options.minutes - slack
        self.lattice = "grid" if options.boards.startswith("square") else "honeycomb"
        self.counts: dict[str, int] = {}

    def keep(self) -> None:
        """Writes the state down."""
        self.state["spent"] = self.before + time.monotonic() - self.began
        whole.write(self.folder / STATE, json.dumps(self.state, indent=1).encode())

    def end(self, stage: str) -> float:
        """When a stage is to be over, by the clock of this process."""
        return self.began - self.before + ENDS[stage] * self.usable

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


def play(r: Run, *more: Any) -> Part:
    """Self-play that goes on until it is stopped."""
    o = r.options
    command = [o.binary, "selfplay", "--run", r.folder, "--boards", o.boards, "--batches", 10_000_000, "--games", o.games, "--seed", o.seed]
    return Part(r.folder / "log" / "selfplay.log", [*command, "--full", o.full, "--fast", o.fast, *more])


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
        if o.network and _grows(o.network, size):
            command += ["--grow", o.network]
    return Part(r.folder / "log" / f"{which}.log", [*command, *more])


def _grows(network: Path, size: str) -> bool:
    small, want = network_file.read(network)[0], Size.named(size)
    return small.blocks <= want.blocks and small.channels <= want.channels


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


def begin(r: Run) -> None:
    """Playouts play, if nothing is stored."""
    if r.rows() > 0:
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
    """The large network learns from all that is stored, a pass or two over it."""
    steps = max(1, round(r.options.passes * r.rows() / r.options.batch))
    part = teach(r, "big", r.end("grow"), steps, "--window", WIDEST)
    watch(r, part, r.end("grow"))
    r.say(f"the large network: {part.last()}")


def play_and_learn(r: Run) -> None:
    """The large network plays, and learns meanwhile; the newest plays on."""
    failures = 0
    while time.monotonic() < r.end("play"):
        start = time.monotonic()
        try:
            _play_and_learn(r)
        except Refusal as refusal:
            failures = failures + 1 if time.monotonic() - start < STARTS else 1
            r.state["restarts"] += 1
            r.say(f"{refusal}; starting again")
            if failures >= MOST_FAILURES:
                raise Refusal(f"gave up after {failures} failures in a row: {refusal}") from refusal


def _play_and_learn(r: Run) -> None:
    o, end = r.options, r.end("play")
    network = r.newest("big")
    assert network is not None  # grow has made one
    with served(r, network) as [(server, socket)]:
        games = play(r, "--evaluator", socket, "--parallel", o.parallel)
        learner: Part | None = None
        learned = _steps(r, "big")

        def tend() -> None:
            for part, what in ((server, "the server"), (games, "self-play")):
                if not part.runs():
                    raise Refusal(f"{what}: {part.last()}")

        try:
            while time.monotonic() < end:
                tend()
                r.keep()
                time.sleep(TICK)
                steps = round(o.passes * r.rows() / o.batch)
                if steps < learned + o.round or end - time.monotonic() < 2 * r.starts:
                    continue
                learner = teach(r, "big", end, steps, "--window", o.window)
                watch(r, learner, end, tend)
                learned = max(learned, _steps(r, "big"), steps)
                network = r.newest("big")
                said = subprocess.run(learn("serve", network, "--socket", socket, "--load"), capture_output=True, text=True)
                if said.returncode:
                    raise Refusal(said.stderr.strip() or "the server took no other network")
                r.say(f"{r.rows()} positions; {network.name} plays: {_losses(r, 'big')}")
        finally:
            for part in (games, learner):
                if part is not None:
                    part.stop()


def _last(r: Run, which: str) -> dict[str, Any]:
    """The last line that a learner wrote about itself."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return json.loads((r.folder / which / "learn.jsonl").read_text().splitlines()[-1])
    return {"step": 0}


def _steps(r: Run, which: str) -> int:
    return int(_last(r, which)["step"])


def _losses(r: Run, which: str) -> str:
    line = _last(r, which)
    return f"step {line['step']}, loss {line.get('loss', 0):.4f}"


def trial(r: Run, stage: str, network: Path | None) -> None:
    """Tests a network against the one that the run began with, or playouts."""
    o = r.options
    if network is None:
        raise Refusal("no network was written: use more --minutes")
    with served(r, network, *([o.network] if o.network else [])) as servers:
        sockets: list[Any] = [*(socket for _, socket in servers), "playouts"]
        minutes = max(0.02, (r.end(stage) - time.monotonic()) / 60)
        command = [o.binary, "trial", *sockets[:2], "--board", o.boards.split(",")[-1].split("=")[0], "--pairs", o.pairs, "--trial-visits", o.full, "--seed", o.seed]
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
    """The small size learns from all games and from the large network."""
    part = teach(r, "small", r.end("distil"), None, "--window", WIDEST, "--teacher", r.newest("big"))
    watch(r, part, r.end("distil"))
    r.say(f"the small network: {part.last()}")


def judge(r: Run) -> None:
    """The small network becomes the best, unless the one before it wins."""
    small = r.newest("small")
    trial(r, "judge", small)
    s = r.state["results"]["judge"]["standing"]
    better = s["games"] > 0 and s["wins"] >= s["losses"]
    best = small if better or not r.options.network else r.options.network
    assert best is not None
    whole.write(r.folder / "best.rnet", Path(best).read_bytes())
    r.state["best"] = str(best)


STAGES: dict[str, Callable[[Run], None]] = {
    "begin": begin,
    "grow": grow,
    "play": play_and_learn,
    "test": lambda r: trial(r, "test", r.newest("big")),
    "distil": distil,
    "judge": judge,
}


def _flags() -> argparse.ArgumentParser:
    flags = argparse.ArgumentParser(prog="learn.whole_run", description="A whole run on a machine with a graphics processor.")
    flags.add_argument("--run", type=Path, required=True, help="the folder of the run")
    flags.add_argument("--minutes", type=float, required=True, help="what all commands of the run may take together")
    flags.add_argument("--binary", type=Path, required=True, help="the rosette program")
    flags.add_argument("--boards", default="rosette-3,rosette-4=2,rosette-5=4", help="boards and how often; tests are on the last (%(default)s)")
    flags.add_argument("--network", type=Path, help="the network file to begin with and to beat")
    flags.add_argument("--size", default="b6c64", help="of the network that plays (%(default)s)")
    flags.add_argument("--small", default="b4c48", help="of the network that is left (%(default)s)")
    flags.add_argument("--device", choices=["auto", "cpu", "cuda"], default="auto")
    for name, value, words in (
        ("parallel", 4096, "games at once"),
        ("games", 128, "games of a batch"),
        ("full", 64, "visits of a move that is kept"),
        ("fast", 16, "visits of the others"),
        ("batch", 1024, "positions a step of learning"),
        ("round", 400, "steps between networks"),
        ("window", 250_000, "newest positions to learn from, more when many were played"),
        ("passes", 4, "how often a position is learned from"),
        ("pairs", 200, "openings of a test"),
        ("seed", 1, "of all that is drawn"),
    ):
        flags.add_argument("--" + name, type=int, default=value, help=f"{words} (%(default)s)")
    return flags


def _check(o: argparse.Namespace) -> None:
    if not 1 <= o.minutes <= 1e6:
        raise Refusal(f"--minutes {o.minutes}: use at least 1")
    for name in ("parallel", "games", "full", "fast", "batch", "round", "window", "passes", "pairs"):
        if getattr(o, name) < 1:
            raise Refusal(f"--{name} {getattr(o, name)}: use a number above 0")
    if not re.fullmatch(r"(rosette|square)-\d+(x\d+)?(=[\d.]+)?(,\1-\d+(x\d+)?(=[\d.]+)?)*", o.boards):
        raise Refusal(f"--boards {o.boards}: use a list such as rosette-4,rosette-5=2, or one of squares")
    if not os.access(o.binary, os.X_OK) or o.binary.is_dir():
        raise Refusal(f"--binary {o.binary} is no program: build it with go build -o rosette ./cmd/rosette")
    o.binary = o.binary.resolve()
    for size in (o.size, o.small):
        Size.named(size)
    if o.network and (lattice := network_file.read(o.network)[0].lattice) != ("grid" if o.boards.startswith("square") else "honeycomb"):
        raise Refusal(f"--network {o.network} is for a {lattice}: use one for the boards {o.boards}")
    if o.network and not _grows(o.network, o.size):
        raise Refusal(f"--network {o.network} does not grow into {o.size}: use a larger --size")


def main(arguments: list[str]) -> int:
    """Does the stages that are not done, each within its time."""
    options = _flags().parse_args(arguments)
    _check(options)

    def stop(*_: Any) -> None:
        raise Stopped

    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, stop)
    with alone(options.run):
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
            write_report(r.folder, r.state, r.rows())
        r.say(f"done: {options.run / 'best.rnet'}, {options.run / 'report.md'}")
    return 0


if __name__ == "__main__":
    run("whole_run", main)
