"""What the table sees: status, the ground, what can be done, words, vocabulary, options."""

from typing import Annotated, get_args, get_origin, get_type_hints

import pytest

from rbfcli.kernel.later import Later
from rbfcli.kernel.offers import offers
from rbfcli.language.writer import line_for
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.options import RbfOptions
from rbfcli.systems.rbf.reactions import Deed
from rbfcli.systems.rbf.sheet import Place
from tests.showing import facts, picture

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
PLACES = {"crates": Place(name="the crates", at=4, cover="medium", low=True), "roof": Place(at=9, height=6)}


def offered(laid, who):
    return {line_for(each.command): each.cost for each in offers(RULES, laid.fight, who)}


def test_every_option_says_what_it_is():
    """RBF-TST-3: every number that the page leaves open is an option with a description."""
    hints = get_type_hints(RbfOptions, include_extras=True)
    for name in RbfOptions.__struct_fields__:
        assert get_origin(hints[name]) is Annotated, name
        assert get_args(hints[name])[1].description, name


def test_the_status_shows_what_a_gm_asks_for(table):
    """RBF-ACT-2: health, weapon, cover, actions and the rest."""
    laid = table(joss={"cover": "light", "armour": 2, "armour_broken": True, "off_hand": "second", "at": 3})
    laid.do_all(BY_HAND, "turn next", "aim joss")
    shown = facts(RULES, laid.fight, "joss")
    assert shown["HP"] == "15/15"
    assert shown["actions"] == "1/2"
    assert shown["armour"] == "2 broken"
    assert shown["cover"] == "light"
    assert (shown["weapon"], shown["ammo"]) == ("pistol + second pistol", "6/6 + 6/6")
    assert shown["aim"] == "+1"
    assert shown["place"] == "3 m"
    laid.do_all("overwatch joss --technique trip")
    assert facts(RULES, laid.fight, "joss")["overwatch"] == "trip"


def test_the_ground_is_drawn_a_line_a_place(table):
    """RBF-TIME-1: with the seconds of the round above it."""
    laid = table(ada={"place": "crates"}, thug={"at": 12}, board={"places": PLACES})
    laid.do(BY_HAND)
    assert picture(RULES, laid.fight) == [
        "seconds 0 to 6",
        "   4 m  crates (medium cover, low): ada",
        "   9 m  roof (6 m up)",
        "  12 m: thug",
    ]


def test_what_can_be_done_is_listed_and_can_be_done(table):
    """RBF-ACT-2: every line offered for Ada plays."""
    laid = table(
        ada={"items": ("medical kit",), "weapons": ("sword", "knife"), "place": "crates", "talents": ("Berserker",)},
        joss={"hp": 4, "max_hp": 15},
        board={"places": PLACES},
    )
    laid.do(BY_HAND)
    lines = offered(laid, "ada")
    assert lines["attack ada thug"] == "1 action"
    assert lines["use ada rage"] == "free"
    assert lines["move ada roof"] == "1 action"
    assert lines['use ada "medical kit" joss'] == "1 action"
    assert lines["hide ada"] == "1 action"
    for line in lines:
        laid.do(line)
        laid.session.undo(1)


def test_what_cannot_be_done_is_not_listed(table):
    """RBF-ACT-1, RBF-STL-1: nothing out of turn, nothing for the surprised, only the free once actions are gone."""
    laid = table(ada={"talents": ("Stalker",), "cover": "heavy"})
    laid.do_all(BY_HAND + " --surprised joss", "aim ada")
    assert offered(laid, "thug") == {}
    laid.do("aim ada")
    laid.do("choose no")
    assert offered(laid, "ada") == {"hide ada --bonus": "bonus action", "turn next": "free"}
    laid.do("turn next")
    assert offered(laid, "joss") == {"hold joss": "free", "turn next": "free"}
    assert "turn next" in RULES.next_steps(laid.fight)


