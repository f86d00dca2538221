"""python3 -m learn.serve NET --socket PATH [--device auto|cpu|cuda]

Evaluates the batches that self-play sends to a Unix socket (wire.py says how)
by a network, with CUDA in 16 bits. While a batch is computed the next is read
and the one before is sent. With --load it hands NET to the server that listens
at PATH instead: from then on NET answers, and no connection is lost.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import signal
import socket
import stat
import struct
import sys
import threading
from pathlib import Path
from typing import Any, Callable

import torch

from . import wire
from .graph import Graph
from .refusal import Refusal, explain, run
from .evaluator import Evaluator, PendingOutput
from .wire import Gone

# AHEAD is how many batches that were read wait to be computed.
AHEAD = 2

# SWITCH is how many seconds a thread that computes makes one wait that reads or sends.
SWITCH = 0.0005

# LONGEST_PATH is what a Unix socket's name may have.
LONGEST_PATH = 107

Job = Callable[[], None]


class Connection:
    """One self-play: a thread reads what it asks, another sends what is answered."""

    def __init__(self, server: Server, line: socket.socket) -> None:
        self.server, self.line = server, line
        self.boards: dict[int, Graph] = {}
        self.out: queue.Queue[Callable[[], list[Any]] | None] = queue.Queue()
        for work in (self._read, self._send):
            threading.Thread(target=work, daemon=True).start()

    def say(self, parts: list[Any]) -> None:
        """Sends a frame after those that wait."""
        self.out.put(lambda: parts)

    def refuse(self, why: str) -> None:
        """Says what was wrong and hangs up."""
        print(f"serve: {why}", file=sys.stderr, flush=True)
        self.say(wire.frame("E", why.encode()))
        self.out.put(None)

    def _read(self) -> None:
        try:
            self.line.settimeout(wire.PATIENCE)
            self.line.sendall(wire.greeting())
            wire.greeted(self.line)
            self.line.settimeout(None)
            self.say(self.server.named())
            while True:
                self._take(*wire.head(self.line))
        except Refusal as refusal:
            self.refuse(str(refusal))
        except socket.timeout:
            self.refuse(f"the other end said nothing for {wire.PATIENCE} seconds: it is not self-play")
        except (Gone, OSError):
            self.out.put(None)

    def _take(self, length: int, kind: str) -> None:
        if kind == "B":
            self._batch(length)
        elif kind == "G":
            size = self.server.evaluator.network.size
            number, graph = wire.board(wire.take(self.line, length), size.taps, size.lattice)
            if number in self.boards:
                raise Refusal(f"the board {number} was announced before: announce each once")
            self.boards[number] = graph.to(self.server.evaluator.device)
        elif kind == "L":
            path = Path(os.fsdecode(wire.take(self.line, length)))
            self.server.jobs.put(lambda: self._load(path))
        else:
            raise Refusal(f"a frame has the kind {kind!r}: use G, B or L")

    def _batch(self, length: int) -> None:
        if length < wire.BATCH.size:
            raise Refusal("a batch was cut")
        number, which, count = wire.BATCH.unpack(wire.take(self.line, wire.BATCH.size))
        graph = self.boards.get(which)
        if graph is None:
            raise Refusal(f"a batch is on the board {which}, which was not announced before: send G first")
        body = self.server.evaluator.buffer(wire.rows(length, graph.points, count))
        wire.fill(self.line, memoryview(body.numpy()))
        self.server.jobs.put(lambda: self._think(number, graph, body, count))

    def _think(self, number: int, graph: Graph, body: torch.Tensor, count: int) -> None:
        try:
            output = self.server.evaluator.evaluate(graph, body, count)
        except RuntimeError as error:
            said = str(error).split("\n", maxsplit=1)[0]
            self.refuse(f"a batch of {count} positions was not computed ({said}): use smaller ones")
            return
        self.out.put(lambda: wire.frame("A", struct.pack("<I", number), output.bytes()))
        self.server.keep_pace(output)

    def _load(self, path: Path) -> None:
        try:
            self.server.evaluator.load(path)
        except Refusal as refusal:
            self.refuse(str(refusal))
        except OSError as error:
            self.refuse(explain(error))
        else:
            self.server.announce()

    def _send(self) -> None:
        broken = False
        while (make := self.out.get()) is not None:
            parts = make()
            try:
                for part in () if broken else parts:
                    self.line.sendall(part)
            except OSError:  # it is gone, and the reader will notice
                broken = True
        self.server.leave(self)
        with contextlib.suppress(OSError):  # it may have hung up first
            self.line.shutdown(socket.SHUT_RDWR)
        self.line.close()


class Server:
    """One thread computes, job after job, what all connections ask."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.jobs: queue.Queue[Job | None] = queue.Queue(AHEAD)
        self.before: PendingOutput | None = None
        self.lock = threading.Lock()
        self.connections: set[Connection] = set()
        self.failed: BaseException | None = None

    def named(self) -> list[Any]:
        """The frame that says which network answers."""
        return wire.frame("N", json.dumps(self.evaluator.words).encode())

    def announce(self) -> None:
        """Tells all connections which network answers from here on."""
        print("loaded " + self.title(), flush=True)
        with self.lock:
            for one in self.connections:
                one.say(self.named())

    def title(self) -> str:
        """The network for people."""
        said = self.evaluator.words
        return f"b{said['blocks']}c{said['channels']} {said['hash'][:12]} for a {said['lattice']} on {said['device']}"

    def join(self, line: socket.socket) -> None:
        """Takes a connection."""
        with self.lock:
            self.connections.add(Connection(self, line))

    def leave(self, one: Connection) -> None:
        """Forgets a connection."""
        with self.lock:
            self.connections.discard(one)

    def keep_pace(self, output: PendingOutput) -> None:
        """Waits until the batch before this one is done: one is computed, one waits for it."""
        if self.before is not None:
            self.before.wait()
        self.before = output

    def compute(self) -> None:
        """Does what is asked until there is None."""
        try:
            while (job := self.jobs.get()) is not None:
                job()
        except BaseException as error:  # the main thread says it
            self.failed = error


