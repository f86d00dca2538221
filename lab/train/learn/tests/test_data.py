"""Shards, the window of them, and the batches that are drawn."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import random
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import torch

from learn import shard
from learn.data import Data, fields, turned
from learn.refusal import Refusal
from learn.window import Window, width

from . import games
from .boards import honeycomb, square

CPU = torch.device("cpu")


class Shards(unittest.TestCase):
    def setUp(self) -> None:
        self.shard = games.shard(honeycomb(1), 5, 1)

    def test_what_was_written_is_read(self) -> None:
        for rows in (0, 5):
            self.shard.rows = self.shard.rows[:rows]
            back = shard.decode(shard.encode(self.shard))
            self.assertEqual((back.graph, back.words), (self.shard.graph, self.shard.words))
            self.assertEqual(back.rows.tobytes(), self.shard.rows.tobytes())

    def test_a_row_has_the_bytes_that_were_agreed(self) -> None:
        self.assertEqual(shard.row_type(150).itemsize, 150 * 32 + 32 + 2 * 151 * 2 + 4 + 1 + 2 + 2 * 150)

    def test_a_shard_that_is_cut_or_changed_anywhere_is_refused(self) -> None:
        content = shard.encode(self.shard)
        rng = random.Random(2)
        for at in range(len(content)):
            changed = bytearray(content)
            changed[at] ^= 1 << rng.randrange(8)
            for bad in (content[:at], bytes(changed)):
                with self.assertRaises(Refusal, msg=f"byte {at}") as caught:
                    shard.decode(bad)
                self.assertNotIn("\n", str(caught.exception))

    def test_numbers_that_no_position_has_are_refused(self) -> None:
        for name, at, value, line in (
            ("features", (0, 0, 1), 2, "features that are neither 0 nor 1"),
            ("globals", (0, 3), np.nan, "global numbers that are not finite"),
            ("weight", 2, np.nan, "weights that are not finite"),
            ("weight", 2, -1, "weights that are not finite or below 0"),
            ("outcome", 1, 2, "outcomes that are not -1, 0 or 1"),
            ("margin", 1, 7, "margins larger than the board"),
            ("ownership", (4, 5), -3, "ownership that is not -1, 0 or 1"),
            ("immortal", (4, 5), 3, "immortality that is not -1, 0 or 1"),
        ):
            bad = dataclasses.replace(self.shard, rows=self.shard.rows.copy())
            bad.rows[name][at] = value
            with self.assertRaisesRegex(Refusal, line):
                shard.decode(shard.encode(bad))


class Windows(unittest.TestCase):
    def test_the_window_grows_ever_more_slowly(self) -> None:
        self.assertEqual([width(n, 1000) for n in (10, 1000, 10_000, 100_000)], [10, 1000, 3466, 17332])

    def test_bad_shards_are_named_once_and_skipped_and_new_ones_are_seen(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = games.folder(Path(folder) / "run")
            shards = run / "shards"
            good = (shards / "000001.rshard").read_bytes()
            (shards / "000002.rshard").write_bytes(good[:-9])
            (shards / "000003.rshard").write_bytes(b"")
            (shards / "000004.rshard.new").write_bytes(good)
            window, said = Window(shards, 1000), io.StringIO()
            with contextlib.redirect_stderr(said):
                window.slide()
                (shards / "000005.rshard").write_bytes(good)
                window.slide()
            self.assertEqual(list(window.shards), ["000000.rshard", "000001.rshard", "000005.rshard"])
            self.assertEqual(window.rows, 192)
            self.assertEqual(
                said.getvalue(),
                "skipped 000003.rshard: it does not begin with ROSETTE SHARD\n"
                "skipped 000002.rshard: its hash is wrong: it was cut or changed\n",
            )

    def test_the_oldest_shards_leave_the_window(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = games.folder(Path(folder) / "run", rows=10, bases=(1, 1, 1, 1, 1, 1))
            window = Window(run / "shards", 20)
            window.slide()
            self.assertEqual(list(window.shards), ["000002.rshard", "000003.rshard", "000004.rshard", "000005.rshard"])
            window.restore(["000000.rshard", "000004.rshard"])
            self.assertEqual(list(window.shards), ["000000.rshard", "000004.rshard"])

    def test_a_folder_without_shards_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(Refusal, "no shard in .* can be learned from"):
            Window(Path(folder), 10).slide()


class Batches(unittest.TestCase):
    def test_a_batch_is_of_one_board_and_boards_come_as_often_as_they_have_rows(self) -> None:
        shards = [games.shard(honeycomb(1), 30, 1), games.shard(honeycomb(2), 60, 2), games.shard(honeycomb(1), 30, 3)]
        data = Data(shards, np.random.default_rng(4), CPU)
        drawn = [data.draw(8) for _ in range(400)]
        for batch in drawn:
            points = batch.graph.points
            self.assertEqual((batch.features.shape, batch.policy.shape), ((8, points, 32), (8, points + 1)))
        small = sum(batch.graph.points == 6 for batch in drawn)
        self.assertTrue(160 < small < 240, small)

    def test_every_row_is_drawn_in_every_symmetry_and_all_of_it_turns(self) -> None:
        one = games.shard(honeycomb(1), 1, 3)
        data = Data([one], np.random.default_rng(5), CPU)
        batch = data.draw(300)
        self.assertEqual(len({f.numpy().tobytes() for f in batch.features}), 12)
        own, opposing = batch.features[:, :, 0], batch.features[:, :, 1]
        self.assertTrue(torch.equal(batch.ownership, own - opposing))
        self.assertTrue(bool((batch.immortal.abs() <= batch.ownership.abs()).all()))
        self.assertTrue(torch.equal(batch.policy[:, :-1], 90 * batch.features[:, :, 9]))
        self.assertTrue(bool((batch.policy[:, -1] == 10).all()))

    def test_a_symmetry_takes_neighbours_to_neighbours(self) -> None:
        for graph in (honeycomb(3), square(4)):
            rows: Any = np.zeros(len(graph.symmetries), shard.row_type(graph.points))
            near = graph.taps[:, 1 : 4 if graph.taps.shape[1] == 13 else 5].tolist()
            rows["ownership"][:, 0] = 1
            rows["immortal"][:, [p for p in near[0] if p < graph.points]] = 1
            raw = torch.from_numpy(rows.view(np.uint8)).view(len(rows), -1)
            out = turned(fields(raw, rows.dtype), graph.symmetries)
            for ownership, immortal in zip(out["ownership"], out["immortal"]):
                centre = int(np.flatnonzero(ownership)[0])
                self.assertEqual(set(np.flatnonzero(immortal)), set(near[centre]) - {graph.points})

    def test_fractions_are_read_as_such_and_a_loss_is_the_third_outcome(self) -> None:
        one = games.shard(honeycomb(1), 1, 3)
        one.rows["features"][0, :, 7], one.rows["outcome"] = 51, -1
        batch = Data([one], np.random.default_rng(5), CPU).draw(2)
        self.assertTrue(torch.allclose(batch.features[:, :, 7], torch.tensor(0.2)))
        self.assertEqual(batch.outcome.tolist(), [2, 2])


if __name__ == "__main__":
    unittest.main()
