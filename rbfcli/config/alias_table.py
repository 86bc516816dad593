"""The aliases of the configuration file, held against the verbs there are."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.config.reading import Config, read_config, sentence
from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.kernel.limits import MISTAKES_OF_CONFIG
from rbfcli.language.aliases import Alias, circular, normalized, read_alias
from rbfcli.language.settings import ALIAS
from rbfcli.language.statements import STATEMENTS
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.store.paths import config_file, shipped_text
from rbfcli.systems.catalogue import SHIPPED

OF_THE_PROMPT = ("exit", "quit", "q", "bye", "status", "alias", "repl", "else")
FOLDER = "completions/tables"


class AliasTable(Struct, frozen=True):
    """The aliases that work, and by name what is wrong with each other, after file and line."""

    aliases: dict[str, Alias]
    mistakes: dict[str, str]

    def told(self) -> list[str]:
        """What is wrong, in sentences: the first few."""
        return list(self.mistakes.values())[:MISTAKES_OF_CONFIG]


def table_now(environ: Mapping[str, str]) -> AliasTable:
    """The aliases of the configuration file, if there is one."""
    path = config_file(environ)
    return alias_table(read_config(path)) if path else AliasTable({}, {})


def alias_table(config: Config) -> AliasTable:
    """The aliases of a file."""
    found: dict[str, Alias] = {}
    mistakes: dict[str, str] = {}
    verbs = known_verbs() if config.aliases else frozenset()
    for key, value in config.aliases.items():
        name = normalized(key)
        if name in verbs:
            mistakes[name] = config.placed(_of_alias(key, "there is a verb of this name; choose another"), ALIAS, key)
        elif name in found:
            twice = "it is there twice, written with characters that look alike"
            mistakes[key] = config.placed(_of_alias(key, twice), ALIAS, key)
        else:
            try:
                found[name] = replace(read_alias(name, value), path=config.path)
            except UsageError as wrong:
                mistakes[name] = config.placed(_of_alias(key, sentence(wrong)), ALIAS, key)
    for name, way in circular(found).items():
        mistakes[name] = config.placed(_of_alias(name, f"it is circular: {' -> '.join(way)}"), ALIAS, name)
        del found[name]
    return AliasTable(found, mistakes)


def known_verbs() -> frozenset[str]:
    """Every word that a line may begin with already: verbs of the program and its systems, statements, synonyms."""
    words = {*VERBS, *SYNONYMS, *STATEMENTS, *OF_THE_PROMPT}
    try:
        for name in ("common", *(table for system in SHIPPED for table in (system, f"{system}-alone"))):
            lines = shipped_text(FOLDER, name).splitlines()
            words |= {line.split("\t")[1] for line in lines if line.startswith("verb\t")}
    except InvalidFile:
        return frozenset(words)
    return frozenset(words)


def _of_alias(name: str, what: str) -> str:
    return f"the alias {name} does not work: {what}"
