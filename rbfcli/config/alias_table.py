"""The aliases of the configuration file, held against the verbs there are."""

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.config.reading import Config, read_configs, sentence
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import MISTAKES_OF_CONFIG
from rbfcli.language.aliases import Alias, circular, normalized, read_alias
from rbfcli.language.fights import fight_verbs, one_liner_verbs
from rbfcli.language.settings import ALIAS
from rbfcli.language.statements import STATEMENTS
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.store.paths import config_files
from rbfcli.systems.catalogue import SHIPPED, load

OF_THE_PROMPT = ("exit", "quit", "q", "bye", "status", "alias", "repl", "else")


class AliasTable(Struct, frozen=True):
    """The aliases that work, and by name what is wrong with each other, after file and line."""

    aliases: dict[str, Alias]
    mistakes: dict[str, str]

    def told(self) -> list[str]:
        """What is wrong, in sentences: the first few."""
        return list(self.mistakes.values())[:MISTAKES_OF_CONFIG]


def table_now(environ: Mapping[str, str]) -> AliasTable:
    """The aliases of the configuration files, if there are any."""
    paths = config_files(environ)
    return alias_table(read_configs(*paths)) if any(paths) else AliasTable({}, {})


def alias_table(config: Config) -> AliasTable:
    """The aliases of a file and of those that it outranks, each name as the highest of them has it."""
    found: dict[str, Alias] = {}
    mistakes: dict[str, str] = {}
    verbs = known_verbs() if config.aliases else frozenset()
    for part in config.files:
        found |= _aliases_of(part, verbs, mistakes)
    files = {part.path: part for part in config.files}
    for name, way in circular(found).items():
        what = _of_alias(name, f"it is circular: {' -> '.join(way)}")
        mistakes[name] = files[found[name].path].placed(what, ALIAS, name)
        del found[name]
    return AliasTable(found, mistakes)


def _aliases_of(config: Config, verbs: Collection[str], mistakes: dict[str, str]) -> dict[str, Alias]:
    """The aliases of one file that can work; what is wrong with the others goes among the mistakes."""
    found: dict[str, Alias] = {}
    for key, value in config.own_aliases.items():
        name = normalized(key)
        if name in verbs:
            mistakes[name] = config.placed(_of_alias(key, "there is a verb of this name; choose another"), ALIAS, key)
        elif name in found:
            twice = "it is there twice, written with characters that look alike"
            mistakes[key] = config.placed(_of_alias(key, twice), ALIAS, key)
        else:
            try:
                found[name] = replace(read_alias(name, value), path=config.path, of_folder=config.of_folder)
            except UsageError as wrong:
                mistakes[name] = config.placed(_of_alias(key, sentence(wrong)), ALIAS, key)
    return found


def known_verbs() -> frozenset[str]:
    """Every word that a line may begin with already: verbs of the program and its systems, statements, synonyms."""
    words = {*VERBS, *SYNONYMS, *STATEMENTS, *OF_THE_PROMPT}
    for rules in map(load, SHIPPED):
        words |= {*fight_verbs(rules), *one_liner_verbs(rules)}
    return frozenset(words)


def _of_alias(name: str, what: str) -> str:
    return f"the alias {name} does not work: {what}"
