"""The losses, against numbers found by hand."""

from __future__ import annotations

import math
import unittest

import numpy as np
import torch

from learn import initial, losses
from learn.data import Data
from learn.model import Network, Outputs
from learn.size import Size

from . import games
from .boards import honeycomb


class Losses(unittest.TestCase):
    def test_a_move_costs_the_logarithm_of_its_chance(self) -> None:
        logits = torch.tensor([[0.0, math.log(3), -100], [0, 0, 0]])
        found = losses.of_moves(logits, torch.tensor([[0.0, 8, 0], [0, 0, 0]]))
        self.assertAlmostEqual(found[0].item(), math.log(4 / 3), places=5)
        self.assertEqual(found[1].item(), 0)

    def test_visits_of_two_moves_are_shared(self) -> None:
        found = losses.of_moves(torch.zeros(1, 4), torch.tensor([[3.0, 1, 0, 0]]))
        self.assertAlmostEqual(found.item(), math.log(4), places=5)

    def test_a_margin_costs_more_the_further_off_it_is(self) -> None:
        logits = torch.full((3, 5), -50.0)
        logits[:, 3] = 50
        margin = torch.tensor([1, 2, -2])
        self.assertTrue(torch.allclose(losses.of_score_below(logits, margin), torch.tensor([0.0, 1, 3])))
        self.assertTrue(torch.allclose(losses.of_score(logits, margin), torch.tensor([0.0, 100, 100])))

    def test_a_point_of_neither_costs_least_when_neither_is_expected(self) -> None:
        neither = torch.zeros(1, 2)
        self.assertAlmostEqual(losses.of_ownership(neither, neither).item(), math.log(2), places=5)
        self.assertLess(losses.of_ownership(torch.full((1, 2), 9.0), neither + 1).item(), 1e-4)
        self.assertGreater(losses.of_ownership(torch.full((1, 2), 9.0), neither).item(), 5)

    def test_an_immortal_chain_has_a_colour(self) -> None:
        sure = torch.tensor([[[9.0, -9], [-9, 9], [-9, -9]]])
        self.assertLess(losses.of_immortality(sure, torch.tensor([[1.0, -1, 0]])).item(), 1e-3)
        self.assertGreater(losses.of_immortality(sure, torch.tensor([[-1.0, 1, 0]])).item(), 10)

    def test_agreement_is_about_margin_and_ownership_alone(self) -> None:
        def outputs(margin: int, owner: float) -> Outputs:
            score = torch.full((1, 9), -50.0)
            score[0, 4 + margin] = 50
            drawn = [torch.randn(1, n) for n in (5, 5, 3)]
            return Outputs(*drawn, score, torch.full((1, 4), owner), torch.randn(1, 4, 2))

        self.assertEqual(losses.of_agreement(outputs(1, 0.5), outputs(1, 0.5)).item(), 0)
        self.assertAlmostEqual(losses.of_agreement(outputs(3, 0), outputs(1, 0)).item(), 2**2 / 4, places=5)
        self.assertAlmostEqual(losses.of_agreement(outputs(1, 9), outputs(1, -9)).item(), 2**2, places=5)

    def test_every_loss_has_a_weight_and_a_gradient(self) -> None:
        size = Size.named("b2c16")
        network = Network(size, initial.tensors(size, 1))
        batch = Data([games.shard(honeycomb(2), 20, 1)], np.random.default_rng(1), torch.device("cpu"), True).draw(16)
        named = losses.losses(network, network(batch.graph, batch.features, batch.numbers), batch)
        self.assertEqual(set(named), set(losses.WEIGHTS))
        for name, loss in named.items():
            slopes = torch.autograd.grad(loss, list(network.parameters()), retain_graph=True, allow_unused=True)
            self.assertTrue(any(slope is not None and bool(slope.abs().sum() > 0) for slope in slopes), name)
        losses.summed(named).backward()
        for name, tensor in network.weights.items():
            self.assertIsNotNone(tensor.grad, name)

    def test_a_position_of_no_weight_does_not_count(self) -> None:
        size = Size.named("b1c16")
        network = Network(size, initial.tensors(size, 1))
        one = games.shard(honeycomb(1), 2, 1)
        found = []
        for margin in (3, -3):
            one.rows["weight"], one.rows["margin"][1] = [1, 0], margin
            batch = Data([one], np.random.default_rng(1), torch.device("cpu")).draw(16)
            found.append(losses.losses(network, network(batch.graph, batch.features, batch.numbers), batch)["score"].item())
        self.assertEqual(found[0], found[1])


if __name__ == "__main__":
    unittest.main()
