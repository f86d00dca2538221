"""A larger network that begins by playing exactly like a smaller one.

New channels see what they will, but nothing old sees them: their way into old
channels and into the heads starts at zero, and so does what new blocks add. The
idea is Net2Net's (Chen, Goodfellow and Shlens 2016), with zeros for copies.
"""

from __future__ import annotations

from typing import Mapping

import torch
from torch import Tensor

from . import initial
from .refusal import Refusal
from .size import TRAINING, Size, shapes


def grow(small: Size, tensors: Mapping[str, Tensor], size: Size, seed: int) -> dict[str, Tensor]:
    """The tensors of a network of this size that says what the small one says."""
    if size.lattice != small.lattice:
        raise Refusal(f"a {small.lattice} network cannot grow into one for a {size.lattice}")
    if size.blocks < small.blocks or size.channels < small.channels:
        raise Refusal(f"a network of size {small.name} cannot shrink to {size.name}")
    rng = torch.Generator().manual_seed(seed)
    grown = {}
    for name, shape in (shapes(size) | TRAINING).items():
        fresh = initial.tensor(name, shape, rng)
        if name in tensors:
            fresh = _around(tensors[name], fresh)
        elif name.endswith("conv2"):
            fresh = torch.zeros(shape)
        grown[name] = fresh
    return grown


def _around(old: Tensor, fresh: Tensor) -> Tensor:
    """Puts the old tensor into the corner of the fresh one; old outputs see no new inputs."""
    if old.dim() == 1:
        fresh[: len(old)] = old
        return fresh
    inputs, outputs = old.shape[-2:]
    fresh[..., inputs:, :outputs] = 0
    fresh[..., :inputs, :outputs] = old
    return fresh
