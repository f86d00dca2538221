"""What goes between self-play and the evaluator, over a Unix socket, little-endian.

Both ends begin with a magic line and uint32 version, and the server says in a
frame N which network answers. A frame is the uint32 length of what it holds, a
byte that is its kind, and that:

 G  a board: uint32 id, points P, taps T, hexagons H; P x T taps, H x 6 hexagons,
    all uint32
 B  a batch: uint32 number, id of its board, positions n; n x P x 32 bytes of
    features as shards have them, n x 16 global numbers of 16 bits
 A  its answer: uint32 number; of 32 bits n x (P+1) logits, pass last, n x 3
    chances of win, draw, loss, n mean margins, n deviations, n x P owners
 L  the path of a network file that is to answer from here on
 N  which network answers, as JSON; sent again when it changes
 E  a line that says what was wrong; the server hangs up
"""

from __future__ import annotations

import socket
import struct
from typing import Any

import numpy as np

from .graph import Graph
from .refusal import Refusal
from .shard import MOST_POINTS
from .size import GLOBALS, INPUTS

MAGIC = b"ROSETTE EVALUATOR\n"
VERSION = 2
LONGEST = 1 << 30  # bytes of a frame
BATCH = struct.Struct("<III")
BOARD = struct.Struct("<IIII")
PATIENCE = 10  # seconds that greeting may take


class Gone(Exception):
    """The other end hung up between two frames."""


def fill(line: socket.socket, into: memoryview, first: bool = False) -> None:
    """Fills a buffer; with first, the other end may hang up before the first byte."""
    at = 0
    while at < len(into):
        read = line.recv_into(into[at:], 0, socket.MSG_WAITALL)  # one call, or threads wait for each other
        if read == 0:
            if first and at == 0:
                raise Gone
            raise Refusal("a frame was cut: the other end hung up in the middle of it")
        at += read


def take(line: socket.socket, size: int, first: bool = False) -> bytes:
    """Reads so many bytes into new memory."""
    content = bytearray(size)
    fill(line, memoryview(content), first)
    return bytes(content)


def head(line: socket.socket) -> tuple[int, str]:
    """The length and the kind of the next frame."""
    length, kind = struct.unpack("<Ic", take(line, 5, first=True))
    if length > LONGEST:
        raise Refusal(f"a frame says it holds {length} bytes: at most {LONGEST} go into one, so use smaller batches")
    return length, kind.decode("latin-1")


def frame(kind: str, *parts: Any) -> list[Any]:
    """A frame that holds these parts, to be sent one after the other."""
    return [struct.pack("<Ic", sum(memoryview(part).nbytes for part in parts), kind.encode()), *parts]


def greeting() -> bytes:
    """How either end begins."""
    return MAGIC + struct.pack("<I", VERSION)


def greeted(line: socket.socket) -> None:
    """Reads how the other end begins."""
    said = take(line, len(MAGIC) + 4, first=True)
    if not said.startswith(MAGIC):
        raise Refusal("the other end does not begin with ROSETTE EVALUATOR: it is neither self-play nor an evaluator")
    (version,) = struct.unpack("<I", said[len(MAGIC) :])
    if version != VERSION:
        raise Refusal(f"the other end speaks version {version}, this program version {VERSION}: use both of one release")


def board(content: bytes, taps: int, lattice: str) -> tuple[int, Graph]:
    """Reads a frame G for a network with so many taps."""
    if len(content) < BOARD.size:
        raise Refusal("a board was cut")
    number, points, seen, hexagons = BOARD.unpack(content[: BOARD.size])
    if seen != taps:
        raise Refusal(f"a board has {seen} taps a point, the network for a {lattice} looks at {taps}: play on boards of that lattice")
    if not 1 <= points <= MOST_POINTS or len(content) != BOARD.size + 4 * (points * taps + 6 * hexagons):
        raise Refusal(f"a board of {points} points and {hexagons} hexagons is not {len(content)} bytes")
    words = np.frombuffer(content, "<u4", offset=BOARD.size)
    table, corners = words[: points * taps], words[points * taps :]
    return number, Graph(table.reshape(points, taps).tolist(), corners.reshape(-1, 6).tolist())


def rows(length: int, points: int, count: int) -> int:
    """The bytes of a batch behind its head, if its length is right."""
    body = count * (points * INPUTS + 2 * GLOBALS)
    if count < 1 or length != BATCH.size + body:
        raise Refusal(f"a batch of {count} positions of {points} points is not {length} bytes")
    return body
