"""The packages drawn from the contracts of import-linter, each with what it says of itself."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.markdown import code, plain, table, word

ROOT = Path(__file__).parents[2]
FIRST_SENTENCE = re.compile(r"(.+?)\.(?:\s|$)")


def contracts() -> list[dict[str, Any]]:
    """The contracts as pyproject.toml has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    return found


def layers() -> str:
    """The layers of the whole program, the upper above the lower."""
    rows = [_names(layer) for layer in contracts()[0]["layers"]]
    wide = max(len("   ".join(names)) for names in rows)
    edge = f"+{'-' * (wide + 2)}+"
    drawn = [edge, *(line for names in rows for line in (f"| {'   '.join(names):<{wide}} |", edge))]
    told = ((word(f"rbfcli/{name}"), plain(_about(f"rbfcli.{name}"))) for names in rows for name in names)
    return f"{code('text', drawn)}\n\n{table(('package', 'what it is'), told)}"


def rooms() -> str:
    """The rooms of a rule system, the upper floors above the lower, and what each holds in a system that has it."""
    contract = contracts()[1]
    floors = list(enumerate(reversed(contract["layers"]), 1))
    rows = (
        (str(floor), word(name), plain(_room(contract["containers"], name)))
        for floor, layer in reversed(floors)
        for name in _names(layer)
    )
    return table(("floor", "room", "for example"), rows)


def held() -> str:
    """What each contract says."""
    return "\n".join(f"- {plain(each['name'])}." for each in contracts())


def _names(layer: str) -> list[str]:
    return [each.strip("() ") for each in layer.split("|")]


def _room(systems: list[str], name: str) -> str:
    for system in reversed(systems):
        try:
            return _about(f"{system}.{name}")
        except ModuleNotFoundError:
            continue
    message = f"no system has the room {name}"
    raise LookupError(message)


def _about(module: str) -> str:
    """The first sentence of a module."""
    text = " ".join((import_module(module).__doc__ or "").split())
    found = FIRST_SENTENCE.match(text)
    return found[1] if found else text
