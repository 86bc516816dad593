"""What is offered at the cursor, as a table: a line with `|` for the cursor, and the words offered, in their order."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from msgspec.structs import replace

from rbfcli.core.errors import RbfError, Refusal
from rbfcli.core.text import is_visible, quoted
from rbfcli.engine import play
from rbfcli.engine.play import dry_run, rehearse
from rbfcli.language import completion
from rbfcli.language.completion import KnownNames, Suggestion, offered_values, suggest
from rbfcli.language.cursor import place_at, spoken_option
from rbfcli.language.grammar import grammar_of, split_words, takes_value
from rbfcli.language.names import NameContext, can_act, convert_value, convert_values
from rbfcli.language.parser import fight_verbs, one_liner_verbs, read_line
from rbfcli.model.fight import Question
from rbfcli.session.encounter import empty, from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load

FILES = {"": ("duel.toml", "fight.rbf", "notes.md", ".hidden.toml", "more/"), "more/": ("dock fight.toml", "deep/")}
NAMES = KnownNames(
    encounters=("dock-ambush", "duel"),
    scripts=("dock-ambush",),
    systems=lambda: ("rbf", "threat"),
    topics=lambda: {"exit-codes": "the meaning of the exit status", "dice": "dice notation"},
    verbs={"exit": "leave the prompt"},
    unsupported=frozenset({"--color"}),
    files=lambda folder: FILES.get(folder, ()),
    one_liners=lambda system: one_liner_verbs(load(system)) if system == "rbf" else {},
)
SETUP = (
    "add Vex hp=12 side=crew weapons=hunting-rifle,knife items='medical kit'",
    'add "Joss Marlow" hp=15 side=crew',
    "add goblin --count 12 hp=9 tn=10 damage=4",
    'add "Old Ogre" hp=30 tn=12 damage=9',
    "init --set vex=30",
    *["turn next"] * 4,
)


KEPT = {"2": "Duel on the pier (rbf)"}


@pytest.mark.parametrize(
    ("line", "found"),
    [("split ", ["cellar"]), ("join ", ["cellar"]), ("switch ", ["cellar", "2"]), ("restore ", ["2"])],
)
def test_groups_and_kept_fights_are_completed_wherever_a_line_takes_one(line, found):
    names = replace(NAMES, kept=lambda: KEPT)
    offered = suggest(line, len(line), a_fight("split cellar goblin2"), names)
    assert [each.word for each in offered if not each.word.startswith("--")] == found


def a_fight(*lines):
    session = empty("rbf", "", "suggest")
    for line in (*SETUP, *lines):
        session.perform(read_line(line, session.rules, session.fight))
    return NameContext(session.rules, session.fight)


@pytest.fixture(scope="module")
def context():
    return a_fight(
        "condition add goblin2 prone", "condition add goblin2 bleeding", "damage goblin3 9", "damage joss-marlow 15"
    )


def offered(marked, context, names=NAMES):
    cursor = marked.index("|")
    return suggest(marked.replace("|", "", 1), cursor, context, names)


def is_all_visible(text):
    return all(map(is_visible, text))


def words(marked, context, names=NAMES):
    return [each.word for each in offered(marked, context, names)]


EXACTLY = [
    ("att|", ["attack"]),
    ("  att|", ["attack"]),
    ("att|ack vex", ["attack"]),
    ("-e some.toml att|", ["attack"]),
    ("--json att|", ["attack"]),
    ("exi|", ["exit"]),
    ("--js|", ["--json"]),
    ("attack v|", ["vex"]),
    ("attack v| goblin1", ["vex"]),
    ("attack vex gb3|", ["goblin3"]),
    ("attack vex goblin1|", ["goblin1", "goblin10", "goblin11", "goblin12"]),
    ("attack vex GOBLIN12|", ["goblin12"]),
    ("attack vex oo|", ["old-ogre", "joss-marlow"]),
    ('attack "Jos|', ["joss-marlow"]),
    ("attack vex 'Old O|", ["old-ogre"]),
    ("attack vex Old\\ O|", ["old-ogre"]),
    ("attack vex goblin1 --with |", ["unarmed", "hunting-rifle", "knife"]),
    ("attack vex goblin1 --with=k|", ["knife"]),
    ('attack vex goblin1 --with="k|', ["knife"]),
    ("attack --with k| vex goblin1", ["knife"]),
    ("attack --with=k| vex goblin1", ["knife"]),
    ("attack --with k|n vex goblin1", ["knife"]),
    ("attack vex goblin1 --kind |", ["dodge", "resilience", "meditation"]),
    ("attack vex goblin1 --wi|", ["--with"]),
    ("attack vex goblin1 --dice |", []),
    ("attack vex goblin1 -q|", ["--quiet"]),
    ("attack vex -- --|", []),
    ("attack vex goblin1 # the big on|", []),
    ("frobnicate |", []),
    ("turn h|", ["hold"]),
    ("condition |", ["add", "remove"]),
    (
        "condition remove |",
        ["joss-marlow", "goblin2", "goblin3", "@active", "@foes", "@allies", "@weakest", "@nearest", "@crew"],
    ),
    ("condition remove goblin2 ble|", ["bleeding"]),
    ("condition add goblin2 pi|", ["pinned", "surprised"]),
    ("init --set v|", ["vex="]),
    ("set vex cov|", ["cover="]),
    ("set vex cover=h|", ["cover=heavy", "cover=light"]),
    ("set fight options.enemy|", ["options.enemy_cover="]),
    ("set fight options.enemy_cover=|", ["options.enemy_cover=true", "options.enemy_cover=false"]),
    ("set fi|", ["fight"]),
    ("start d|", ["dock-ambush", "duel", "duel.toml"]),
    ("start |", ["dock-ambush", "duel", "duel.toml", "more/"]),
    ("start more/|", ['"more/dock fight.toml"', "more/deep/"]),
    ("start .h|", [".hidden.toml"]),
    ("run |", ["dock-ambush", "fight.rbf", "more/"]),
    ("new |", ["rbf", "threat"]),
    ("roll --system t|", ["threat"]),
    ("roll 3|", ["3d4", "3d6", "3d8", "3d10", "3d12", "3d20", "3d100"]),
    ("roll 3d2|", ["3d20", "3d12"]),
    ("odds att|", ["attack"]),
    ("odds attack vex gb4|", ["goblin4"]),
    ("odds attack vex goblin4 --with=k|", ["knife"]),
    ("help exi|", ["exit", "exit-codes"]),
    ("help damage-|", ["damage-save"]),
    ("completion |", ["bash", "zsh", "fish", "powershell"]),
]


@pytest.mark.parametrize(("marked", "expected"), EXACTLY)
def test_offers_exactly(marked, expected, context):
    assert words(marked, context) == expected


FIRST = [
    ("|", ["stabilize"]),
    ("attack |", ["goblin1", "goblin2", "goblin4"]),
    ("attack gob|", ["goblin1", "goblin2"]),
    ("odds attack |", ["goblin1", "goblin2"]),
    ("attack goblin1 --with h|", ["hunting-rifle"]),
    ("attack --with kn| goblin1", ["knife"]),
    ("use |", ['"medical kit"']),
    ('use "medical kit" jos|', ["joss-marlow"]),
    ("attack vex |", ["goblin1", "goblin2", "goblin4"]),
    ("attack goblin1 |", ["--with", "--technique"]),
    ("attack goblin1 v|", ["vex"]),
    ("attack goblin2 vex --with |", []),
    ("attack vex goblin1 |", ["goblin2"]),
    ("attack vex @|", ["@active", "@foes", "@allies", "@weakest", "@nearest", "@random", "@crew", "@foes"][:7]),
    ("attack vex goblin1 --|", ["--with", "--technique"]),
    ("stabilize |", ["joss-marlow", "goblin3", "vex"]),
    ("stabilize joss-marlow --by |", ["vex"]),
    ("heal |", ["joss-marlow", "goblin3"]),
    ("damage-save vex --|", ["--tn", "--damage", "--max"]),
    ("turn |", ["next", "back", "hold", "delay", "to"]),
    ("condition remove goblin2 |", ["prone", "bleeding", "joss-marlow"]),
    ("attack --system rbf --|", ["--tn"]),
    ("odds |", ["stabilize"]),
]


@pytest.mark.parametrize(("marked", "expected"), FIRST)
def test_offers_first(marked, expected, context):
    assert words(marked, context)[: len(expected)] == expected


ABSENT = [
    ("attack vex goblin1 --with hunting-rifle --|", "--with"),
    ("attack vex | --with hunting-rifle", "--with"),
    ("attack vex goblin1 goblin2 |", "goblin1"),
    ("attack vex |", "vex"),
    ("attack --system rbf --|", "--with"),
    ("attack vex goblin1 -- |", "--with"),
    ("attack vex goblin1 -- -|", "--with"),
    ("attack |", "--with"),
    ("stabilize vex |", "vex"),
    ("show --|", "--color"),
]


@pytest.mark.parametrize(("marked", "word"), ABSENT)
def test_leaves_out(marked, word, context):
    assert word not in words(marked, context)


def test_those_who_fell_are_targets_last(context):
    targets = [word for word in words("attack vex |", context) if word in context.fight.combatants]
    assert targets[-2:] == ["goblin3", "joss-marlow"]


def test_an_option_that_may_stand_often_stays(context):
    assert "--set" in words("init --set vex=3 --|", context)


@pytest.mark.parametrize(
    ("marked", "start"),
    [("attack vex gob|", 11), ('attack vex "gob|', 11), ("attack vex x --with=k|", 20), ("a|", 0), ("odds  att|", 6)],
)
def test_a_word_takes_the_place_of_what_is_typed_of_it(marked, start, context):
    assert {each.start for each in offered(marked, context)} == {start}


def test_says_what_a_word_is(context):
    assert offered("attack vex ogre|", context) == [Suggestion("old-ogre", 11, "Old Ogre, foes, 30/30")]
    assert offered("attack vex goblin2|", context)[0].what == "goblin 2, foes, 9/9 prone bleeding"
    assert offered("attack vex goblin1 --wi|", context)[0].what == "weapon to use (default: weapon in hand)"
    assert offered("init|", context)[0].what == "Roll initiative and begin the first round."


def test_answers_of_the_open_questions(context):
    question = Question(kind="critical", who="vex", answers=("double", "knock down"), rule="RBF-ATK-2")
    asked = NameContext(context.rules, replace(context.fight, questions=(question,)))
    assert words("choose |", asked)[:2] == ["double", '"knock down"']
    assert words("|", asked)[0] == "choose"


def test_without_a_fight_the_programs_own_verbs():
    assert words("st|", None) == ["start", "restore", "systems", "suggest", "simulate"]
    assert words("attack |", None) == []
    assert words("attack --system rbf --t|", None) == ["--tn"]
    assert words("odds 2d|", None)[0] == "2d4"


@pytest.mark.parametrize(
    "line", ["att", "attack vex gob", 'attack vex "Old', "odds attack vex gob --with kn # so", "set vex a=b"]
)
def test_at_every_place_of_a_line_there_is_an_answer(line, context):
    for cursor in range(len(line) + 1):
        assert all(each.start <= cursor for each in suggest(line, cursor, context, NAMES))


VISIBLE = some.text(min_size=1, max_size=12).map(lambda text: normalize("NFC", text)).filter(is_all_visible)


@given(who=VISIBLE)
@example(who="--json")
def test_an_offered_name_reads_as_the_one_it_names(who):
    rules = load("rbf")
    one = rules.sheet(name="Someone", hp=3)
    context = NameContext(rules, rules.fight(system="rbf", combatants={who: one}))
    offer = suggest("stabilize ", 10, context, NAMES)[0]
    assert read_line(f"stabilize {offer.word}", rules, context.fight).who == who


def test_what_can_be_done_now_comes_first(context):
    """Vex is standing with empty hands, so drawing and aiming are offered, but not standing up or holstering."""
    verbs = words("|", context)
    assert max(map(verbs.index, ("attack", "draw"))) < min(map(verbs.index, ("stand", "reload")))
    assert words("attack vex goblin1 --with |", context)[0] == "unarmed"


def test_a_target_that_can_be_attacked_comes_before_one_that_cannot(context):
    """RBF-HP-3: goblin 3 is down; only attacks on standing targets are offered."""
    found = words("attack vex |", context)
    assert found.index("goblin12") < found.index("goblin3")


def test_what_a_verb_can_do_is_found_out_once_a_fight(monkeypatch):
    context, calls = a_fight(), []
    monkeypatch.setattr(completion, "dry_run", lambda *given: calls.append(given) or dry_run(*given))
    for typed in ("attack vex g|", "attack vex goblin1 |", "attack vex goblin1 --w|", "attack vex goblin1 --with |"):
        words(typed, context)
    assert len(calls) == 2, "once for the names, and once for the options"


def test_one_accepted_command_a_target_is_enough_to_list_the_targets(monkeypatch):
    """Vex can strike each with her hands as well: that matters only for the options."""
    context, rehearsed = a_fight("add orc --count 100 hp=9 tn=10"), []
    monkeypatch.setattr(play, "rehearse", lambda *given: rehearsed.append(given) or rehearse(*given))
    words("attack vex |", context)
    targets = {given[2].command.targets for given in rehearsed}
    assert len(targets) > 100
    assert len(rehearsed) == len(targets)
    words("attack vex orc1 --|", context)
    assert len(rehearsed) > 2 * len(targets)


def test_one_accepted_command_a_verb_is_enough_to_list_the_verbs(monkeypatch):
    context, rehearsed = a_fight("add orc --count 100 hp=9 tn=10"), []
    monkeypatch.setattr(play, "rehearse", lambda *given: rehearsed.append(given) or rehearse(*given))
    words("|", context)
    assert 0 < len(rehearsed) < 100


def test_one_of_five_hundred_combatants_is_offered():
    context = a_fight("add orc --count 486 hp=9 tn=10")
    assert len(context.fight.combatants) == 501
    assert offered("attack vex oc3|", context)[0].word == "orc3"


def test_check_is_the_fights_once_it_names_somebody():
    context = a_fight()
    assert "duel.toml" in words("check |", context)
    assert "athletics" in words("check vex |", context)
    assert "--tn" in words("check vex athletics --t|", context)


# In a fight of each system, at each place of each verb: what can be done first, what it means, and nothing unknown.


FIGHTS = {
    "rbf": ("dock-ambush", "init", "turn next"),
    "threat": ("mine-raid", "init --threat 3"),
    "rpj": ("hangar-seven", "init"),
    "futurepath": ("depot-raid", "init"),
    "bgc": ("hangar-breach", "init"),
    "generic": ("weir-at-dusk", "init"),
}
WITHOUT_TEXT = {"system", "dice", "number"}  # their words are names and numbers, and say all there is
# Skills and scores that the one who acts has not.
MAY_BE_SILENT = {("bgc", "skill", "medicine")}


@pytest.fixture(scope="module", params=SHIPPED)
def choices_in_fights_context(request):
    encounter, *lines = FIGHTS[request.param]
    session = from_encounter(find_encounter(encounter), "choices", encounter)
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    who = session.fight.active or next(iter(session.fight.combatants))
    who = can_act(NameContext(session.rules, session.fight))[:1] or (who,)
    return NameContext(session.rules, session.fight, who[0])


def grammar_in(context, verb):
    """The grammar of a fight's verb."""
    kind = fight_verbs(context.rules).get(verb)
    return grammar_of(kind) if kind else None


