"""Evaluation of batches by a network, on a CPU or with CUDA."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from . import network_file
from .evaluate import load, score
from .graph import Graph
from .refusal import Refusal
from .shard import FRACTIONS
from .size import GLOBALS, INPUTS


@dataclass
class PendingOutput:
    """The output for a batch on its way to the CPU; keeps its input until then."""

    numbers: Tensor
    held: Tensor
    event: Any = None

    def wait(self) -> None:
        """Waits until it has arrived."""
        if self.event is not None:
            self.event.synchronize()

    def bytes(self) -> memoryview:
        """The bytes of a frame A, after the number of the batch."""
        self.wait()
        return memoryview(self.numbers.numpy()).cast("B")


class Evaluator:
    """Evaluates batches by a network, which can be replaced."""

    def __init__(self, path: Path, device: torch.device) -> None:
        self.device = device
        self.cuda = device.type == "cuda"
        self.scale = torch.ones(INPUTS, device=device)
        self.scale[list(FRACTIONS)] = 1 / 255
        self.network, self.words = self._read(path)

    def _read(self, path: Path) -> tuple[Any, dict[str, Any]]:
        network, _ = load(path)
        network = network.to(self.device).requires_grad_(False)
        if self.cuda:
            network.compute = torch.bfloat16
        size = network.size
        name = torch.cuda.get_device_name(self.device) if self.cuda else "cpu"
        said = {"hash": path.read_bytes()[-network_file.HASH :].hex(), "lattice": size.lattice, "blocks": size.blocks, "channels": size.channels}
        return network, said | {"device": name}

    def load(self, path: Path) -> None:
        """Replaces the network. On failure the old one stays."""
        network, words = self._read(path)
        if words["lattice"] != self.words["lattice"]:
            raise Refusal(f"{path} is for a {words['lattice']}, what is played here is on a {self.words['lattice']}: load one for that")
        self.network, self.words = network, words

    def buffer(self, size: int) -> Tensor:
        """Memory to read a batch into; pinned with CUDA."""
        return torch.empty(size, dtype=torch.uint8, pin_memory=self.cuda)

    def evaluate(self, graph: Graph, body: Tensor, count: int) -> PendingOutput:
        """Starts the evaluation of a batch; with CUDA it does not wait."""
        split = count * graph.points * INPUTS
        with torch.no_grad():
            here = body.to(self.device, non_blocking=True)
            features = here[:split].view(count, graph.points, INPUTS) * self.scale
            numbers = here[split:].view(torch.float16).view(count, GLOBALS).float()
            out = self.network(graph, features, numbers)
            mean, deviation = score(out.score)
            parts = [out.policy, out.outcome.softmax(1), mean, deviation, out.owner.tanh()]
            flat = torch.cat([part.reshape(-1).float() for part in parts])
            if not self.cuda:
                return PendingOutput(flat, body)
            there = torch.empty(flat.shape, pin_memory=True)
            there.copy_(flat, non_blocking=True)
            event = torch.cuda.Event()
            event.record()
            return PendingOutput(there, body, event)
