"""The trainer: step after step, round after round, and on from where it stopped."""

from __future__ import annotations

import datetime
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import numpy as np
import torch

from . import checkpoint, initial, network_file, precision
from .average import Average
from .data import Data
from .distil import taught, teacher
from .grow import grow
from .losses import losses, summed
from .model import Network
from .refusal import Refusal
from .report import Report
from .size import Size, shapes
from .window import Window


@dataclass
class Settings:
    """The settings of a run. Size, seed and origin of a run never change."""

    run: Path
    size: Size | None = None  # as the run began, else b4c48
    seed: int | None = None  # as the run began, else 1
    grow: Path | None = None
    batch: int = 256
    round: int = 1000  # steps between networks
    save: int = 200  # steps between checkpoints
    report: int = 50  # steps between lines
    rate: float = 1e-3
    warmup: int = 100  # steps until the rate is reached
    hold: int = 20_000  # steps until it falls
    cool: float = 0.0  # the last share of the time, in which it falls to COOLEST of what it was
    passes: float = math.inf  # how often a row is learned from, at most
    first: int = 0  # rows there must be before the first step
    clip: float = 1.0  # the longest gradient
    window: int = 50_000  # rows before the window grows slowly
    device: torch.device = torch.device("cpu")
    teacher: Path | None = None  # another network to learn from besides
    taught: str = "all"  # targets of the teacher: all, policy alone, or even
    hindsight: bool = True  # whether komi and idle rules are redrawn, see hindsight.py


# COOLEST is what is left of the learning rate at the end of the time.
COOLEST = 0.02

# STATE are the fields that a checkpoint keeps as they are.
STATE = ("seed", "step", "positions", "round", "in_round", "parent", "grown", "boards")

# PATIENCE is how many seconds a trainer waits before it looks for more rows.
PATIENCE = 0.5


def rate(settings: Settings, step: int, gone: float = 0.0) -> float:
    """The learning rate: up in a line, level, then down with the root of the steps.

    When a share gone of the time is over, half a cosine takes it down.
    """
    step += 1
    level = settings.rate * min(1, step / settings.warmup) * min(1, math.sqrt(settings.hold / step))
    if settings.cool <= 0:
        return level
    cooled = min(1.0, max(0.0, 1 - (1 - gone) / settings.cool))
    return level * (COOLEST + (1 - COOLEST) * (1 + math.cos(math.pi * cooled)) / 2)


