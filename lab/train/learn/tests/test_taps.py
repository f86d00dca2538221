"""The convolution and its gradient, which is written by hand."""

from __future__ import annotations

import unittest
from unittest import mock

import torch

from learn import taps

from .boards import honeycomb, square


def slowly(x: torch.Tensor, weight: torch.Tensor, table: list[list[int]]) -> torch.Tensor:
    """The convolution as one would explain it."""
    y = torch.zeros(x.shape[0], x.shape[1], weight.shape[2], dtype=x.dtype)
    for n in range(x.shape[0]):
        for p, seen in enumerate(table):
            for t, q in enumerate(seen):
                if q < len(table):
                    y[n, p] += x[n, q] @ weight[t]
    return y


class Convolution(unittest.TestCase):
    def setUp(self) -> None:
        self.rng = torch.Generator().manual_seed(3)

    def numbers(self, *shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=self.rng, dtype=torch.float64)

    def test_it_is_the_naive_loop(self) -> None:
        for graph in (honeycomb(1), honeycomb(2), square(5)):
            x, weight = self.numbers(3, graph.points, 5), self.numbers(graph.taps.shape[1], 5, 4)
            want = slowly(x, weight, graph.taps.tolist())
            self.assertLess((taps.convolve(x, weight, graph.taps, graph.inverse) - want).abs().max(), 1e-12)
            self.assertLess((taps.convolve_plainly(x, weight, graph.taps) - want).abs().max(), 1e-12)

    def test_its_gradient_is_that_of_finite_differences(self) -> None:
        for graph in (honeycomb(1), square(3)):
            x = self.numbers(3, graph.points, 2).requires_grad_()
            weight = self.numbers(graph.taps.shape[1], 2, 3).requires_grad_()
            self.assertTrue(torch.autograd.gradcheck(lambda x, w: taps.convolve(x, w, graph.taps, graph.inverse), (x, weight)))

    def test_panels_of_any_size_give_the_same(self) -> None:
        graph = honeycomb(2)
        x, weight = self.numbers(7, graph.points, 3).requires_grad_(), self.numbers(13, 3, 4).requires_grad_()
        found = []
        for size in (1, 20_000, 1 << 30):
            with mock.patch.dict(taps.PANEL, cpu=size):
                y = taps.convolve(x, weight, graph.taps, graph.inverse)
                found.append([y, *torch.autograd.grad(y.square().sum(), (x, weight))])
        for other in found[1:]:
            for a, b in zip(found[0], other):
                self.assertLess((a - b).abs().max(), 1e-9)

    def test_its_gradient_is_that_of_the_plain_operations(self) -> None:
        graph = honeycomb(3)
        x, weight = self.numbers(2, graph.points, 4).requires_grad_(), self.numbers(13, 4, 4).requires_grad_()
        ours = torch.autograd.grad(taps.convolve(x, weight, graph.taps, graph.inverse).sin().sum(), (x, weight))
        plain = torch.autograd.grad(taps.convolve_plainly(x, weight, graph.taps).sin().sum(), (x, weight))
        for a, b in zip(ours, plain):
            self.assertLess((a - b).abs().max(), 1e-10)


if __name__ == "__main__":
    unittest.main()
