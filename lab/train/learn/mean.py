"""python3 -m learn.mean OUT.rnet NET.rnet=WEIGHT ...

Writes the weighted mean of networks of one size that learned from one another, or
from one beginning (Wortsman and others, Model soups, 2022, and Robust fine-tuning of
zero-shot models, 2022). The mean of two runs and of the network that both began with
can play better than each; docs/results.md says where it did.
"""

from __future__ import annotations

import math
from pathlib import Path

from . import network_file
from .refusal import Refusal, run


def main(arguments: list[str]) -> int:
    """Reads the networks and writes their mean."""
    if len(arguments) < 3 or not all("=" in part for part in arguments[1:]):
        raise Refusal("name the file to write, then two networks or more with their weights: OUT.rnet FIRST.rnet=0.7 SECOND.rnet=0.3")
    parts = [_part(text) for text in arguments[1:]]
    total = sum(weight for _, weight in parts)
    networks = [(network_file.read(path), weight / total, path) for path, weight in parts]
    (size, first, origin), _, begin = networks[0]
    for (other, _, _), _, path in networks:
        if other != size:
            raise Refusal(f"{path} is {other.name} on a {other.lattice}, {begin} is {size.name} on a {size.lattice}: networks of one size have a mean")
    tensors = {name: sum(weight * tensors[name] for (_, tensors, _), weight, _ in networks) for name in first}
    of = {_hash(path): round(weight, 4) for _, weight, path in networks}
    print(f"{arguments[0]} {network_file.write(Path(arguments[0]), size, tensors, origin | {'mean': of})}")
    return 0


def _part(text: str) -> tuple[Path, float]:
    path, _, weight = text.rpartition("=")
    try:
        value = float(weight)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise Refusal(f"{text}: use a weight above 0, such as {path}=0.5")
    return Path(path), value


def _hash(path: Path) -> str:
    return path.read_bytes()[-network_file.HASH :].hex()


if __name__ == "__main__":
    run("learn.mean", main)
