"""What the table sees: status, the ground, what can be done, words, vocabulary, options."""

import os
from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest

from rbfcli.core.lazy import LazyFunction
from rbfcli.engine.play import offers
from rbfcli.language.grammar import line_for
from rbfcli.model.events import ConditionGained, ConditionLost, CustomEvent, FieldChanged, Modifier, Rolled
from rbfcli.model.fight import Condition
from rbfcli.systems.rbf import INTERRUPTIBLE, RULES
from rbfcli.systems.rbf.sheet import Item, Place, RbfOptions, Spell
from rbfcli.testing.fights import every_example_gives_its_result
from tests.showing import facts, picture

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
PLACES = {"crates": Place(name="the crates", at=4, cover="medium", low=True), "roof": Place(at=9, height=4)}


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
        "   9 m  roof (4 m up)",
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
    laid = table(ada={"at": 0, "items": ("medical kit",)}, tamsin={"at": 2})
    assert RULES.next_steps(laid.fight) == ("init",)
    laid.do_all(BY_HAND, "damage tamsin 50", "aim ada")
    assert RULES.next_steps(laid.fight) == ("stabilize tamsin --by ada",)
    for change, back in (
        ("tamsin at=3", "at=2"),
        ("ada items=rope", 'items="medical kit"'),
        ("tamsin side=foes", "side=crew"),
    ):
        laid.do(f"set {change}")
        assert RULES.next_steps(laid.fight) == ()
        laid.do(f"set {change.split()[0]} {back}")
    assert RULES.next_steps(laid.fight) == ("stabilize tamsin --by ada",)
    laid.do("aim ada")
    assert RULES.next_steps(laid.fight) == ("turn next",)


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
    """RBF-ACT-2: every named verb, answer, hook and view is in its module."""
    verbs = [*RULES.verbs.values(), *INTERRUPTIBLE.values()]
    hooks = [getattr(RULES.hooks, name) for name in RULES.hooks.__struct_fields__]
    views = [getattr(RULES, name) for name in RULES.__struct_fields__]
    named = [*verbs, *RULES.one_liners.values(), *hooks, *views]
    functions = [each.function for each in named if isinstance(each, LazyFunction)]
    assert functions
    assert all(map(callable, functions))


def test_the_ledger_names_every_option():
    """RBF-TST-3: options that override a default are listed with their rule."""
    assert {name for each in RULES.ledger() for name in each.option.split(", ")} >= {*RbfOptions.__struct_fields__}


def test_where_nobody_has_a_turn_any_more_the_fight_ends(table):
    """RBF-END-1: what the table does next is never refused."""
    laid = table()
    laid.do_all("init", *(f"condition add {who} unconscious" for who in laid.fight.combatants))
    assert RULES.next_steps(laid.fight) == ("end",)


def test_where_nobody_gets_a_count_somebody_is_to_be_added(table):
    """RBF-MODE-1: in a crisis an enemy without a count is not in the turn order, so that `init` would be refused."""
    laid = table(board={"mode": "crisis"})
    laid.do_all(*(f"condition add {who} unconscious" for who, one in laid.fight.combatants.items() if one.tn is None))
    assert RULES.next_steps(laid.fight) == ("add NAME",)
    laid.do("set thug initiative=3")
    assert RULES.next_steps(laid.fight) == ("init",)


# The ledger says where each rule comes from and shows it on both sides.


def test_every_example_comes_out_as_told():
    """RBF-ATK-1: the law, on the ambush at the docks."""
    every_example_gives_its_result("rbf")


@pytest.mark.parametrize("entry", [each for each in RULES.ledger() if each.state == "done"], ids=lambda each: each.id)
def test_every_rule_that_is_done_shows_itself(entry):
    """RBF-ATK-1: for the winner and for the loser."""
    assert len(entry.examples) >= 2
    assert len({(each.line, each.before, each.on) for each in entry.examples}) == len(entry.examples)