def places(context):
    """Each place where a verb takes a word: the line before it, and the parameter."""
    for verb, kind in fight_verbs(context.rules).items():
        grammar = grammar_of(kind)
        words = [verb]
        for parameter in grammar.positionals:
            yield line_of(words), parameter
            words.append(choices_in_fights_example(parameter, words, context))
        least = [verb, *words[1 : 1 + grammar.least]]
        for name, parameter in grammar.options.items():
            if name.startswith("--") and takes_value(parameter):
                yield line_of([*least, name]), parameter


def line_of(words):
    return "".join(f"{quoted(each)} " for each in words)


def choices_in_fights_example(parameter, words, context):
    """A word that goes at a place: the one who acts first, then what is offered."""
    if parameter.spec.kind == "combatant" and len(words) == 1:
        return context.who
    found = choices_in_fights_offered(line_of(words), context)
    return split_words(found[0].word)[-1].rstrip("=") if found else "1"


def choices_in_fights_offered(line, context):
    found = suggest(line, len(line), context, KnownNames())
    return [each for each in found if not each.word.startswith("-")]


def values(line, context):
    return [split_words(each.word)[-1] for each in choices_in_fights_offered(line, context)]


def test_what_can_be_done_comes_first(choices_in_fights_context):
    differing, legal = {}, 0
    for line, parameter in places(choices_in_fights_context):
        place = place_at(line, len(line), lambda verb: grammar_in(choices_in_fights_context, verb))
        if place.grammar.actor and not place.positionals:
            continue  # the actor is optional, so two kinds of words fit here
        wanted = offered_values(parameter, place, choices_in_fights_context)
        found = [each in wanted for each in values(line, choices_in_fights_context)]
        legal += sum(found)
        if sorted(found, reverse=True) != found:
            differing[line] = wanted

    assert differing == {}
    assert legal > 4


