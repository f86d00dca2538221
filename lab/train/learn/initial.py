"""Where learning starts: tensors drawn with a seed."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from .size import TRAINING, Size, shapes

# What a block adds, and what the heads say, starts this small beside what would
# keep the size of its input: depth does no harm, and nothing is said too loudly.
QUIET = 0.2
QUIET_NAMES = ("conv2", "hex.w", "policy.out", "outcome.w", "pass2.w", "owner")

# The score starts as one hill of this slope over margins near 0: its hidden
# numbers are bent lines over the margins, and taken off they bend downwards.
SLOPE = 0.3


def _spread(name: str, shape: tuple[int, ...]) -> float:
    """The standard deviation that keeps numbers of one size through a ReLU."""
    if name.endswith(("scale", "shift", ".b")):
        return 0.0
    inputs = math.prod(shape[:-1]) if len(shape) > 1 else shape[0]
    spread = math.sqrt(2 / inputs)
    return QUIET * spread if name.endswith(QUIET_NAMES) else spread


def tensor(name: str, shape: tuple[int, ...], rng: torch.Generator) -> Tensor:
    """One tensor as learning starts with it."""
    if name.endswith("scale"):
        return torch.ones(shape)
    if name in TRAINING:  # beside a trunk that has learned, anything else would be loud
        return torch.zeros(shape)
    if name == "score.margin":
        return torch.randn(shape, generator=rng)
    if name == "score.out.w":
        return -SLOPE * torch.randn(shape, generator=rng).abs()
    return torch.randn(shape, generator=rng) * _spread(name, shape)


def tensors(size: Size, seed: int) -> dict[str, Tensor]:
    """All tensors of a network that has learned nothing; equal for an equal seed."""
    rng = torch.Generator().manual_seed(seed)
    return {name: tensor(name, shape, rng) for name, shape in (shapes(size) | TRAINING).items()}
