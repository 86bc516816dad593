"""The configuration file: a user's settings and aliases."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from rbfcli.core.errors import InvalidFile, LimitReached, RbfError, UsageError, invalid, misuse
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import CONFIG_BYTES, LONGEST_LOCK_SECONDS, MISTAKES_OF_CONFIG
from rbfcli.language.aliases import Alias, ConfigFile, circle_in, read_alias
from rbfcli.language.forms import statements
from rbfcli.language.parser import fight_verbs, one_liner_verbs
from rbfcli.language.topics import ALIAS, NUMBER, SETTINGS, SWITCH, TEXT
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.storage.files import failing, read_file, replace_file
from rbfcli.storage.paths import SETTINGS_HERE, config_files, users_config
from rbfcli.storage.toml import decode, read_toml
from rbfcli.systems.registry import SHIPPED, load

dumps = LazyFunction("tomli_w", "dumps")
type_mistakes = LazyFunction("rbfcli.core.type_errors", "type_mistakes")
spots = LazyFunction("rbfcli.storage.toml_positions", "spots")
reads_as = LazyFunction("rbfcli.storage.toml_positions", "reads_as")
USERS_FILE = "config.toml"
# The key that a folder's file must not set, and the one that marks an encounter with the same file name.
PAGER, FORMAT = "pager", "format"


class Config(Struct, frozen=True):
    """What the configuration files say, those that override others last.

    `settings` are by key, as environment variables write them, each with the name of its file.
    `aliases` are unchecked: each file, name and value. `mistakes` are sentences with file and line.
    """

    settings: Mapping[str, tuple[str, str]] = {}
    aliases: tuple[tuple[ConfigFile, str, Any], ...] = ()
    mistakes: tuple[str, ...] = ()

    def defines(self, verb: str) -> bool:
        """Return whether a verb is an alias, perhaps a broken one."""
        return any(name == verb for _, name, _ in self.aliases)

    def environ(self, environ: Mapping[str, str]) -> dict[str, str]:
        """Return the environment, which overrides the files, with their other settings."""
        return {**{SETTINGS[key].variable: value for key, (value, _) in self.settings.items()}, **environ}


def read_configs(users: str, folders: str) -> Config:
    """Read the user's file and the folder's, which overrides it; either can be empty."""
    own = read_config(users) if users else Config()
    here = read_config(folders, of_folder=True) if folders else Config()
    aliases, mistakes = (*own.aliases, *here.aliases), (*own.mistakes, *here.mistakes)
    return Config({**own.settings, **here.settings}, aliases, mistakes)


def read_config(path: str, *, of_folder: bool = False) -> Config:
    """Read a configuration file; an unreadable one counts as a mistake and leaves all settings at their defaults."""
    try:
        return _config(path, read_file(path, follow=True), of_folder=of_folder)
    except (InvalidFile, LimitReached) as wrong:
        return Config(mistakes=(f"{sentence(wrong)}; it is ignored, and all settings keep their defaults",))


def sentence(wrong: RbfError) -> str:
    """Return an error's message and hint as a sentence."""
    return f"{wrong.message}; {wrong.hint}" if wrong.hint else wrong.message


def _config(path: str, raw: bytes, *, of_folder: bool) -> Config:
    if len(raw) > CONFIG_BYTES:
        raise invalid(f"{path} is too large: a configuration can have at most {CONFIG_BYTES:,} bytes")
    file, tables = ConfigFile(path, decode(raw, path), of_folder), read_toml(raw, path)
    if of_folder and FORMAT in tables:
        return Config()
    mistakes = []
    if of_folder and tables.pop(PAGER, None) is not None:
        mistakes.append(file.placed(f"{PAGER} runs a program, so only your own {USERS_FILE} can set it", PAGER))
    try:
        msgspec.convert(tables, _FILE)
    except msgspec.ValidationError:
        for each in [*type_mistakes(tables, _FILE)]:
            mistakes.append(file.placed(each.line, *map(str, each.path)))
            tables.pop(each.path[0], None)
    name = SETTINGS_HERE if of_folder else USERS_FILE
    aliases = tuple((file, key, value) for key, value in tables.pop(ALIAS, {}).items())
    texts = {key: ("1" if it else "") if isinstance(it, bool) else str(it) for key, it in tables.items()}
    settings = {key: (text, name) for key, text in texts.items()}
    return Config(settings, aliases, tuple(mistakes[:MISTAKES_OF_CONFIG]))


