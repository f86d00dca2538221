"""A whole run: its time, its programs and its report."""

from __future__ import annotations

import contextlib
import io
import json
import signal
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from learn import initial, network_file, run_report, whole_options, whole_run
from learn.parts import Part
from learn.refusal import Refusal
from learn.size import Size

from .games import folder


# SECONDS are how long the whole run of a test may take: longer ones follow on a machine
# too busy to learn anything within the shorter ones.
SECONDS = 16, 120, 960


class WholeRun(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def test_what_it_is_told_is_checked_first(self) -> None:
        grid = self.folder / "grid.rnet"
        network_file.write(grid, Size.named("b1c16", "grid"), initial.tensors(Size.named("b1c16", "grid"), 1), {})
        for more, want in (
            (["--minutes", "0.5"], "--minutes 0.5: use at least 1"),
            (["--binary", str(grid)], "grid.rnet is not a program: build it with go build"),
            (["--boards", "rosette-2,square-5"], "use a list such as rosette-4,rosette-5=2, or one of squares"),
            (["--size", "large"], "no size 'large'"),
            (["--passes", "0"], "--passes 0: use a number above 0"),
            (["--pairs", "-1"], "--pairs -1: use a number from 0"),
            (["--network", str(grid)], "is for a grid: use one for the boards"),
            (["--network", str(grid), "--boards", "square-9", "--size", "b1c16"], ""),
            (["--network", str(grid), "--boards", "square-9", "--small", "b3"], "no size 'b3'"),
        ):
            options = whole_options.flags().parse_args(["--run", str(self.folder / "run"), "--minutes", "9", "--binary", sys.executable, *more])
            if want:
                with self.assertRaisesRegex(Refusal, want):
                    whole_options.check(options)
            else:
                whole_options.check(options)
        self.assertFalse((self.folder / "run").exists())

    def test_time_counts_over_all_commands(self) -> None:
        run = folder(self.folder / "run")
        options = whole_options.flags().parse_args(["--run", str(run), "--minutes", "100", "--binary", sys.executable])
        self.addCleanup(setattr, whole_run, "BEGAN", whole_run.BEGAN)
        whole_run.BEGAN = time.monotonic()
        first = whole_run.Run(options)
        self.assertAlmostEqual(first.end("judge") - time.monotonic(), 98 * 60, delta=2)
        self.assertEqual(list(whole_run.ENDS), list(whole_run.STAGES))
        self.assertEqual(sorted(whole_run.ENDS.values()), list(whole_run.ENDS.values()))
        with mock.patch.object(first, "began", time.monotonic() - 600):
            first.keep()
        second = whole_run.Run(options)
        options.pairs = 0
        self.assertAlmostEqual(second.end("distil"), second.end("judge"))
        self.assertAlmostEqual(second.end("distil") - time.monotonic(), 88 * 60, delta=2)
        options.pairs = 1
        self.assertAlmostEqual(second.end("judge") - time.monotonic(), 88 * 60, delta=2)
        self.assertEqual((second.state["commands"], second.rows()), (2, 128))
        (run / whole_run.STATE).write_text("{")
        with self.assertRaisesRegex(Refusal, "is not JSON: take it away"):
            whole_run.Run(options)

    def whole(self, seconds: int, net: Path) -> Path:
        """Runs all stages within some seconds and returns the folder of the run."""
        run, program = folder(self.folder / f"run-{seconds}"), self.folder / "plays"
        program.write_text("#!/bin/sh\nexec sleep 1000\n")
        program.chmod(0o755)
        minutes = max(1, seconds / 60)
        arguments = ["--run", str(run), "--minutes", str(minutes), "--binary", str(program), "--network", str(net)]
        sizes = ["--size", "b2c16", "--small", "b1c16", "--batch", "8", "--round", "4", "--passes", "1000000"]
        which = ["--boards", "rosette-2", "--rules", "tromp-taylor", "--also", "japanese", "--device", "cpu", "--pairs", "0"]
        with (
            mock.patch.object(whole_run, "BEGAN", time.monotonic()),
            mock.patch.object(whole_run, "SLACK", (0, 60 * minutes - seconds)),
            mock.patch.object(whole_run, "FIRST", 1),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            whole_run.main([*arguments, *sizes, *which])
        return run

    def test_one_player_plays_from_stage_to_stage(self) -> None:
        net = self.folder / "before.rnet"
        network_file.write(net, Size.named("b1c16"), initial.tensors(Size.named("b1c16"), 1), {})
        for which in (signal.SIGTERM, signal.SIGINT):
            self.addCleanup(signal.signal, which, signal.getsignal(which))
        for seconds in SECONDS:
            try:
                run = self.whole(seconds, net)
                break
            except Refusal as refusal:
                if "use more --minutes" not in str(refusal) or seconds == SECONDS[-1]:
                    raise
        state = json.loads((run / whole_run.STATE).read_text())
        self.assertEqual((state["done"], state["restarts"]), (list(whole_run.STAGES), 0))
        best, tensors, _ = network_file.read(run / "best.rnet")
        self.assertEqual((best.blocks, len(tensors) > 0), (1, True))
        [command] = [line for line in (run / "log" / "selfplay.log").read_text().splitlines() if line.startswith("$")]
        self.assertIn("--rules tromp-taylor --also japanese", command)
        said = (run / "log" / "serve-0.log").read_text()
        self.assertIn(": b1c16 ", said)
        self.assertIn("loaded b2c16 ", said)

    def test_a_program_that_will_not_end_is_ended(self) -> None:
        code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"
        with mock.patch("learn.parts.PATIENCE", 0.2):
            part = Part(self.folder / "log" / "part", [sys.executable, "-c", code])
            while "ready" not in part.said():
                self.assertTrue(part.runs())
                time.sleep(0.01)
            part.stop()
        self.assertFalse(part.runs())
        self.assertEqual((part.said(), part.last()), ("ready\n", "signal 9 ended it"))
        again = Part(self.folder / "log" / "part", [sys.executable, "-c", "raise SystemExit(3)"])
        self.assertTrue(again.wait(time.monotonic() + 20))
        self.assertEqual(again.last(), "it ended with 3")
        with self.assertRaisesRegex(Refusal, "did not start: No such file"):
            Part(self.folder / "log" / "part", [self.folder / "none"])

    def test_programs_end_with_a_run_that_is_killed(self) -> None:
        code = f"import os, sys, time; from learn.parts import Part; from pathlib import Path; p = Part(Path({str(self.folder / 'log')!r}), [sys.executable, '-c', 'import time; time.sleep(60)']); print(p.process.pid, flush=True); time.sleep(0.2); os.kill(os.getpid(), 9)"
        parent = Part(self.folder / "out", [sys.executable, "-c", code])
        self.assertTrue(parent.wait(time.monotonic() + 20))
        child = Path("/proc") / parent.said().strip()
        late = time.monotonic() + 10
        while child.exists() and (child / "stat").read_text().split()[2] != "Z" and time.monotonic() < late:
            time.sleep(0.01)
        self.assertLess(time.monotonic(), late)

    def test_the_report_tells_what_there_is(self) -> None:
        losses = {"policy": 1.5, "l2": 9.0}
        (self.folder / "big").mkdir()
        lines = [json.dumps({"step": n, "rows": 10, "positions_per_second": 5.0, "loss": 2.0, "losses": losses}) for n in range(100)]
        (self.folder / "big" / "learn.jsonl").write_text("\n".join(lines) + "\n{\"st")
        (self.folder / "selfplay.jsonl").write_text(json.dumps({"board": "rosette-2", "games": 4, "rows": 9, "moves": 30, "black": 0.75}) + "\n")
        result = {"network": "n", "against": "playouts", "standing": {"wins": 3, "losses": 1, "draws": 0}, "elo": {"low": 1.0, "at": 50.0, "high": None}}
        run_report.write(self.folder, {"spent": 90.0, "commands": 2, "restarts": 0, "done": ["begin"], "results": {"test": result}}, 9)
        text = (self.folder / run_report.NAME).read_text()
        for want in (
            "1.5 minutes in 2 commands; 9 positions stored; 0 restarts",
            "There is no best.rnet yet.",
            "- n against playouts: 3–1, 0 drawn; too few games, or too unlike, for an interval",
            "| rosette-2 | 4 | 9 | 30 | 75 % |",
            "| 0 | 10 | 5 | 2.0000 | 1.5000 |",
            "| 99 | 10 | 5 | 2.0000 | 1.5000 |",
        ):
            self.assertIn(want, text)
        self.assertLess(text.count("\n"), 60)
