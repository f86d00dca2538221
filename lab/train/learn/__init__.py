"""The trainer: reads what self-play has written, and teaches the network.

Run its commands from lab/train: python3 -m learn.train, learn.evaluate,
learn.serve, learn.whole_run, learn.onnx. It needs PyTorch (1.13 or later) and NumPy, nothing else.
"""

import os

# OpenBLAS starts a thread a core unless it is configured before it is loaded; one
# thread is as fast for matrices of this size, and leaves the others to play.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
