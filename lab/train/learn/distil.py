"""Learning from a larger network besides what was played.

What became of a game is one draw of many; the larger network has seen them all
(Hinton, Vinyals and Dean, Distilling the knowledge in a neural network, 2015).
Both count half.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch
import torch.nn.functional as functional

from .data import Batch
from .evaluate import load
from .model import Network
from .refusal import Refusal

# HALF is how much of a target is the teacher's.
HALF = 0.5

# EMPTY, REPEATS and SUICIDE are planes of points: an empty one, one where a move is illegal
# by ko or superko, and one where it is suicide or otherwise illegal.
EMPTY, REPEATS, SUICIDE = 2, 16, 17


def legal(batch: Batch) -> torch.Tensor:
    """Where a stone may be played under all rules: batch by points."""
    empty, forbidden = batch.features[:, :, EMPTY] > 0, batch.features[:, :, [REPEATS, SUICIDE]] > 0
    return empty & ~forbidden.any(2)


def teacher(path: Path, like: Network, device: torch.device) -> Network:
    """The network of a file, ready to teach another of its lattice."""
    network, _ = load(path)
    if network.size.lattice != like.size.lattice:
        raise Refusal(f"{path} is for a {network.size.lattice} and cannot teach a network for a {like.size.lattice}")
    network = network.to(device).requires_grad_(False)
    network.compute = like.compute
    return network


def taught(batch: Batch, by: Network, targets: str = "all") -> Batch:
    """The batch with targets that are half the teacher's: all of them, or the policy alone."""
    with torch.no_grad():
        said = by(batch.graph, batch.features, batch.numbers)
    total = batch.policy.sum(1, keepdim=True)
    played = batch.policy / total.clamp(min=1)
    may = functional.pad(legal(batch), (0, 1), value=True)
    policy = torch.lerp(played, said.policy.masked_fill(~may, -torch.inf).softmax(1), HALF)
    policy = torch.where(total > 0, policy * 65535, batch.policy)  # in the units of shards
    if targets == "policy":
        return replace(batch, policy=policy)
    outcome = torch.lerp(functional.one_hot(batch.outcome, 3).float(), said.outcome.softmax(1), HALF)
    return replace(
        batch,
        policy=policy,
        outcome=outcome,
        ownership=torch.lerp(batch.ownership, said.owner.tanh(), HALF),
    )
