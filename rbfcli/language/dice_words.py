"""Words of dice notation: where they, read together, stop to be any."""

from collections.abc import Sequence

from rbfcli.kernel.errors import NotationError, RbfError
from rbfcli.kernel.limits import DICE_EXPLAINED

VARIABLE = "$"


def unread_word(words: Sequence[str], dialect: str = "") -> int | None:
    """Which word of dice notation, read as in a dialect, does not fit those before it; None if all do.

    None also if one names a saved roll. Long notation is not looked through.
    """
    column = _end_of_reading(words, dialect)
    if column is None:
        return None
    end = 0
    for number, word in enumerate(words):
        end += len(word) + 1
        if column < end:
            return number
    return len(words) - 1


def _end_of_reading(words: Sequence[str], dialect: str) -> int | None:
    from rbfcli.kernel.notation.expressions import expressions
    from rbfcli.kernel.notation.saved import is_name

    if sum(map(len, words)) > DICE_EXPLAINED or any(is_name(word) or VARIABLE in word for word in words):
        return None
    try:
        expressions(words, dialect)
    except NotationError as wrong:
        return wrong.column
    except RbfError:
        return 0
    return None
