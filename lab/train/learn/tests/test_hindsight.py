"""Komi and an idle rule that are drawn anew."""

from __future__ import annotations

import math
import unittest

import numpy as np
import torch

from learn import hindsight
from learn.data import UNREAD, Data, Fields, fields
from learn.shard import row_type

from . import games
from .boards import honeycomb

GRAPH = honeycomb(3)
POINTS = GRAPH.points
UNIT = 2 * math.sqrt(POINTS)


def rows(count: int) -> Fields:
    """Rows as self-play writes them: the outcome and the parity follow from margin and komi."""
    one = games.shard(GRAPH, count, 3)
    out = one.rows.copy()
    rng = np.random.default_rng(4)
    komi = np.round(2 * rng.normal(size=count) * 5) / 2
    out["globals"][:, hindsight.KOMI] = komi / UNIT
    out["globals"][:, hindsight.LIBERTYLESS] = 1
    out["margin"] = np.clip(out["margin"], 1 - POINTS, POINTS - 1)
    out["outcome"] = np.sign(out["margin"] + komi)
    plain = np.frombuffer(out.tobytes(), np.uint8).reshape(count, -1)
    return fields(torch.from_numpy(plain.copy()), row_type(POINTS))


class Komi(unittest.TestCase):
    def test_outcome_and_parity_follow_from_the_margin_and_the_new_komi(self) -> None:
        before = rows(500)
        after = hindsight.redrawn(before, POINTS, np.random.default_rng(1))
        komi = (after["globals"][:, hindsight.KOMI] * UNIT * 2).round() / 2
        self.assertTrue(torch.equal(after["outcome"], (after["margin"] + komi).sign().to(torch.int8)))
        odd = (POINTS + (komi.abs() + 0.5).floor()) % 2
        self.assertTrue(torch.equal(after["globals"][:, hindsight.PARITY], odd))
        changed = (after["globals"][:, hindsight.KOMI] - before["globals"][:, hindsight.KOMI].float()).abs() > 1e-4
        self.assertGreater(changed.float().mean().item(), 0.85)
        self.assertTrue(torch.equal(after["margin"], before["margin"]))

    def test_the_new_komi_says_nothing_about_the_old(self) -> None:
        before = rows(4000)
        change = hindsight.redrawn(before, POINTS, np.random.default_rng(2))["globals"][:, 0] - before["globals"][:, 0].float()
        pair = torch.stack([change, before["globals"][:, 0].float()])
        self.assertLess(torch.corrcoef(pair)[0, 1].abs().item(), 0.05)

    def test_a_clipped_komi_or_margin_stays(self) -> None:
        before = rows(200)
        before["globals"][:100, hindsight.KOMI] = hindsight.MOST_KOMI
        before["margin"][100:] = POINTS
        after = hindsight.redrawn(before, POINTS, np.random.default_rng(3))
        for name in ("margin", "outcome"):
            self.assertTrue(torch.equal(after[name], before[name]), name)
        self.assertTrue(torch.equal(after["globals"][:, hindsight.KOMI], before["globals"][:, hindsight.KOMI].float()))


class Rules(unittest.TestCase):
    def test_a_rule_changes_only_where_it_had_no_effect(self) -> None:
        before = rows(600)
        before["features"][:, :, hindsight.IMMORTAL] = 0
        before["immortal"][:] = 0
        before["features"][:200, 0, hindsight.IMMORTAL] = 1
        before["immortal"][200:400, 2] = 1
        after = hindsight.redrawn(before, POINTS, np.random.default_rng(5))["globals"][:, hindsight.LIBERTYLESS]
        self.assertTrue(bool((after[:400] == 1).all()))
        self.assertGreater(after[400:].std().item(), 0.3)

    def test_no_network_reads_the_rules_on_suicide_and_repetition(self) -> None:
        for again in (False, True):
            one = games.shard(GRAPH, 30, 3)
            one.rows["globals"][:, UNREAD] = 1
            drawn = Data([one], np.random.default_rng(1), torch.device("cpu"), again).draw(20)
            for numbers in (drawn.numbers, drawn.again):
                self.assertTrue(numbers is None or not bool(numbers[:, UNREAD].any()))

    def test_equal_seeds_draw_equally_and_the_rows_stay(self) -> None:
        before = rows(50)
        kept = {name: tensor.clone() for name, tensor in before.items()}
        first = hindsight.redrawn(before, POINTS, np.random.default_rng(6))
        again = hindsight.redrawn(before, POINTS, np.random.default_rng(6))
        for name, tensor in kept.items():
            self.assertTrue(torch.equal(first[name], again[name]), name)
            self.assertTrue(torch.equal(before[name], tensor), name)


if __name__ == "__main__":
    unittest.main()
