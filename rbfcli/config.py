"""The configuration file: a user's settings and aliases."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import InvalidFile, LimitReached, RbfError, UsageError, misuse
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import CONFIG_BYTES, LONGEST_LOCK_SECONDS, MISTAKES_OF_CONFIG
from rbfcli.language.aliases import Alias, circle_in, read_alias
from rbfcli.language.forms import statements
from rbfcli.language.parser import fight_verbs, one_liner_verbs
from rbfcli.language.topics import ALIAS, NUMBER, SETTINGS, SWITCH, TEXT, Setting
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.storage.files import read_file, replace_file
from rbfcli.storage.paths import SETTINGS_HERE, config_files, users_config
from rbfcli.storage.toml import decode, read_toml
from rbfcli.systems.registry import SHIPPED, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.core.mistakes import Mistake


dumps = LazyFunction("tomli_w", "dumps")
type_mistakes = LazyFunction("rbfcli.core.type_errors", "type_mistakes")
spots = LazyFunction("rbfcli.storage.toml_positions", "spots")
USERS_FILE = "config.toml"
# Keys that a folder's file must not set, and a key that marks an encounter with the same file name.
USERS_OWN, FORMAT = ("pager",), "format"


class ConfigFile(Struct, frozen=True):
    """A configuration file; one `of_folder` is in the folder in use, and may be another person's."""

    path: str
    text: str = ""
    of_folder: bool = False

    def placed(self, mistake: str, *keys: str) -> str:
        """Return a mistake after the file and line of a key."""
        from rbfcli.storage.toml_positions import Places  # noqa: PLC0415 - only for mistakes in settings

        return f"{Places([(self.path, self.text)]).at(keys).line_text}: {mistake}"


class Config(Struct, frozen=True):
    """What the configuration files say, those that override others last.

    `settings` are by key, as environment variables write them, and `origins` the names of the files they come from.
    `aliases` are unchecked: each file, name and value. `mistakes` are sentences with file and line.
    """

    settings: Mapping[str, str] = {}
    origins: Mapping[str, str] = {}
    aliases: tuple[tuple[ConfigFile, str, Any], ...] = ()
    mistakes: tuple[str, ...] = ()

    def defines(self, verb: str) -> bool:
        """Return whether a verb is an alias, perhaps a broken one."""
        return any(name == verb for _, name, _ in self.aliases)

    def environ(self, environ: Mapping[str, str]) -> dict[str, str]:
        """Return the environment, which overrides the files, with their other settings."""
        return {**{SETTINGS[key].variable: value for key, value in self.settings.items()}, **environ}


def read_configs(users: str, folders: str) -> Config:
    """Read the user's file and the folder's, which overrides it; either can be empty."""
    own = read_config(users) if users else Config()
    here = read_config(folders, of_folder=True) if folders else Config()
    aliases, mistakes = (*own.aliases, *here.aliases), (*own.mistakes, *here.mistakes)
    return Config({**own.settings, **here.settings}, {**own.origins, **here.origins}, aliases, mistakes)


def read_config(path: str, *, of_folder: bool = False) -> Config:
    """Read a configuration file; an unreadable one counts as a mistake and leaves all settings at their defaults."""
    try:
        raw = read_file(path, follow=True)
        if len(raw) <= CONFIG_BYTES:
            return _config(ConfigFile(path, decode(raw, path), of_folder), read_toml(raw, path))
        what = f"{path} is too large: a configuration can have at most {CONFIG_BYTES:,} bytes"
    except (InvalidFile, LimitReached) as wrong:
        what = sentence(wrong)
    return Config(mistakes=(f"{what}; it is ignored, and all settings keep their defaults",))


def sentence(wrong: RbfError) -> str:
    """Return an error's message and hint as a sentence."""
    return f"{wrong.message}; {wrong.hint}" if wrong.hint else wrong.message


def _config(file: ConfigFile, tables: Mapping[str, Any]) -> Config:
    if file.of_folder and FORMAT in tables:
        return Config()
    barred = [key for key in USERS_OWN if file.of_folder and key in tables]
    own = {key: value for key, value in tables.items() if key not in barred}
    found = _wrong(own)
    wrong = {each.path[0] for each in found}
    mistakes = [file.placed(f"{key} runs a program, so only your own {USERS_FILE} can set it", key) for key in barred]
    mistakes += [file.placed(each.line, *map(str, each.path)) for each in found]
    own_settings = {key: own[key] for key in SETTINGS if key in own.keys() - wrong}
    # As environment variables write them.
    settings = {key: ("1" if it else "") if isinstance(it, bool) else str(it) for key, it in own_settings.items()}
    aliases = own.get(ALIAS, {}) if ALIAS not in wrong else {}
    return Config(
        settings,
        dict.fromkeys(settings, SETTINGS_HERE if file.of_folder else USERS_FILE),
        tuple((file, key, value) for key, value in aliases.items()),
        tuple(mistakes[:MISTAKES_OF_CONFIG]),
    )


