"""What a line that is no dice notation perhaps means: its options instead; imported only when one is typed."""

from __future__ import annotations

from rbfcli.kernel.errors import NotationError
from rbfcli.kernel.notation.expressions import expressions
from rbfcli.kernel.numbers import is_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HOW_IT_IS_PRINTED = ("--json", "--quiet", "-q", "--explain", "--plain", "--color", "auto", "always", "never")
SEED = "--seed"
_EDGES = ("adv", "dis", "keep")
_KEPT = "2d20kh1 keeps the higher of two dice, as an advantage does, and 2d20kl1 the lower"


def with_hint(wrong: NotationError, verb: str, words: Sequence[str]) -> NotationError:
    """The error of a line; where it has no hint, with the line or the notation that was perhaps meant."""
    if wrong.hint:
        return wrong
    parts = [part for word in words for part in word.split() if part not in _HOW_IT_IS_PRINTED]
    said = " ".join(parts)
    line = _with_an_option(verb, parts)
    if line:
        wrong.hint = f"did you mean `{line}`?"
        wrong.suggestions = (line,)
    elif any(each in said.casefold() for each in _EDGES):
        wrong.hint = _KEPT
    elif any(each in said for each in (";", "&")):
        wrong.hint = "a line holds one command"
    return wrong


def _with_an_option(verb: str, words: Sequence[str]) -> str:
    """The line whose last word is a target number, or faces rolled by hand; empty if it reads no better so."""
    at = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    notation, options = list(words[:at]), list(words[at:])
    if SEED in options:  # a script gives each roll one, which nobody typed
        del options[options.index(SEED) : options.index(SEED) + 2]
    if options[:1] == ["--dice"] and options[2:] and is_digits(options[2]):
        options = ["--dice", ",".join(options[1:3]), *options[3:]]
    elif notation and (given := _option(verb, notation.pop(), options)):
        options = [*given, *options]
    else:
        return ""
    return " ".join([verb, *notation, *options]) if _reads(notation) else ""


def _option(verb: str, word: str, options: Sequence[str]) -> tuple[str, ...]:
    """An option that takes the last word of dice notation for its value; none where there is none."""
    faces = word.split(",")
    if not all(map(is_digits, faces)):
        return ()
    if len(faces) == 1:
        return () if "--vs" in options else ("--vs", word)
    return ("--dice", word) if verb == "roll" and "--dice" not in options else ()


def _reads(words: Sequence[str]) -> bool:
    """Whether words are dice notation."""
    try:
        return bool(words) and bool(expressions(words))
    except NotationError:
        return False
