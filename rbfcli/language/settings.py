"""The settings of the configuration file: what each may be, and the variable that says the same."""

from __future__ import annotations

SWITCH, NUMBER, TEXT = ("true", "false"), ("a whole number",), ("text",)


class Setting:
    """A key of the file: the variable of the environment that outranks it, its values, its default, its meaning.

    It is no struct, for `rbf roll` reads the file without msgspec, which takes longer to import than a roll.
    """

    __slots__ = ("default", "meaning", "values", "variable")

    def __init__(self, variable: str, values: tuple[str, ...], default: str, meaning: str) -> None:
        self.variable, self.values, self.default, self.meaning = variable, values, default, meaning


SETTINGS = {
    "color": Setting("RBF_COLOR", ("auto", "always", "never"), "auto", "when to use colour; it outranks NO_COLOR"),
    "plain": Setting("RBF_PLAIN", SWITCH, "false", "no colour, no drawn tables, no cursor movement"),
    "enter": Setting("RBF_ENTER", ("ask", "next", "off"), "ask", "what Enter on an empty line of the prompt does"),
    "bell": Setting("RBF_BELL", SWITCH, "false", "ring at the prompt when somebody goes down"),
    "pager": Setting("RBF_PAGER", TEXT, "", "what shows answers longer than the screen; off: all at once"),
    "lock_timeout": Setting("RBF_LOCK_TIMEOUT", NUMBER, "10", "seconds to wait for a save that another command uses"),
}
ALIAS, ROLLS = "alias", "rolls"
TABLES = {
    ALIAS: "words of your own for lines, below",
    ROLLS: "dice expressions by name, for rbf roll NAME",
}


def setting_rows() -> tuple[tuple[str, str], ...]:
    """Every key with what it means, its values, its default and its variable."""
    rows = []
    for key, each in SETTINGS.items():
        values = f"{', '.join(each.values[:-1])} or {each.values[-1]}" if len(each.values) > 1 else each.values[0]
        default = f"default: {each.default}; " if each.default else ""
        rows.append((f"{key} = …", f"{each.meaning}: {values} ({default}env {each.variable})"))
    return (*rows, *((f"[{table}]", meaning) for table, meaning in TABLES.items()))
