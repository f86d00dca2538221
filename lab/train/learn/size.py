"""How large a network is, and what tensors that makes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .refusal import Refusal

INPUTS = 32
PLAIN_INPUTS = 24  # of networks that were begun before the others were added
GLOBALS = 16
HEAD = 24  # channels of the policy and value heads
POOLED = 16  # channels of the trunk that are pooled
SUMMARY = 48  # what the value head knows of the whole board

# TAPS is how many points a convolution looks at, in each lattice.
TAPS = {"honeycomb": 13, "grid": 9}


@dataclass(frozen=True)
class Size:
    """A lattice, a number of residual blocks and their width."""

    lattice: str
    blocks: int
    channels: int

    def __post_init__(self) -> None:
        if self.lattice not in TAPS:
            raise Refusal(f"no lattice {self.lattice!r}: use {' or '.join(TAPS)}")
        if not 1 <= self.blocks <= 64 or not POOLED <= self.channels <= 512 or self.channels % 16:
            raise Refusal(f"no network has {self.blocks} blocks of {self.channels} channels: use 1 to 64 blocks and a multiple of 16 channels up to 512")

    @staticmethod
    def named(name: str, lattice: str = "honeycomb") -> Size:
        """Reads a name such as b4c48: four blocks of 48 channels."""
        match = re.fullmatch(r"b(\d{1,3})c(\d{1,4})", name)
        if not match:
            raise Refusal(f"no size {name!r}: use for example b4c48, four blocks of 48 channels")
        return Size(lattice, int(match[1]), int(match[2]))

    @property
    def name(self) -> str:
        """As named reads it."""
        return f"b{self.blocks}c{self.channels}"

    @property
    def taps(self) -> int:
        """How many points a convolution looks at."""
        return TAPS[self.lattice]

    def pools(self, block: int) -> bool:
        """Reports whether a block looks at the whole board."""
        return block % 2 == 1

    def looks_at_hexagons(self, block: int) -> bool:
        """Reports whether a block looks at whole hexagons; squares have none."""
        return self.lattice == "honeycomb" and block % 2 == 0 and block < 4


Shapes = dict[str, tuple[int, ...]]


def _block(size: Size, i: int) -> Shapes:
    c, t, name = size.channels, size.taps, f"block.{i}."
    shapes: Shapes = {name + "aff1.scale": (c,), name + "aff1.shift": (c,), name + "conv1": (t, c, c)}
    if size.pools(i):
        shapes |= {name + "pool.shift": (POOLED,), name + "pool.w": (3 * POOLED, c), name + "pool.b": (c,)}
    if size.looks_at_hexagons(i):
        shapes |= {name + "hex.shift": (POOLED,), name + "hex.w": (2 * POOLED, c)}
    return shapes | {name + "aff2.scale": (c,), name + "aff2.shift": (c,), name + "conv2": (t, c, c)}


def shapes(size: Size, inputs: int = INPUTS) -> Shapes:
    """The tensors of a network file for so many inputs, in its order. Matrices are (in, out)."""
    c = size.channels
    named: Shapes = {"in.conv": (size.taps, inputs, c), "in.globals.w": (GLOBALS, c), "in.globals.b": (c,)}
    for i in range(size.blocks):
        named |= _block(size, i)
    named |= {"end.scale": (c,), "end.shift": (c,)}
    named |= {"policy.p": (c, HEAD), "policy.g": (c, HEAD), "policy.g.b": (HEAD,)}
    named |= {"policy.pool.w": (3 * HEAD, HEAD), "policy.pool.b": (HEAD,), "policy.out": (HEAD,)}
    named |= {"policy.pass1.w": (3 * HEAD, HEAD), "policy.pass1.b": (HEAD,), "policy.pass2.w": (HEAD,), "policy.pass2.b": (1,)}
    named |= {"value.v": (c, HEAD), "value.v.b": (HEAD,), "value.u.w": (3 * HEAD, SUMMARY), "value.u.b": (SUMMARY,)}
    named |= {"value.outcome.w": (SUMMARY, 3), "value.outcome.b": (3,)}
    named |= {"score.u": (SUMMARY, HEAD), "score.b": (HEAD,), "score.margin": (HEAD,), "score.parity": (HEAD,)}
    return named | {"score.out.w": (HEAD,), "score.out.b": (1,), "owner": (HEAD,)}


# TRAINING are tensors that only learning needs: the opponent's reply and who is
# immortal at the end. A network file has none of them.
TRAINING: Shapes = {
    "reply.out": (HEAD,),
    "reply.pass2.w": (HEAD,),
    "reply.pass2.b": (1,),
    "immortal": (HEAD, 2),
}
