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

from . import hindsight, losses
from .data import Batch
from .evaluate import load
from .model import Network, Outputs
from .refusal import Refusal

# HALF is how much of a target is the teacher's, and EVEN how much of what it expects at an even
# komi. SLOPES bound how much its lead may move by a point of komi.
HALF, EVEN = 0.5, 0.75
SLOPES = 0.3, 3.0

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
    """The batch with targets of the teacher: half of policy, outcome and ownership, or the policy
    alone, or with "even" the policy and what the teacher expects at an even komi."""
    with torch.no_grad():
        said = by(batch.graph, batch.features, batch.numbers)
        total = batch.policy.sum(1, keepdim=True)
        played = batch.policy / total.clamp(min=1)
        may = functional.pad(legal(batch), (0, 1), value=True)
        policy = torch.lerp(played, said.policy.masked_fill(~may, -torch.inf).softmax(1), HALF)
        policy = torch.where(total > 0, policy * 65535, batch.policy)  # in the units of shards
        if targets == "policy":
            return replace(batch, policy=policy)
        if targets == "even":
            return _at_even_komi(replace(batch, policy=policy), by, said)
    outcome = torch.lerp(functional.one_hot(batch.outcome, 3).float(), said.outcome.softmax(1), HALF)
    return replace(
        batch,
        policy=policy,
        outcome=outcome,
        ownership=torch.lerp(batch.ownership, said.owner.tanh(), HALF),
    )


def _at_even_komi(batch: Batch, by: Network, said: Outputs) -> Batch:
    """The batch with margin, ownership and outcome as the teacher expects them at the komi that it
    takes for even, whatever the komi is; finished positions keep theirs.

    What is won on the board does not depend on komi. A teacher that learned from games near the even
    komi knows most there.
    """
    points, count = batch.graph.points, len(batch.margin)
    komi = hindsight.komi(batch.numbers, points)
    first, at = komi, (komi - _lead(said, komi)).clamp(-points, points)
    lead = _lead(said, komi)
    for _ in range(2):
        numbers = hindsight.with_komi(batch.numbers, at, points)
        said = by(batch.graph, batch.features, numbers)
        at_lead = _lead(said, at)
        slope = ((at_lead - lead) / torch.where(at == first, torch.ones_like(at), at - first)).clamp(*SLOPES)
        first, lead, at = at, at_lead, (at - at_lead / slope).clamp(-points, points)
    margins = torch.arange(-points, points + 1, device=at.device)
    weight = torch.where(batch.policy.sum(1) > 0, EVEN, 0.0)[:, None]
    known = functional.one_hot(batch.margin + points, 2 * points + 1).float()
    margin = torch.lerp(known, said.score.softmax(1), weight)
    after = margins + komi[:, None]
    parts = (after > 0, after == 0, after < 0)
    return replace(
        batch,
        margin=margin,
        ownership=torch.lerp(batch.ownership, said.owner.tanh(), weight),
        outcome=torch.stack([(margin * part).sum(1) for part in parts], 1).view(count, 3),
    )


def _lead(said: Outputs, komi: torch.Tensor) -> torch.Tensor:
    """The expected margin with komi."""
    return losses.expected(said.score) + komi
