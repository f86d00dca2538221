"""Which numbers convolutions are computed in."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import torch

from learn import precision

CPU = torch.device("cpu")


class Precision(unittest.TestCase):
    def of(self, text: str) -> torch.dtype:
        with tempfile.NamedTemporaryFile("w") as file, mock.patch.object(precision, "CPUINFO", Path(file.name)):
            file.write(text)
            file.flush()
            return precision.of_convolutions(CPU)

    def test_a_processor_that_multiplies_16_bits_uses_them(self) -> None:
        fast = torch.bfloat16 if torch.backends.mkldnn.is_available() else torch.float32
        for flags in ("fpu avx2 amx_bf16 amx_tile", "fpu avx2 avx512_bf16"):
            with self.subTest(flags):
                self.assertEqual(self.of(f"model name\t: Xeon\nflags\t\t: {flags}\n"), fast)

    def test_another_processor_uses_32_bits(self) -> None:
        self.assertEqual(self.of("model name\t: amx_bf16\nflags\t\t: fpu avx2 avx512_vnni\n"), torch.float32)

    def test_another_system_uses_32_bits(self) -> None:
        with mock.patch.object(precision, "CPUINFO", Path("/absent/cpuinfo")):
            self.assertEqual(precision.of_convolutions(CPU), torch.float32)

    def test_a_graphics_processor_uses_16_bits(self) -> None:
        self.assertEqual(precision.of_convolutions(torch.device("cuda")), torch.bfloat16)


if __name__ == "__main__":
    unittest.main()
