"""What the table sees: the drawn tracker, columns, actions, next steps, words, one-liners and the ledger."""

import re
from pathlib import Path

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.engine.play import offers
from rbfcli.language.grammar import line_for
from rbfcli.language.names import NameContext, known_words
from rbfcli.model.commands import verb_name
from rbfcli.model.events import CustomEvent
from rbfcli.render.screen import fight_lines
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.systems import threat
from rbfcli.systems.threat.sheet import Character, ThreatFight, ThreatOptions, Tracks, Weapon
from tests.showing import facts, picture

RULES = threat.RULES
TESTS = Path(__file__).parent


@pytest.fixture
def alone():
    """Lines that need no fight."""
    interpreter = CommandService(MemoryStorage(), Style())
    return lambda line: interpreter.perform(line.split()).text


def listed(table, who):
    """Return what a combatant can do now: the line, its cost and its rule."""
    return [(line_for(each.command), each.cost, each.rule) for each in offers(RULES, table.session.fight, who)]


def test_the_tracker_is_drawn_under_the_title(start):
    """THR-TRACK-2: the threat between bars, the space in brackets; plain letters, never wide."""
    table = start(init="init --threat 4")
    table.do("attack bram guard1", 5, 5, 1)
    lines = fight_lines(table.session.fight, RULES, Style())
    assert lines[:6] == [
        "The pit (threat), round 1, offense",
        "to act: rill, odile",
        "THREAT   1   2   3  |4|  5",
        "OFFENSE  3   3   3  |2|  1",
        "DEFENCE  1   2   3  |3|  3",
        "offense tracker: 2 > [1]",
    ]
    table = start("sheet=seven", init="init --threat 0 --phase defence")
    drawn = picture(RULES, table.session.fight)
    assert drawn[2:] == ["DEFENCE |1|  1   2   2   3   3   4", "defence tracker: [1]"]
    assert all(len(line) <= 80 and line.isascii() for line in drawn)


def test_before_init_nothing_is_drawn_and_init_is_next(start):
    """THR-TRACK-1: the threat is set first."""
    table = start(init="note ready")
    assert RULES.picture(table.session.fight) == ()
    assert RULES.next_steps(table.session.fight) == ("init --threat 3",)
    for level, next_step in ((9, "init --threat 5"), (0, "init --threat 1")):
        table.do(f"set fight options.threat={level}")
        assert RULES.next_steps(table.session.fight) == (next_step,)


def test_a_row_shows_wear_absence_and_what_was_done(start):
    """THR-CMP-2, THR-START-1, THR-ATK-1: a column each, empty where there is nothing to say."""
    table = start()
    table.do("attack rill guard1 --complication durability", 3, 3, 1)
    table.do("set bram noticed=false")
    shown = {who: facts(RULES, table.session.fight, who) for who in ("rill", "bram", "guard1")}
    assert shown["rill"]["weapon"] == "rifle (damaged), shock lance"
    assert shown["rill"]["E/J/L/N"] == "+1/-3/+2/0"
    assert (shown["rill"]["this phase"], shown["bram"]["this phase"]) == ("attacked", "not noticed")
    assert (shown["guard1"]["armour"], shown["guard1"]["this phase"]) == ("2", "")


def test_actions_are_lines_that_play(start):
    """THR-OFF-1, THR-TAG-1, THR-BOSS-1: every line offered to anybody is taken."""
    for init in ("init", "init --phase defence"):
        fight = start(init=init).session.fight
        offered = [line_for(each.command) for who in fight.combatants for each in offers(RULES, fight, who)]
        assert offered
        for line in offered:
            start("complications=roll", "at_zero=knocked-out", init=init).do(line)


def test_what_the_crew_may_do_is_listed_with_its_cost_and_rule(offense):
    """THR-OFF-1, THR-TAG-1, THR-ACT-1: every foe and partner that takes part, with every weapon that serves."""
    offense.do("damage guard1 guard2 9")
    offense.do("set guard3 in_zone=false")
    offense.do("set odile noticed=false")
    assert listed(offense, "rill") == [
        ("attack rill worm", "1 action", "THR-OFF-1"),
        ("attack rill worm --with lance", "1 action", "THR-OFF-1"),
        ("tag rill bram worm", "1 action", "THR-TAG-1"),
        ("act rill …", "1 action", "THR-ACT-1"),
    ]
    offense.do("set rill wear.rifle=broken")
    offense.do("condition add rill free-attack")
    assert listed(offense, "rill")[0] == ("attack rill worm", "free", "THR-OFF-1")
    assert listed(offense, "worm") == [("boss worm rill bram", "free", "THR-BOSS-1")]


