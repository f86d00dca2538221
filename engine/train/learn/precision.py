"""Which numbers convolutions are computed in: 16 bits where a device multiplies those fastest."""

from __future__ import annotations

from pathlib import Path

import torch

# CPUINFO is where Linux lists what the processor can do.
CPUINFO = Path("/proc/cpuinfo")


def of_convolutions(device: torch.device) -> torch.dtype:
    """bfloat16 with CUDA, and on a processor that multiplies tiles of it (Intel AMX), by oneDNN."""
    if device.type == "cuda" or _has_amx() and torch.backends.mkldnn.is_available():
        return torch.bfloat16
    return torch.float32


def _has_amx() -> bool:
    try:
        lines = CPUINFO.read_text().splitlines()
    except OSError:  # another system than Linux
        return False
    return any("amx_bf16" in line.split() for line in lines if line.startswith("flags"))
