"""Positions for tests that can be learned: what follows is plain to see in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from learn.graph import Graph
from learn.shard import Shard, row_type, write
from learn.size import GLOBALS, INPUTS

from .boards import honeycomb


def shard(graph: Graph, rows: int, seed: int) -> Shard:
    """Random stones. The owner of a point is who has a stone there, the margin
    counts stones, the higher wins, and a move goes where channel 9 is."""
    rng = np.random.default_rng(seed)
    out = np.zeros(rows, row_type(graph.points))
    for row in out:
        stones = rng.integers(-1, 2, graph.points)
        row["features"][:, 0], row["features"][:, 1], row["features"][:, 2] = stones > 0, stones < 0, stones == 0
        row["features"][:, 7] = rng.integers(0, 256, graph.points)
        goal = rng.integers(graph.points)
        row["features"][goal, 9] = 1
        row["globals"] = rng.normal(size=GLOBALS)
        row["policy"][goal], row["policy"][-1] = 90, 10
        row["reply"][-1] = 1
        row["weight"] = rng.choice([0.5, 1.0])
        row["margin"] = stones.sum()
        row["outcome"] = np.sign(stones.sum())
        row["ownership"] = stones
        row["immortal"] = stones * (rng.random(graph.points) < 0.5)
    assert out["features"].shape[2] == INPUTS
    tables = {"taps": graph.taps.tolist(), "hexagons": graph.hexagons.tolist(), "symmetries": graph.symmetries.tolist()}
    return Shard(tables, out, {"board": f"{graph.points} points", "rules": "none", "seed": seed, "playouts": 1})


def folder(run: Path, rows: int = 64, bases: tuple[int, ...] = (1, 2)) -> Path:
    """A run whose shards are of these boards."""
    (run / "shards").mkdir(parents=True)
    for i, base in enumerate(bases):
        write(run / "shards" / f"{i:06d}.rshard", shard(honeycomb(base), rows, i))
    return run
