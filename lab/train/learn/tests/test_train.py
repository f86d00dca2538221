"""The command: started, stopped and started wrongly, as a person would."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from learn import train
from learn.refusal import Refusal, run

from . import games

TRAIN = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "learn.train", "--size", "b1c16", "--seed", "1", "--batch", "8", "--report", "1", "--round", "1000000", "--device", "cpu"]


class Command(unittest.TestCase):
    def test_it_waits_for_a_trainer_that_ends(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            lock = open(Path(place) / "learn.lock", "wb")  # closed by the timer
            fcntl.flock(lock, fcntl.LOCK_EX)
            ended = threading.Timer(0.5, lock.close)
            ended.start()
            command = ["--run", place, "--steps", "1"]
            with self.assertRaisesRegex(Refusal, "another trainer is at work in "):
                train.main(command)
            with self.assertRaises(Refusal) as refused:
                train.main([*command, "--wait", "30"])
            ended.join()
            self.assertNotIn("another trainer", str(refused.exception))  # but there are no games

    def test_a_signal_makes_it_save_and_the_same_command_goes_on(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            folder = games.folder(Path(place) / "run", bases=(1,))
            (folder / "shards" / "000009.rshard").write_bytes(b"ROSETTE SHARD\n half")
            command = [*COMMAND, "--run", str(folder), "--minutes", "5"]
            first = subprocess.Popen(command, cwd=TRAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                self.wait(first, folder / "learn.jsonl")
                with self.assertRaisesRegex(Refusal, "another trainer is at work in .*run"):
                    train.main(["--run", str(folder), "--steps", "1"])
                first.send_signal(signal.SIGTERM)
                said, wrong = first.communicate(timeout=30)
            finally:
                first.kill()
                first.wait()
            self.assertEqual(first.returncode, 0, wrong)
            self.assertRegex(said, r"stopped after step \d+: the same command goes on from here\n$")
            self.assertRegex(wrong, r"^skipped 000009.rshard: [^\n]*\n$")
            stopped = json.loads((folder / "learn.jsonl").read_text().splitlines()[-1])["step"]
            again = io.StringIO()
            with contextlib.redirect_stdout(again), contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(train.main([*command[3:-2], "--steps", str(stopped + 2)]), 0)
            self.assertIn(f"\nstep {stopped + 2} ", "\n" + again.getvalue())
            self.assertEqual(os.listdir(folder / "networks"), ["000000.rnet"])

    def test_a_network_that_is_there_is_not_learned_again(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            folder = games.folder(Path(place) / "run", bases=(1,))
            for steps, networks, want in ((3, 1, 3), (6, 1, 3), (2, 2, 4), (9, 2, 4), (9, 3, 9)):
                command = [*COMMAND[3:], "--run", str(folder), "--steps", str(steps), "--networks", str(networks)]
                with contextlib.redirect_stdout(io.StringIO()) as said:
                    self.assertEqual(train.main(command), 0)
                self.assertEqual(json.loads((folder / "learn.jsonl").read_text().splitlines()[-1])["step"], want)
                self.assertEqual(sorted(os.listdir(folder / "networks")), [f"{n:06d}.rnet" for n in range(networks)])
                self.assertEqual("is there already" in said.getvalue(), steps > 3 and networks < 3)

    def wait(self, process: subprocess.Popen[str], path: Path) -> None:
        end = time.monotonic() + 60
        while not path.exists() or not path.stat().st_size:
            self.assertIsNone(process.poll(), "the trainer ended")
            self.assertLess(time.monotonic(), end, "the trainer wrote nothing for a minute")
            time.sleep(0.05)

    def test_what_cannot_be_done_is_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            bad = Path(place) / "bad.rnet"
            bad.write_bytes(b"no network")
            for words, line in (
                ([], "say how long to learn"),
                (["--minutes", "nan"], "--minutes nan: use a number above 0"),
                (["--steps", "3", "--batch", "0"], "--batch 0: use a number above 0"),
                (["--steps", "3", "--rate", "inf"], "--rate inf: use a number above 0"),
                (["--steps", "3", "--cool", "0.5"], "--cool 0.5: use a share .* or say with --gone which share is over"),
                (["--steps", "3", "--gone", "2"], "--gone 2.0: use a share from 0 to 1"),
                (["--steps", "3", "--size", "big"], "no size 'big'"),
                (["--steps", "3"], "no shard in .* can be learned from"),
                (["--steps", "3", "--grow", str(bad)], "bad.rnet: this is not a network file"),
            ):
                with self.assertRaisesRegex(Refusal, line) as caught:
                    train.main(["--run", place + "/run", *words])
                self.assertNotIn("\n", str(caught.exception))
            said = io.StringIO()
            command = [*COMMAND[2:], "--run", place + "/run", "--steps", "1"]
            with mock.patch("sys.argv", command), contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as ended:
                run("train", train.main)
        self.assertEqual(ended.exception.code, 1)
        self.assertRegex(said.getvalue(), r"^train: no shard in [^\n]*\n$")


if __name__ == "__main__":
    unittest.main()
