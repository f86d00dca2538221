"""python3 -m learn.tests.speed [SIZE] [BASE] [BATCH]: positions a second that one thread learns.

Seconds are the processor's own, so that other programs hardly matter.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import torch

from learn.shard import write
from learn.size import Size
from learn.trainer import Settings, Trainer

from . import games
from .boards import honeycomb

STEPS = 10


def main(size: str = "b4c48", base: str = "5", batch: str = "256") -> None:
    """Learns a few steps from random positions and prints the best of them."""
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as place:
        run = Path(place)
        (run / "shards").mkdir()
        write(run / "shards" / "000000.rshard", games.shard(honeycomb(int(base)), 1000, 1))
        trainer = Trainer(Settings(run, Size.named(size), 1, batch=int(batch), device=torch.device("cpu")))
        times = []
        for _ in range(STEPS):
            start = time.process_time()
            trainer.learn_once()
            times.append(time.process_time() - start)
    print(f"{size} on rosette-{base}, batch {batch}: {int(batch) / min(times):.0f} positions/s at best, {int(batch) * STEPS / sum(times):.0f} on average")


if __name__ == "__main__":
    main(*sys.argv[1:])
