"""python3 -m learn.train --run DIR --minutes N [--size b4c48] [--seed S] [--grow NET]

Learns from DIR/shards, writes DIR/networks/NNNNNN.rnet after each round, a line
of JSON now and then to DIR/learn.jsonl, and DIR/checkpoint.pt to go on from:
the same command goes on after a stop, a kill or a full disk. With one seed and
the same shards it learns the same each time on a CPU. The time given is the
trainer's own; --steps and --networks count from the beginning of the run.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import math
import signal
import time
from pathlib import Path
from typing import Iterator

import torch

from .refusal import Refusal, run
from .size import TAPS, Size
from .trainer import Settings, Trainer


def _flags() -> argparse.ArgumentParser:
    default = Settings(Path())
    flags = argparse.ArgumentParser(prog="learn.train", description="Teaches a network what self-play has seen.")
    flags.add_argument("--run", type=Path, required=True, help="the folder of the run; its shards lie in shards/")
    flags.add_argument("--wait", type=float, default=0, help="for how many seconds another trainer in the folder may go on (0)")
    flags.add_argument("--minutes", type=float, help="how long to learn")
    flags.add_argument("--steps", type=int, help="how many steps the run has at its end")
    flags.add_argument("--networks", type=int, help="how many networks the run has at its end: one more ends with --steps, after a step at least, and none if they are there")
    flags.add_argument("--size", help="blocks and channels, when a run begins (b4c48)")
    flags.add_argument("--lattice", choices=list(TAPS), help="of the board, when a run begins (honeycomb)")
    flags.add_argument("--seed", type=int, help="of all that is drawn, when a run begins (1)")
    flags.add_argument("--grow", type=Path, help="the network file that a run begins with, grown to --size")
    flags.add_argument("--teacher", type=Path, help="the network file of another network, to learn from its output too")
    flags.add_argument("--taught", choices=["all", "policy", "even"], default=default.taught, help="the targets that the teacher gives: all, the policy, or the policy and what it expects at an even komi (%(default)s)")
    flags.add_argument("--hindsight", action=argparse.BooleanOptionalAction, default=default.hindsight, help="draw positions with another komi, and with other rules where they had no effect (%(default)s)")
    for name, words in (
        ("batch", "positions a step"),
        ("round", "steps between networks"),
        ("save", "steps between checkpoints"),
        ("report", "steps between lines"),
        ("warmup", "steps until the learning rate is reached"),
        ("hold", "steps until the learning rate falls"),
        ("window", "newest positions to learn from, more when many were played"),
    ):
        flags.add_argument("--" + name, type=int, default=getattr(default, name), help=f"{words} (%(default)s)")
    flags.add_argument("--rate", type=float, default=default.rate, help="learning rate (%(default)s)")
    flags.add_argument("--cool", type=float, default=default.cool, help="the last share of the time, in which the rate falls (%(default)s)")
    flags.add_argument("--gone", type=float, help="the share of the time of the run that was over before this command (0)")
    flags.add_argument("--passes", type=float, default=default.passes, help="how often a position is learned from at most: waits for more (%(default)s)")
    flags.add_argument("--first", type=int, default=default.first, help="how many positions there must be before learning begins: waits for them (%(default)s)")
    flags.add_argument("--clip", type=float, default=default.clip, help="the longest gradient (%(default)s)")
    flags.add_argument("--device", choices=["auto", "cpu", "cuda"], default="auto")
    return flags


def _settings(options: argparse.Namespace) -> Settings:
    for name in ("batch", "round", "save", "report", "warmup", "hold", "window", "rate", "clip"):
        if not 0 < getattr(options, name) < math.inf:
            raise Refusal(f"--{name} {getattr(options, name)}: use a number above 0")
    if not 0 <= options.cool <= 1 or options.cool and options.minutes is None and options.gone is None:
        raise Refusal(f"--cool {options.cool}: use a share from 0 to 1 of the --minutes, or say with --gone which share is over")
    if options.gone is not None and not 0 <= options.gone <= 1:
        raise Refusal(f"--gone {options.gone}: use a share from 0 to 1")
    if options.first < 0:
        raise Refusal(f"--first {options.first}: use a number from 0")
    if not options.passes > 0:
        raise Refusal(f"--passes {options.passes}: use a number above 0")
    if options.minutes is None and options.steps is None:
        raise Refusal("say how long to learn: --minutes 10, or --steps 1000")
    if options.minutes is not None and not 0 < options.minutes < math.inf:
        raise Refusal(f"--minutes {options.minutes}: use a number above 0")
    if options.device == "cuda" and not torch.cuda.is_available():
        raise Refusal("--device cuda: PyTorch finds none here; use --device cpu")
    cuda = options.device != "cpu" and torch.cuda.is_available()
    taken = {name: getattr(options, name) for name in vars(Settings(Path())) if hasattr(options, name)}
    said = options.size or options.lattice and not options.grow
    taken["size"] = Size.named(options.size or "b4c48", options.lattice or "honeycomb") if said else None
    taken["device"] = torch.device("cuda" if cuda else "cpu")
    return Settings(**taken)


@contextlib.contextmanager
def _alone(folder: Path, wait: float) -> Iterator[None]:
    """Holds the folder: two trainers would overwrite each other's checkpoints."""
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + wait
    with open(folder / "learn.lock", "wb") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= end:
                    raise Refusal(f"another trainer is at work in {folder}") from error
                time.sleep(0.1)
        yield


@contextlib.contextmanager
def _signals() -> Iterator[list[int]]:
    """Collects the signals that ask the trainer to stop."""
    asked: list[int] = []
    before = {which: signal.signal(which, lambda which, _: asked.append(which)) for which in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for which, handler in before.items():
            signal.signal(which, handler)


def main(arguments: list[str]) -> int:
    """Learns until the time is over, the steps are done or a signal stops it."""
    options = _flags().parse_args(arguments)
    settings = _settings(options)
    torch.set_num_threads(1)
    with _alone(settings.run, options.wait), _signals() as asked:
        trainer = Trainer(settings)
        start = time.monotonic()

        def gone() -> float:
            return 0.0 if options.minutes is None else (time.monotonic() - start) / (60 * options.minutes)

        def gone_of_run() -> float:
            before = options.gone or 0.0
            return before + (1 - before) * gone()

        def enough() -> bool:
            return options.networks is not None and trainer.round >= options.networks

        def done() -> bool:
            learned = options.steps is not None and trainer.step >= options.steps and (options.networks is None or trainer.in_round > 0)
            return bool(asked) or gone() >= 1 or learned or enough()

        if enough():
            print(f"network {trainer.round - 1:06d}.rnet is there already", flush=True)
        elif options.networks is None and options.steps is not None and trainer.step >= options.steps:
            print(f"the run has {trainer.step} steps already", flush=True)
        trainer.learn(done, gone_of_run)
        if asked:
            trainer.save()
            print(f"stopped after step {trainer.step}: the same command goes on from here", flush=True)
        elif trainer.in_round and not enough():
            trainer.end_round()
    return 0


if __name__ == "__main__":
    run("train", main)
