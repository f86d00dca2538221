"""The mean of networks."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from learn import initial, mean, network_file
from learn.refusal import Refusal
from learn.size import Size


class Mean(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)

    def network(self, name: str, size: str = "b2c16", seed: int = 1) -> Path:
        of = Size.named(size)
        network_file.write(self.place / name, of, initial.tensors(of, seed), {"steps": seed})
        return self.place / name

    def mean(self, *parts: str) -> Path:
        with contextlib.redirect_stdout(io.StringIO()):
            mean.main([str(self.place / "mean.rnet"), *parts])
        return self.place / "mean.rnet"

    def test_each_weight_is_the_mean(self) -> None:
        a, b = self.network("a.rnet", seed=1), self.network("b.rnet", seed=2)
        size, tensors, origin = network_file.read(self.mean(f"{a}=3", f"{b}=1"))
        _, first, _ = network_file.read(a)
        _, second, _ = network_file.read(b)
        for name, tensor in tensors.items():
            self.assertLess((tensor - (0.75 * first[name] + 0.25 * second[name])).abs().max(), 1e-3)
        self.assertEqual((size.name, origin["steps"], sorted(origin["mean"].values())), ("b2c16", 1, [0.25, 0.75]))

    def test_what_has_no_mean_is_refused(self) -> None:
        a, large = self.network("a.rnet"), self.network("large.rnet", "b4c32")
        for parts, line in (
            ((f"{a}=1",), "name the file to write"),
            ((f"{a}=1", f"{a}"), "name the file to write"),
            ((f"{a}=1", f"{a}=x"), "use a weight above 0"),
            ((f"{a}=1", f"{a}=-1"), "use a weight above 0"),
            ((f"{a}=1", f"{large}=1"), "networks of one size have a mean"),
        ):
            with self.assertRaisesRegex(Refusal, line):
                self.mean(*parts)


if __name__ == "__main__":
    unittest.main()
