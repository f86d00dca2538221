"""The state of a run: written whole, with a hash, so that a killed trainer goes on."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import torch

from . import whole
from .refusal import Refusal

NAME = "checkpoint.pt"
VERSION = 1
HASH = hashlib.sha256().digest_size


def save(run: Path, state: dict[str, Any]) -> None:
    """Writes the state of a run over the one before."""
    out = io.BytesIO()
    torch.save(state | {"version": VERSION}, out)
    content = out.getvalue()
    whole.write(run / NAME, content + hashlib.sha256(content).digest())


def load(run: Path, device: torch.device) -> dict[str, Any] | None:
    """The state of a run, or None of one that has not begun."""
    path = run / NAME
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    if hashlib.sha256(content[:-HASH]).digest() != content[-HASH:]:
        raise Refusal(f"{path}: the hash is wrong: restore it from a copy, or begin another run with --grow and this run's last network")
    state = torch.load(io.BytesIO(content[:-HASH]), map_location=device)
    if state.get("version") != VERSION:
        raise Refusal(f"{path} has version {state.get('version')}, this program reads {VERSION}")
    return state