class Trainer:
    """A run: a folder with shards to learn from, and everything learned."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        (settings.run / "networks").mkdir(parents=True, exist_ok=True)
        self.window = Window(settings.run / "shards", settings.window)
        self.data: Data | None = None
        state = checkpoint.load(settings.run, settings.device)
        if state is None:
            self._start()
        else:
            self._resume(state)
        self.rate = 0.0  # of the last step
        self.report = Report(settings.run, self.step)
        self.teacher = teacher(settings.teacher, self.network, settings.device) if settings.teacher else None

    def _start(self) -> None:
        chosen = self.settings
        self.seed = 1 if chosen.seed is None else chosen.seed
        self.step = self.positions = self.round = self.in_round = 0
        self.parent = self.grown = ""
        self.boards: list[str] = []  # that the network has learned from, its beginnings included
        if chosen.grow:
            self.parent = self.grown = _hash(chosen.grow)
            small, tensors, origin = network_file.read(chosen.grow)
            self.boards = list(origin.get("boards", []))
            size = chosen.size or small
            tensors = grow(small, tensors, size, self.seed)
        else:
            size = chosen.size or Size.named("b4c48")
            tensors = initial.tensors(size, self.seed)
        self._build(size, tensors)
        self.average = Average(self.network.tensors())
        self.rng = np.random.default_rng(self.seed)

    def _build(self, size: Size, tensors: dict[str, torch.Tensor]) -> None:
        self.network = Network(size, tensors).to(self.settings.device)
        self.network.compute = precision.of_convolutions(self.settings.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=self.settings.rate)

    def _resume(self, state: dict[str, Any]) -> None:
        size, chosen = Size(**state["size"]), self.settings
        for what, given, began in (("size", chosen.size, size), ("seed", chosen.seed, state["seed"])):
            if given is not None and given != began:
                raise Refusal(f"{chosen.run} began with another {what}: use {_name(began)}, or another folder")
        if chosen.grow and _hash(chosen.grow) != state["grown"]:
            raise Refusal(f"{chosen.run} did not begin with {chosen.grow}: grow it in another folder")
        for name in STATE:
            setattr(self, name, state[name])
        self._build(size, state["tensors"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.average = Average(state["average"], state["averaged"])
        self.rng = np.random.default_rng()
        self.rng.bit_generator.state = json.loads(state["generator"])
        if self.in_round:
            self.window.restore(state["window"])
            self._gather()

    def save(self) -> None:
        """Writes the checkpoint, unless a weight is not finite."""
        for name, tensor in self.network.tensors().items():
            if not bool(tensor.isfinite().all()):
                raise Refusal(f"step {self.step}: the weights {name} are not finite: they were not saved, the last checkpoint stays; try a smaller --rate than {self.settings.rate:g}")
        size = self.network.size
        state = {name: getattr(self, name) for name in STATE}
        checkpoint.save(
            self.settings.run,
            state
            | {
                "size": {"lattice": size.lattice, "blocks": size.blocks, "channels": size.channels},
                "tensors": {name: tensor.detach() for name, tensor in self.network.tensors().items()},
                "optimiser": self.optimiser.state_dict(),
                "average": self.average.tensors,
                "averaged": self.average.steps,
                "generator": json.dumps(self.rng.bit_generator.state),
                "window": list(self.window.shards),
            },
        )

    def _gather(self) -> Data:
        self.data = Data(self.window.shards.values(), self.rng, self.settings.device, self.settings.hindsight)
        return self.data

    def learn(self, done: Callable[[], bool], gone: Callable[[], float] = lambda: 0.0) -> None:
        """Learns until done; ends the round then. The caller saves what was begun.

        gone says which share of the time is over.
        """
        while not done():
            if self._must_wait():
                time.sleep(PATIENCE)
                continue
            self.learn_once(gone())
            if self.step % self.settings.report == 0:
                self._tell()
            if self.in_round == self.settings.round:
                self.end_round()
            elif self.step % self.settings.save == 0:
                self.save()

    def _must_wait(self) -> bool:
        """Reports whether all rows were learned from as often as they may, new ones included, or are too few to begin."""
        if self.step == 0 and self.window.total < self.settings.first:
            self.window.slide()
            return self.window.total < self.settings.first
        if self.settings.passes == math.inf or self.data is None:
            return False
        after = self.positions + self.settings.batch
        if after > self.settings.passes * self.window.total:
            before = self.window.total
            self.window.slide()
            if self.window.total != before:
                self._gather()
        return after > self.settings.passes * self.window.total

    def learn_once(self, gone: float = 0.0) -> None:
        """One step. Numbers that are not finite change nothing and are refused."""
        if self.in_round == 0 or self.data is None:
            self.window.slide()
            self._gather()
        assert self.data is not None
        batch = self.data.draw(self.settings.batch)
        if self.teacher is not None:
            batch = taught(batch, self.teacher, self.settings.taught)
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate = rate(self.settings, self.step, gone)
        self.optimiser.zero_grad(set_to_none=True)
        named = losses(self.network, self.network(batch.graph, batch.features, batch.numbers), batch)
        summed(named).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        values = dict(zip([*named, "gradient"], torch.stack([*named.values(), norm]).tolist()))
        for name, value in values.items():
            if not math.isfinite(value):
                raise Refusal(f"step {self.step + 1}: {name} is {value}: nothing of it was kept, the last checkpoint stays; try a smaller --rate than {self.settings.rate:g}")
        self.optimiser.step()
        self.step += 1
        self.in_round += 1
        self.positions += self.settings.batch
        self.average.add(self.network.tensors())
        self.report.add(values, self.settings.batch)

    def _tell(self) -> None:
        self.report.write(
            {
                "step": self.step,
                "positions": self.positions,
                "round": self.round,
                "rate": self.rate,
                "rows": self.window.rows,
                "shards": len(self.window.shards),
                "skipped": len(self.window.bad),
            }
        )

    def end_round(self) -> None:
        """Writes the average as a network, then the checkpoint of the next round."""
        self._tell()
        path = self.settings.run / "networks" / f"{self.round:06d}.rnet"
        seen = {str(one.words["board"]) for one in self.window.shards.values() if "board" in one.words}
        self.boards = sorted(seen.union(self.boards))
        origin = {
            "steps": self.step,
            "positions": self.positions,
            "seed": self.seed,
            "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
            "parent": self.parent,
            "shards": f"{min(self.window.shards)} to {max(self.window.shards)}",
            "boards": self.boards,
        }
        shipped = {name: self.average.tensors[name] for name in shapes(self.network.size)}
        self.parent = network_file.write(path, self.network.size, shipped, origin)
        print(f"{path} after {self.step} steps", flush=True)
        self.round += 1
        self.in_round = 0
        self.save()


def _name(value: Size | int) -> str:
    return f"{value.name} on a {value.lattice}" if isinstance(value, Size) else str(value)


def _hash(path: Path) -> str:
    return path.read_bytes()[-network_file.HASH :].hex()
