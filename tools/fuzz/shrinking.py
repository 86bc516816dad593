"""A failing input made small: lines, tokens and bytes go for as long as it fails in the same way."""

import re
from collections.abc import Callable, Iterator

MOST_TRIALS = 600
_PARTS = (re.compile(rb"[^\n]*\n|[^\n]+"), re.compile(rb"\w+|\s+|."), re.compile(rb".", re.DOTALL))


def shrunk(data: bytes, fails: Callable[[bytes], bool], trials: int = MOST_TRIALS) -> bytes:
    """The smallest input found within so many trials that still fails."""
    left = trials
    for parts in _PARTS:
        size = len(parts.findall(data)) // 2 or 1
        while size:
            for smaller in _without_a_run(data, parts, size):
                if not left:
                    return data
                left -= 1
                if fails(smaller):
                    data = smaller
                    break
            else:
                size //= 2
    return data


def _without_a_run(data: bytes, parts: re.Pattern[bytes], size: int) -> Iterator[bytes]:
    """The input without each run of so many parts, the last run first: what comes later matters less."""
    found = parts.findall(data)
    for start in range((len(found) - 1) // size * size, -1, -size):
        yield b"".join([*found[:start], *found[start + size :]])