def test_the_empty_the_pinned_and_the_prone_are_offered_what_helps(table):
    """RBF-ACT-3, RBF-TEC-PIN, RBF-PRN-1, RBF-TEC-3: reload, free, stand, shake off."""
    laid = table(joss={"ammo": {"pistol": 0}})
    laid.do_all("condition add joss pinned", "condition add joss prone")
    assert {"reload joss", "free joss", "stand joss"} <= offered(laid, "joss").keys()
    assert "attack joss thug" not in offered(laid, "joss")
    laid.do("attack ada boss --technique trip --mod 3 --dice 5,5")
    assert offered(laid, "boss")["shake-off boss prone"] == "free"


def test_the_next_step_is_named(table):
    """RBF-STB-1, RBF-INI-3: init, then whom to save and whose turn it is."""
    laid = table()
    assert (RULES.next_steps(laid.fight), RULES.turn_is_over(laid.fight)) == (("init",), False)
    laid.do_all(BY_HAND, "damage tamsin 50", "aim ada")
    assert (RULES.next_steps(laid.fight), RULES.turn_is_over(laid.fight)) == (("stabilize tamsin --by WHO",), False)
    laid.do("aim ada")
    assert RULES.next_steps(laid.fight) == ("stabilize tamsin --by WHO", "turn next")
    assert RULES.turn_is_over(laid.fight)


@pytest.mark.parametrize(
    ("kind", "who", "word"),
    [
        ("weapon", "ada", "sword"),
        ("weapon", "ada", "unarmed"),
        ("weapon", "", "rifle"),
        ("technique", "", "throw"),
        ("critical", "", "silent"),
        ("complication", "", "jammed"),
        ("condition", "", "surprised"),
        ("place", "", "crates"),
        ("skill", "ada", "athletics"),
        ("thing", "tamsin", "rage"),
        ("thing", "ada", "rope"),
    ],
)
def test_the_words_of_a_kind(table, kind, who, word):
    """RBF-ACT-2: for reading, for completion."""
    laid = table(tamsin={"talents": ("Berserker",)}, ada={"items": ("rope",)}, board={"places": PLACES})
    assert word in RULES.words_of(laid.fight, kind, who)
    assert RULES.words_of(laid.fight, "nothing", who) == ()


def test_how_far_apart(table):
    """RBF-ACT-2: for @nearest."""
    laid = table(ada={"at": 2}, thug={"at": 9})
    assert RULES.distance(laid.fight, "ada", "thug") == 7
    assert RULES.distance(laid.fight, "ada", "joss") is None


def test_what_is_imported_later_is_there():
    """RBF-ACT-2: every verb, answer, hook and view that is named stands in its module."""
    verbs = [each.act if isinstance(each, Deed) else each for each in RULES.verbs.values()]
    hooks = [getattr(RULES.hooks, name) for name in RULES.hooks.__struct_fields__]
    views = [getattr(RULES, name) for name in RULES.__struct_fields__]
    named = [*verbs, *RULES.one_liners.values(), *hooks, *views]
    functions = [each.function for each in named if isinstance(each, Later)]
    assert functions
    assert all(map(callable, functions))


def test_the_ledger_names_every_option():
    """RBF-TST-3: what overrules a default stands with its rule."""
    assert {name for each in RULES.ledger() for name in each.option.split(", ")} >= {*RbfOptions.__struct_fields__}


def test_where_nobody_has_a_turn_any_more_the_fight_ends(table):
    """RBF-END-1: what the table does next is never refused."""
    laid = table()
    laid.do_all("init", *(f"condition add {who} unconscious" for who in laid.fight.combatants))
    assert (RULES.next_steps(laid.fight), RULES.turn_is_over(laid.fight)) == (("end",), False)


def test_where_nobody_gets_a_count_somebody_is_to_be_added(table):
    """RBF-MODE-1: in a crisis an enemy without a count has no place in the order, so that `init` would be refused."""
    laid = table(board={"mode": "crisis"})
    laid.do_all(*(f"condition add {who} unconscious" for who, one in laid.fight.combatants.items() if one.tn is None))
    assert RULES.next_steps(laid.fight) == ("add NAME",)
    laid.do("set thug initiative=3")
    assert RULES.next_steps(laid.fight) == ("init",)
