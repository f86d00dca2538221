"""Shards: what self-play has seen, some thousand positions of one board a file.

A magic line, version, header and the zlib of the rows, then the SHA-256 of all
that, little-endian. A row has, in this order: features (points x 32, 0 or 1;
three of them in 255ths), global numbers, visits of the moves, the opponent's
reply, weight, outcome, margin, ownership and immortality, all for the player to
move. Whatever else a header says of how it was played is kept as it is.
"""

from __future__ import annotations

import functools
import hashlib
import json
import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import whole
from .graph import Graph
from .refusal import Refusal
from .size import GLOBALS, INPUTS

MAGIC = b"ROSETTE SHARD\n"
VERSION = 2
HASH = hashlib.sha256().digest_size
MOST_POINTS = 4096
MOST_ROWS = 1 << 22

# FRACTIONS are the channels in 255ths: stones in hexagons, distance to the edge.
FRACTIONS = (7, 8, 23)


def row_type(points: int) -> np.dtype[Any]:
    """A row of a board, as it lies in the file."""
    return np.dtype(
        [
            ("features", "u1", (points, INPUTS)),
            ("globals", "<f2", (GLOBALS,)),
            ("policy", "<u2", (points + 1,)),
            ("reply", "<u2", (points + 1,)),
            ("weight", "<f4"),
            ("outcome", "i1"),
            ("margin", "<i2"),
            ("ownership", "i1", (points,)),
            ("immortal", "i1", (points,)),
        ]
    )


@dataclass
class Shard:
    """Rows of one board. words are the header's, but for graph and rows."""

    graph: dict[str, Any]  # taps, hexagons, symmetries
    rows: np.ndarray[Any, Any]
    words: dict[str, Any] = field(default_factory=dict)
    resident: Any = None  # the rows on another device, once they were sent there

    @functools.cached_property
    def board(self) -> str:
        """Equal for equal graphs."""
        return json.dumps(self.graph, sort_keys=True)


def encode(shard: Shard) -> bytes:
    """The bytes of a shard."""
    points = len(shard.graph["taps"])
    header = json.dumps(shard.words | {"points": points, "graph": shard.graph, "rows": len(shard.rows)}).encode()
    content = MAGIC + struct.pack("<II", VERSION, len(header)) + header + zlib.compress(shard.rows.astype(row_type(points)).tobytes(), 6)
    return content + hashlib.sha256(content).digest()


def write(path: Path, shard: Shard) -> None:
    """Writes a shard whole or not at all."""
    whole.write(path, encode(shard))


def _header(content: bytes) -> tuple[dict[str, Any], int]:
    """The header, and where the rows begin."""
    start = len(MAGIC) + 8
    if not content.startswith(MAGIC) or len(content) < start:
        raise Refusal("it does not begin with ROSETTE SHARD")
    version, length = struct.unpack("<II", content[len(MAGIC) : start])
    if version != VERSION:
        raise Refusal(f"it has version {version}, this program reads {VERSION}")
    if len(content) < start + length:
        raise Refusal("it was cut in its header")
    try:
        header = json.loads(content[start : start + length])
        points, rows = header["points"], header["rows"]
        known = type(points) is int and type(rows) is int and isinstance(header["graph"], dict)
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal("its header does not say points, rows and graph") from error
    if not known or not 1 <= points <= MOST_POINTS or not 0 <= rows <= MOST_ROWS:
        raise Refusal(f"its header says {rows} rows of {points} points")
    return header, start + length


def decode(content: bytes) -> Shard:
    """Reads what encode has written; whatever is not exactly so is refused."""
    if hashlib.sha256(content[:-HASH]).digest() != content[-HASH:]:
        raise Refusal("its hash is wrong: it was cut or changed")
    header, start = _header(content[:-HASH])
    points, count, graph = header.pop("points"), header.pop("rows"), header.pop("graph")
    if Graph.read(graph).points != points:
        raise Refusal(f"it says {points} points, its graph has {len(graph['taps'])}")
    kind = row_type(points)
    unpack = zlib.decompressobj()
    try:
        body = unpack.decompress(content[start:-HASH], count * kind.itemsize + 1)
    except zlib.error as error:
        raise Refusal(f"its rows cannot be unpacked: {error}") from error
    if len(body) != count * kind.itemsize or not unpack.eof or unpack.unused_data:
        raise Refusal(f"its rows are not {count} of {kind.itemsize} bytes")
    rows = np.frombuffer(body, kind) if count else np.empty(0, kind)
    _check(rows, points)
    return Shard(graph, rows, header)


def _check(rows: np.ndarray[Any, Any], points: int) -> None:
    """Refuses numbers that no position has."""
    bits = np.ones(INPUTS, bool)
    bits[list(FRACTIONS)] = False
    for what, right in (
        ("features that are neither 0 nor 1", rows["features"].max(axis=(0, 1), initial=0)[bits] <= 1),
        ("global numbers that are not finite", np.isfinite(rows["globals"])),
        ("weights that are not finite or below 0", np.isfinite(rows["weight"]) & (rows["weight"] >= 0)),
        ("outcomes that are not -1, 0 or 1", np.abs(rows["outcome"]) <= 1),
        ("margins larger than the board", np.abs(rows["margin"].astype(int)) <= points),
        ("ownership that is not -1, 0 or 1", np.abs(rows["ownership"]) <= 1),
        ("immortality that is not -1, 0 or 1", np.abs(rows["immortal"]) <= 1),
    ):
        if not np.all(right):
            raise Refusal(f"it has {what}")


def read(path: Path) -> Shard:
    """Reads a shard."""
    return decode(Path(path).read_bytes())


def count(path: Path) -> int:
    """How many rows a shard says it has, without reading them."""
    start = len(MAGIC) + 8
    with open(path, "rb") as file:
        head = file.read(start)
        if len(head) == start:
            head += file.read(struct.unpack("<I", head[-4:])[0])
    return _header(head)[0]["rows"]
