"""Write the files that the program makes: `python -m tools.generate`; `--check` only names the stale ones."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rbfcli.commands.json_schema import protocol_schema, schema_of, text_of
from rbfcli.language.man_pages import manual_pages
from rbfcli.render.json import FORMAT
from rbfcli.systems.registry import SHIPPED, load
from tools.docs import docs, protocol_page
from tools.manpage import manpage
from tools.pages import pages
from tools.screen_picture import PICTURE, screen_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parent.parent
PROTOCOL = f"schema/{FORMAT.replace('/', '-')}.json"


def generated() -> dict[str, str]:
    """The text of each generated file, by its path in the repository."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    systems = [load(name) for name in SHIPPED]
    return {
        PICTURE: screen_picture(),
        **{f"encounters/schema/{rules.name}.json": text_of(schema_of(rules)) for rules in systems},
        PROTOCOL: text_of(protocol_schema(systems)),
        **docs(systems),
        **pages(systems),
        **protocol_page(),
        **{f"man/{page.name}.{page.number}": manpage(page, changelog) for page in manual_pages(systems).values()},
    }


def stale() -> dict[str, str]:
    """The generated files that are missing or not what would be written now, with what would be."""
    return {name: text for name, text in generated().items() if _text(ROOT / name) != text}


def main(words: Sequence[str]) -> int:
    """Write what is stale, or name it; the exit status is 1 if `--check` found any."""
    checked = "--check" in words
    found = stale()
    for name, text in found.items():
        if not checked:
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / name).write_text(text, encoding="utf-8")
        print(f"{'stale' if checked else 'written'}: {name}")
    return int(checked and bool(found))


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
