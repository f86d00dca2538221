"""What the network says, and of what."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import torch

from learn import evaluate, initial, network_file, onnx
from learn.graph import Graph
from learn.model import Network
from learn.refusal import Refusal
from learn.size import Size

from .boards import honeycomb, square

TRAIN = Path(__file__).parents[2]


def network(name: str = "b4c16", lattice: str = "honeycomb", seed: int = 5) -> Network:
    size = Size.named(name, lattice)
    tensors = initial.tensors(size, seed)
    rng = torch.Generator().manual_seed(seed)
    return Network(size, {name: tensor + 0.1 * torch.randn(tensor.shape, generator=rng) for name, tensor in tensors.items()})


def position(graph: Graph, count: int, seed: int = 1) -> tuple[torch.Tensor, torch.Tensor]:
    rng = torch.Generator().manual_seed(seed)
    return torch.rand(count, graph.points, 32, generator=rng), torch.randn(count, 16, generator=rng)


class Model(unittest.TestCase):
    def test_the_average_over_all_symmetries_is_that_of_every_image(self) -> None:
        for net, graph in ((network(), honeycomb(2)), (network(lattice="grid"), square(5))):
            features, numbers = position(graph, 1)
            averages = []
            for image in graph.symmetries[[0, 1, 5, 7]]:
                seen = torch.empty_like(features)
                seen[:, image] = features
                averages.append(self.average(net, graph, seen, numbers, image))
            for other in averages[1:]:
                for a, b in zip(averages[0], other):
                    self.assertLess((a - b).abs().max(), 1e-4)

    def average(self, net: Network, graph: Graph, features: torch.Tensor, numbers: torch.Tensor, image: torch.Tensor) -> list[torch.Tensor]:
        turned = torch.empty(len(graph.symmetries), graph.points, 32)
        for k, symmetry in enumerate(graph.symmetries):
            turned[k, symmetry] = features[0]
        with torch.no_grad():
            said = net(graph, turned, numbers.expand(len(turned), -1))
        back = graph.symmetries[:, image]  # where the points of the first position are now
        policy = said.policy.softmax(1)
        return [policy.gather(1, back).mean(0), policy[:, -1].mean(0), said.outcome.softmax(1).mean(0), said.owner.tanh().gather(1, back).mean(0), said.score.softmax(1).mean(0)]

    def test_a_network_sees_boards_of_every_size(self) -> None:
        net = network()
        for base in (1, 2, 3, 4):
            graph = honeycomb(base)
            said = net(graph, *position(graph, 2))
            points = graph.points
            self.assertEqual([tuple(x.shape) for x in vars(said).values()], [(2, points + 1)] * 2 + [(2, 3), (2, 2 * points + 1), (2, points), (2, points, 2)])

    def test_each_position_of_a_batch_is_seen_alone(self) -> None:
        net, graph = network(), honeycomb(2)
        features, numbers = position(graph, 5)
        together = net(graph, features, numbers)
        for n in range(5):
            alone = net(graph, features[n : n + 1], numbers[n : n + 1])
            for a, b in zip(vars(together).values(), vars(alone).values()):
                self.assertLess((a[n] - b[0]).abs().max(), 1e-4)

    def test_sixteen_bits_say_nearly_the_same(self) -> None:
        net, graph = network(), honeycomb(2)
        exact = net(graph, *position(graph, 4)).policy.softmax(1)
        net.compute = torch.bfloat16
        self.assertLess((net(graph, *position(graph, 4)).policy.softmax(1) - exact).abs().max(), 0.05)

    def test_a_board_of_another_lattice_is_refused(self) -> None:
        graph = square(5)
        with self.assertRaisesRegex(Refusal, "a honeycomb network sees 13 taps, the board has 9"):
            network()(graph, *position(graph, 1))

    def test_a_graph_that_is_none_is_refused(self) -> None:
        good = honeycomb(1)
        taps, hexagons = good.taps.tolist(), good.hexagons.tolist()
        for words, line in (
            ({}, "a graph has taps"),
            ({"taps": []}, "taps is not a table"),
            ({"taps": [[0], [1, 2]]}, "taps is not a table"),
            ({"taps": [[0], [0.5]]}, "taps is not a table"),
            ({"taps": [[0], [3]]}, "taps has numbers that are not from 0 to 2"),
            ({"taps": [[1], [1]]}, "two points have the same point as their tap 0"),
            ({"taps": taps, "hexagons": [[0, 1]]}, "hexagons have six corners"),
            ({"taps": taps, "hexagons": hexagons, "symmetries": [[0, 0, 1, 2, 3, 4]]}, "symmetries do not take each point to another"),
        ):
            with self.assertRaisesRegex(Refusal, line):
                Graph.read(words)

    def test_score_mean_and_deviation_are_those_of_the_margins(self) -> None:
        logits = torch.full((1, 13), -1e9)
        logits[0, 6 + 2] = logits[0, 6 + 4] = 0
        mean, deviation = evaluate.score(logits)
        self.assertAlmostEqual(mean.item(), 3, places=5)
        self.assertAlmostEqual(deviation.item(), 1, places=5)


class Commands(unittest.TestCase):
    def test_evaluate_says_what_the_network_says(self) -> None:
        graph = honeycomb(2)
        features, numbers = position(graph, 2)
        question = {"taps": graph.taps.tolist(), "hexagons": graph.hexagons.tolist(), "points": 24}
        question["positions"] = [{"features": f.tolist(), "globals": g.tolist()} for f, g in zip(features, numbers)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.rnet"
            network_file.write(path, network().size, network().tensors(), {})
            ask = [sys.executable, "-m", "learn.evaluate", str(path)]
            done = subprocess.run(ask, cwd=TRAIN, input=json.dumps(question) + json.dumps(question | {"positions": []}), capture_output=True, text=True, check=True)
            said = network_file.read(path)[1]
        net = Network(network().size, network().tensors() | said)
        want = net(graph, features, numbers)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[1:], ['{"positions": []}'])
        for n, found in enumerate(json.loads(lines[0])["positions"]):
            self.assertLess((torch.tensor(found["logits"]) - want.policy[n]).abs().max(), 1e-5)
            self.assertAlmostEqual(sum(found["policy"]), 1, places=5)
            self.assertAlmostEqual(sum(found["outcome"]), 1, places=5)
            self.assertAlmostEqual(found["score"]["mean"], evaluate.score(want.score)[0][n].item(), places=3)
            self.assertLess((torch.tensor(found["ownership"]) - want.owner[n].tanh()).abs().max(), 1e-5)

    def test_a_question_that_makes_no_sense_is_refused(self) -> None:
        taps = honeycomb(1).taps.tolist()
        row, numbers = [0] * 32, [0] * 16
        for question, line in (
            ([], "a graph has taps, hexagons and symmetries"),
            ({"taps": 3}, "taps is not a table of whole numbers"),
            ({"taps": taps, "points": 7, "positions": []}, "there are 7 points and taps of 6"),
            ({"taps": taps}, "positions is not a list of features and globals"),
            ({"taps": taps, "positions": [{"features": [row] * 6}]}, "positions is not a list of features and globals"),
            ({"taps": taps, "positions": [{"features": [["x"] * 32] * 6, "globals": numbers}]}, "positions is not a list of features and globals"),
            ({"taps": taps, "positions": [{"features": [row] * 5, "globals": numbers}]}, "a position has 6 x 32 features and 16 numbers"),
        ):
            with self.assertRaisesRegex(Refusal, line):
                evaluate.evaluate(network(), question)
        with self.assertRaisesRegex(Refusal, "standard input is not JSON"):
            list(evaluate.questions('{} {"taps": '))

    def test_onnx_is_written_for_a_board(self) -> None:
        net, graph = network("b2c16"), honeycomb(2)
        content = onnx.export(net, graph)
        for name in (b"features", b"globals", b"policy", b"outcome", b"score", b"ownership", b"Gather", b"MatMul"):
            self.assertIn(name, content)
        self.assertFalse(net.plainly)


if __name__ == "__main__":
    unittest.main()
