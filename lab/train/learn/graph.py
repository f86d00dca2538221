"""A board as the network sees it: which points its taps, hexagons and symmetries have."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .refusal import Refusal


def _table(what: str, rows: Any, least: int, most: int) -> Tensor:
    """Reads a list of equally long lists of whole numbers from least to most."""
    try:
        table = torch.tensor(rows, dtype=torch.float64)
    except (TypeError, ValueError, RuntimeError) as error:
        raise Refusal(f"{what} is not a table of whole numbers") from error
    if table.dim() != 2 or not bool((table == table.floor()).all()):
        raise Refusal(f"{what} is not a table of whole numbers")
    if table.numel() and not (least <= table.min() and table.max() <= most):
        raise Refusal(f"{what} has numbers that are not from {least} to {most}")
    return table.long()


class Graph:
    """A board. Its tables never change once built.

    taps[p, t] is the point that tap t sees from p, or points if that is off the
    board. inverse[q, t] is the point whose tap t is q: what a convolution reads,
    its gradient finds by it. symmetries[k, p] is where p goes.
    """

    def __init__(self, taps: Any, hexagons: Any = (), symmetries: Any = None) -> None:
        points = len(taps) if isinstance(taps, (list, tuple)) else 0
        if points == 0:
            raise Refusal("taps is not a table of whole numbers")
        self.points = points
        self.taps = _table("taps", taps, 0, points)
        self.inverse = _inverse(self.taps)
        self.narrow_taps = self.taps.int()
        self.hexagons = _table("hexagons", hexagons, 0, points - 1) if hexagons else torch.zeros(0, 6, dtype=torch.long)
        if self.hexagons.shape[1] != 6:
            raise Refusal("hexagons have six corners")
        self.symmetries = torch.arange(points)[None] if symmetries is None else _table("symmetries", symmetries, 0, points - 1)
        if self.symmetries.shape[1:] != (points,) or not bool((self.symmetries.sort(1).values == torch.arange(points)).all()):
            raise Refusal("symmetries do not take each point to another")
        # corners @ x adds up, for each point, what its hexagons have.
        self.corners = torch.zeros(points, len(self.hexagons))
        for h, hexagon in enumerate(self.hexagons):
            self.corners[hexagon, h] = 1

    @staticmethod
    def read(words: Any) -> Graph:
        """Reads {"taps": [[…]], "hexagons": [[…]], "symmetries": [[…]]}; the last may be absent."""
        if not isinstance(words, dict) or "taps" not in words:
            raise Refusal("a graph has taps, hexagons and symmetries")
        return Graph(words["taps"], words.get("hexagons") or (), words.get("symmetries"))

    def to(self, device: torch.device) -> Graph:
        """Moves the tables to where the network is."""
        for name in ("taps", "inverse", "narrow_taps", "hexagons", "symmetries", "corners"):
            setattr(self, name, getattr(self, name).to(device))
        return self


def _inverse(taps: Tensor) -> Tensor:
    points, count = taps.shape
    inverse = torch.full((points + 1, count), points)
    for t in range(count):
        seen = taps[:, t]
        on = seen < points
        if seen[on].unique().numel() != int(on.sum()):
            raise Refusal(f"two points have the same point as their tap {t}")
        inverse[seen[on], t] = torch.arange(points)[on]
    return inverse[:points]