def _listening(path: Path) -> bool:
    """Reports whether a server listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.connect(str(path))
        except ConnectionRefusedError:
            return False
    return True


def listen(path: Path) -> socket.socket:
    """Listens at a path, where a server that was killed may have left its socket."""
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise Refusal(f"--socket {path}: a socket's name has at most {LONGEST_PATH} bytes; use a shorter one, such as /tmp/serve.sock")
    if path.exists():
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise Refusal(f"--socket {path} already exists and is not a socket; use another name")
        if _listening(path):
            raise Refusal(f"--socket {path}: another server listens there; use another name")
        path.unlink()
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o077)
    try:
        line.bind(str(path))
    except OSError as error:
        line.close()
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        os.umask(before)
    line.listen()
    line.settimeout(0.2)
    return line


def serve(evaluator: Evaluator, path: Path) -> None:
    """Serves until SIGTERM or SIGINT."""
    server, asked = Server(evaluator), []
    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, lambda which, _: asked.append(which))
    with listen(path) as line:
        worker = threading.Thread(target=server.compute, daemon=True)
        worker.start()
        print(f"serving {path}: {server.title()}", flush=True)
        try:
            while not asked and worker.is_alive():
                try:
                    server.join(line.accept()[0])
                except socket.timeout:
                    continue
        finally:
            path.unlink(missing_ok=True)
    if server.failed is not None:
        raise server.failed


def hand(network: Path, path: Path) -> None:
    """Hands a network to the server at a path."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.connect(str(path))
        except OSError as error:
            raise Refusal(f"no server listens at {path}: start one without --load") from error
        line.sendall(wire.greeting())
        wire.greeted(line)
        for parts in ([], wire.frame("L", os.fsencode(network.resolve()))):  # the server speaks first
            for part in parts:
                line.sendall(part)
            length, kind = wire.head(line)
            said = wire.take(line, length).decode()
            if kind != "N":
                raise Refusal(said)
        words = json.loads(said)
        print(f"loaded b{words['blocks']}c{words['channels']} {words['hash'][:12]}")


def main(arguments: list[str]) -> int:
    """Serves, or hands over a network."""
    flags = argparse.ArgumentParser(prog="learn.serve", description="Evaluates batches of positions that come over a socket.")
    flags.add_argument("network", type=Path, metavar="NET", help="the network file")
    flags.add_argument("--socket", type=Path, required=True, metavar="PATH", help="where to listen")
    flags.add_argument("--device", choices=["auto", "cpu", "cuda"], default="auto")
    flags.add_argument("--load", action="store_true", help="hand NET to the server that listens at PATH")
    options = flags.parse_args(arguments)
    if options.load:
        hand(options.network, options.socket)
        return 0
    if options.device == "cuda" and not torch.cuda.is_available():
        raise Refusal("--device cuda: PyTorch finds none here; use --device cpu")
    torch.set_num_threads(1)
    sys.setswitchinterval(SWITCH)
    cuda = options.device != "cpu" and torch.cuda.is_available()
    serve(Evaluator(options.network, torch.device("cuda" if cuda else "cpu")), options.socket)
    return 0


if __name__ == "__main__":
    run("serve", main)
