"""The tables of TAB: the verbs of the program or of a system, what they take, and the words of each kind.

A line is a verb with its summary and the sources of its words, an option of the verb above with the source of its
value (none of a flag) and its help, or a word of a kind with its meaning. A source is a kind; or `:FIELD=` with the
words themselves, whose meanings stand as those of the kind `:FIELD`, or `/` for files, or `@verbs`; several are joined
by `+`.
"""

from __future__ import annotations

from rbfcli.store.paths import shipped_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "completions/tables"
COMMON, PROGRAM, ALONE = "common", "program", "alone"


class Tables:
    """One or several tables, the verbs of all of them."""

    def __init__(self, *names: str) -> None:
        self._lines = [line.split("\t") for name in names for line in shipped_text(FOLDER, name).splitlines()]

    def verbs(self) -> dict[str, str]:
        """Every verb with its summary."""
        return {line[1]: line[2] for line in self._lines if line[0] == "verb" and line[1]}

    def places(self, verb: str) -> list[str]:
        """The sources of the words of a verb, the last for all that follow; of a verb that is in two tables, both."""
        found = [line[3:] for line in self._lines if line[:2] == ["verb", verb]]
        longest = max(map(len, found), default=0)
        return ["+".join(row[min(at, len(row) - 1)] for row in found if row) for at in range(longest)]

    def options(self, verb: str) -> Iterator[tuple[str, str | None, str]]:
        """The options of a verb with the source of their value (None: a flag) and what they are for."""
        inside = False
        for line in self._lines:
            if line[0] == "verb":
                inside = line[1] == verb
            elif inside and line[0] == "option":
                yield line[1], line[2], line[3]
            elif inside and line[0] == "flag":
                yield line[1], None, line[2]

    def words(self, kind: str) -> dict[str, str]:
        """The words of a kind that stand in the tables, with what they mean."""
        return {line[2]: line[3] for line in self._lines if line[0] == "word" and line[1] == kind}
