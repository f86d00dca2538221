"""Progress of learning: a line of text and a line of JSON."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from . import whole
from .losses import WEIGHTS

NAME = "learn.jsonl"


class Report:
    """Adds up the losses of some steps and reports their means."""

    def __init__(self, run: Path, step: int) -> None:
        self.path = run / NAME
        self._forget_after(step)
        self._begin()

    def _begin(self) -> None:
        self.start, self.steps, self.positions = time.monotonic(), 0, 0
        self.sums = dict.fromkeys([*WEIGHTS, "gradient"], 0.0)

    def _forget_after(self, step: int) -> None:
        """Drops lines of steps that a killed trainer made after its checkpoint."""
        if not self.path.exists():
            return
        kept = []
        for line in self.path.read_bytes().splitlines():
            try:
                if json.loads(line)["step"] <= step:
                    kept.append(line + b"\n")
            except (ValueError, KeyError, TypeError):
                continue  # half a line: it was being written when the trainer was killed
        whole.write(self.path, b"".join(kept))

    def add(self, values: dict[str, float], positions: int) -> None:
        """Adds a step."""
        self.steps += 1
        self.positions += positions
        for name, value in values.items():
            self.sums[name] += value

    def write(self, words: dict[str, Any]) -> None:
        """Writes the means since the last time, if there were steps."""
        if not self.steps:
            return
        seconds = max(time.monotonic() - self.start, 1e-9)
        means = {name: value / self.steps for name, value in self.sums.items()}
        gradient = means.pop("gradient")
        loss = sum(WEIGHTS[name] * value for name, value in means.items())
        line = words | {
            "positions_per_second": round(self.positions / seconds, 1),
            "loss": loss,
            "losses": means,
            "gradient": gradient,
        }
        whole.append(self.path, json.dumps(line).encode() + b"\n")
        said = "  ".join(f"{name} {value:.4g}" for name, value in means.items())
        print(f"step {words['step']}  {line['positions_per_second']:.0f} positions/s  loss {loss:.4f}  {said}", flush=True)
        self._begin()
