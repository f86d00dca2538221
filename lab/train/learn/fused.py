"""The convolution of taps.py as one kernel for CUDA, and a trunk of such kernels.

taps.py writes what the taps see into a panel and multiplies that. The kernel
reads the points where they lie instead, and can rectify its input and add to its
output on the way, so that a block of the trunk is little more than two kernels.
Triton comes with PyTorch for CUDA; without it taps.py does the same by panels.
"""

from __future__ import annotations

import functools
from typing import Any

import torch
from torch import Tensor

from .graph import Graph

try:
    import triton
    import triton.language as tl
except ImportError:  # PyTorch without CUDA, such as Debian's
    triton = None

ROWS = 64  # of the output that one program of the kernel computes

if triton is not None:

    @triton.jit
    def _kernel(x, taps, weight, out, scale, shift, bias, residual, rows, points, T: tl.constexpr, C: tl.constexpr, CP: tl.constexpr, O: tl.constexpr, OP: tl.constexpr, RECTIFIED: tl.constexpr, BIASED: tl.constexpr, ADDED: tl.constexpr, BM: tl.constexpr):  # type: ignore[no-untyped-def]
        row = tl.program_id(0) * BM + tl.arange(0, BM)
        live = row < rows
        position = row // points
        point = row - position * points
        c = tl.arange(0, CP)
        o = tl.arange(0, OP)
        total = tl.zeros((BM, OP), tl.float32)
        if RECTIFIED:
            factor = tl.load(scale + c, mask=c < C, other=0.0)
            addend = tl.load(shift + c, mask=c < C, other=0.0)
        for t in range(T):
            seen = tl.load(taps + point * T + t, mask=live, other=points)
            on = live & (seen < points)
            a = tl.load(x + (position * points + seen)[:, None] * C + c[None, :], mask=on[:, None] & (c < C)[None, :], other=0.0)
            k = tl.load(weight + (t * C + c)[:, None] * O + o[None, :], mask=(c < C)[:, None] & (o < O)[None, :], other=0.0)
            if RECTIFIED:
                r = tl.maximum(a.to(tl.float32) * factor[None, :] + addend[None, :], 0.0)
                a = tl.where(on[:, None], r, 0.0)
            total += tl.dot(a.to(k.dtype), k)
        at = row[:, None] * O + o[None, :]
        inside = live[:, None] & (o < O)[None, :]
        if BIASED:
            total += tl.load(bias + position[:, None] * O + o[None, :], mask=inside, other=0.0).to(tl.float32)
        if ADDED:
            total += tl.load(residual + at, mask=inside, other=0.0).to(tl.float32)
        tl.store(out + at, total.to(out.dtype.element_ty), mask=inside)


def _power(channels: int) -> int:
    return max(16, 1 << (channels - 1).bit_length())


def multiply(x: Tensor, taps: Tensor, weight: Tensor, rectify: tuple[Tensor, Tensor] | None = None, bias: Tensor | None = None, residual: Tensor | None = None) -> Tensor:
    """Convolves (N, P, C) with weight (T, C, out) of its type into (N, P, out).

    With rectify, a scale and a shift of the channels in 32 bits, the input is
    relu(x*scale + shift); bias (N, out) and residual (N, P, out) are added.
    """
    count, points, channels = x.shape
    outputs = weight.shape[-1]
    out = x.new_empty(count, points, outputs)
    rows = count * points
    scale, shift = rectify or (weight, weight)
    assert x.is_contiguous() and weight.is_contiguous() and taps.dtype == torch.int32
    _kernel[(triton.cdiv(rows, ROWS),)](
        x, taps, weight, out, scale, shift, weight if bias is None else bias, weight if residual is None else residual, rows, points,
        T=taps.shape[1], C=channels, CP=_power(channels), O=outputs, OP=_power(outputs),
        RECTIFIED=rectify is not None, BIASED=bias is not None, ADDED=residual is not None, BM=ROWS, num_warps=4,
    )  # fmt: skip
    return out


@functools.cache
def available(device: torch.device) -> bool:
    """Reports whether the kernel runs on a device and agrees with a plain sum there."""
    if device.type != "cuda" or triton is None:
        return False
    rng = torch.Generator().manual_seed(1)
    x, weight = torch.randn(3, 7, 24, generator=rng), torch.randn(4, 24, 48, generator=rng)
    taps = torch.randint(0, 8, (7, 4), generator=rng)
    padded = torch.cat([x, torch.zeros(3, 1, 24)], 1)
    want = torch.einsum("nptc,tco->npo", padded[:, taps], weight)
    try:
        got = multiply(x.to(device).half(), taps.int().to(device), weight.to(device).half())
    except Exception as error:  # a compiler that is missing, whatever it raises
        print(f"no fused convolution: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}", flush=True)
        return False
    return bool(torch.allclose(got.float().cpu(), want, atol=0.05, rtol=0.01))


class Trunk:
    """The trunk of a network in 16 bits, for inference with CUDA."""

    def __init__(self, network: Any, kind: torch.dtype = torch.float16) -> None:
        self.size, self.kind = network.size, kind
        self.full = {name: tensor.detach().float().contiguous() for name, tensor in network.tensors().items()}
        self.half = {name: tensor.to(kind) for name, tensor in self.full.items()}

    def __call__(self, graph: Graph, features: Tensor, numbers: Tensor) -> Tensor:
        """What the heads read, (N, P, C), of features (N, P, 32) and numbers (N, 16)."""
        taps, half, full = graph.narrow_taps, self.half, self.full
        bias = numbers @ full["in.globals.w"] + full["in.globals.b"]
        h = multiply(features.to(self.kind), taps, half["in.conv"], bias=bias)
        for i in range(self.size.blocks):
            b = f"block.{i}."
            y = multiply(h, taps, half[b + "conv1"], (full[b + "aff1.scale"], full[b + "aff1.shift"]))
            y = self._pool(i, graph, y)
            h = multiply(y, taps, half[b + "conv2"], (full[b + "aff2.scale"], full[b + "aff2.shift"]), residual=h)
        return torch.relu(h * half["end.scale"] + half["end.shift"])

    def _pool(self, i: int, graph: Graph, y: Tensor) -> Tensor:
        from .model import POOLED, pooled  # model.py imports taps.py, which imports this

        b, half = f"block.{i}.", self.half
        if self.size.pools(i):
            z = torch.relu(y[:, :, :POOLED] + half[b + "pool.shift"])
            y = y + (pooled(z, graph.points) @ half[b + "pool.w"] + half[b + "pool.b"])[:, None]
        if self.size.looks_at_hexagons(i) and len(graph.hexagons):
            z = torch.relu(y[:, :, :POOLED] + half[b + "hex.shift"])
            around = z.index_select(1, graph.hexagons.reshape(-1)).view(-1, len(graph.hexagons), 6, POOLED)
            seen = torch.cat([around.mean(2), around.amax(2)], 2) @ half[b + "hex.w"]
            y = y + graph.corners.to(self.kind) @ seen
        return y
