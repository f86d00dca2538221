"""Boards for tests, from exact coordinates: honeycombs and squares."""

from __future__ import annotations

from learn.graph import Graph

XY = tuple[int, int]

CORNERS: list[XY] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
HONEYCOMB: list[XY] = [(0, 0), (0, 2), (1, -1), (-1, -1)]
HONEYCOMB += [(2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3)]
HONEYCOMB += [(0, -4), (2, 2), (-2, 2)]
SQUARE: list[XY] = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]


def honeycomb(base: int) -> Graph:
    """A hexagonal board with base hexagons on a side: 6 base² points."""
    centres = [
        (2 * q + r, 3 * r)
        for q in range(1 - base, base)
        for r in range(1 - base, base)
        if abs(q + r) < base
    ]
    places = sorted({(x + dx, y + dy) for x, y in centres for dx, dy in CORNERS})
    number = {place: i for i, place in enumerate(places)}
    taps = []
    for x, y in places:
        sign = 1 if y % 3 == 2 else -1
        taps.append([number.get((x + sign * dx, y + sign * dy), len(places)) for dx, dy in HONEYCOMB])
    hexagons = [[number[x + dx, y + dy] for dx, dy in CORNERS] for x, y in centres]
    return Graph(taps, hexagons, [[number[_turned(place, k)] for place in places] for k in range(12)])


def _turned(place: XY, k: int) -> XY:
    """A place after k of the twelve symmetries: k % 6 turns by 60°, k // 6 mirrors."""
    x, y = place
    for _ in range(k % 6):
        x, y = (x - y) // 2, (3 * x + y) // 2
    return (-x, y) if k >= 6 else (x, y)


def square(width: int) -> Graph:
    """A square board."""
    places = [(x, y) for y in range(width) for x in range(width)]
    number = {place: i for i, place in enumerate(places)}
    taps = [[number.get((x + dx, y + dy), len(places)) for dx, dy in SQUARE] for x, y in places]
    last = width - 1
    symmetries = []
    for k in range(8):
        row = []
        for x, y in places:
            for _ in range(k % 4):
                x, y = last - y, x
            row.append(number[last - x if k >= 4 else x, y])
        symmetries.append(row)
    return Graph(taps, (), symmetries)