_SECONDS = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_LOCK_SECONDS)]
_TYPES: dict[tuple[str, ...], Any] = {NUMBER: _SECONDS, SWITCH: bool, TEXT: str}
_KEYS = [(key, _TYPES.get(each.values) or Literal[each.values], None) for key, each in SETTINGS.items()]
_FILE = msgspec.defstruct("_FILE", [*_KEYS, (ALIAS, dict[str, Any], None)], forbid_unknown_fields=True)
OF_THE_PROMPT = ("exit", "quit", "q", "bye", "status", "alias", "repl", "else")


def aliases_now(environ: Mapping[str, str]) -> dict[str, Alias]:
    """Return the valid aliases of the configuration files."""
    return read_aliases(read_configs(*config_files(environ)))[0]


def read_aliases(config: Config) -> tuple[dict[str, Alias], dict[str, str]]:
    """Return the valid aliases, for equal names the overriding file's, and the mistakes of the others by name."""
    aliases: dict[str, Alias] = {}
    broken: dict[str, tuple[ConfigFile, str]] = {}
    for file, name, value in config.aliases:
        try:
            aliases[name] = _alias(name, value, file)
        except UsageError as wrong:
            broken[name] = file, sentence(wrong)
    while way := circle_in(aliases):
        for name in way[:-1]:
            broken[name] = aliases.pop(name).file, f"it is circular: {' -> '.join(way)}"
    return aliases, {
        name: file.placed(f"the alias {name} does not work: {what}", ALIAS, name)
        for name, (file, what) in broken.items()
    }


def _alias(name: str, value: object, file: ConfigFile) -> Alias:
    if name in known_verbs():
        raise misuse(f"{name} is a command", hint="use another name")
    return read_alias(name, value, file)


@cache
def known_verbs() -> frozenset[str]:
    """Return every word that can already begin a line: verbs of program and systems, statements, synonyms."""
    own = (verb for rules in map(load, SHIPPED) for verb in (*fight_verbs(rules), *one_liner_verbs(rules)))
    return frozenset((*VERBS, *SYNONYMS, *statements(), *OF_THE_PROMPT, *own))


def save_alias(name: str, line: str, environ: Mapping[str, str]) -> dict[str, Alias]:
    """Save an alias in this folder's rbf.toml, or in the user's file if there is none, and return all aliases.

    Comments and layout are kept. Raises UsageError for an invalid alias, InvalidFile and StorageFailed.
    """
    users, folders = config_files(environ)
    path = folders or users or users_config(environ)
    if not path or environ.get("RBF_CONFIG") == os.devnull:
        raise misuse("no configuration file for the alias", hint=f"create {SETTINGS_HERE} in this folder")
    if way := circle_in({**aliases_now(environ), name: _alias(name, line, ConfigFile(path))}):
        raise misuse(f"the alias {name} does not work: it is circular: {' -> '.join(way)}")
    raw = read_file(path, follow=True) if os.path.lexists(path) else b""
    tables, text = read_toml(raw, path), with_alias(decode(raw, path), name, line)
    if isinstance(known := tables.setdefault(ALIAS, {}), dict):
        known[name] = line
    if not reads_as(text, tables):
        raise misuse(f"cannot add {name} to {path}", hint="write it there yourself; see help alias")
    with failing(f"{path} cannot be written"):
        os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)  # noqa: PTH103, PTH120
    replace_file(path, text.encode())
    return aliases_now(environ)


def with_alias(text: str, name: str, line: str) -> str:
    """Return the text of a configuration file with an alias in its table, replacing an earlier one."""
    entry, places = str(dumps({name: line})).rstrip("\n"), spots(text)
    if (known := places.get((ALIAS, name))) and known.value:
        return f"{text[: known.start]}{entry}{text[known.value[1] :]}"
    if (ALIAS,) not in places:
        before = text.rstrip("\n") + "\n\n" if text.strip() else ""
        return f"{before}[{ALIAS}]\n{entry}\n"
    own = (each.value[1] for path, each in places.items() if path[0] == ALIAS and each.value)
    end = f"{text}\n".index("\n", max((places[ALIAS,].start, *own)))
    return "\n".join((text[:end], entry, text[end + 1 :]))
