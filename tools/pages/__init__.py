"""The pages of docs/ that people read first: prose written by hand, with parts made from the program."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tools.markdown import plain
from tools.pages import program, structs
from tools.pages.played import filled, played
from tools.pages.program import laws, rules_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rbfcli.model.rules import Rules

FOLDER = Path(__file__).parents[2] / "docs"
PROSE = (
    *("README", "first-evening", "first-system", "scripts", "dice", "simulations", "api", "writing-a-system"),
    "architecture",
)


def pages(systems: Sequence[Rules]) -> dict[str, str]:
    """The text of each page, by its path: those with prose of their own as they are, their made parts anew."""
    made = makers(systems)
    texts = {name: (FOLDER / f"{name}.md").read_text(encoding="utf-8") for name in PROSE}
    return {**rules_pages(systems), **{f"docs/{name}.md": played(filled(text, made)) for name, text in texts.items()}}


def makers(systems: Sequence[Rules]) -> dict[str, Callable[..., str]]:
    """Who makes each part, by the name that a page calls it by."""
    return {
        "calls": structs.calls,
        "chapters": program.chapters,
        "held": program.held,
        "hooks": structs.hooks,
        "kinds": program.kinds,
        "laws": laws,
        "layers": program.layers,
        "rooms": program.rooms,
        "statements": program.statements,
        "struct": structs.struct,
        "systems": partial(_systems, systems),
        "topic": program.topic,
        "topics": program.topics,
        "word-keys": program.word_keys,
    }


def _systems(systems: Sequence[Rules]) -> str:
    """Where to read about each system."""
    return "\n".join(
        f"- {plain(each.title)} (`{each.name}`, {each.dice}): [rules](rules/{each.name}.md),"
        f" [keys of an encounter](systems/{each.name}.md)"
        for each in systems
    )
