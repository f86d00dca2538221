"""The network file that learning writes and the program plays with.

A magic line, version, header and the tensors as 16-bit floats, then the SHA-256
of all that, little-endian. What is not exactly so is refused.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from pathlib import Path
from typing import Any, Mapping

import numpy as np
import torch
from torch import Tensor

from . import whole
from .refusal import Refusal
from .size import GLOBALS, INPUTS, PLAIN_INPUTS, Size, shapes

MAGIC = b"ROSETTE NETWORK\n"
VERSION = 1
HASH = hashlib.sha256().digest_size


def encode(size: Size, tensors: Mapping[str, Tensor], origin: Mapping[str, Any]) -> bytes:
    """The bytes of a network file. Numbers that 16 bits cannot hold are refused."""
    parts = []
    for name, shape in shapes(size).items():
        with np.errstate(over="ignore"):
            half = tensors[name].detach().cpu().float().numpy().astype("<f2")
        if half.shape != shape:
            raise Refusal(f"the tensor {name} has shape {list(half.shape)}, not {list(shape)}")
        if not np.isfinite(half).all():
            raise Refusal(f"the tensor {name} has numbers that are not finite in 16 bits")
        parts.append(half.tobytes())
    header = json.dumps(
        {
            "lattice": size.lattice,
            "blocks": size.blocks,
            "channels": size.channels,
            "inputs": INPUTS,
            "globals": GLOBALS,
            "taps": size.taps,
            "origin": dict(origin),
            "tensors": [{"name": name, "shape": list(shape)} for name, shape in shapes(size).items()],
        }
    ).encode()
    content = MAGIC + struct.pack("<II", VERSION, len(header)) + header + b"".join(parts)
    return content + hashlib.sha256(content).digest()


def decode(content: bytes) -> tuple[Size, dict[str, Tensor], dict[str, Any]]:
    """Reads what encode has written: size, tensors as 32-bit floats, origin.

    A network that reads fewer planes gets weights of 0 for the others.
    """
    if not content.startswith(MAGIC):
        raise Refusal("this is not a network file: it does not begin with ROSETTE NETWORK")
    start = len(MAGIC) + 8
    if len(content) < start + HASH:
        raise Refusal("the file was cut: it has no header")
    version, length = struct.unpack("<II", content[len(MAGIC) : start])
    if version != VERSION:
        raise Refusal(f"the file has version {version}, this program reads {VERSION}")
    if hashlib.sha256(content[:-HASH]).digest() != content[-HASH:]:
        raise Refusal("the hash is wrong: the file was cut or changed")
    body = content[:-HASH]
    if length > len(body) - start:
        raise Refusal("the header is longer than the file")
    size, listed, origin = _header(body[start : start + length])
    tensors = _tensors(listed, body[start + length :])
    first = tensors["in.conv"]
    tensors["in.conv"] = torch.nn.functional.pad(first, (0, 0, 0, INPUTS - first.shape[1]))
    return size, tensors, origin


def _header(text: bytes) -> tuple[Size, dict[str, tuple[int, ...]], dict[str, Any]]:
    try:
        header = json.loads(text)
        lattice, blocks, channels = header["lattice"], header["blocks"], header["channels"]
        counts = [header["inputs"], header["globals"], header["taps"]]
        listed = [(tensor["name"], tuple(tensor["shape"])) for tensor in header["tensors"]]
        origin = dict(header.get("origin") or {})
        if not all(isinstance(name, str) for name in [lattice, *dict(listed)]) or not type(blocks) is type(channels) is int:
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise Refusal("the header does not say what network this is") from error
    size = Size(lattice, blocks, channels)
    if counts not in ([INPUTS, GLOBALS, size.taps], [PLAIN_INPUTS, GLOBALS, size.taps]):
        raise Refusal(f"inputs, globals and taps are {counts}, this program knows {[INPUTS, GLOBALS, size.taps]}, or {PLAIN_INPUTS} inputs")
    want = shapes(size, counts[0])
    for name, shape in listed:
        if name not in want:
            raise Refusal(f"a network {size.name} has no tensor {name!r}")
        if shape != want[name]:
            raise Refusal(f"the tensor {name} has shape {list(shape)}, not {list(want[name])}")
    names = [name for name, _ in listed]
    for name in want:
        if names.count(name) != 1:
            raise Refusal(f"the tensor {name} is there {names.count(name)} times")
    return size, dict(listed), origin


def _tensors(listed: Mapping[str, tuple[int, ...]], body: bytes) -> dict[str, Tensor]:
    want = sum(2 * math.prod(shape) for shape in listed.values())
    if len(body) != want:
        raise Refusal(f"the tensors have {len(body)} bytes, not {want}")
    tensors, at = {}, 0
    for name, shape in listed.items():
        half = np.frombuffer(body, "<f2", math.prod(shape), at)
        if not np.isfinite(half).all():
            raise Refusal(f"the tensor {name} has numbers that are not finite")
        tensors[name] = torch.from_numpy(half.astype(np.float32)).reshape(shape)
        at += 2 * half.size
    return tensors


def write(path: Path, size: Size, tensors: Mapping[str, Tensor], origin: Mapping[str, Any]) -> str:
    """Writes a network file and returns its hash."""
    content = encode(size, tensors, origin)
    whole.write(path, content)
    return content[-HASH:].hex()


def read(path: Path) -> tuple[Size, dict[str, Tensor], dict[str, Any]]:
    """Reads a network file; a refusal names it."""
    content = Path(path).read_bytes()
    try:
        return decode(content)
    except Refusal as refusal:
        raise Refusal(f"{path}: {refusal}") from refusal
