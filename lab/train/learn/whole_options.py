"""The options of a whole run."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from . import network_file
from .refusal import Refusal
from .size import Size


def flags() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(prog="learn.whole_run", description="A whole run on a machine with a graphics processor.")
    parser.add_argument("--run", type=Path, required=True, help="the folder of the run")
    parser.add_argument("--minutes", type=float, required=True, help="what all commands of the run may take together")
    parser.add_argument("--binary", type=Path, required=True, help="the rosette program")
    parser.add_argument("--boards", default="rosette-3,rosette-4=2,rosette-5=4", help="boards and how often; tests are on the last (%(default)s)")
    parser.add_argument("--rules", help="the rules of the games (those of the boards)")
    parser.add_argument("--also", help="other rules for about half of the games")
    parser.add_argument("--network", type=Path, help="the network file to begin with and to beat; if nothing is stored it plays the first games")
    parser.add_argument("--size", default="b6c64", help="of the network that plays (%(default)s)")
    parser.add_argument("--small", default="b4c48", help="of the network that is left (%(default)s)")
    parser.add_argument("--device", choices=["auto", "cpu", "cuda"], default="auto")
    for name, value, words in (
        ("parallel", 4096, "games at once"),
        ("games", 128, "games of a batch"),
        ("full", 64, "visits of a move that is kept"),
        ("fast", 16, "visits of the others"),
        ("batch", 1024, "positions a step of learning"),
        ("round", 400, "steps between networks"),
        ("window", 250_000, "newest positions to learn from, more when many were played"),
        ("passes", 4, "how often a position is learned from"),
        ("pairs", 200, "openings of a test; with 0 there is none, and the time is for learning"),
        ("seed", 1, "of all that is drawn"),
    ):
        parser.add_argument("--" + name, type=int, default=value, help=f"{words} (%(default)s)")
    return parser


def check(o: argparse.Namespace) -> None:
    """Refuses options that cannot be."""
    if not 1 <= o.minutes <= 1e6:
        raise Refusal(f"--minutes {o.minutes}: use at least 1")
    for name in ("parallel", "games", "full", "fast", "batch", "round", "window", "passes"):
        if getattr(o, name) < 1:
            raise Refusal(f"--{name} {getattr(o, name)}: use a number above 0")
    if o.pairs < 0:
        raise Refusal(f"--pairs {o.pairs}: use a number from 0")
    if not re.fullmatch(r"(rosette|square)-\d+(x\d+)?(=[\d.]+)?(,\1-\d+(x\d+)?(=[\d.]+)?)*", o.boards):
        raise Refusal(f"--boards {o.boards}: use a list such as rosette-4,rosette-5=2, or one of squares")
    if not os.access(o.binary, os.X_OK) or o.binary.is_dir():
        raise Refusal(f"--binary {o.binary} is not a program: build it with go build -o rosette ./cmd/rosette")
    o.binary = o.binary.resolve()
    for size in (o.size, o.small):
        Size.named(size)
    if o.network and (lattice := network_file.read(o.network)[0].lattice) != ("grid" if o.boards.startswith("square") else "honeycomb"):
        raise Refusal(f"--network {o.network} is for a {lattice}: use one for the boards {o.boards}")
    if o.network and not grows(o.network, o.size):
        raise Refusal(f"--network {o.network} does not grow into {o.size}: use a larger --size")


def grows(network: Path, size: str) -> bool:
    """Reports whether a network grows into one of a size."""
    small, want = network_file.read(network)[0], Size.named(size)
    return small.blocks <= want.blocks and small.channels <= want.channels
