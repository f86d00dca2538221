"""What learning makes small, each by its name.

The targets and their weights follow KataGo's paper (Wu 2019, section 3 and
appendix B), with one more for chains that cannot be captured.
"""

from __future__ import annotations

import torch
import torch.nn.functional as functional
from torch import Tensor

from .data import Batch
from .model import Network, Outputs

# WEIGHTS says how much each loss counts in the sum.
WEIGHTS = {
    "policy": 1.0,
    "reply": 0.15,
    "outcome": 1.5,
    "score": 0.02,
    "score_below": 0.02,
    "ownership": 1.5,
    "immortality": 0.05,
    "agreement": 2.0,
    "l2": 3e-5,
}


def of_moves(logits: Tensor, visits: Tensor) -> Tensor:
    """Cross-entropy to where the visits went; 0 where there were none."""
    total = visits.sum(1, keepdim=True)
    return -(visits / total.clamp(min=1) * functional.log_softmax(logits, 1)).sum(1)


def of_score(logits: Tensor, margin: Tensor) -> Tensor:
    """Cross-entropy to the margin, or to chances of the margins."""
    target = margin + logits.shape[1] // 2 if margin.dim() == 1 else margin
    return functional.cross_entropy(logits, target, reduction="none")


def of_score_below(logits: Tensor, margin: Tensor) -> Tensor:
    """Squared distance of the chances of at most each margin: nearly right is better than wrong."""
    below = logits.softmax(1).cumsum(1)
    if margin.dim() == 2:
        return ((below - margin.cumsum(1)) ** 2).sum(1)
    margins = torch.arange(logits.shape[1], device=logits.device) - logits.shape[1] // 2
    return ((below - (margins >= margin[:, None]).float()) ** 2).sum(1)


def of_ownership(owner: Tensor, ownership: Tensor) -> Tensor:
    """Cross-entropy a point; a point of neither player counts half for each."""
    return functional.binary_cross_entropy_with_logits(2 * owner, (1 + ownership) / 2, reduction="none").mean(1)


def of_immortality(logits: Tensor, immortal: Tensor) -> Tensor:
    """Cross-entropy a point of an own and an opposing immortal chain."""
    held = torch.stack([immortal > 0, immortal < 0], 2).float()
    return functional.binary_cross_entropy_with_logits(logits, held, reduction="none").sum(2).mean(1)


def expected(logits: Tensor) -> Tensor:
    """The mean margin."""
    margins = torch.arange(logits.shape[1], device=logits.device, dtype=logits.dtype) - logits.shape[1] // 2
    return logits.softmax(1) @ margins


def of_agreement(outputs: Outputs, again: Outputs) -> Tensor:
    """Squared difference in mean margin, in units of the square root of the points, and in ownership.

    The two outputs are for one position with two komi, and with other rules that had no effect:
    neither changes what is won on the board.
    """
    points = outputs.owner.shape[1]
    margin = (expected(outputs.score) - expected(again.score)) ** 2 / points
    return margin + ((outputs.owner.tanh() - again.owner.tanh()) ** 2).mean(1)


def of_weights(network: Network) -> Tensor:
    """The sum of squares of all matrices."""
    return sum((weight.square().sum() for weight in network.parameters() if weight.dim() > 1), torch.zeros((), device=next(network.parameters()).device))


def losses(network: Network, outputs: Outputs, batch: Batch) -> dict[str, Tensor]:
    """All losses by name, before their weights; positions count by theirs."""
    each = {
        "policy": of_moves(outputs.policy, batch.policy),
        "reply": of_moves(outputs.reply, batch.reply),
        "outcome": functional.cross_entropy(outputs.outcome, batch.outcome, reduction="none"),
        "score": of_score(outputs.score, batch.margin),
        "score_below": of_score_below(outputs.score, batch.margin),
        "ownership": of_ownership(outputs.owner, batch.ownership),
        "immortality": of_immortality(outputs.immortal, batch.immortal),
    }
    if batch.again is not None:
        each["agreement"] = of_agreement(outputs, network(batch.graph, batch.features, batch.again))
    total = batch.weight.sum().clamp(min=1e-6)
    return {name: (loss * batch.weight).sum() / total for name, loss in each.items()} | {"l2": of_weights(network)}


def summed(named: dict[str, Tensor]) -> Tensor:
    """The one number that learning makes small."""
    return torch.stack([WEIGHTS[name] * loss for name, loss in named.items()]).sum()
