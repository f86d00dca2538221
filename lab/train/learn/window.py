"""The window: the newest shards, as many as are worth learning from.

It grows with all that has been played, but ever more slowly, so that what weak
players did is forgotten (the sublinear window of KataGo's paper, appendix C).
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import shard
from .refusal import Refusal
from .shard import Shard

SUFFIX = ".rshard"
GROWTH, POWER = 0.4, 0.75


def width(total: int, least: int) -> int:
    """How many of the newest rows to learn from, when there are total of them."""
    if total <= least:
        return total
    return round(least * (1 + GROWTH * ((total / least) ** POWER - 1) / POWER))


class Window:
    """The shards of a folder that are learned from. Bad ones are named once and skipped."""

    def __init__(self, folder: Path, least: int) -> None:
        self.folder, self.least = folder, least
        self.shards: dict[str, Shard] = {}  # by name, oldest first
        self.bad: set[str] = set()
        self.counts: dict[str, int] = {}  # rows by the names of all shards seen

    @property
    def total(self) -> int:
        """How many rows the folder had when the window slid."""
        return sum(self.counts.values())

    @property
    def rows(self) -> int:
        """How many rows are learned from."""
        return sum(len(one.rows) for one in self.shards.values())

    def _skip(self, name: str, why: object) -> None:
        self.bad.add(name)
        print(f"skipped {name}: {why}", file=sys.stderr, flush=True)

    def slide(self) -> None:
        """Looks at the folder again; shards are old or new by their names."""
        counts: dict[str, int] = {}
        for path in sorted(self.folder.glob("*" + SUFFIX)):
            if path.name not in self.bad:
                try:
                    counts[path.name] = self.counts.get(path.name) or shard.count(path)
                except (Refusal, OSError) as error:
                    self._skip(path.name, error)
        self.counts = counts
        wanted, most = 0, width(sum(counts.values()), self.least)
        names: list[str] = []
        for name in reversed(counts):
            if wanted >= most:
                break
            if self._load(name):
                names.append(name)
                wanted += counts[name]
        self._keep(names[::-1])

    def restore(self, names: list[str]) -> None:
        """Takes exactly these shards, but for those that are gone or bad."""
        self._keep([name for name in names if self._load(name)])

    def _load(self, name: str) -> bool:
        if name not in self.shards and name not in self.bad:
            try:
                self.shards[name] = shard.read(self.folder / name)
            except (Refusal, OSError) as error:
                self._skip(name, error)
        return name in self.shards

    def _keep(self, names: list[str]) -> None:
        self.shards = {name: self.shards[name] for name in names}
        if not self.rows:
            raise Refusal(f"no shard in {self.folder} can be learned from: self-play writes them as *{SUFFIX}")
