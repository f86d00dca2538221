"""Which numbers convolutions are computed in: 16 bits where a device multiplies those fastest."""

from __future__ import annotations

from pathlib import Path

import torch

# CPUINFO is where Linux lists what the processor can do.
CPUINFO = Path("/proc/cpuinfo")


# FAST are the features of a processor that multiplies pairs of bfloat16 in one instruction:
# tiles of them (Intel AMX), or vectors (AMD Zen 4, Intel Cooper Lake).
FAST = {"amx_bf16", "avx512_bf16"}


def of_convolutions(device: torch.device) -> torch.dtype:
    """bfloat16 with CUDA, and on a processor that multiplies it faster than 32 bits, by oneDNN."""
    if device.type == "cuda" or _multiplies_bfloat16() and torch.backends.mkldnn.is_available():
        return torch.bfloat16
    return torch.float32


def _multiplies_bfloat16() -> bool:
    try:
        lines = CPUINFO.read_text().splitlines()
    except OSError:  # another system than Linux
        return False
    return any(FAST & set(line.split()) for line in lines if line.startswith("flags"))
