"""What cannot be done is said in one line, and the program ends."""

from __future__ import annotations

import errno
import sys
from typing import Callable


class Refusal(Exception):
    """Something a person or a file got wrong; its text is the whole story."""


def explain(error: OSError) -> str:
    """One line on what the system refused, and what to do about a full disk."""
    where = f" {error.filename}" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full:{where} was not written and what was there before stays; free some room and start again"
    return f"{error.strerror or error}:{where or ' no file'}"


def run(program: str, main: Callable[[list[str]], int]) -> None:
    """Runs a command and exits: 0 if all went well, 1 after one line if not."""
    try:
        sys.exit(main(sys.argv[1:]))
    except Refusal as refusal:
        line = str(refusal)
    except OSError as error:
        line = explain(error)
    except MemoryError:
        line = "no memory is left: take a smaller --batch or --window"
    print(f"{program}: {line}", file=sys.stderr)
    sys.exit(1)
