"""What whoever is up could have meant is said in the error, and is a line that the rules take; nothing is played."""

import shlex

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError, Refusal, UsageError
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import find_encounter


@pytest.fixture
def table():
    """A fight of an encounter, at the turn that some lines lead to."""

    def begun(encounter, *lines, advises=True):
        storage = MemoryStorage()
        storage.begin(from_encounter(find_encounter(encounter), "seed", source=encounter), replace=True)
        interpreter = Interpreter(storage, Style(), advises=advises)
        for line in lines:
            told(interpreter, line)
        return interpreter

    return begun


def told(interpreter, line):
    """What a line comes to."""
    return interpreter.perform(line.split()).text


def wrong(interpreter, line, kind=RbfError):
    """The error of a line; the fight is as it was."""
    before = interpreter.storage.load().fight
    with pytest.raises(kind) as error:
        interpreter.perform(line.split())
    assert interpreter.storage.load().fight == before
    return error.value


ORDER = "init --set {}=90 gunner1=80 joss=9 pell=8 thug1=7 thug2=6 thug3=5 thug4=4 gunner2=3"
DOCKS = ("dock-ambush", ORDER.format("ada"))
ROAD = ("relay-road", "init --set corin=90 raider1=80", "move corin 1")


@pytest.mark.parametrize(
    ("encounter", "lines", "line", "meant"),
    [
        (
            DOCKS[0],
            (DOCKS[1], "set thug1 place=crates at=8", "set thug2 place=crates at=8", "draw claymore"),
            "attack thug1 thug2 --technique cleave",
            "attack ada thug1 thug2 --technique cleave",
        ),
        (DOCKS[0], (DOCKS[1], "turn"), "attack joss pell --autofire", "attack gunner1 joss pell --autofire"),
        (
            ROAD[0],
            (*ROAD[1:], "set raider1 region=1", "move --join raider1"),
            "grapple raider1",
            "grapple corin raider1",
        ),
    ],
)
def test_a_foe_named_first_is_the_target_of_whoever_is_up(table, encounter, lines, line, meant):
    interpreter = table(encounter, *lines)

    refused = wrong(interpreter, line, Refusal)

    assert refused.hint.startswith(f"did you mean `{meant}`? or else turn next")
    told(interpreter, meant)


@pytest.mark.parametrize(
    "line",
    [
        "attack joss thug1",  # somebody of one's own side out of turn
        "attack gunner1 gunner2",  # out of reach for whoever is up
        "attack ada thug1 --with claymore",  # the one who is up was named
    ],
)
def test_where_the_one_up_could_not_either_the_refusal_stays(table, line):
    assert "did you mean" not in wrong(table(*DOCKS), line).hint


def test_a_script_that_expects_a_refusal_looks_for_nothing(table):
    interpreter = table(DOCKS[0], DOCKS[1], "turn", advises=False)
    assert wrong(interpreter, "attack joss pell --autofire").hint == "turn next, or --force"


@pytest.mark.parametrize(
    ("begun", "line", "message", "hint"),
    [
        (
            ROAD[:2],
            "overwatch",
            "overwatch needs REGION (which region)",
            "now possible: `overwatch 0`, `overwatch 1`",
        ),
        (
            DOCKS,
            "move",
            "move needs TO (a named place, or a metre)",
            "now possible: `move gangway`, `move quay`, `move 14`",
        ),
        (
            (*DOCKS, "turn"),
            "attack gunner1",
            "attack needs TARGETS (whom: a name, thug*, @foes, @nearest …)",
            "now possible: `attack ada`, `attack tamsin`, `attack joss`, `attack pell`, `attack ada --nonlethal` ...",
        ),
        (
            DOCKS,
            "attack",
            "attack needs TARGETS (whom: a name, thug*, @foes, @nearest …)",
            "no attack is possible now; `actions --all` says what is possible now",
        ),
        (DOCKS, "note", "note needs TEXT (what happened)", 'for example `note "the crane starts to swing"`'),
        (DOCKS, "set ada", "set needs PAIRS (KEY=VALUE)", "for example `set ada notes=careful`"),
    ],
)
def test_a_line_that_ends_too_soon_is_told_how_it_could_go_on(table, begun, line, message, hint):
    error = wrong(table(*begun), line, UsageError)
    assert (error.message, error.hint) == (message, hint)


