"""Batches: positions of one board, drawn from the window and turned at random."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterable

import numpy as np
import torch
from torch import Tensor

from .graph import Graph
from .shard import FRACTIONS, Shard
from .size import INPUTS

Rows = np.ndarray[Any, Any]


@dataclass
class Batch:
    """N positions of one board and what became of them, for the player to move."""

    graph: Graph
    features: Tensor  # (N, P, 24)
    numbers: Tensor  # (N, 16)
    policy: Tensor  # (N, P+1) visits of the moves
    reply: Tensor  # (N, P+1) visits of the opponent's next moves
    weight: Tensor  # (N,) how much each position counts
    outcome: Tensor  # (N,) 0 win, 1 draw, 2 loss, or (N, 3) their chances
    margin: Tensor  # (N,) on the board, -P to P
    ownership: Tensor  # (N, P) 1 own, -1 the opponent's
    immortal: Tensor  # (N, P) 1 held by an own immortal chain, -1 by an opposing one


class BoardRows:
    """All rows of one board."""

    def __init__(self, graph: dict[str, Any], device: torch.device) -> None:
        self.graph = Graph.read(graph)
        self.symmetries = self.graph.symmetries.numpy()
        self.graph.to(device)
        self.parts: list[Rows] = []
        self.count = 0

    def add(self, rows: Rows) -> None:
        """Adds the rows of a shard."""
        self.parts.append(rows)
        self.count += len(rows)

    def take(self, numbers: np.ndarray[Any, Any]) -> Rows:
        """The rows with these numbers, counted through all shards."""
        kind = self.parts[0].dtype
        plain = np.dtype((np.void, kind.itemsize))  # copies a row at once, not a field
        taken = np.empty(len(numbers), plain)
        start = 0
        for part in self.parts:
            here = (numbers >= start) & (numbers < start + len(part))
            taken[here] = part.view(plain)[numbers[here] - start]
            start += len(part)
        return taken.view(kind)


class Data:
    """Draws batches. Equal shards and an equal state of rng give equal batches."""

    def __init__(self, shards: Iterable[Shard], rng: np.random.Generator, device: torch.device) -> None:
        self.rng, self.device = rng, device
        boards: dict[str, BoardRows] = {}
        for one in shards:
            name = json.dumps(one.graph, sort_keys=True)
            if name not in boards:
                boards[name] = BoardRows(one.graph, device)
            boards[name].add(one.rows)
        self.boards = [board for board in boards.values() if board.count]
        self.share = np.array([board.count for board in self.boards], float)
        self.share /= self.share.sum()

    def draw(self, size: int) -> Batch:
        """A batch of one board, chosen by how many rows each has."""
        board = self.boards[self.rng.choice(len(self.boards), p=self.share)]
        rows = board.take(self.rng.integers(board.count, size=size))
        turns = board.symmetries[self.rng.integers(len(board.symmetries), size=size)]
        return batch(board.graph, turned(rows, turns), self.device)


def turned(rows: Rows, turns: np.ndarray[Any, Any]) -> Rows:
    """Rows whose point p has what point turns[row, p] had."""
    out = rows.copy()
    points = turns.shape[1]
    flat = np.ascontiguousarray(rows["features"]).reshape(-1, INPUTS)  # whole points are copied at once
    out["features"] = flat.take((turns + points * np.arange(len(rows))[:, None]).reshape(-1), axis=0).reshape(rows["features"].shape)
    for name in ("ownership", "immortal"):
        out[name] = np.take_along_axis(rows[name], turns, 1)
    for name in ("policy", "reply"):
        out[name][:, :points] = np.take_along_axis(rows[name][:, :points], turns, 1)
    return out


def batch(graph: Graph, rows: Rows, device: torch.device) -> Batch:
    """Rows as tensors where the network is."""

    def tensor(name: str, kind: Any = np.float32) -> Tensor:
        return torch.from_numpy(rows[name].astype(kind)).to(device)

    scale = torch.ones(INPUTS, device=device)
    scale[list(FRACTIONS)] = 1 / 255
    return Batch(
        graph=graph,
        features=torch.from_numpy(np.ascontiguousarray(rows["features"])).to(device) * scale,
        numbers=tensor("globals"),
        policy=tensor("policy"),
        reply=tensor("reply"),
        weight=tensor("weight"),
        outcome=1 - tensor("outcome", np.int64),
        margin=tensor("margin", np.int64),
        ownership=tensor("ownership"),
        immortal=tensor("immortal"),
    )
