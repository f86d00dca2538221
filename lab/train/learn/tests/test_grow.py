"""A network that grew says what the small one said, and learns on."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from learn import initial, network_file
from learn.data import Data
from learn.grow import grow
from learn.losses import losses, summed
from learn.model import Network
from learn.refusal import Refusal
from learn.size import TRAINING, Size
from learn.trainer import Settings, Trainer

from . import games
from .boards import honeycomb
from .test_model import network, position

SMALL, LARGE = Size.named("b4c48"), Size.named("b6c64")


class Growth(unittest.TestCase):
    def test_a_grown_network_says_what_the_small_one_says(self) -> None:
        small = network("b4c48")
        large = Network(LARGE, grow(SMALL, small.tensors(), LARGE, 3))
        for base in (1, 3):
            graph = honeycomb(base)
            seen = position(graph, 4)
            for name, want in vars(small(graph, *seen)).items():
                found = getattr(large(graph, *seen), name)
                self.assertLess((found - want).abs().max(), 1e-4 * (1 + want.abs().max()), name)

    def test_everything_that_grew_can_learn(self) -> None:
        large = Network(LARGE, grow(SMALL, network("b4c48").tensors(), LARGE, 3))
        batch = Data([games.shard(honeycomb(2), 20, 1)], np.random.default_rng(1), torch.device("cpu")).draw(16)
        optimiser = torch.optim.SGD(large.parameters(), 1e-3)
        before = {name: tensor.detach().clone() for name, tensor in large.tensors().items()}
        for _ in range(2):  # what zeros hide from the first step, the second one reaches
            optimiser.zero_grad()
            summed(losses(large, large(batch.graph, batch.features, batch.numbers), batch)).backward()
            optimiser.step()
        for name, tensor in large.tensors().items():
            if tensor.dim() == 3:
                self.assertTrue(bool((tensor != before[name])[..., 48:, :].any()) or name == "in.conv", name)
                self.assertTrue(bool((tensor != before[name])[..., 48:].any()), name)

    def test_a_network_does_not_shrink_nor_change_its_lattice(self) -> None:
        tensors = initial.tensors(SMALL, 1)
        for size, line in (
            (Size.named("b2c48"), "b4c48 cannot shrink to b2c48"),
            (Size.named("b4c32"), "b4c48 cannot shrink to b4c32"),
            (Size.named("b6c64", "grid"), "a honeycomb network cannot grow into one for a grid"),
        ):
            with self.assertRaisesRegex(Refusal, line):
                grow(SMALL, tensors, size, 1)

    def test_a_run_begins_with_a_network_that_grows(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "small.rnet"
            size = Size.named("b2c16")
            parent = network_file.write(path, size, initial.tensors(size, 4), {})
            trainer = Trainer(Settings(games.folder(Path(place) / "run"), Size.named("b4c32"), grow=path, batch=8, round=2))
            self.assertEqual((trainer.parent, trainer.network.size.name), (parent, "b4c32"))
            trainer.network.compute = torch.float32
            small = Network(size, network_file.read(path)[1] | {name: trainer.network[name] for name in TRAINING})
            graph = honeycomb(2)
            seen = position(graph, 2)
            self.assertLess((small(graph, *seen).policy - trainer.network(graph, *seen).policy).abs().max(), 1e-4)

    def test_a_network_keeps_the_boards_of_the_one_it_began_with(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            path, run = Path(place) / "parent.rnet", games.folder(Path(place) / "run", bases=(2,))
            size = Size.named("b2c16")
            network_file.write(path, size, initial.tensors(size, 4), {"boards": ["6 points"]})
            for steps in (2, 4):  # begun, and gone on from its checkpoint
                trainer = Trainer(Settings(run, grow=path, batch=8, round=2))
                trainer.learn(lambda: trainer.step >= steps)
                trainer.save()
                _, _, origin = network_file.read(max((run / "networks").iterdir()))
                self.assertEqual((origin["steps"], origin["boards"]), (steps, ["24 points", "6 points"]))


if __name__ == "__main__":
    unittest.main()
