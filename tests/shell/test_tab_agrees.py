"""TAB in a shell, which knows tables and a save, offers what the prompt offers, which knows the rules."""

from __future__ import annotations

import pytest

from rbfcli.cli.tab.answer import complete
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import fight_verbs, read_line
from rbfcli.language.grammar import grammar_of, takes_value
from rbfcli.language.names import NameContext
from rbfcli.language.suggest import suggest
from rbfcli.language.suggest_values import KnownNames
from rbfcli.language.verbs import ALSO_OF_FIGHTS
from rbfcli.language.words import split_words
from rbfcli.session.begin import from_encounter
from rbfcli.session.storage import FileStorage
from rbfcli.store.paths import find_encounter, list_encounters
from rbfcli.systems.catalogue import SHIPPED

NAMES = KnownNames(systems=SHIPPED)
ASKED_OTHERWISE = {"amount", "dice", "number", "text"}
MAY_BE_MORE = {"cover"}  # whether it is near is left to the rules, as is whether `check` means a file or a fighter


@pytest.fixture(scope="module", params=list_encounters())
def begun(request, tmp_path_factory):
    """A shipped encounter as it begins: the path of its save, and the session."""
    path = tmp_path_factory.mktemp("fight") / "encounter.toml"
    session = from_encounter(find_encounter(request.param), "seed", request.param)
    FileStorage(str(path), print).begin(session, replace=False)
    return path, session


def tabbed(path, words, typed=""):
    """What TAB offers behind some words."""
    written = []
    assert complete([f":{typed}", "-e", str(path), *words], written.append) == 0
    return {line.partition("\t")[0] for line in "".join(written).splitlines()} - {""}


def prompted(session, words, typed=""):
    """What the prompt suggests behind some words."""
    text = "".join(f"{quoted(word)} " for word in words) + typed
    found = suggest(text, len(text), NameContext(session.rules, session.fight), NAMES)
    return {split_words(each.word)[-1] for each in found if typed or not each.word.startswith("--")}


def lines(session):
    """For each verb of the fight the words before each of its places, as one of the fight's own people types them."""
    for verb, kind in fight_verbs(session.rules).items():
        words = [verb]
        for parameter in grammar_of(kind).positionals:
            yield list(words), parameter
            words.append(example(session, parameter))
        for name, parameter in grammar_of(kind).options.items():
            if takes_value(parameter):
                yield [*words, name], parameter


def example(session, parameter):
    """A word for a place."""
    if parameter.spec.choices:
        return parameter.spec.choices[0]
    if parameter.spec.kind in ("combatant", "combatants", "targets", "sheet"):
        return next(iter(session.fight.combatants))
    return "x"


def test_the_verbs_are_those_of_the_prompt(begun):
    path, session = begun

    assert tabbed(path, []) == prompted(session, [])


def test_the_options_are_those_of_the_prompt(begun):
    path, session = begun
    differing = []
    for verb in set(fight_verbs(session.rules)) - set(ALSO_OF_FIGHTS):
        long = {each for each in tabbed(path, [verb], "--") if each.startswith("--")}
        if long != prompted(session, [verb], "--") | {"--encounter"}:
            differing.append(verb)

    assert differing == []


def test_the_words_are_those_of_the_prompt(begun):
    path, session = begun
    differing = {
        " ".join(words): (sorted(missing), sorted(more))
        for words, parameter in lines(session)
        if parameter.spec.kind not in ASKED_OTHERWISE
        for missing, more in [difference(tabbed(path, words), prompted(session, words))]
        if missing or (more and words != [*ALSO_OF_FIGHTS] and parameter.spec.kind not in MAY_BE_MORE)
    }

    assert differing == {}


def difference(tab, prompt):
    """What TAB leaves out, and what it offers besides."""
    return prompt - tab, tab - prompt


@pytest.mark.parametrize(("encounter", "is_one"), [("bear-ridge", False), ("duel", True)])
def test_while_a_team_is_up_nobody_alone_is_the_active_one(tmp_path, encounter, is_one):
    """Where several may be named, all of the team are."""
    path = tmp_path / "encounter.toml"
    session = from_encounter(find_encounter(encounter), "seed", encounter)
    session.perform(read_line("init", session.rules, session.fight))
    FileStorage(str(path), print).begin(session, replace=False)

    for offered in (tabbed(path, ["move"]), prompted(session, ["move"])):
        assert ("@active" in offered) is is_one
    for offered in (tabbed(path, ["damage"]), prompted(session, ["damage"])):
        assert "@active" in offered


def told(path, words):
    """What TAB says of each word behind some words."""
    written = []
    complete([":", "-e", str(path), *words], written.append)
    return dict(line.split("\t") for line in "".join(written).splitlines() if line.strip())


@pytest.mark.parametrize(
    ("encounter", "line", "word", "meaning"),
    [
        ("dock-ambush", "turn", "hold", "wait with the turn; the next comes up"),
        ("dock-ambush", "move ada", "crates", "a stack of crates, at 8, cover medium, low"),
        ("dock-ambush", "attack joss thug1 --with", "rifle", "hunting rifle, skill shoot, damage 10, hands 2"),
        ("dock-ambush", "attack joss thug1 --technique", "stun", "an action less on the next turn"),
        ("dock-ambush", "condition add ada", "blinded", "disadvantage 1 on melee, brawl, shot"),
        ("dock-ambush", "set ada", "hp=", "hit points"),
        ("depot-raid", "attack hale boss --cover", "heavy", "two disadvantages for the attacker"),
        ("depot-raid", "throw hale knife --at", "boss", "The yard boss"),
    ],
)
def test_words_say_what_they_mean(tmp_path, encounter, line, word, meaning):
    path = tmp_path / "encounter.toml"
    FileStorage(str(path), print).begin(from_encounter(find_encounter(encounter), "seed", encounter), replace=False)

    assert told(path, line.split())[word].startswith(meaning)
