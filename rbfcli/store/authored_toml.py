"""Tables as a person writes them in an encounter: a heading for each thing, and what is small on one line."""

from __future__ import annotations

from rbfcli.store.toml_writing import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    Path = tuple[str, ...]


def _no_comment(_path: Path, _key: str) -> tuple[str, ...]:
    return ()


class AuthoredTables:
    """Writes tables; `is_heading(path)` says which stand below a heading of their own even without tables in them.

    `comment(path, key)` are the lines above a key.
    """

    def __init__(
        self, is_heading: Callable[[Path], bool], comment: Callable[[Path, str], Iterator[str] | Path] = _no_comment
    ) -> None:
        self._is_heading = is_heading
        self._comment = comment

    def lines(self, tables: Mapping[str, Any]) -> Iterator[str]:
        """What stands before the first heading, then table after table."""
        yield from self._keys({key: each for key, each in tables.items() if not isinstance(each, dict)}, ())
        for key, each in tables.items():
            if isinstance(each, dict):
                yield from self._table(each, (key,))

    def _table(self, table: Mapping[str, Any], path: Path) -> Iterator[str]:
        plain = {key: each for key, each in table.items() if not self._is_table(each, (*path, key))}
        if plain or not table:
            yield ""
            yield f"[{'.'.join(map(key_text, path))}]"
            yield from self._keys(plain, path)
        for key, each in table.items():
            if key not in plain:
                yield from self._table(each, (*path, key))

    def _keys(self, table: Mapping[str, Any], path: Path) -> Iterator[str]:
        for key, each in table.items():
            yield from self._comment(path, key)
            yield f"{key_text(key)} = {value_text(each)}"

    def _is_table(self, value: Any, path: Path) -> bool:
        if not isinstance(value, dict):
            return False
        return self._is_heading(path) or (bool(value) and all(isinstance(each, dict) for each in value.values()))


def key_text(key: str) -> str:
    """A key of TOML, in quotes where it needs them."""
    return key if key.isascii() and key.replace("-", "").replace("_", "").isalnum() else value_text(key)


def value_text(value: Any) -> str:
    """A value of TOML: on one line, but for a text of several."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key_text(key)} = {value_text(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    import tomli_w

    several = isinstance(value, str) and "\n" in value and "\r" not in value
    return escaped(tomli_w.dumps({"x": value}, multiline_strings=several).removeprefix("x = ").removesuffix("\n"))
