"""Learning from a larger network besides what was played."""

from __future__ import annotations

import io
import tempfile
import unittest
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from learn import hindsight, initial, losses, network_file
from learn.data import Data
from learn.distil import taught, teacher
from learn.model import Network
from learn.refusal import Refusal
from learn.size import Size
from learn.trainer import Settings, Trainer

from .boards import honeycomb
from .games import folder, shard

CPU = torch.device("cpu")


def network(path: Path, name: str, lattice: str, seed: int) -> Path:
    """A network that has learned nothing, but says it aloud."""
    size = Size.named(name, lattice)
    tensors = {key: 3 * tensor if key in ("policy.out", "owner") else tensor for key, tensor in initial.tensors(size, seed).items()}
    network_file.write(path, size, tensors, {})
    return path


class Distilling(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.small = Network(Size.named("b1c16"), initial.tensors(Size.named("b1c16"), 1))
        self.big = network(self.folder / "big.rnet", "b2c32", "honeycomb", 2)

    def test_targets_are_half_the_teachers(self) -> None:
        by = teacher(self.big, self.small, CPU)
        batch = Data([shard(honeycomb(2), 30, 1)], np.random.default_rng(1), CPU).draw(20)
        batch.features[:, 3, 2], batch.features[:, 3, 16] = 1, 1  # empty, but forbidden by repetition
        batch.policy[:, 3] = 0
        batch.policy[0] = 0  # where nothing was searched
        lesson = taught(batch, by)
        said = by(batch.graph, batch.features, batch.numbers)
        torch.testing.assert_close(lesson.ownership, (batch.ownership + said.owner.tanh()) / 2)
        torch.testing.assert_close(lesson.outcome.sum(1), torch.ones(20))
        own = lesson.outcome.gather(1, batch.outcome[:, None])
        self.assertTrue(bool((own >= 0.5).all() and (own < 1).all()))
        torch.testing.assert_close(lesson.policy[1:].sum(1), torch.full((19,), 65535.0))
        self.assertEqual(float(lesson.policy[:, 3].abs().max() + lesson.policy[0].abs().max()), 0)
        alone = taught(batch, by, "policy")
        torch.testing.assert_close(alone.policy, lesson.policy)
        self.assertTrue(alone.ownership is batch.ownership and alone.outcome is batch.outcome)
        stones = batch.features[:, :, 2] == 0
        played = batch.policy[:, :-1][stones] / batch.policy.sum(1).clamp(min=1).max()
        torch.testing.assert_close(lesson.policy[:, :-1][stones] / 65535, played / 2)

    def test_what_is_expected_at_an_even_komi_is_independent_of_komi(self) -> None:
        by = teacher(self.big, self.small, CPU)
        batch = Data([shard(honeycomb(2), 30, 1)], np.random.default_rng(1), CPU).draw(20)
        batch.policy[:5] = 0  # finished positions, which nothing was searched in
        points = batch.graph.points
        lessons, raw = [], []
        for more in (0, 40):
            komi = hindsight.komi(batch.numbers, points) + more
            one = replace(batch, numbers=hindsight.with_komi(batch.numbers, komi, points))
            lesson = taught(one, by, "even")
            torch.testing.assert_close(lesson.margin.sum(1), torch.ones(20))
            torch.testing.assert_close(lesson.outcome.sum(1), torch.ones(20))
            won = (lesson.margin * (torch.arange(-points, points + 1) + komi[:, None] > 0)).sum(1)
            torch.testing.assert_close(lesson.outcome[:, 0].double(), won.double())
            lessons.append(lesson)
            raw.append(losses.expected(by(one.graph, one.features, one.numbers).score))
        mean = [lesson.margin.float() @ torch.arange(-points, points + 1).float() for lesson in lessons]
        self.assertLess((mean[0] - mean[1]).abs().mean().item(), 0.4 * (raw[0] - raw[1]).abs().mean().item())
        known = mean[0][:5] - batch.margin[:5]
        torch.testing.assert_close(known, torch.zeros(5), atol=1e-4, rtol=0)
        torch.testing.assert_close(lessons[0].ownership[:5], batch.ownership[:5])

    def test_suicide_has_nothing_of_the_teacher(self) -> None:
        by = teacher(self.big, self.small, CPU)
        batch = Data([shard(honeycomb(2), 30, 1)], np.random.default_rng(1), CPU).draw(20)
        batch.features[:, 3, 2], batch.features[:, 3, 16], batch.features[:, 3, 17] = 1, 0, 1  # empty, and suicide
        batch.policy[:, 3], batch.policy[:, 4] = 0, 1
        self.assertEqual(float(taught(batch, by).policy[:, 3].max()), 0)

    def test_a_network_comes_nearer_to_its_teacher(self) -> None:
        far = []
        for with_it in (True, False):
            run = folder(self.folder / str(with_it), bases=(1,))
            trainer = Trainer(Settings(run, Size.named("b1c16"), 1, teacher=self.big if with_it else None, batch=32, warmup=1, rate=3e-3))
            with redirect_stdout(io.StringIO()):
                trainer.learn(lambda: trainer.step >= 60)
            by = teacher(self.big, trainer.network, CPU)
            batch = Data([shard(honeycomb(1), 64, 9)], np.random.default_rng(1), CPU).draw(64)
            with torch.no_grad():
                one, other = (n(batch.graph, batch.features, batch.numbers) for n in (trainer.network, by))
            far.append(float((one.owner.tanh() - other.owner.tanh()).abs().mean()))
        self.assertLess(far[0], 0.9 * far[1])

    def test_a_teacher_of_another_lattice_is_refused(self) -> None:
        with self.assertRaisesRegex(Refusal, "is for a grid and cannot teach a network for a honeycomb"):
            teacher(network(self.folder / "grid.rnet", "b1c16", "grid", 1), self.small, CPU)