def test_what_an_enemy_may_do_is_listed_with_its_cost_and_rule(defence):
    """THR-DEF-1, THR-BOSS-1: no tag team, no task; a boss without anybody to hurt has no move worth listing."""
    defence.do("set rill in_zone=false")
    defence.do("set bram noticed=false")
    defence.do("set odile boss=true")
    assert listed(defence, "guard1") == [("attack guard1 odile", "1 action", "THR-DEF-1")]
    assert listed(defence, "worm") == [
        ("attack worm odile", "1 action", "THR-DEF-1"),
        ("boss worm odile", "free", "THR-BOSS-1"),
    ]
    defence.do("set odile in_zone=false")
    assert listed(defence, "worm") == []


def test_turn_next_is_the_next_step_when_nobody_can_attack(offense):
    """THR-PHASE-1, THR-END-1: the phase has actions left, but no one to take them; the crew may be away."""
    assert RULES.next_steps(offense.session.fight) == ()
    for who in ("rill", "bram", "odile"):
        offense.do(f"set {who} in_zone=false")
    assert RULES.next_steps(offense.session.fight) == ("turn next", "end --escaped")


def test_the_end_is_the_next_step_when_the_crew_is_down(offense):
    """THR-END-1: no phase helps combatants who are down."""
    offense.do("damage rill bram odile 9 --knocked-out")
    assert RULES.next_steps(offense.session.fight) == ("end",)


def test_vocabulary_names_weapons_of_the_one_who_acts(offense):
    """THR-CMP-1, THR-ULT-1: and the words of both tables."""
    fight = offense.session.fight
    assert tuple(RULES.words_of(fight, "weapon", "rill")) == ("rifle", "lance", "unarmed")
    assert tuple(RULES.words_of(fight, "weapon", "")) == ("rifle", "shotgun", "lance", "unarmed")
    assert RULES.words_of(fight, "item", "bram")[:2] == ("shotgun", "armour")
    assert tuple(RULES.words_of(fight, "complication", ""))[:2] == ("durability", "half-damage")
    assert tuple(RULES.words_of(fight, "ultra", ""))[-4:] == ("free-attack", "accessory", "roll", "ask")
    assert "last-stand" in known_words("condition", NameContext(RULES, fight, ""))
    assert RULES.words_of(fight, "place", "") == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("attack --system threat --mod 1 --damage 1d6+1 --armour 2 --dice 5,4,5", "The target: HP 100 -> 96"),
        (
            "attack --system threat --damage 3 --dice 3,4",
            "as the GM chooses (note only)\n  The target: HP 100 -> 97",
        ),
        (
            "attack --system threat --damage 3 --dice 3,3",
            "misses the target: 6 (failure)  [3 3]\n  Tracker 3 -> 2\n  Extra space: tracker 2 -> 1\n",
        ),
        ("attack --system threat --damage 3 --dice 6,6", "Ultra result"),
        ("damage-save --system threat --damage 1d6+1 --armour 2 --dice 3,3,5", "The target: HP 100 -> 96"),
        (
            "damage-save --system threat --damage 3 --dice 4,4",
            "Complication for the target: as the GM chooses (note only)\n  Tracker 3 -> 2\n",
        ),
        ("damage-save --system threat --damage 3 --dice 5,5", "Extra space"),
        ("damage-save --system threat --damage 3 --dice 6,6", "as the table agrees"),
        (
            "damage-save --system threat --damage 3 --disadvantage 1 --dice 6,6,1",
            "with a complication: 7 (partial success)  [6 (6) 1], disadvantage 1",
        ),
        (
            "attack --system threat --damage 3 --disadvantage 1 --dice 6,6,1",
            "with a complication: 7 (partial success)  [6 (6) 1], disadvantage 1",
        ),
        (
            "attack --system threat --damage 3 --advantage 1 --dice 6,6,1",
            "an ultra success: 12 (two 6s)  [6 6 (1)], advantage 1",
        ),
        ("attack --system threat --damage 400 --dice 5,5", "HP 1000 -> 600"),
        ("attack --system threat --damage 100 --dice 5,5", "HP 1000 -> 900"),
        ("attack --system threat --damage 99 --dice 5,5", "HP 100 -> 1"),
        ("attack --system threat --damage 3 --dice 5,5", "The attacker hits the target: 10 (success)  [5 5]"),
        ("damage-save --system threat --damage 3 --dice 3,3", "The target fails at the defence: 6 (failure)  [3 3]\n"),
        ("damage-save --system threat --damage 3 --advantage 1 --dice 6,1,6", "-- Offense --"),
    ],
)
def test_one_liners_from_numbers_alone(alone, line, told):
    """THR-ROLL-1, THR-DMG-1: the outcome and what it brings."""
    assert told in alone(line)


@pytest.mark.parametrize("line", ["stabilize --system threat --mod 2", "stabilize rill"])
def test_nobody_is_stabilised(alone, line):
    """THR-DMG-3: refused with the reason, with a fight and without."""
    alone("new threat")
    with pytest.raises(RbfError, match="threat has no stabilize command") as wrong:
        alone(line)
    assert wrong.value.hint == "at 0 HP, a PC is knocked out or makes a last stand, and an NPC is dead (THR-DMG-3)"