def test_before_the_fight_the_example_stays(table):
    assert wrong(table("relay-road"), "overwatch").hint == "`overwatch sela 2`"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("cast arc drone --dice 5,5", "cast nadir arc drone --dice 5,5"),
        ("use medical kit orla", 'use nadir "medical kit" orla'),
        ("speak come down from there", "speak nadir come down from there"),
    ],
)
def test_a_line_that_has_to_name_who_acts_is_proposed_with_whoever_is_up(table, line, meant):
    interpreter = table("siege-drone", "init --set nadir=90", "set orla hp=9", "set orla place=hulk at=12")
    assert wrong(interpreter, line, Refusal).hint == f"did you mean `{meant}`?"
    interpreter.perform(shlex.split(meant))


def test_a_name_that_is_nearly_right_comes_before_whoever_is_up(table):
    assert wrong(table("siege-drone", "init --set nadir=90"), "speak orlaa hello").hint == "did you mean orla?"


def test_own_words_at_a_question_are_told_how_to_be_given(table):
    interpreter = table("dock-ambush", ORDER.format("ada"), "set thug1 place=crates at=8", "attack thug1 --dice 8,8")

    error = wrong(interpreter, "hurled into the harbour", UsageError)

    assert error.message == "'hurled into the harbour' is neither a verb nor an answer"
    assert error.hint == 'say "hurled into the harbour" answers in your own words, and show has the answers'
    assert wrong(interpreter, "shwo").hint == "did you mean show?"


def test_what_two_do_together_is_listed_once(table):
    """THR-TAG-1: a tag team of two stands in the list of all that can act with the first of them."""
    interpreter = table("mine-raid", "init")

    listed = interpreter.perform(["actions"]).text

    assert "tag rill bram guard1" in listed
    assert "tag bram rill guard1" not in listed
    assert "tag bram rill guard1" in interpreter.perform(["actions", "bram"]).text


def test_aimed_fire_is_an_option_of_the_attack(table):
    """RPJ-AIM-1."""
    error = wrong(table(*ROAD[:2]), "aim raider1")
    assert (
        error.message
        == "rpj has no aim: a shot is aimed as it is made, for 2 actions: attack TARGET --aimed (RPJ-AIM-1)"
    )


@pytest.mark.parametrize(
    ("line", "hint"), [("attack raider1", "move corin 1"), ("attack trooper --with pistol", "move corin 1")]
)
def test_who_is_too_far_is_reached_through_the_next_region(table, line, hint):
    """RPJ-FIELD-4, RPJ-FIELD-5: the refusal names the move that leads nearer."""
    assert wrong(table(*ROAD[:2]), line, Refusal).hint == f"{hint}, or --force"


def test_once_the_crew_is_down_the_end_comes_next(table):
    """THR-END-1: no other step is proposed than the one that was just told."""
    interpreter = table("mine-raid", "init", "remove odile", "remove rill", "set bram hp=1")
    told(interpreter, "turn next --force")

    text = told(interpreter, "attack guard1 bram --dice 1,1,6 --answer down=knocked-out")

    assert text.endswith("Nobody of the crew is left standing\nnext: end\n")


def test_the_damage_besides_a_technique_is_said_to_be_that(table):
    """RBF-ATK-2, RBF-TEC-1: twice a hit with a technique instead of damage is the technique, and the damage once."""
    interpreter = table("dock-ambush", ORDER.format("tamsin"), "set thug1 place=crates at=8")

    text = told(interpreter, "attack thug1 --technique grapple --critical double --dice 8,6")

    assert "Dockside thug 1 takes 7: bare hands 2 + Brawl 5, besides the technique\n" in text
    assert "Dockside thug 1 is grappled" in text


def test_a_refusal_has_a_name_with_an_article_small_inside(table):
    interpreter = table("duel", "init --set ada=20")
    error = wrong(interpreter, "attack bosun ada", Refusal)
    assert error.message == "it is not the bosun's turn"
    assert "forced: it is not the bosun's turn" in interpreter.perform(shlex.split("attack bosun ada --force -n")).text
