"""Reading the configuration file: whatever is wrong in it is said, and all the rest counts."""

from __future__ import annotations

from rbfcli.kernel.errors import InvalidFile, LimitReached, RbfError
from rbfcli.kernel.limits import CONFIG_BYTES, LONGEST_LOCK_SECONDS, MISTAKES_OF_CONFIG
from rbfcli.kernel.matching import unknown_word
from rbfcli.language.settings import ALIAS, NUMBER, ROLLS, SETTINGS, SWITCH, TEXT
from rbfcli.store.save_file import read_file
from rbfcli.store.toml_text import decode, read_toml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from rbfcli.language.settings import Setting


class Config:
    """A configuration file as it was read: `settings` by their keys, as variables of the environment say them.

    `aliases` are what stands in their table, not looked at yet; `mistakes` are sentences with file and line.
    """

    __slots__ = ("aliases", "mistakes", "path", "settings", "text")

    def __init__(
        self,
        path: str,
        tables: tuple[Mapping[str, str], Mapping[str, Any]] = ({}, {}),
        mistakes: tuple[str, ...] = (),
        text: str = "",
    ) -> None:
        self.path, self.mistakes, self.text = path, mistakes, text
        self.settings, self.aliases = tables

    def environ(self, environ: Mapping[str, str]) -> dict[str, str]:
        """The environment, which outranks the file, with what the file says besides."""
        return {**{SETTINGS[key].variable: value for key, value in self.settings.items()}, **environ}

    def line_of(self, *keys: str) -> int:
        """The line of a key."""
        from rbfcli.store.toml_positions import line_of, lines_of

        return line_of(lines_of(self.text), keys)

    def placed(self, mistake: str, *keys: str) -> str:
        """A mistake behind the file and the line of a key."""
        return f"{self.path}:{self.line_of(*keys)}: {mistake}"


def read_config(path: str) -> Config:
    """Read a configuration file; one that cannot be read at all is a mistake, and all settings are as by default."""
    try:
        raw = read_file(path, follow=True)
        if len(raw) <= CONFIG_BYTES:
            return _config(path, decode(raw, path), read_toml(raw, path))
        what = f"{path} is larger than {CONFIG_BYTES:,} bytes, the limit for a configuration"
    except (InvalidFile, LimitReached) as wrong:
        what = sentence(wrong)
    return Config(path, mistakes=(f"{what}; it is ignored, and all settings are as by default",))


def sentence(wrong: RbfError) -> str:
    """What is wrong, and what would be right."""
    return f"{wrong.message}; {wrong.hint}" if wrong.hint else wrong.message


def _config(path: str, text: str, tables: Mapping[str, Any]) -> Config:
    settings, mistakes = {}, []
    aliases: Mapping[str, Any] = {}
    bare = Config(path, text=text)
    for key, value in tables.items():
        if key in SETTINGS:
            found = _as_variable(SETTINGS[key], value)
            if found is None:
                mistakes.append(bare.placed(f"{key} is {_shown(value)}, and must be {_wanted(SETTINGS[key])}", key))
            else:
                settings[key] = found
        elif key == ALIAS and isinstance(value, dict):
            aliases = value
        elif key in (ALIAS, ROLLS):
            if not isinstance(value, dict):
                mistakes.append(bare.placed(f"{key} is a table: [{key}]", key))
        else:
            mistakes.append(bare.placed(sentence(unknown_word(key, (*SETTINGS, ALIAS, ROLLS), "setting")), key))
    return Config(path, (settings, aliases), tuple(mistakes[:MISTAKES_OF_CONFIG]), text)


def _as_variable(setting: Setting, value: object) -> str | None:
    """A value as the variable of the setting says it; None for a value that it cannot have."""
    if setting.values == SWITCH:
        return {True: "1", False: ""}[value] if isinstance(value, bool) else None
    if setting.values == NUMBER:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return str(value) if whole and 0 <= value <= LONGEST_LOCK_SECONDS else None  # type: ignore[operator]
    if not isinstance(value, str):
        return None
    return value if setting.values == TEXT or value in setting.values else None


def _wanted(setting: Setting) -> str:
    if setting.values == NUMBER:
        return f"a whole number from 0 to {LONGEST_LOCK_SECONDS}"
    if setting.values == TEXT:
        return "text in quotes"
    quote: Callable[[str], str] = str if setting.values == SWITCH else '"{}"'.format
    return " or ".join(map(quote, setting.values))


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"' if len(value) <= MISTAKES_OF_CONFIG * 2 else f'"{value[: MISTAKES_OF_CONFIG * 2]}…"'
        case int():
            return str(value)
        case dict():
            return "a table"
        case _:
            return "a list"
