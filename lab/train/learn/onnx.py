"""python3 -m learn.onnx NET --points-of graph.json -o x.onnx

Writes the network for one board as ONNX, to compare its speed with other
programs. Inputs: features (N, P, 32) and globals (N, 16); outputs: policy
(N, P+1) logits, outcome (N, 3) logits, score (N, 2P+1) logits, ownership (N, P).
"""

from __future__ import annotations

import argparse
import inspect
import io
import json
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from . import whole
from .evaluate import load
from .graph import Graph
from .model import Network
from .refusal import Refusal, run
from .size import GLOBALS, INPUTS

OUTPUTS = ["policy", "outcome", "score", "ownership"]


class _OnBoard(nn.Module):
    """A network that stays on one board and says only what play needs."""

    def __init__(self, network: Network, graph: Graph) -> None:
        super().__init__()
        self.network, self.graph = network, graph

    def forward(self, features: Tensor, numbers: Tensor) -> tuple[Tensor, ...]:
        said = self.network(self.graph, features, numbers)
        return said.policy, said.outcome, said.score, torch.tanh(said.owner)


def export(network: Network, graph: Graph) -> bytes:
    """The network on a board as ONNX, for any number of positions."""
    network.plainly = True
    example = torch.zeros(2, graph.points, INPUTS), torch.zeros(2, GLOBALS)
    inputs = ["features", "globals"]
    # Later releases have a second exporter, which needs more packages.
    newer = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    out = io.BytesIO()
    with warnings.catch_warnings():
        # A board stays what it is, and so do the tables that tracing warns of.
        warnings.simplefilter("ignore")
        try:
            torch.onnx.export(
                _OnBoard(network, graph),
                example,
                out,
                input_names=inputs,
                output_names=OUTPUTS,
                opset_version=13,
                dynamic_axes={name: {0: "N"} for name in inputs + OUTPUTS},
                **newer,
            )
        finally:
            network.plainly = False
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Reads a network and a graph, writes an ONNX file."""
    flags = argparse.ArgumentParser(prog="learn.onnx", description="Writes a network for one board as ONNX.")
    flags.add_argument("network", type=Path)
    flags.add_argument("--points-of", type=Path, required=True, help='a JSON file with "taps" and "hexagons"')
    flags.add_argument("-o", dest="out", type=Path, required=True)
    options = flags.parse_args(arguments)
    network, _ = load(options.network)
    try:
        graph = Graph.read(json.loads(options.points_of.read_bytes()))
    except ValueError as error:
        raise Refusal(f"{options.points_of} is not JSON: {error}") from error
    except Refusal as refusal:
        raise Refusal(f"{options.points_of}: {refusal}") from refusal
    whole.write(options.out, export(network, graph))
    return 0


if __name__ == "__main__":
    run("onnx", main)
