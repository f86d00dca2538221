"""Redraws what did not decide a game: its komi, and a rule that had no effect.

The moves of a game are as good an example for another komi: the margin on the board
stays, and the winner follows from it. Self-play draws a komi near the even one, so
without this a network reads the expected margin from the komi, and its lead moves by
less than a point when the komi moves by one. Replaying an episode for another goal:
Andrychowicz and others, Hindsight experience replay, 2017.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

# SHARE is the share of positions that get another komi; DEVIATIONS are the standard
# deviations of the change, in units of the square root of the points, and their weights.
SHARE = 0.95
DEVIATIONS, WEIGHTS = (0.25, 1.0), (0.4, 0.6)

# A plane of a point, and numbers of a position.
IMMORTAL = 6
KOMI, LIBERTYLESS, PARITY = 0, 11, 15
MOST_KOMI = 4  # the range of the number KOMI in both directions

Fields = dict[str, Tensor]


def redrawn(rows: Fields, points: int, rng: np.random.Generator) -> Fields:
    """Rows with another komi, and with another rule where it had no effect."""
    numbers = rows["globals"].float().clone()
    out = rows | {"globals": numbers, "outcome": rows["outcome"].clone()}
    _redraw_komi(out, points, rng)
    _redraw_rule(out, rng)
    return out


def _tensor(values: np.ndarray[Any, Any], like: Tensor) -> Tensor:
    return torch.from_numpy(values).to(like.device)


def komi(numbers: Tensor, points: int) -> Tensor:
    """The komi that numbers have, in half points."""
    return (numbers[:, KOMI].double() * 2 * math.sqrt(points) * 2).round() / 2


def with_komi(numbers: Tensor, after: Tensor, points: int) -> Tensor:
    """Numbers with another komi."""
    out = numbers.clone()
    out[:, KOMI] = (after / (2 * math.sqrt(points))).clamp(-MOST_KOMI, MOST_KOMI).float()
    out[:, PARITY] = ((points + (after.abs() + 0.5).floor()) % 2).float()
    return out


def _redraw_komi(rows: Fields, points: int, rng: np.random.Generator) -> None:
    """Adds an even or odd number of points to the komi, and sets outcome and parity anew."""
    numbers, count = rows["globals"], len(rows["globals"])
    unit = math.sqrt(points)
    offset = komi(numbers, points)
    deviation = unit * rng.choice(DEVIATIONS, size=count, p=WEIGHTS)
    change = np.round(2 * rng.normal(size=count) * deviation) / 2
    change[rng.random(count) >= SHARE] = 0
    after = offset + _tensor(change, numbers)
    inside = (numbers[:, KOMI].abs() < MOST_KOMI) & (after.abs() < MOST_KOMI * 2 * unit)
    inside &= rows["margin"].abs() < points  # a larger margin is stored as the size of the board
    after = torch.where(inside, after, offset)
    rows["globals"] = torch.where(inside[:, None], with_komi(numbers, after, points), numbers)
    outcome = (rows["margin"].double() + after).sign().to(rows["outcome"].dtype)
    rows["outcome"] = torch.where(inside, outcome, rows["outcome"])


def _redraw_rule(rows: Fields, rng: np.random.Generator) -> None:
    """Redraws whether immortal chains may be played to no liberties, if there were none to the end."""
    numbers = rows["globals"]
    held = (rows["features"][:, :, IMMORTAL] > 0).any(1) | (rows["immortal"] != 0).any(1)
    drawn = _tensor(rng.integers(2, size=len(numbers)), numbers).float()
    numbers[:, LIBERTYLESS] = torch.where(held, numbers[:, LIBERTYLESS], drawn)
