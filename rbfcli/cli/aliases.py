"""Aliases in the shell: a word of the configuration file becomes the lines that it stands for."""

from collections.abc import Sequence

from msgspec import Struct

from rbfcli.cli.output import Output
from rbfcli.config.alias_table import alias_table
from rbfcli.language.aliases import Alias, expanded, normalized
from rbfcli.language.reader import find_verb, read_common_options
from rbfcli.language.statements import STATEMENTS
from rbfcli.language.words import split_words


class Meant(Struct, frozen=True):
    """What a line means: the words of one command, or a script, called by the name of its alias; and the alias."""

    words: Sequence[str]
    name: str = ""
    script: str = ""
    alias: Alias | None = None


def meant_by(words: Sequence[str], output: Output) -> Meant:
    """What a line means whose verb may be an alias, which is then told on standard error. Raises RbfError.

    An alias that does not work is told as well, and the line stays as it is.
    """
    at = find_verb(words)
    name = normalized(words[at]) if at < len(words) else ""
    common = read_common_options(words)
    if output.config is None or common.help or name not in map(normalized, output.config.aliases):
        return Meant(words)
    table = alias_table(output.config)
    if name not in table.aliases:
        output.error(f"rbf: {table.mistakes[name]}")
        return Meant(words)
    lines = expanded(name, words[at + 1 :], table.aliases)
    if not (common.json or common.quiet):
        output.error("\n".join(f"{name}: {line}" for line in lines))
    if len(lines) == 1 and lines[0].split(None, 1)[0] not in STATEMENTS:
        return Meant([*words[:at], *split_words(lines[0])], alias=table.aliases[name])
    return Meant(words[:at], name, "\n".join(lines), table.aliases[name])
