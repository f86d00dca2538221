"""The convolution of a board: each point sees some others, its taps.

What the taps see is gathered into a panel, a row a point, and the panel is
multiplied by one matrix. The gradient is the same with the inverse taps, so it
adds in a fixed order and is equal each time, on any device.
"""

from __future__ import annotations

from typing import Any, Iterator

import torch
import torch.nn.functional as functional
from torch import Tensor
from torch.autograd.function import once_differentiable

from . import fused

# PANEL is how many bytes a panel has at most: on a CPU it stays in the cache,
# elsewhere few large steps are best.
PANEL = {"cpu": 6 << 20}
LARGE_PANEL = 1 << 30


def _panels(x: Tensor, taps: Tensor) -> Iterator[tuple[slice, Tensor]]:
    """Yields for some positions at a time what their points' taps see: (n*P, T*C)."""
    count, points, channels = x.shape
    wide = taps.numel() * channels
    step = max(1, min(count, PANEL.get(x.device.type, LARGE_PANEL) // (wide * x.element_size())))
    index = taps.reshape(-1)
    padded = x.new_zeros(step, points + 1, channels)
    panel = x.new_empty(step, taps.numel(), channels)
    for at in range(0, count, step):
        n = min(step, count - at)
        padded[:n, :points] = x[at : at + n]
        torch.index_select(padded[:n], 1, index, out=panel[:n])
        yield slice(at, at + n), panel[:n].view(n * points, -1)


def _multiply(x: Tensor, taps: Tensor, matrix: Tensor) -> Tensor:
    """What the taps see times a matrix (T*C, out)."""
    if fused.available(x.device):
        return fused.multiply(x, taps.int(), matrix.view(taps.shape[1], -1, matrix.shape[1]))
    y = x.new_empty(x.shape[0], x.shape[1], matrix.shape[1])
    for part, panel in _panels(x, taps):
        torch.mm(panel, matrix, out=y[part].view(-1, matrix.shape[1]))
    return y


class _Convolution(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, taps: Tensor, inverse: Tensor) -> Tensor:
        ctx.save_for_backward(x, weight)
        ctx.taps, ctx.inverse = taps, inverse
        return _multiply(x, taps, weight.flatten(0, 1))

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, slope: Tensor) -> tuple[Tensor | None, ...]:
        x, weight = ctx.saved_tensors
        slope = slope.contiguous()
        to_x = to_weight = None
        if ctx.needs_input_grad[0]:
            to_x = _multiply(slope, ctx.inverse, weight.transpose(1, 2).reshape(-1, weight.shape[1]))
        if ctx.needs_input_grad[1]:
            # The sum over panels has 32 bits: in 16 it would lose what small panels add.
            to_weight = x.new_zeros(weight.shape[0] * weight.shape[1], weight.shape[2], dtype=torch.promote_types(x.dtype, torch.float32))
            for part, panel in _panels(x, ctx.taps):
                to_weight += torch.mm(panel.t(), slope[part].reshape(-1, weight.shape[2]))
            to_weight = to_weight.view_as(weight).to(weight.dtype)
        return to_x, to_weight, None, None


def convolve(x: Tensor, weight: Tensor, taps: Tensor, inverse: Tensor) -> Tensor:
    """Convolves (N, P, C) with weight (T, C, out) into (N, P, out)."""
    return _Convolution.apply(x.contiguous(), weight, taps, inverse)


def convolve_plainly(x: Tensor, weight: Tensor, taps: Tensor) -> Tensor:
    """The same in operations that every program knows, for export."""
    seen = functional.pad(x, (0, 0, 0, 1)).index_select(1, taps.reshape(-1))
    return seen.reshape(-1, taps.shape[0], weight.shape[0] * weight.shape[1]) @ weight.flatten(0, 1)