def _wrong(tables: Mapping[str, Any]) -> list[Mistake]:
    try:
        msgspec.convert(tables, _FILE)
    except msgspec.ValidationError:
        return [*type_mistakes(tables, _FILE)]
    return []


def _kind_of(setting: Setting) -> Any:
    number = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_LOCK_SECONDS)]
    return {NUMBER: number, SWITCH: bool, TEXT: str}.get(setting.values) or Literal[setting.values]


_KINDS = {**{key: _kind_of(each) for key, each in SETTINGS.items()}, ALIAS: dict[str, Any]}
_FILE = msgspec.defstruct("_FILE", [(key, kind, None) for key, kind in _KINDS.items()], forbid_unknown_fields=True)


OF_THE_PROMPT = ("exit", "quit", "q", "bye", "status", "alias", "repl", "else")


def aliases_now(environ: Mapping[str, str]) -> dict[str, Alias]:
    """Return the valid aliases of the configuration files."""
    return read_aliases(read_configs(*config_files(environ)))[0]


def read_aliases(config: Config) -> tuple[dict[str, Alias], dict[str, str]]:
    """Return the valid aliases, for equal names the overriding file's, and the mistakes of the others by name."""
    files: dict[str, ConfigFile] = {}
    aliases: dict[str, Alias] = {}
    mistakes: dict[str, str] = {}

    def break_off(name: str, file: ConfigFile, what: str) -> None:
        mistakes[name] = file.placed(f"the alias {name} does not work: {what}", ALIAS, name)

    for file, name, value in config.aliases:
        try:
            files[name], aliases[name] = file, _alias(name, value, file)
        except UsageError as wrong:
            break_off(name, file, sentence(wrong))
    while way := circle_in(aliases):
        for name in way[:-1]:
            break_off(name, files[name], f"it is circular: {' -> '.join(way)}")
            del aliases[name]
    return aliases, mistakes


def _alias(name: str, value: object, file: ConfigFile) -> Alias:
    if name in known_verbs():
        raise misuse(f"{name} is a command", hint="use another name")
    return replace(read_alias(name, value), path=file.path, of_folder=file.of_folder)


@cache
def known_verbs() -> frozenset[str]:
    """Return every word that can already begin a line: verbs of program and systems, statements, synonyms."""
    words = {*VERBS, *SYNONYMS, *statements(), *OF_THE_PROMPT}
    for rules in map(load, SHIPPED):
        words |= {*fight_verbs(rules), *one_liner_verbs(rules)}
    return frozenset(words)


def save_alias(name: str, line: str, environ: Mapping[str, str]) -> dict[str, Alias]:
    """Save an alias in this folder's rbf.toml, or in the user's file if there is none, and return all aliases.

    Comments and layout are kept. Raises UsageError for an invalid alias, InvalidFile and StorageFailed.
    """
    users, folders = config_files(environ)
    path = folders or users or users_config(environ)
    if not path or environ.get("RBF_CONFIG") == os.devnull:
        raise misuse("no configuration file for the alias", hint=f"create {SETTINGS_HERE} in this folder")
    others = {each: alias for each, alias in aliases_now(environ).items() if each != name}
    if way := circle_in({**others, name: _alias(name, line, ConfigFile(path))}):
        raise misuse(f"the alias {name} does not work: it is circular: {' -> '.join(way)}")
    raw = read_file(path, follow=True) if os.path.lexists(path) else b""
    before = read_toml(raw, path) if raw else {}
    text = with_alias(decode(raw, path), name, line)
    known = before.get(ALIAS)
    wanted = {**before, ALIAS: {**(known if isinstance(known, dict) else {}), name: line}}
    try:
        kept = read_toml(text.encode(), path) == wanted
    except InvalidFile:
        kept = False
    if not kept:
        raise misuse(f"cannot add {name} to {path}", hint="write it there yourself; see help alias")
    os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)  # noqa: PTH103, PTH120
    replace_file(path, text.encode())
    return aliases_now(environ)


def with_alias(text: str, name: str, line: str) -> str:
    """Return the text of a configuration file with an alias in its table, replacing an earlier one."""
    entry, places = str(dumps({name: line})).rstrip("\n"), spots(text)
    if (known := places.get((ALIAS, name))) and known.value:
        return f"{text[: known.start]}{entry}{text[known.value[1] :]}"
    if not (table := places.get((ALIAS,))):
        return "\n".join([*([text.rstrip("\n"), ""] if text.strip() else []), f"[{ALIAS}]", entry, ""])
    own = (each.value[1] for path, each in places.items() if path[0] == ALIAS and each.value)
    end = text.find("\n", max((table.start, *own)))
    before, after = (text[:end], text[end:]) if end >= 0 else (text, "\n")
    return f"{before}\n{entry}{after}"