def test_where_the_rules_come_from():
    """RBF-ATK-8, RBF-DIE-1: the page, a sibling page, or our reading."""
    origins = {each.id: each.origin for each in RULES.ledger()}
    assert set(origins.values()) == {"page", "sibling", "reading"}
    assert (origins["RBF-ATK-8"], origins["RBF-DIE-1"], origins["RBF-ATK-1"]) == ("reading", "sibling", "page")


# Each roll of the catalogue in full: whose it is, against whom and what, and each number added to it with its rule.


SPELLS = {"spark": Spell(name="spark", skill="metaphysics", damage="1d6")}
ITEMS = {"pick": Item(name="lock pick", skill="crafting", tn=11)}
ADA = {
    "skills": {
        "melee": 3,
        "dodge": 3,
        "meditation": 2,
        "medicine": 4,
        "metaphysics": 1,
        "leadership": 2,
        "crafting": 5,
    },
    "items": ("medical kit", "pick"),
    "conditions": {"grappled": Condition(by="boss")},
}
GRAPPLED = Modifier(-1, "grappled", "RBF-TEC-GRAPPLE")
STATED = (Modifier(2, "as stated"), Modifier(-1, "as stated"))
SAID = "--mod 4 --advantage 2 --disadvantage 1"
EXTRA = Modifier(4, "modifier")


