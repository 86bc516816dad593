"""What statements take of a script's budget, in steps, besides the commands they run."""

from collections.abc import Sequence

from rbfcli.kernel.errors import LimitReached, RbfError, UsageError
from rbfcli.script.context import LIMIT

# To read a statement, to run one, and to fill a value in.
READ, STATEMENT, FILL = 10, 5, 4
# To print, to report an error, or one that names what is nearest to a word.
_PRINT, _REPORT, _MISSPELT = 4, 60, 2000
# How many letters are printed in a step, and how many told of what was expected.
_PRINTED, _EXPECTED = 16, 4


def of_error(error: RbfError) -> int:
    """What it took to find an error and to report it."""
    if isinstance(error, LimitReached):
        return LIMIT
    return _MISSPELT if isinstance(error, UsageError) or not getattr(error, "rule", "") else _REPORT


def of_print(words: Sequence[str]) -> int:
    """What it takes to print some words."""
    return _PRINT * (1 + len(words)) + sum(map(len, words)) // _PRINTED


def of_expectation(told: str, *, holds: bool) -> int:
    """What it takes to tell how an expectation came out."""
    return len(told) // _EXPECTED + (0 if holds else _REPORT)
