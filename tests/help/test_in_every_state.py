"""Help and TAB in a fight are those of its system, whatever has happened in the fight.

What fits the fight at hand changes with it: which lines are examples, and which verbs TAB offers first.
"""

import pytest

from rbfcli.cli.completion import complete
from rbfcli.cli.help import rules_at, show_help
from rbfcli.language.parser import fight_verbs, parse_line, read_line
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import load
from tests.help.topics import without_examples

# An encounter of each system, and lines that begin its fight and end in a question.
LINES = {
    "rbf": ("dock-ambush", ("init --set joss=60", "attack joss thug1 --force --dice 8,8")),
    "threat": ("mine-raid", ("init", "attack bram guard3 --force --dice 6,6")),
    "rpj": (
        "relay-road",
        (
            "init",
            "move corin 1 --force",
            "move corin --join raider2 --force",
            "turn next --force",
            "turn next --force",
            "move raider2 2 --force",
        ),
    ),
    "futurepath": ("bear-ridge", ("init", "attack hale bear --force --dice 1")),
    "bgc": ("street-arrest", ("init", "attack rin mako --botch opening --force --dice 97")),
}
MARKS_OF_TOML = 'note "[[a]] [fight] system = 3"'


@pytest.fixture(params=LINES)
def states(request, tmp_path):
    """The saves of one fight: not begun, after each of its lines, paused, undone in part, and over."""
    encounter, lines = LINES[request.param]
    session = from_encounter(find_encounter(encounter), "pause 0", encounter)
    saves = []

    def saved():
        saves.append(str(tmp_path / f"{len(saves)}.toml"))
        FileStorage(saves[-1], print).begin(session, replace=False)

    saved()
    for line in (lines[0], MARKS_OF_TOML, *lines[1:]):
        session.perform(read_line(line, session.rules, session.fight))
        saved()
    assert session.fight.paused
    session.undo(1)
    saved()
    session.perform(read_line("end", session.rules, session.fight))
    saved()
    return load(request.param), saves


def shown(save, verb=""):
    """The help that is shown with a save, without the examples of a verb, which fit the fight."""
    written = []
    assert show_help(parse_line([verb] if verb else []), save, Style(), written.append) == 0
    return without_examples("".join(written)) if verb else "".join(written)


def offered(save, *words):
    """What TAB offers with a save, sorted."""
    written = []
    complete([":", "-e", save, *words], written.append)
    return sorted("".join(written).splitlines())


def test_help_and_tab_know_the_system_in_every_state(states):
    rules, saves = states
    first, *others = saves
    verbs = ["", *fight_verbs(rules)]
    expected = {verb: shown(first, verb) for verb in verbs}
    for save in others:
        assert rules_at(save) is rules
        assert offered(save) == offered(first)
        for verb in verbs:
            assert shown(save, verb) == expected[verb], f"{verb} --help, {save}"