def test_everything_that_happens_has_words():
    """Every `happen` of the package has words, and no words are left over."""
    sources = "".join(path.read_text() for path in sorted(Path(threat.__file__).parent.rglob("*.py")))
    happened = set(re.findall(r'happen\(\s*"([\w-]+)"', sources)) | {"tracker", "tracker-extra"}
    happened |= {"complication", "complication-noted", "ultra", "ultra-noted"}
    happened |= {f"{each}-ends" for each in ("tracker", "tracker-extra")}
    happened |= {"a-pc", "an-ally", "an-enemy", "edges"}
    plain = {each for each in RULES.words if "." not in each}
    assert happened == plain
    assert CustomEvent(what="tracker").what in plain


def test_every_rule_of_the_ledger_has_a_test_that_names_it():
    """A rule that claims to be done is tested by its id; options it names exist."""
    docstrings = re.findall(r'"""(.+?)"""', "".join(path.read_text() for path in sorted(TESTS.glob("test_*.py"))))
    named = set(re.findall(r"THR-[A-Z]+-\d", " ".join(docstrings)))
    entries = RULES.ledger()
    assert {each.id for each in entries} == named
    assert {each.state for each in entries} == {"done"}
    options = {name.removeprefix("options.") for each in entries if each.option for name in each.option.split(", ")}
    assert options <= set(ThreatOptions.__struct_fields__)


@pytest.mark.parametrize("word", ["lance", "shock lance", "Shock", "LAN"])
def test_a_weapon_goes_by_its_id_or_its_name(offense, word):
    """THR-DMG-1: or by a unique beginning; another combatant's weapon is refused with those carried."""
    offense.do(f"attack rill guard1 --with '{word}'", 5, 5)
    assert offense.guard1.hp == 1
    assert offense.refused("attack bram guard1 --with lance").suggestions == ()


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("set rill weapons=lamce", "weapon 'lamce'"),
        ("add Mira side=crew hp=4 weapons=rifel", "weapon 'rifel'"),
        ("set rill wear.lamp=broken", "item 'lamp'"),
    ],
)
def test_a_sheet_names_only_what_there_is(offense, line, unknown):
    """THR-DMG-1, THR-CMP-2: weapons, and what wears."""
    assert f"unknown {unknown}" in offense.refused(line).message


@pytest.mark.parametrize("verb", ["attack", "damage-save"])
def test_a_one_liner_refuses_answers_to_what_is_never_asked(alone, verb):
    """THR-ROLL-1: the kinds of questions are those of the system."""
    with pytest.raises(RbfError, match="unknown question 'nonsense'"):
        alone(f"{verb} --system threat --damage 3 --answer nonsense=1")


@pytest.mark.parametrize(
    ("verb", "phase", "crew"), [("attack", "offense", "attackers"), ("damage-save", "defence", "targets")]
)
def test_the_fights_that_stand_in_are_even_and_in_the_phase_of_their_action(verb, phase, crew):
    """THR-OFF-1, THR-DEF-1, THR-TRACK-2: one with a weapon, one in armour, three spaces left; what is stated counts."""
    kinds = {verb_name(kind): kind for kind in RULES.one_liners}
    numbers = kinds[verb](damage="1d6+1", armour=2, mod=3, advantage=1, disadvantage=2, dice=(4, 4), answer=("a=b",))
    fight, command = RULES.one_liners[kinds[verb]](numbers)
    hale = {"hp": 100, "max_hp": 100}
    assert fight == ThreatFight(
        system="threat",
        round=1,
        phase=phase,
        options=ThreatOptions(crew=crew),
        board=Tracks(threat=3, spaces=3, tracker=3),
        combatants={
            "attacker": Character(name="the attacker", side="attackers", weapons=("weapon",), **hale),
            "target": Character(name="the target", side="targets", armour=2, **hale),
        },
        weapons={"weapon": Weapon(name="weapon", damage="1d6+1")},
    )
    stated = {each: getattr(numbers, each) for each in ("mod", "advantage", "disadvantage", "dice", "answer")}
    assert {each: getattr(command, each) for each in stated} == stated


def test_of_a_long_tracker_the_ends_and_where_it_stands_are_drawn(offense):
    """THR-TRACK-2: a hand may set any number of spaces."""
    offense.do("set fight board.spaces=1000000 board.tracker=700")
    assert picture(RULES, offense.session.fight)[-1] == ("offense tracker: 1000000 > ... > 701 > [700] > 699 > ... > 1")
    offense.do("set fight board.spaces=6 board.tracker=6")
    assert picture(RULES, offense.session.fight)[-1] == "offense tracker: [6] > 5 > 4 > 3 > 2 > 1"
