#!/usr/bin/env python3
"""Computes places for a board's levels with equal Elo steps.

  levels.py LADDER.json PLACES [LADDER.json PLACES…]

LADDER.json is the output of `rosette ladder --json` for the players level=1 to level=22. PLACES
are the levels' places on their scales (engine/setting.go) in that ladder, such as
"1, 2.5, …"; "-" stands for 1 to 22. Prints the smoothed Elo of each place above the first, and
the new places.

The steps between neighbours are noisy, so a curve is fitted to all ladders on each
scale. It minimizes the squared deviations from the measured steps plus SMOOTHNESS times the
squared bends (Whittaker, 1923).
"""

import json
import sys

LEVELS = 22
PLAYOUTS = 9  # levels on the playout scale; the others are on the network scale
SMOOTHNESS = 2.0


def solve(rows):
    """Solves a positive definite system of linear equations."""
    n = len(rows)
    for i in range(n):
        for j in range(i + 1, n):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [b - factor * a for a, b in zip(rows[i], rows[j])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def fit(points, steps):
    """Returns the curve at the points, 0 at the first, by steps (from, to, Elo)."""
    n = len(points)
    rows = [[0.0] * (n + 1) for _ in range(n)]

    def add(weight, terms, value):  # weight × (the sum of factor × curve[i] - value)²
        for i, a in terms:
            for j, b in terms:
                rows[i][j] += weight * a * b
            rows[i][n] += weight * a * value

    add(1, [(0, 1)], 0)
    for a, b, elo in steps:
        add(1, [(points.index(a), -1), (points.index(b), 1)], elo)
    for i in range(1, n - 1):
        a, b = points[i] - points[i - 1], points[i + 1] - points[i]
        add(SMOOTHNESS, [(i - 1, 2 * b / (a + b)), (i, -2), (i + 1, 2 * a / (a + b))], 0)
    curve = solve(rows)
    for i in range(1, n):
        curve[i] = max(curve[i], curve[i - 1] + 1)
    return curve


def place_of(elo, points, curve, first):
    """Returns the place where the curve reaches an Elo, at least the scale's first place.

    The curve is extrapolated linearly.
    """
    i = 1
    while i < len(points) - 1 and curve[i] < elo:
        i += 1
    share = (elo - curve[i - 1]) / (curve[i] - curve[i - 1])
    return max(first, points[i - 1] + share * (points[i] - points[i - 1]))


def ladder(file, places):
    """Returns a ladder's places and its levels' Elo."""
    with open(file) as opened:
        ratings = json.load(opened)["ratings"]
    elos = {int(r["player"].removeprefix("level-")): r["elo"]["at"] for r in ratings}
    numbers = range(1, LEVELS + 1)
    return [float(n) for n in numbers] if places == "-" else [float(p) for p in places.split(",")], [elos[n] for n in numbers]


def main():
    if len(sys.argv) < 3 or len(sys.argv) % 2 == 0:
        sys.exit(__doc__)
    ladders = [ladder(*pair) for pair in zip(sys.argv[1::2], sys.argv[2::2])]
    curves, between = [], []
    for half in slice(0, PLAYOUTS), slice(PLAYOUTS, LEVELS):
        steps = []
        for places, elos in ladders:
            at, measured = places[half], elos[half]
            steps += [s for s in zip(at, at[1:], [b - a for a, b in zip(measured, measured[1:])]) if s[0] < s[1]]
        points = sorted({p for s in steps for p in s[:2]})
        curves.append((points, fit(points, steps)))
    # The gap between the last playout level and the first network level, relative to the curves.
    (below, low), (above, high) = curves
    for places, elos in ladders:
        gap = elos[PLAYOUTS] - elos[PLAYOUTS - 1]
        between.append(gap + low[below.index(places[PLAYOUTS - 1])] - high[above.index(places[PLAYOUTS])])
    rise = sum(between) / len(between)
    high = [e + rise for e in high]
    for name, points, curve in ("playouts", below, low), ("network ", above, high):
        print(name, ", ".join(f"{p:g}: {e:.0f}" for p, e in zip(points, curve)))
    wanted = [high[-1] * i / (LEVELS - 1) for i in range(LEVELS)]
    laid = [place_of(e, below, low, 1) for e in wanted[:PLAYOUTS]] + [place_of(e, above, high, PLAYOUTS) for e in wanted[PLAYOUTS:]]
    print("places  ", ", ".join(f"{p:.2f}".rstrip("0").rstrip(".") for p in laid))


main()
