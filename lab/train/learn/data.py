"""Batches: positions of one board, drawn from the window and turned at random."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Iterable

import numpy as np
import torch
from torch import Tensor

from . import hindsight
from .graph import Graph
from .shard import FRACTIONS, Shard, row_type
from .size import INPUTS

Fields = dict[str, Tensor]

# UNREAD are numbers of a position that earlier shards have and no network reads: the rules
# on suicide and repetition.
UNREAD = slice(7, 11)


@dataclass
class Batch:
    """N positions of one board and what became of them, for the player to move."""

    graph: Graph
    features: Tensor  # (N, P, 32)
    numbers: Tensor  # (N, 16)
    policy: Tensor  # (N, P+1) visits of the moves
    reply: Tensor  # (N, P+1) visits of the opponent's next moves
    weight: Tensor  # (N,) how much each position counts
    outcome: Tensor  # (N,) 0 win, 1 draw, 2 loss, or (N, 3) their chances
    margin: Tensor  # (N,) on the board, -P to P, or (N, 2P+1) the chances of each
    ownership: Tensor  # (N, P) 1 own, -1 the opponent's
    immortal: Tensor  # (N, P) 1 held by an own immortal chain, -1 by an opposing one
    again: Tensor | None = None  # (N, 16) the numbers of a second drawing by hindsight


class BoardRows:
    """All rows of one board: with CUDA on the device, else where the shards have them."""

    def __init__(self, graph: dict[str, Any], device: torch.device) -> None:
        self.graph, self.device = Graph.read(graph), device
        self.symmetries = self.graph.symmetries.numpy()
        self.kind = row_type(self.graph.points)
        self.graph.to(device)
        self.shards: list[Shard] = []
        self.count = 0
        self.table: Tensor | None = None

    def add(self, one: Shard) -> None:
        """Adds the rows of a shard."""
        self.shards.append(one)
        self.count += len(one.rows)

    def take(self, numbers: np.ndarray[Any, Any]) -> Tensor:
        """The bytes of the rows with these numbers, counted through all shards: (N, bytes)."""
        if self.device.type != "cuda":
            return torch.from_numpy(self._copied(numbers)).view(len(numbers), -1)
        if self.table is None:
            self.table = torch.cat([self._resident(one) for one in self.shards])
        return self.table[torch.from_numpy(numbers).to(self.device)]

    def _resident(self, one: Shard) -> Tensor:
        if one.resident is None:
            one.resident = torch.tensor(one.rows.view(np.uint8)).view(len(one.rows), -1).to(self.device)
        return one.resident

    def _copied(self, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        plain = np.dtype((np.void, self.kind.itemsize))  # copies a row at once, not a field
        taken = np.empty(len(numbers), plain)
        start = 0
        for one in self.shards:
            here = (numbers >= start) & (numbers < start + len(one.rows))
            taken[here] = one.rows.view(plain)[numbers[here] - start]
            start += len(one.rows)
        return taken.view(np.uint8)


class Data:
    """Draws batches. Equal shards and an equal state of rng give equal batches."""

    def __init__(self, shards: Iterable[Shard], rng: np.random.Generator, device: torch.device, hindsight: bool = False) -> None:
        self.rng, self.device, self.hindsight = rng, device, hindsight
        boards: dict[str, BoardRows] = {}
        for one in shards:
            if one.board not in boards:
                boards[one.board] = BoardRows(one.graph, device)
            boards[one.board].add(one)
        self.boards = [board for board in boards.values() if board.count]
        self.share = np.array([board.count for board in self.boards], float)
        self.share /= self.share.sum()

    def draw(self, size: int) -> Batch:
        """A batch of one board, chosen by how many rows each has."""
        board = self.boards[self.rng.choice(len(self.boards), p=self.share)]
        rows = fields(board.take(self.rng.integers(board.count, size=size)), board.kind)
        again = None
        if self.hindsight:
            again = hindsight.redrawn(rows, board.graph.points, self.rng)["globals"]
            again[:, UNREAD] = 0
            rows = hindsight.redrawn(rows, board.graph.points, self.rng)
        turns = board.symmetries[self.rng.integers(len(board.symmetries), size=size)]
        return replace(batch(board.graph, turned(rows, torch.from_numpy(turns).to(self.device))), again=again)


# TYPES says what a field of a row is in PyTorch. It has no 16 bits without a sign:
# those are read with one.
TYPES = {"u1": torch.uint8, "i1": torch.int8, "f2": torch.float16, "u2": torch.int16, "f4": torch.float32, "i2": torch.int16}


def fields(rows: Tensor, kind: np.dtype[Any]) -> Fields:
    """The fields of rows, (N, bytes), by name."""
    out = {}
    for name, (of, at) in (kind.fields or {}).items():
        base, shape = of.subdtype or (of, ())
        column = rows[:, at : at + of.itemsize].contiguous()
        out[name] = column.view(TYPES[base.str[1:]]).view(len(rows), *shape)
        if base.str[1:] == "u2":
            out[name] = out[name].int() & 0xFFFF
    return out


def turned(rows: Fields, turns: Tensor) -> Fields:
    """Rows whose point p has what point turns[row, p] had."""
    out = dict(rows)
    count, points = turns.shape
    flat = turns + points * torch.arange(count, device=turns.device)[:, None]
    out["features"] = rows["features"].reshape(-1, INPUTS).index_select(0, flat.reshape(-1)).view(count, points, INPUTS)
    for name in ("ownership", "immortal"):
        out[name] = rows[name].gather(1, turns)
    for name in ("policy", "reply"):
        out[name] = torch.cat([rows[name][:, :points].gather(1, turns), rows[name][:, points:]], 1)
    return out


def batch(graph: Graph, rows: Fields) -> Batch:
    """Rows as the numbers that are learned."""
    scale = torch.ones(INPUTS, device=rows["features"].device)
    scale[list(FRACTIONS)] = 1 / 255
    numbers = rows["globals"].float().clone()
    numbers[:, UNREAD] = 0
    return Batch(
        graph=graph,
        features=rows["features"] * scale,
        numbers=numbers,
        policy=rows["policy"].float(),
        reply=rows["reply"].float(),
        weight=rows["weight"],
        outcome=1 - rows["outcome"].long(),
        margin=rows["margin"].long(),
        ownership=rows["ownership"].float(),
        immortal=rows["immortal"].float(),
    )
