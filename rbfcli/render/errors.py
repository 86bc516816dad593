"""Errors as one line for people: what happened; what to do."""

from rbfcli.kernel.errors import NotationError, RbfError
from rbfcli.render.safe import safe


def error_text(error: RbfError, where: str = "") -> str:
    """`rbf: <what>; <what to do>`, with a caret line under a dice expression that does not read."""
    place = f"{safe(where)}: " if where else ""
    rule = f" ({error.rule})" if error.rule else ""
    hint = f"; {_each_line(error.hint)}" if error.hint else ""
    line = f"rbf: {place}{_each_line(error.message)}{rule}{hint}"
    if isinstance(error, NotationError) and error.text and len(error.text) <= 200:
        line += f"\n  {safe(error.text)}\n  {' ' * error.column}^"
    return line


def _each_line(text: str) -> str:
    return "\n".join(map(safe, text.split("\n")))