def roll(label, rule, against, *modifiers, actor="ada", target="", edges=(GRAPPLED,)):
    """A roll with all that speaks of it but its dice."""
    return (label, rule, actor, target, against, modifiers, tuple(edges))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            f"check ada medicine --tn 13 {SAID}",
            roll("medicine", "RBF-ACT-2", 13, Modifier(4, "Medicine", "RBF-ACT-2"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"speak ada halt --tn 12 {SAID}",
            roll(
                "leadership", "RBF-ACT-9", 12, Modifier(2, "Leadership", "RBF-ACT-9"), EXTRA, edges=(*STATED, GRAPPLED)
            ),
        ),
        (
            f"use ada pick {SAID}",
            roll("lock pick", "RBF-ACT-2", 11, Modifier(5, "Crafting", "RBF-ACT-2"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"use ada pick --tn 9 {SAID}",
            roll("lock pick", "RBF-ACT-2", 9, Modifier(5, "Crafting", "RBF-ACT-2"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"stabilize joss --by ada --bad 2 {SAID}",
            roll(
                "stabilize",
                "RBF-STB-1",
                12,
                Modifier(4, "Medicine", "RBF-STB-1"),
                EXTRA,
                target="joss",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"cast ada spark thug {SAID}",
            roll(
                "spell",
                "RBF-ACT-6",
                12,
                Modifier(1, "Metaphysics", "RBF-ACT-6"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"cast ada spark --tn 10 {SAID}",
            roll("spell", "RBF-ACT-6", 10, Modifier(1, "Metaphysics", "RBF-ACT-6"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"cast thug spark ada {SAID}",
            roll(
                "defense",
                "RBF-DEF-1",
                12,
                Modifier(2, "Meditation", "RBF-DEF-1"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            "cast thug spark joss --countered-by ada",
            roll("counterspell", "RBF-REA-1", 12, Modifier(1, "Metaphysics", "RBF-REA-1"), target="thug", edges=()),
        ),
        (
            f"attack thug ada {SAID}",
            roll(
                "defense",
                "RBF-DEF-1",
                12,
                Modifier(3, "Dodge", "RBF-DEF-1"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"damage-save ada --tn 15 --damage 3 --ranged {SAID}",
            roll(
                "defense",
                "RBF-DEF-1",
                15,
                Modifier(3, "Dodge", "RBF-DEF-1"),
                Modifier(2, "medium cover", "RBF-COV-1"),
                EXTRA,
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"attack ada thug {SAID}",
            roll(
                "attack",
                "RBF-ATK-1",
                12,
                Modifier(3, "Melee", "RBF-ATK-1"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            "init --mod 4",
            roll(
                "initiative",
                "RBF-INI-1",
                None,
                Modifier(3, "Melee", "RBF-INI-1"),
                Modifier(3, "Speedy", "RBF-TAL-1"),
                EXTRA,
                edges=(),
            ),
        ),
        (
            "init --sneaking thug",
            roll(
                "perception",
                "RBF-STL-2",
                12,
                Modifier(2, "Perception", "RBF-STL-2"),
                actor="joss",
                target="thug",
                edges=(),
            ),
        ),
    ],
)
def test_a_roll_in_full(table, line, expected):
    """RBF-TST-1, RBF-TST-2: the first roll of a line, with its modifiers and a hindering grapple."""
    conditions = {"dying": Condition(amount=3)} if "stabilize" in line else {}
    laid = table(
        ada={
            **ADA,
            "cover": "medium",
            "talents": ("Speedy", "Counterspell" if "countered" in line else "Expert Fighter"),
        },
        joss={"conditions": conditions, "hp": 0 if conditions else 15, "max_hp": 15},
        more={"spells": SPELLS, "items": ITEMS},
    )
    first = next(each for each in laid.do(line).events if isinstance(each, Rolled))
    modifiers = tuple(each for each in first.modifiers if each.value)
    found = (first.label, first.rule, first.who, first.target, first.against, modifiers, tuple(first.edges))
    assert found == expected


# Whole logs of a few lines each: every event in order, with its rule, whose it is, by whom, and how long it lasts.


LOGS = Path(__file__).with_name("logs.txt")
ORDER = "init --set ada=20 --set joss=18 --set tamsin=16 --set thug=14 --set other=8 --set boss=6"
KITS = {"items": ("medical kit", "repair kit"), "skills": {"medicine": 4, "crafting": 4, "melee": 3, "dodge": 3}}
SPELLS_OF_LOGS_IN_FULL = {"spark": Spell(name="spark", skill="metaphysics", damage=6, kind="fire", condition="blinded")}
MAGES = {"skills": {"metaphysics": 2, "dodge": 3}, "talents": ("Counterspell",)}
PLACES_OF_LOGS_IN_FULL = {
    "crates": Place(name="the crates", at=4, cover="medium"),
    "wall": Place(at=9, cover="light", low=True),
}

SCENES = {
    "a spell of a player": (
        {"ada": MAGES, "thug": {"hp": 60}, "more": {"spells": SPELLS_OF_LOGS_IN_FULL}},
        (
            "cast ada spark thug --dice 6,6",
            "cast ada spark thug --dice 8,8",
            "choose double",
            "cast ada spark thug --dice 1,1",
        ),
    ),
    "a spell of an enemy, and one that is countered": (
        {"ada": MAGES, "more": {"spells": SPELLS_OF_LOGS_IN_FULL}},
        (
            "cast thug spark joss --countered-by ada --dice 1,2,1,1",
            "set ada reactions-left=1",
            "cast thug spark joss --countered-by ada --dice 8,8",
        ),
    ),
    "defenses": (
        {"ada": {"hp": 90}, "thug": {"damage": "2d6", "damage_max": None}},
        (
            "attack thug ada --dice 8,8",
            "attack thug ada --dice 5,5,3,4",
            "attack thug ada --dice 3,3,3,4",
            "attack thug ada --condition blinded --dice 1,1",
            "attack thug ada --condition pinned --dice 1,1",
        ),
    ),
    "a riposte": (
        {"ada": {"talents": ("Expert Duelist",)}, "thug": {"hp": 60}},
        (ORDER, "turn next", "turn next", "turn next", "attack thug ada --dice 8,8", "choose strike --dice 5,5"),
    ),
    "somebody dying": (
        {"ada": KITS, "joss": {"hp": 1}},
        ("damage joss 3 --dice 2", ORDER, "stabilize joss --by ada --dice 1,1", "stabilize joss --by ada --dice 6,6"),
    ),
    "kits": (
        {"ada": {**KITS, "hp": 3, "max_hp": 15, "armour_broken": True, "conditions": {"bleeding": Condition()}}},
        ("use ada 'medical kit' --dice 6,6,3", "use ada 'repair kit' --dice 1,1", "use ada 'repair kit' --dice 6,6"),
    ),
    "a grapple, a throw and a fall": (
        {"tamsin": {"at": 0}, "thug": {"at": 1, "hp": 60}},
        (
            "attack tamsin thug --technique grapple --dice 6,5",
            "attack tamsin thug --technique throw --metres 6 --dice 6,5,3,4 --answer direction=away",
            "fall ada 4 --dice 3",
            "set thug at=1",
            "attack tamsin thug --technique grapple --dice 6,5,4",
            "free thug --dice 3,3,3",
        ),
    ),
    "a pin, a laceration and a boss who shakes off": (
        {"ada": {"weapons": ("spear",)}, "boss": {"tn": 10}},
        (
            ORDER,
            "attack ada boss --technique pin --dice 6,5",
            "attack ada thug --technique trip --dice 6,5",
            "condition add boss stunned",
            "condition add other leaking",
            "turn next",
            "turn next",
            "turn next",
            "stand thug",
            "turn next --dice 4",
            "turn next",
            "shake-off boss stunned",
            "free boss",
            "turn next",
        ),
    ),
    "moves before a watcher": (
        {"joss": {"at": 0}, "thug": {"at": 40, "hp": 60}, "board": {"places": PLACES_OF_LOGS_IN_FULL}},
        (
            ORDER,
            "turn next",
            "aim joss",
            "overwatch joss",
            "turn next",
            "turn next",
            "move thug 25 --force --dice 5,5",
            "move thug wall --force",
        ),
    ),
    "hiding and pointing out": (
        {"ada": {"place": "crates", "talents": ("Stalker",)}, "board": {"places": PLACES_OF_LOGS_IN_FULL}},
        (
            ORDER,
            "hide ada --bonus",
            "set ada seen-by=thug",
            "turn next",
            "turn next",
            "turn next",
            "spot thug ada",
            "turn next",
            "turn next",
            "turn next",
            "attack ada thug --dice 5,5",
        ),
    ),
    "a rage, and dropping prone": (
        {"ada": {"talents": ("Berserker",)}, "thug": {"hp": 60}},
        (
            ORDER,
            "use ada rage",
            "attack ada thug --dice 5,5,5",
            "prone ada --drop --dice 2",
            "stand ada",
            "prone ada --force",
        ),
    ),
    "surprise and a hold": (
        {"ada": {"talents": ("Speedy",)}},
        (
            "init --sneaking thug --set thug=30 --set other=3 --set boss=1 --dice 1,1,5,5,4,4,3,3",
            "hold thug --until 2",
            "turn next",
            "turn next",
            "turn next",
        ),
    ),
    "words, intents and checks": (
        {},
        (
            ORDER,
            "intent ada 'hold the door'",
            "speak ada 'get down' --allies",
            "speak ada halt --tn 12 --dice 6,6",
            "check ada athletics --tn 12 --free --dice 1,1",
            "turn next",
        ),
    ),
    "an order that is sprinkled, split and held": (
        {"boss": {"counts": (12, 5)}, "other": {"conditions": {"crippled": Condition()}}},
        (
            "init --set ada=20 --set joss=10 --set tamsin=3 --set boss=12,5",
            "turn next",
            "hold thug",
            "turn next",
            "turn next",
        ),
    ),
    "weapons in hand": (
        {"joss": {"weapons": ("pistol", "rifle", "auto"), "at": 3}, "thug": {"at": 20, "hp": 90}, "other": {"at": 21}},
        (
            ORDER,
            "turn next",
            "draw joss rifle",
            "attack joss thug --dice 1,1",
            "turn next",
            "attack joss thug --force --with auto --autofire --dice 5,5",
            "draw joss auto --force",
            "attack joss thug other --autofire --force --dice 8,7",
            "choose double",
            "reload joss --force",
            "holster joss --force",
        ),
    ),
    "pushed, thrown back and sundered": (
        {"ada": {"at": 0}, "joss": {"at": 0}, "thug": {"at": 1, "hp": 90, "conditions": {"pinned": Condition()}}},
        (
            "attack ada thug --technique shove --dice 6,7",
            "attack joss thug --technique shove --dice 6,6",
            "attack joss thug --technique sunder --dice 6,6",
            "attack joss thug --critical thrown --dice 8,8",
            "attack joss thug --technique strafe --to 1 --dice 5,5",
        ),
    ),
    "disarmed": (
        {"ada": {"at": 0}, "thug": {"at": 1, "hp": 90}},
        ("attack ada thug --technique disarm --dice 6,6", "attack thug ada --dice 5,5", "draw thug hook"),
    ),
    "a bonus action, an aim lost, and a crisis": (
        {
            "ada": {"skills": {"telekinetics": 2}, "talents": ("Expert Telekinetic",), "aim": 1},
            "board": {"mode": "crisis"},
            "more": {"spells": SPELLS_OF_LOGS_IN_FULL},
        },
        (
            "init --set ada=9 --set joss=5 --set tamsin=3",
            "cast ada 'say lift' --tn 10 --bonus --dice 6,6",
            "check ada telekinetics --tn 12 --dice 6,6",
            "turn next",
            "speak joss 'to me' --allies --lead",
        ),
    ),
    "dangers that the GM states": (
        {"ada": {"hp": 60, "cover": "light"}},
        (
            "damage-save ada --tn 12 --damage 2d6 --dice 5,5,3,4",
            "damage-save ada --tn 12 --damage 9 --max 11 --kind resilience --of poison --dice 1,1",
            "damage-save ada --tn 12 --damage 9 --condition 'say coughing' --dice 1,1",
        ),
    ),
    "what a crawl and a place do": (
        {
            "ada": {"at": 0, "conditions": {"prone": Condition(), "hidden": Condition()}},
            "board": {"places": PLACES_OF_LOGS_IN_FULL},
        },
        (ORDER, "move ada crates", "move ada 1 --cover light", "stand ada --force"),
    ),
}


def in_short(event):
    """An event in a line: its rule, whose it is and at whom, and what."""
    match event:
        case FieldChanged(rule=rule, who=who, field=field, before=before, after=after):
            return f"{rule} {who}: {field} {before} -> {after}"
        case CustomEvent(rule=rule, who=who, target=target, what=what, facts=facts):
            said = ", ".join(f"{key}={value}" for key, value in facts.items())
            return f"{rule} {who} > {target}: {what} ({said})"
        case Rolled(rule=rule, who=who, target=target, label=label):
            added = ", ".join(f"{each.value:+} {each.why} {each.rule}" for each in event.modifiers if each.value)
            edges = ", ".join(f"{each.value:+} {each.why} {each.rule}" for each in event.edges)
            return (
                f"{rule} {who} > {target}: {label} {event.total} / {event.against} {event.outcome} ({added}; {edges})"
            )
        case ConditionGained(rule=rule, who=who, name=name, condition=condition):
            return (
                f"{rule} {who}: {name} for {condition.rounds} {condition.edge} of {condition.whose} by {condition.by}"
                f" ({condition.amount})"
            )
        case ConditionLost(rule=rule, who=who, name=name):
            return f"{rule} {who}: no longer {name}"
    return ""


@pytest.mark.parametrize("scene", SCENES)
def test_a_log_in_full(table, scene):
    """RBF-ATK-1, RBF-DEF-1, RBF-ACT-2: the rules of each line; REWRITE=1 rewrites the logs: read the diff."""
    changes, lines = SCENES[scene]
    laid, told = table(**changes), []
    for line in lines:
        told += [f"> {line}", *filter(None, map(in_short, laid.do(line).events))]
    logs = dict(each.partition("\n")[::2] for each in LOGS.read_text(encoding="utf-8").split("## ")[1:])
    if os.environ.get("REWRITE"):
        logs[scene] = "\n".join(told)
        written = (f"## {name}\n{logs[name].strip()}\n" for name in SCENES if name in logs)
        LOGS.write_text("\n".join(written), encoding="utf-8")
    assert told == logs[scene].strip().splitlines()
