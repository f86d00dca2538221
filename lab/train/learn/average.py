"""The running average of what is learned: steadier than its last step, so it is what plays."""

from __future__ import annotations

from typing import Mapping

import torch
from torch import Tensor

# SLOWEST is how much of the average a step leaves, once there were many.
SLOWEST = 0.999


class Average:
    """An exponential moving average of named tensors."""

    def __init__(self, tensors: Mapping[str, Tensor], steps: int = 0) -> None:
        self.tensors = {name: tensor.detach().clone() for name, tensor in tensors.items()}
        self.steps = steps

    def add(self, tensors: Mapping[str, Tensor]) -> None:
        """Moves towards the tensors: fast at first, so that the start is forgotten."""
        self.steps += 1
        keep = min(SLOWEST, self.steps / (self.steps + 9))
        with torch.no_grad():
            for name, tensor in tensors.items():
                self.tensors[name].lerp_(tensor, 1 - keep)
