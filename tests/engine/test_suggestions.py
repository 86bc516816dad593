"""Searches for what a misspelt word was meant for: right, and no more of them than anybody reads the results of."""

from contextlib import suppress
from pathlib import Path

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core import matching, type_errors
from rbfcli.core.errors import InvalidFile
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage

PEOPLE = '[combatants.a]\nname = "a"\nside = "x"\nhp = 3\n[combatants.b]\nname = "b"\nside = "y"\nhp = 3\n'
START = f'format = 1\nsystem = "rbf"\n{PEOPLE}'


def columns(width):
    return "name," + ",".join(f"kolumn{number}" for number in range(width))


def sheet(width):
    return '{"people": [{"name": "x"' + "".join(f', "kay{number}": 1' for number in range(width)) + "}]}"


def weapons(width):
    return '{"people": [{"name": "x", "weapons": ["odd' + '", "odd'.join(map(str, range(width))) + '"]}]}'


def people(width):
    return '{"people": [' + ", ".join(f'{{"name": "c{number}", "plaice": "x"}}' for number in range(width)) + "]}"


def keys(width):
    return START + "".join(f"kay{number} = 1\n" for number in range(width))


def options(width):
    return f"{START}[options]\n" + "".join(f"odd{number} = 1\n" for number in range(width))


def at_the_top(width):
    return "".join(f"kay{number} = 1\n" for number in range(width)) + START


@pytest.mark.parametrize(
    ("words", "made"),
    [
        (("import", "wide.csv"), columns),
        (("import", "wide.json"), sheet),
        (("import", "wide.json"), weapons),
        (("import", "wide.json"), people),
        (("check", "wide.toml"), keys),
        (("check", "wide.toml"), options),
        (("start", "wide.toml", "--force"), at_the_top),
    ],
)
def test_a_file_that_is_wider_has_no_more_searched_for_it(tmp_path, monkeypatch, words, made):
    """Columns, keys, words and people: past as many mistakes as are told, nothing more is looked for."""
    monkeypatch.chdir(tmp_path)
    searches = []
    for module, name in ((matching, "nearest"), (type_errors, "clear_word")):
        search = getattr(module, name)

        def counted(*given, search=search):
            searches.append(given[0])
            return search(*given)

        monkeypatch.setattr(module, name, counted)
    found = []
    for width in (400, 1_200):
        talk = CommandService(MemoryStorage(), Style())
        talk.perform(["start", "dock-ambush"])
        Path(words[1]).write_text(made(width))
        searches.clear()
        with suppress(InvalidFile):
            talk.perform(words)
        found.append(len(searches))
    assert found[0] == found[1] > 0
