"""What a whole run came to, as a page of text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Iterator

from . import whole

NAME = "report.md"
MOST_LINES = 40  # of a table


def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of JSON in a file, but for one that is being written."""
    found = []
    if path.exists():
        for line in path.read_text().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
    return found


def _thinned(all: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Some of many lines, first and last among them."""
    if len(all) <= MOST_LINES:
        return all
    return [all[round(i * (len(all) - 1) / (MOST_LINES - 1))] for i in range(MOST_LINES)]


def _learned(run: Path, which: str) -> Iterator[str]:
    lines = _thinned(_lines(run / which / "learn.jsonl"))
    if not lines:
        return
    names = [name for name in lines[0]["losses"] if name != "l2"]
    yield f"\n## What the {which} network learned\n"
    yield "| step | rows | positions/s | loss | " + " | ".join(names) + " |"
    yield "|--" * (4 + len(names)) + "|"
    for line in lines:
        losses = " | ".join(f"{line['losses'][name]:.4f}" for name in names)
        yield f"| {line['step']} | {line['rows']} | {line['positions_per_second']:.0f} | {line['loss']:.4f} | {losses} |"


def _played(run: Path) -> Iterator[str]:
    boards: dict[str, list[float]] = {}
    for line in _lines(run / "selfplay.jsonl"):
        sums = boards.setdefault(line["board"], [0, 0, 0.0, 0.0])
        for i, value in enumerate((line["games"], line["rows"], line["games"] * line["moves"], line["games"] * line["black"])):
            sums[i] += value
    yield "\n## What was played\n"
    yield "| board | games | positions kept | moves a game | Black's share |"
    yield "|--|--|--|--|--|"
    for board, (games, rows, moves, black) in sorted(boards.items()):
        yield f"| {board} | {games} | {rows} | {moves / games:.0f} | {100 * black / games:.0f} % |"


def _tested(results: dict[str, Any]) -> Iterator[str]:
    yield "\n## Tests at equal visits\n"
    if not results:
        yield "None was made."
    for result in results.values():
        s, e = result["standing"], result["elo"]
        known = all(e[name] is not None for name in ("low", "at", "high"))
        elo = f"Elo {e['at']:+.0f}, 95 % interval {e['low']:+.0f} to {e['high']:+.0f}" if known else "too few games, or too unlike, for an interval"
        yield f"- {result['network']} against {result['against']}: {s['wins']}–{s['losses']}, {s['draws']} drawn; {elo}"


def write(run: Path, state: dict[str, Any], rows: int) -> None:
    """Writes report.md into the folder of a run."""
    best = state.get("best")
    text = [
        "# A run",
        "",
        f"{state['spent'] / 60:.1f} minutes in {state['commands']} commands; {rows} positions stored; {state['restarts']} restarts of what failed.",
        f"Stages done: {', '.join(state['done']) or 'none'}. " + (f"best.rnet is {best}." if best else "There is no best.rnet yet."),
        *_tested(state["results"]),
        *_played(run),
        *_learned(run, "big"),
        *_learned(run, "small"),
    ]
    whole.write(run / NAME, ("\n".join(text) + "\n").encode())
