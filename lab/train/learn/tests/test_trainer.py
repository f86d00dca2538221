"""A run: it learns, stops, goes on, and refuses numbers that are not finite."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import math
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import torch

from learn import checkpoint, network_file, report
from learn.refusal import Refusal, explain
from learn.shard import write
from learn.size import Size
from learn.trainer import Settings, Trainer, rate

from . import games
from .boards import honeycomb

CPU = torch.device("cpu")


class Run(unittest.TestCase):
    def setUp(self) -> None:
        torch.set_num_threads(1)
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.said = io.StringIO()
        quiet = contextlib.redirect_stdout(self.said)
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def settings(self, name: str, **words: Any) -> Settings:
        games.folder(self.place / name, rows=32)
        few = Settings(self.place / name, Size.named("b2c16"), 9, batch=8, round=4, save=2, report=3, warmup=5)
        return dataclasses.replace(few, **words)

    def learn(self, settings: Settings, steps: int) -> Trainer:
        trainer = Trainer(settings)
        trainer.learn(lambda: trainer.step >= steps)
        return trainer

    def state(self, settings: Settings) -> dict[str, Any]:
        state = checkpoint.load(settings.run, CPU)
        assert state is not None
        return state

    def assert_same(self, a: Any, b: Any, where: str = "") -> None:
        if isinstance(a, torch.Tensor):
            self.assertTrue(torch.equal(a, b), where)
        elif isinstance(a, dict):
            self.assertEqual(list(a), list(b), where)
            for name in a:
                self.assert_same(a[name], b[name], f"{where} {name}")
        elif isinstance(a, (list, tuple)):
            self.assertEqual(len(a), len(b), where)
            for i, (one, other) in enumerate(zip(a, b)):
                self.assert_same(one, other, f"{where} {i}")
        else:
            self.assertEqual(a, b, where)

    def test_a_row_is_learned_from_so_often_at_most_and_new_rows_go_on(self) -> None:
        settings = self.settings("run", passes=2)  # 64 rows, 8 a step
        trainer, more = Trainer(settings), games.shard(honeycomb(1), 16, 5)
        waits = []

        def wait(_: float) -> None:
            waits.append(trainer.step)
            if len(waits) == 3:
                write(settings.run / "shards" / "000009.rshard", more)

        with mock.patch("learn.trainer.time.sleep", wait):
            trainer.learn(lambda: trainer.step >= 20)
        self.assertEqual((waits, trainer.step, trainer.window.total), ([16, 16, 16], 20, 80))

    def test_it_begins_when_there_are_enough_positions(self) -> None:
        settings = self.settings("run", first=100)  # 64 rows are there
        trainer, looks = Trainer(settings), 0

        def done() -> bool:
            nonlocal looks
            if looks == 1:
                self.assertEqual(trainer.step, 0)
                write(settings.run / "shards" / "000009.rshard", games.shard(honeycomb(1), 40, 5))
            looks += 1
            return trainer.step == 1

        with mock.patch("time.sleep"):
            trainer.learn(done)
        self.assertGreaterEqual(trainer.window.total, 100)

    def test_the_rate_falls_in_the_last_share_of_the_time(self) -> None:
        settings = Settings(Path(), warmup=1, rate=1.0, cool=0.5)
        rates = [round(rate(settings, 10, gone), 3) for gone in (0, 0.5, 0.75, 1, 1.2)]
        self.assertEqual(rates, [1, 1, 0.51, 0.02, 0.02])
        self.assertEqual(rate(dataclasses.replace(settings, cool=0.0), 10, 0.9), 1)

    def test_a_few_positions_are_learned_by_heart(self) -> None:
        # Without hindsight, which gives each drawing of a position another komi and another outcome.
        settings = self.settings("heart", batch=64, rate=5e-3, warmup=10, round=1000, report=1, hindsight=False)
        os.remove(settings.run / "shards" / "000001.rshard")
        self.learn(settings, 150)
        lines = [json.loads(line)["losses"] for line in (settings.run / report.NAME).read_text().splitlines()]
        shares = math.log(2) / 3  # a third of the points belongs to neither
        for name, least, factor in (("policy", 0.3251, 20), ("outcome", 0, 100), ("reply", 0, 1000), ("ownership", shares, 8), ("score_below", 0, 2)):
            last = sum(line[name] for line in lines[-10:]) / 10
            self.assertGreater((lines[0][name] - least) / max(last - least, 1e-9), factor, f"{name}: {lines[0][name]} became {last}")

    def test_a_run_that_stops_anywhere_goes_on_bit_by_bit(self) -> None:
        whole = self.settings("whole")
        self.learn(whole, 10)
        want = self.state(whole)
        for stop in (1, 2, 3, 4, 7, 8):
            broken = self.settings(f"stopped {stop}")
            self.learn(broken, stop).save()  # as SIGTERM does
            self.learn(broken, 10)
            self.assert_same(want, self.state(broken))
            for path in (whole.run / "networks").iterdir():
                found, wanted = (network_file.read(run.run / "networks" / path.name)[1] for run in (broken, whole))
                self.assert_same(wanted, found)

    def test_a_run_that_was_killed_goes_on_from_its_checkpoint(self) -> None:
        whole, killed = self.settings("whole"), self.settings("killed")
        self.learn(whole, 10)
        self.learn(killed, 7)
        with open(killed.run / report.NAME, "ab") as file:
            file.write(b'{"step": 7, "loss": 1}\n{"st')
        self.learn(killed, 10)
        self.assert_same(self.state(whole), self.state(killed))
        steps = [[json.loads(line)["step"] for line in (run.run / report.NAME).read_text().splitlines()] for run in (whole, killed)]
        self.assertEqual(steps[0], [3, 4, 6, 8, 9])
        self.assertEqual(steps[1], [3, 4, 6, 8, 9])

    def test_another_seed_learns_otherwise(self) -> None:
        found = []
        for seed in (1, 1, 2):
            settings = self.settings(f"seed {len(found)}", seed=seed)
            self.learn(settings, 4)
            found.append(self.state(settings)["tensors"]["owner"])
        self.assertTrue(torch.equal(found[0], found[1]))
        self.assertFalse(torch.equal(found[0], found[2]))

    def test_rounds_leave_networks_that_know_where_they_come_from(self) -> None:
        settings = self.settings("rounds")
        trainer = self.learn(settings, 9)
        trainer.end_round()
        names = sorted(os.listdir(settings.run / "networks"))
        self.assertEqual(names, ["000000.rnet", "000001.rnet", "000002.rnet"])
        origins = [network_file.read(settings.run / "networks" / name)[2] for name in names]
        self.assertEqual([(o["steps"], o["positions"]) for o in origins], [(4, 32), (8, 64), (9, 72)])
        before = (settings.run / "networks" / names[1]).read_bytes()
        self.assertEqual(origins[2]["parent"], before[-32:].hex())
        self.assertEqual(origins[0]["boards"], ["24 points", "6 points"])

    def test_numbers_that_are_not_finite_are_refused_and_the_checkpoint_stays(self) -> None:
        settings = self.settings("nan")
        trainer = self.learn(settings, 2)
        before = (settings.run / checkpoint.NAME).read_bytes()
        with torch.no_grad():
            trainer.network["block.1.conv1"][0, 0, 0] = math.nan
        with self.assertRaisesRegex(Refusal, "^step 3: policy is nan: nothing of it was kept, the last checkpoint stays"):
            trainer.learn_once()
        with self.assertRaisesRegex(Refusal, "the weights block.1.conv1 are not finite: they were not saved"):
            trainer.save()
        self.assertEqual((settings.run / checkpoint.NAME).read_bytes(), before)

    def test_a_rate_that_blows_up_is_refused(self) -> None:
        settings = self.settings("rate", rate=1e12)
        with self.assertRaisesRegex(Refusal, r"step \d+: .* is (nan|inf): nothing of it was kept"):
            self.learn(settings, 50)

    def test_a_full_disk_leaves_the_checkpoint_of_before(self) -> None:
        settings = self.settings("full")
        trainer = self.learn(settings, 2)
        before = (settings.run / checkpoint.NAME).read_bytes()
        os.symlink("/dev/full", settings.run / (checkpoint.NAME + ".new"))
        with self.assertRaisesRegex(OSError, "No space left on device"):
            trainer.save()
        self.assertEqual((settings.run / checkpoint.NAME).read_bytes(), before)
        os.symlink("/dev/full", settings.run / report.NAME)
        with self.assertRaises(OSError) as caught:
            trainer.learn(lambda: trainer.step >= 3)
        self.assertRegex(explain(caught.exception), "^the disk is full: .*learn.jsonl was not written")

    def test_a_checkpoint_that_is_damaged_is_refused(self) -> None:
        settings = self.settings("damaged")
        self.learn(settings, 2)
        path = settings.run / checkpoint.NAME
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
        with self.assertRaisesRegex(Refusal, "checkpoint.pt: the hash is wrong"):
            Trainer(settings)

    def test_a_run_keeps_its_size_its_seed_and_where_it_began(self) -> None:
        settings = self.settings("keeps")
        self.learn(settings, 4)
        made = settings.run / "networks" / "000000.rnet"
        for words, line in (
            ({"size": Size.named("b4c48")}, "began with another size: use b2c16 on a honeycomb, or another folder"),
            ({"seed": 8}, "began with another seed: use 9, or another folder"),
            ({"grow": made}, "did not begin with .*000000.rnet"),
        ):
            with self.assertRaisesRegex(Refusal, line):
                Trainer(dataclasses.replace(settings, **words))
        self.assertEqual(Trainer(dataclasses.replace(settings, size=None, seed=None)).step, 4)

    def test_the_rate_rises_stays_and_falls(self) -> None:
        settings = Settings(Path(), rate=1.0, warmup=10, hold=100)
        self.assertEqual([rate(settings, step) for step in (0, 4, 9, 99, 399)], [0.1, 0.5, 1, 1, 0.5])


if __name__ == "__main__":
    unittest.main()
