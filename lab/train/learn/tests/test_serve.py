"""The evaluator at the other end of a socket."""

from __future__ import annotations

import contextlib
import io
import json
import socket
import struct
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import torch

from learn import initial, network_file, serve, wire
from learn.evaluate import evaluate
from learn.graph import Graph
from learn.refusal import Refusal
from learn.serve import Server
from learn.shard import FRACTIONS
from learn.size import GLOBALS, INPUTS, Size
from learn.evaluator import Evaluator

from .boards import honeycomb, square


def board_content(graph: Graph, number: int = 0) -> bytes:
    """The content of a frame G."""
    head = [number, graph.points, graph.taps.shape[1], len(graph.hexagons)]
    return np.concatenate([head, graph.taps.flatten().numpy(), graph.hexagons.flatten().numpy()]).astype("<u4").tobytes()


def frame(kind: str, content: bytes) -> bytes:
    """A frame as it goes over the wire."""
    return b"".join(wire.frame(kind, content))


class Serving(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.network("a", "honeycomb", 1)
        self.server = Server(Evaluator(self.path, torch.device("cpu")))
        self.said = io.StringIO()
        quiet = contextlib.ExitStack()
        self.addCleanup(quiet.close)
        quiet.enter_context(contextlib.redirect_stderr(self.said))
        quiet.enter_context(contextlib.redirect_stdout(io.StringIO()))
        worker = threading.Thread(target=self.server.compute)
        worker.start()
        self.addCleanup(worker.join)
        self.addCleanup(self.server.jobs.put, None)

    def network(self, name: str, lattice: str, seed: int) -> Path:
        """A network that has learned nothing."""
        size = Size.named("b2c16", lattice)
        network_file.write(self.folder / f"{name}.rnet", size, initial.tensors(size, seed), {})
        return self.folder / f"{name}.rnet"

    def connect(self, hello: bytes = wire.greeting()) -> socket.socket:
        """A connection that greets."""
        ours, theirs = socket.socketpair()
        self.addCleanup(ours.close)
        ours.settimeout(20)
        self.server.join(theirs)
        ours.sendall(hello)
        wire.greeted(ours)
        return ours

    def receive(self, line: socket.socket) -> tuple[str, bytes]:
        """The next frame."""
        length, kind = wire.head(line)
        return kind, wire.take(line, length)

    def batch(self, graph: Graph, count: int, number: int) -> tuple[bytes, dict[str, Any]]:
        """The content of a batch, and the same as a question to learn.evaluate."""
        rng = np.random.default_rng(number)
        features = rng.integers(0, 2, (count, graph.points, INPUTS), "u1")
        features[:, :, list(FRACTIONS)] = rng.integers(0, 256, (count, graph.points, len(FRACTIONS)))
        numbers = rng.normal(size=(count, GLOBALS)).astype("<f2")
        scale = np.ones(INPUTS)
        scale[list(FRACTIONS)] = 1 / 255
        positions = [{"features": (f * scale).tolist(), "globals": g.astype(float).tolist()} for f, g in zip(features, numbers)]
        question = {"taps": graph.taps.tolist(), "hexagons": graph.hexagons.tolist(), "positions": positions}
        return struct.pack("<III", number, 0, count) + features.tobytes() + numbers.tobytes(), question

    def test_it_says_what_evaluate_says(self) -> None:
        graph, line = honeycomb(2), self.connect()
        self.assertEqual(json.loads(self.receive(line)[1])["hash"], self.path.read_bytes()[-32:].hex())
        line.sendall(frame("G", board_content(graph)))
        asked = [self.batch(graph, count, count) for count in (1, 7, 3)]
        for content, _ in asked:  # all before any answer
            line.sendall(frame("B", content))
        for count, (_, question) in zip((1, 7, 3), asked):
            kind, content = self.receive(line)
            self.assertEqual((kind, struct.unpack("<I", content[:4])[0]), ("A", count))
            got = np.frombuffer(content, "<f4", offset=4)
            said = evaluate(self.server.evaluator.network, question)["positions"]
            want = [x for name in ("logits", "outcome") for p in said for x in p[name]]
            want += [p["score"][name] for name in ("mean", "deviation") for p in said]
            want += [x for p in said for x in p["ownership"]]
            np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)

    def test_what_is_wrong_is_said_in_a_line(self) -> None:
        graph, other = honeycomb(1), square(3)
        good = frame("G", board_content(graph))
        body, _ = self.batch(graph, 2, 5)
        outside = bytearray(board_content(graph))
        outside[16:20] = struct.pack("<I", 99)
        for sent, want in (
            (frame("?", b""), "a frame has the kind '?': use G, B or L"),
            (struct.pack("<Ic", 1 << 31, b"B"), "a frame says it holds 2147483648 bytes: at most 1073741824 go into one, so use smaller batches"),
            (frame("G", b"12"), "a board was cut"),
            (frame("G", board_content(other)), "a board has 9 taps a point, the network for a honeycomb looks at 13: play on boards of that lattice"),
            (frame("G", board_content(graph) + b"0000"), f"a board of 6 points and 1 hexagons is not {len(board_content(graph)) + 4} bytes"),
            (frame("G", bytes(outside)), "taps has numbers that are not from 0 to 6"),
            (good + good, "the board 0 was announced before: announce each once"),
            (frame("B", body), "a batch is on the board 0, which was not announced before: send G first"),
            (good + frame("B", b"1234"), "a batch was cut"),
            (good + frame("B", body[:-2]), f"a batch of 2 positions of 6 points is not {len(body) - 2} bytes"),
            (good + frame("B", struct.pack("<III", 1, 0, 0)), "a batch of 0 positions of 6 points is not 12 bytes"),
            (frame("L", b"/none.rnet"), "No such file or directory: /none.rnet"),
        ):
            line = self.connect()
            self.receive(line)
            line.sendall(sent)
            self.assertEqual(self.receive(line), ("E", want.encode()))
            with contextlib.suppress(ConnectionResetError):  # what was not read of a frame is thrown away
                self.assertEqual(line.recv(1), b"")  # it hangs up
            self.assertIn(f"serve: {want}\n", self.said.getvalue())

    def test_who_is_no_selfplay_is_told_so(self) -> None:
        for hello, want in (
            (b"GET / HTTP/1.1\r\nHost: x", "the other end does not begin with ROSETTE EVALUATOR: it is neither self-play nor an evaluator"),
            (wire.MAGIC + struct.pack("<I", 3), "the other end speaks version 3, this program version 2: use both of one release"),
        ):
            self.assertEqual(self.receive(self.connect(hello)), ("E", want.encode()))

    def test_another_network_is_heard_of_by_all_and_a_bad_one_by_who_sent_it(self) -> None:
        lines = [self.connect(), self.connect()]
        for line in lines:
            self.receive(line)
        better = self.network("b", "honeycomb", 2)
        lines[0].sendall(frame("L", str(better).encode()))
        for line in lines:
            self.assertEqual(json.loads(self.receive(line)[1])["hash"], better.read_bytes()[-32:].hex())
        lines[0].sendall(frame("L", str(self.network("c", "grid", 3)).encode()))
        self.assertIn(b"is for a grid, what is played here is on a honeycomb", self.receive(lines[0])[1])
        self.answers(lines[1])

    def answers(self, line: socket.socket) -> None:
        """Sends a position and receives the answer."""
        graph = honeycomb(1)
        line.sendall(frame("G", board_content(graph)) + frame("B", self.batch(graph, 1, 9)[0]))
        self.assertEqual(self.receive(line)[0], "A")

    def test_who_hangs_up_does_no_harm(self) -> None:
        graph = honeycomb(2)
        body = frame("B", self.batch(graph, 50, 1)[0])
        for sent in (b"", b"\x01", frame("G", board_content(graph)) + body[:-5], frame("G", board_content(graph)) + body * 3):
            line = self.connect()
            self.receive(line)
            line.sendall(sent)
            line.close()
        line = self.connect()
        self.receive(line)
        self.answers(line)


class Listening(unittest.TestCase):
    def test_a_socket_is_taken_over_from_a_dead_server_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "s"
            with serve.listen(path):
                with self.assertRaisesRegex(Refusal, "another server listens there; use another name"):
                    serve.listen(path)
            serve.listen(path).close()
            path.unlink()
            path.write_text("mine")
            with self.assertRaisesRegex(Refusal, "already exists and is not a socket; use another name"):
                serve.listen(path)
            with self.assertRaisesRegex(Refusal, "has at most 107 bytes; use a shorter one"):
                serve.listen(Path(folder) / ("s" * 100))
            with self.assertRaisesRegex(Refusal, "no server listens at .*: start one without --load"):
                serve.hand(path, Path(folder) / "none")
