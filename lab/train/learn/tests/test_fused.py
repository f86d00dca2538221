"""The trunk of fused kernels. The kernel itself needs CUDA, where it is compared with
a plain sum before it is used; here a plain sum takes its place."""

from __future__ import annotations

import unittest
from unittest import mock

import torch
from torch import Tensor

from learn import fused, initial
from learn.model import Network
from learn.size import Size

from .boards import honeycomb, square


def multiply(x: Tensor, taps: Tensor, weight: Tensor, rectify: tuple[Tensor, Tensor] | None = None, bias: Tensor | None = None, residual: Tensor | None = None) -> Tensor:
    """What fused.multiply says it computes."""
    if rectify is not None:
        x = torch.relu(x * rectify[0] + rectify[1])
    padded = torch.cat([x, torch.zeros(x.shape[0], 1, x.shape[2])], 1)
    out = torch.einsum("nptc,tco->npo", padded[:, taps.long()], weight)
    out = out if bias is None else out + bias[:, None]
    return out if residual is None else out + residual


class Fused(unittest.TestCase):
    def test_the_trunk_is_that_of_the_network(self) -> None:
        for graph, lattice in ((honeycomb(2), "honeycomb"), (square(5), "grid")):
            size = Size.named("b3c16", lattice)
            network = Network(size, initial.tensors(size, 1))
            for i, weight in enumerate(network.parameters()):  # nothing is 0 or 1 any more
                weight.data += 0.1 * torch.randn(weight.shape, generator=torch.Generator().manual_seed(i))
            features, numbers = torch.rand(4, graph.points, 32), torch.randn(4, 16)
            with torch.no_grad(), mock.patch("learn.fused.multiply", multiply):
                want = network(graph, features, numbers)
                got = network.heads(graph, fused.Trunk(network, torch.float32)(graph, features, numbers))
            for name in ("policy", "outcome", "score", "owner"):
                self.assertTrue(torch.allclose(getattr(got, name), getattr(want, name), atol=1e-3), name)

    def test_a_cpu_has_no_kernel(self) -> None:
        self.assertFalse(fused.available(torch.device("cpu")))


if __name__ == "__main__":
    unittest.main()
