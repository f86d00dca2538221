"""python3 -m learn.evaluate NET < features.json > outputs.json

Reads {"taps": [[…]], "hexagons": [[…]], "points": P, "positions": [{"features":
[[32 numbers] for each point], "globals": [16 numbers]}, …]} and prints for each
position {"logits": [P+1], "policy": [P+1], "outcome": [win, draw, loss],
"score": {"mean", "deviation"}, "ownership": [P]}: logits and their softmax over
all points and the pass, legal or not; everything is seen by the player to move,
the score without komi. Several questions, one after the other, get an answer
each, on a line of its own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Iterator

import torch
from torch import Tensor

from . import initial, network_file
from .graph import Graph
from .model import Network, Outputs
from .refusal import Refusal, run
from .size import TRAINING


def load(path: Path) -> tuple[Network, dict[str, Any]]:
    """A network from its file, and its origin. What only learning needs starts anew."""
    size, tensors, origin = network_file.read(path)
    rng = torch.Generator().manual_seed(0)
    extra = {name: initial.tensor(name, shape, rng) for name, shape in TRAINING.items()}
    return Network(size, tensors | extra), origin


def score(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and standard deviation of the margins of (N, 2P+1) logits."""
    chance = torch.softmax(logits, 1)
    points = logits.shape[1] // 2
    margins = torch.arange(-points, points + 1, dtype=chance.dtype, device=chance.device)
    mean = chance @ margins
    return mean, ((chance * (margins - mean[:, None]) ** 2).sum(1)).sqrt()


def spell(outputs: Outputs) -> list[dict[str, Any]]:
    """The outputs of each position as words and lists."""
    mean, deviation = score(outputs.score)
    policy, outcome, owner = outputs.policy.softmax(1), outputs.outcome.softmax(1), outputs.owner.tanh()
    return [
        {
            "logits": outputs.policy[n].tolist(),
            "policy": policy[n].tolist(),
            "outcome": outcome[n].tolist(),
            "score": {"mean": mean[n].item(), "deviation": deviation[n].item()},
            "ownership": owner[n].tolist(),
        }
        for n in range(len(policy))
    ]


def evaluate(network: Network, question: Any) -> dict[str, Any]:
    """Answers what was asked, as the head of this file says."""
    graph = Graph.read(question)
    if question.get("points", graph.points) != graph.points:
        raise Refusal(f"there are {question['points']} points and taps of {graph.points}")
    try:
        positions = list(question["positions"])
        features = torch.tensor([p["features"] for p in positions], dtype=torch.float32)
        numbers = torch.tensor([p["globals"] for p in positions], dtype=torch.float32)
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal("positions is not a list of features and globals, all numbers") from error
    if not positions:
        return {"positions": []}
    with torch.no_grad():
        return {"positions": spell(network(graph, features, numbers))}


def questions(text: str) -> Iterator[Any]:
    """Reads one JSON document after the other."""
    reader, text = json.JSONDecoder(), text.strip()
    while text:
        try:
            question, end = reader.raw_decode(text)
        except ValueError as error:
            raise Refusal(f"standard input is not JSON: {error}") from error
        yield question
        text = text[end:].lstrip()


def main(arguments: list[str]) -> int:
    """Reads standard input, writes standard output."""
    if len(arguments) != 1:
        raise Refusal("use: python3 -m learn.evaluate NET < features.json > outputs.json")
    torch.set_num_threads(1)
    network, _ = load(Path(arguments[0]))
    for question in questions(sys.stdin.read()):
        print(json.dumps(evaluate(network, question)), flush=True)
    return 0


if __name__ == "__main__":
    run("evaluate", main)
