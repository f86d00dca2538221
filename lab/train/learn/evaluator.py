"""Evaluation of batches by a network, on a CPU or with CUDA."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from . import network_file
from .evaluate import load, score
from .fused import Trunk, available
from .graph import Graph
from .model import Outputs
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
        self._use(*self._read(path))

    def _read(self, path: Path) -> tuple[Any, dict[str, Any]]:
        network, _ = load(path)
        network = network.to(self.device).requires_grad_(False)
        if self.cuda:
            network.compute = torch.bfloat16
        size = network.size
        name = torch.cuda.get_device_name(self.device) if self.cuda else "cpu"
        said = {"hash": path.read_bytes()[-network_file.HASH :].hex(), "lattice": size.lattice, "blocks": size.blocks, "channels": size.channels}
        return network, said | {"device": name}

    def _outputs(self, graph: Graph, features: Tensor, numbers: Tensor) -> Outputs:
        if self.trunk is None:
            return self.network(graph, features, numbers)
        with torch.autocast("cuda", torch.float16):
            return self.network.heads(graph, self.trunk(graph, features, numbers))

    def load(self, path: Path) -> None:
        """Replaces the network. On failure the old one stays."""
        network, words = self._read(path)
        if words["lattice"] != self.words["lattice"]:
            raise Refusal(f"{path} is for a {words['lattice']}, what is played here is on a {self.words['lattice']}: load one for that")
        self._use(network, words)

    def _use(self, network: Any, words: dict[str, Any]) -> None:
        if self.cuda:
            torch.cuda.synchronize()  # what was recorded may still run
        self.network, self.words = network, words
        self.trunk = Trunk(network) if available(self.device) else None
        self.records: dict[tuple[Graph, int], Recorded] | None = {}
        self.pool = torch.cuda.graph_pool_handle() if self.trunk is not None else None

    def buffer(self, size: int) -> Tensor:
        """Memory to read a batch into; pinned with CUDA."""
        return torch.empty(size, dtype=torch.uint8, pin_memory=self.cuda)

    def evaluate(self, graph: Graph, body: Tensor, count: int) -> PendingOutput:
        """Starts the evaluation of a batch; with CUDA it does not wait."""
        split = count * graph.points * INPUTS
        with torch.no_grad():
            features = body[:split].view(count, graph.points, INPUTS)
            numbers = body[split:].view(torch.float16).view(count, GLOBALS)
            recorded = self._recorded(graph, count)
            if recorded is None:
                parts = self.parts(graph, features.to(self.device, non_blocking=True), numbers.to(self.device, non_blocking=True))
            else:
                parts = recorded.replay(features, numbers)
            flat = torch.cat([part.reshape(-1) for part in parts])
            if not self.cuda:
                return PendingOutput(flat, body)
            there = torch.empty(flat.shape, pin_memory=True)
            there.copy_(flat, non_blocking=True)
            event = torch.cuda.Event()
            event.record()
            return PendingOutput(there, body, event)

    def parts(self, graph: Graph, features: Tensor, numbers: Tensor) -> list[Tensor]:
        """What a frame A says of features (N, P, 32) of 8 bits and numbers (N, 16) of 16."""
        out = self._outputs(graph, features * self.scale, numbers.float())
        mean, deviation = score(out.score.float())
        return [part.float() for part in (out.policy, out.outcome.float().softmax(1), mean, deviation, out.owner.float().tanh())]

    def _recorded(self, graph: Graph, count: int) -> Recorded | None:
        room = next((n for n in ROOMS if n >= count), None)
        if self.trunk is None or room is None or self.records is None:
            return None
        if (graph, room) not in self.records:
            try:
                self.records[graph, room] = Recorded(self, graph, room)
            except RuntimeError as error:
                print(f"no recorded kernels: {str(error).splitlines()[0]}", flush=True)
                self.records = None
                return None
        return self.records[graph, room]


# ROOMS are the numbers of positions for which kernels are recorded: a batch goes
# into the smallest that has room for it.
ROOMS = (32, 64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)

# WARM is how often kernels run before they are recorded, so that they are compiled.
WARM = 2


class Recorded:
    """The kernels for some positions of one board, recorded once and started by one call.

    Starting them one by one takes Python longer than the processor computes.
    """

    def __init__(self, by: Evaluator, graph: Graph, room: int) -> None:
        self.features = torch.zeros(room, graph.points, INPUTS, dtype=torch.uint8, device=by.device)
        self.numbers = torch.zeros(room, GLOBALS, dtype=torch.float16, device=by.device)
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(WARM):
                by.parts(graph, self.features, self.numbers)
        torch.cuda.current_stream().wait_stream(beside)
        self.kernels = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.kernels, pool=by.pool, capture_error_mode="thread_local"):
            self.parts = by.parts(graph, self.features, self.numbers)

    def replay(self, features: Tensor, numbers: Tensor) -> list[Tensor]:
        """What a frame A says of no more positions than there is room for."""
        count = len(features)
        self.features[:count].copy_(features, non_blocking=True)
        self.numbers[:count].copy_(numbers, non_blocking=True)
        self.kernels.replay()
        return [part[:count] for part in self.parts]
