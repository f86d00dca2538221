"""The network: a trunk of residual blocks and what it says of a position.

Everything is seen by the player to move. There is no normalisation: a block
starts close to doing nothing instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Mapping

import torch
from torch import Tensor, nn

from .graph import Graph
from .refusal import Refusal
from .size import GLOBALS, INPUTS, POOLED, TRAINING, Size, shapes
from .taps import convolve, convolve_plainly


@dataclass
class Outputs:
    """What the network says of N positions on a board of P points."""

    policy: Tensor  # (N, P+1) logits, the last of a pass
    reply: Tensor  # (N, P+1) logits of the opponent's next move
    outcome: Tensor  # (N, 3) logits of win, draw, loss
    score: Tensor  # (N, 2P+1) logits of the margins -P to P
    owner: Tensor  # (N, P) whose tanh is the ownership
    immortal: Tensor  # (N, P, 2) logits that an own, an opposing one holds the point


def pooled(x: Tensor, points: int) -> Tensor:
    """Mean, mean scaled by the board's size, and greatest."""
    mean = x.mean(1)
    return torch.cat([mean, mean * ((math.sqrt(points) - 14) / 10), x.amax(1)], 1)


def averaged(x: Tensor, points: int) -> Tensor:
    """Mean, and mean scaled by the board's size and by its square."""
    mean, far = x.mean(1), math.sqrt(points) - 14
    return torch.cat([mean, mean * (far / 10), mean * (far * far / 100 - 0.1)], 1)


class Network(nn.Module):
    """The layers, with tensors by the names that the network file gives them."""

    def __init__(self, size: Size, tensors: Mapping[str, Tensor]) -> None:
        super().__init__()
        self.size = size
        self.compute = torch.float32  # of the convolutions; bfloat16 where that is fast
        self.plainly = False  # whether the convolution is spelt out, for export
        self.weights = nn.ParameterDict()
        for name, shape in (shapes(size) | TRAINING).items():
            if name not in tensors or tuple(tensors[name].shape) != shape:
                raise Refusal(f"a network {size.name} needs the tensor {name} of shape {list(shape)}")
            self.weights[name.replace(".", "/")] = nn.Parameter(tensors[name].detach().clone().float())

    def __getitem__(self, name: str) -> Tensor:
        return self.weights[name.replace(".", "/")]

    def tensors(self) -> dict[str, Tensor]:
        """All tensors by name, those that only learning needs last."""
        return {name: self[name] for name in shapes(self.size) | TRAINING}

    def forward(self, graph: Graph, features: Tensor, numbers: Tensor) -> Outputs:
        """Evaluates features (N, P, 32) and global numbers (N, 16)."""
        if features.shape[1:] != (graph.points, INPUTS) or numbers.shape[1:] != (GLOBALS,):
            raise Refusal(f"a position has {graph.points} x {INPUTS} features and {GLOBALS} numbers")
        if graph.taps.shape[1] != self.size.taps:
            raise Refusal(f"a {self.size.lattice} network sees {self.size.taps} taps, the board has {graph.taps.shape[1]}")
        h = self._convolve("in.conv", graph, features)
        h = h + (numbers @ self["in.globals.w"] + self["in.globals.b"])[:, None]
        for i in range(self.size.blocks):
            h = self._block(i, graph, h)
        f = torch.relu(h * self["end.scale"] + self["end.shift"])
        return self.heads(graph, f)

    def _convolve(self, name: str, graph: Graph, x: Tensor) -> Tensor:
        x, weight = x.to(self.compute), self[name].to(self.compute)
        if self.plainly:
            return convolve_plainly(x, weight, graph.taps).float()
        return convolve(x, weight, graph.taps, graph.inverse).float()

    def _block(self, i: int, graph: Graph, h: Tensor) -> Tensor:
        b = f"block.{i}."
        y = self._convolve(b + "conv1", graph, torch.relu(h * self[b + "aff1.scale"] + self[b + "aff1.shift"]))
        if self.size.pools(i):
            z = torch.relu(y[:, :, :POOLED] + self[b + "pool.shift"])
            y = y + (pooled(z, graph.points) @ self[b + "pool.w"] + self[b + "pool.b"])[:, None]
        if self.size.looks_at_hexagons(i) and len(graph.hexagons):
            z = torch.relu(y[:, :, :POOLED] + self[b + "hex.shift"])
            around = z.index_select(1, graph.hexagons.reshape(-1)).view(-1, len(graph.hexagons), 6, POOLED)
            seen = torch.cat([around.mean(2), around.amax(2)], 2) @ self[b + "hex.w"]
            y = y + graph.corners @ seen
        return h + self._convolve(b + "conv2", graph, torch.relu(y * self[b + "aff2.scale"] + self[b + "aff2.shift"]))

    def heads(self, graph: Graph, f: Tensor) -> Outputs:
        """What the heads say of the end of the trunk, (N, P, C)."""
        whole = pooled(torch.relu(f @ self["policy.g"] + self["policy.g.b"]), graph.points)
        near = torch.relu(f @ self["policy.p"] + (whole @ self["policy.pool.w"] + self["policy.pool.b"])[:, None])
        past = torch.relu(whole @ self["policy.pass1.w"] + self["policy.pass1.b"])
        v = torch.relu(f @ self["value.v"] + self["value.v.b"])
        u = torch.relu(averaged(v, graph.points) @ self["value.u.w"] + self["value.u.b"])
        return Outputs(
            policy=self._moves(near, past, "policy"),
            reply=self._moves(near, past, "reply"),
            outcome=u @ self["value.outcome.w"] + self["value.outcome.b"],
            score=self._score(u, graph.points),
            owner=v @ self["owner"],
            immortal=v @ self["immortal"],
        )

    def _moves(self, near: Tensor, past: Tensor, whose: str) -> Tensor:
        passing = past @ self[whose + ".pass2.w"][:, None] + self[whose + ".pass2.b"]
        return torch.cat([near @ self[whose + ".out"], passing], 1)

    def _score(self, u: Tensor, points: int) -> Tensor:
        margins = torch.arange(-points, points + 1, device=u.device)
        of_margin = margins[:, None] / (2 * math.sqrt(points)) * self["score.margin"]
        of_margin = of_margin + ((margins + points) % 2)[:, None] * self["score.parity"]
        seen = torch.relu((u @ self["score.u"] + self["score.b"])[:, None] + of_margin)
        return seen @ self["score.out.w"] + self["score.out.b"]