def test_each_has_a_text_where_there_is_something_to_say(choices_in_fights_context):
    silent = {
        (line, each.word)
        for line, parameter in places(choices_in_fights_context)
        if parameter.spec.kind not in WITHOUT_TEXT
        for each in choices_in_fights_offered(line, choices_in_fights_context)
        if not each.what and (choices_in_fights_context.rules.name, parameter.spec.kind, each.word) not in MAY_BE_SILENT
    }

    assert silent == set()


def test_none_is_refused_as_unknown(choices_in_fights_context):
    refused = {}
    for line, parameter in places(choices_in_fights_context):
        if parameter.spec.kind in ("pairs", "settings", "answer", "removable"):
            continue
        for word in values(line, choices_in_fights_context):
            place = place_at(line, len(line), lambda verb: grammar_in(choices_in_fights_context, verb))
            meant = [parameter, *place.parameters, *place.grammar.positionals]
            if not any(is_known(each, word, choices_in_fights_context) for each in meant):
                refused[line] = word

    assert refused == {}


def is_known(parameter, word, context):
    """Return whether a place takes a word; a selector that matches no one is not unknown."""
    try:
        (convert_values if parameter.many else convert_value)(parameter, word, context)
    except Refusal:
        return word.startswith("@")
    except RbfError:
        return False
    return True


# Plain English: an option may be named without its dashes, so the words after it are completed as after the option.


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack goblin1 with |", ["unarmed", "hunting-rifle", "knife"]),
        ("attack goblin1 with kn|", ["knife"]),
        ("attack vex goblin1 with hun|", ["hunting-rifle"]),
        ("odds attack goblin1 with kn|", ["knife"]),
        ("attack goblin1 with knife --wi|", []),
    ],
)
def test_with_is_followed_by_weapons(line, words, context):
    assert [each.word for each in offered(line, context)] == words


@pytest.mark.parametrize("system", SHIPPED)
def test_an_option_without_dashes_is_completed_like_the_option(system):
    context = NameContext(load(system), empty(system, "", "suggest").fight)
    compared = 0
    for verb, kind in fight_verbs(context.rules).items():
        grammar = grammar_of(kind)
        for option in grammar.options.values():
            name = option.option.removeprefix("--")
            if takes_value(option) and spoken_option(grammar, name):
                bare, dashed = offered(f"{verb} {name} |", context), offered(f"{verb} --{name} |", context)
                assert [each.word for each in bare] == [each.word for each in dashed]
                compared += 1
    assert compared
