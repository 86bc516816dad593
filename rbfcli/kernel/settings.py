"""Counts set by hand: `--set WHO=N`."""

from collections.abc import Iterable

from rbfcli.kernel.limits import DIGITS_OF_AN_ORDER
from rbfcli.kernel.numbers import read_number
from rbfcli.kernel.visible import quoted


def given_numbers(words: Iterable[str], example: int = 9) -> dict[str, int]:
    """`WHO=N` words as numbers. Raises UsageError on anything else."""
    return {who: _number(who, text, example) for who, text in _split(words)}


def given_counts(words: Iterable[str], example: int = 9) -> dict[str, tuple[int, ...]]:
    """`WHO=N` words whose N may be several numbers with commas between. Raises UsageError on anything else."""
    return {who: tuple(_number(who, each, example) for each in text.split(",")) for who, text in _split(words)}


def _split(words: Iterable[str]) -> list[tuple[str, str]]:
    parts = (word.partition("=") for word in words)
    return [(who, text) for who, _, text in parts]


def _number(who: str, text: str, example: int) -> int:
    return read_number(text, f"--set {who}", most_digits=DIGITS_OF_AN_ORDER, hint=f"--set {quoted(f'{who}={example}')}")
