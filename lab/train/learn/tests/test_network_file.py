"""The network file: written, read, and refused when it is not whole."""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
import tempfile
import unittest
from pathlib import Path

import torch

from learn import initial, network_file
from learn.network_file import HASH, MAGIC
from learn.refusal import Refusal, explain
from learn.size import Size, shapes

SIZE = Size.named("b2c16")
TENSORS = initial.tensors(SIZE, 7)
CONTENT = network_file.encode(SIZE, TENSORS, {"steps": 3})


def forged(change: dict[str, object] | None = None, body: bytes | None = None, **parts: object) -> bytes:
    """A file with another header or body, and the hash that belongs to it."""
    start = len(MAGIC) + 8
    length = struct.unpack("<I", CONTENT[start - 4 : start])[0]
    header = json.loads(CONTENT[start : start + length]) | (change or {})
    text = parts.get("text", json.dumps(header).encode())
    assert isinstance(text, bytes)
    body = CONTENT[start + length : -HASH] if body is None else body
    content = MAGIC + struct.pack("<II", parts.get("version", 1), len(text)) + text + body
    return content + hashlib.sha256(content).digest()


class NetworkFile(unittest.TestCase):
    def test_what_was_written_is_read(self) -> None:
        size, tensors, origin = network_file.decode(CONTENT)
        self.assertEqual((size, origin), (SIZE, {"steps": 3}))
        self.assertEqual(list(tensors), list(shapes(SIZE)))
        for name, tensor in tensors.items():
            self.assertTrue(torch.equal(tensor, TENSORS[name].half().float()), name)
        self.assertEqual(network_file.encode(size, tensors, origin), CONTENT)

    def test_a_file_that_is_cut_anywhere_is_refused(self) -> None:
        for end in [*range(3000), *range(3000, len(CONTENT), 101), *range(len(CONTENT) - 40, len(CONTENT))]:
            with self.assertRaises(Refusal, msg=f"cut at {end}") as caught:
                network_file.decode(CONTENT[:end])
            self.assertNotIn("\n", str(caught.exception))

    def test_a_file_with_a_byte_changed_or_added_is_refused(self) -> None:
        rng = random.Random(11)
        for at in [*range(200), *rng.sample(range(len(CONTENT)), 300)]:
            changed = bytearray(CONTENT)
            changed[at] ^= 1 << rng.randrange(8)
            with self.assertRaises(Refusal, msg=f"byte {at} changed"):
                network_file.decode(bytes(changed))
        with self.assertRaisesRegex(Refusal, "the hash is wrong"):
            network_file.decode(CONTENT + b"\0")

    def test_a_file_whose_hash_is_right_but_nothing_else_is_refused(self) -> None:
        tensors = [{"name": name, "shape": list(shape)} for name, shape in shapes(SIZE).items()]
        count = sum(torch.Size(shape).numel() for shape in shapes(SIZE).values())
        for content, line in (
            (forged(version=2), "has version 2, this program reads 1"),
            (forged(text=b"{"), "the header does not say what network this is"),
            (forged({"blocks": "2"}), "the header does not say what network this is"),
            (forged({"tensors": [{"name": [], "shape": [1]}]}), "the header does not say what network this is"),
            (forged({"lattice": "cube"}), "no lattice 'cube': use honeycomb or grid"),
            (forged({"channels": 40}), "no network has 2 blocks of 40 channels"),
            (forged({"inputs": 23}), r"are \[23, 16, 13\], this program knows \[32, 16, 13\], or 24 inputs"),
            (forged({"channels": 32}), "the tensor in.conv has shape"),
            (forged({"tensors": tensors[1:]}), "the tensor in.conv is there 0 times"),
            (forged({"tensors": tensors + tensors[:1]}), "the tensor in.conv is there 2 times"),
            (forged({"tensors": tensors + [{"name": "x", "shape": [1]}]}), "has no tensor 'x'"),
            (forged(body=bytes(2 * count + 2)), f"the tensors have {2 * count + 2} bytes, not {2 * count}"),
            (forged(body=b"\x00\x7c" * count), "numbers that are not finite"),
        ):
            with self.assertRaisesRegex(Refusal, line):
                network_file.decode(content)

    def test_numbers_that_sixteen_bits_cannot_hold_are_not_written(self) -> None:
        for bad in (1e6, float("nan")):
            with self.assertRaisesRegex(Refusal, "the tensor owner has numbers that are not finite in 16 bits"):
                network_file.encode(SIZE, TENSORS | {"owner": torch.full((24,), bad)}, {})

    def test_a_full_disk_is_told_in_one_line_and_the_old_file_stays(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.rnet"
            network_file.write(path, SIZE, TENSORS, {})
            before = path.read_bytes()
            os.symlink("/dev/full", path.with_name("x.rnet.new"))
            with self.assertRaises(OSError) as caught:
                network_file.write(path, SIZE, TENSORS, {"steps": 9})
            self.assertRegex(explain(caught.exception), "^the disk is full: .*x.rnet was not written and what was there before stays")
            self.assertEqual((path.read_bytes(), os.listdir(folder)), (before, ["x.rnet"]))

    def test_a_name_of_a_size_is_read_or_refused(self) -> None:
        self.assertEqual(Size.named("b6c64"), Size("honeycomb", 6, 64))
        for name, line in (("b4", "no size 'b4'"), ("b4c40", "4 blocks of 40 channels"), ("b0c16", "0 blocks")):
            with self.assertRaisesRegex(Refusal, line):
                Size.named(name)


if __name__ == "__main__":
    unittest.main()
