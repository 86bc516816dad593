"""Sheets as they enter a fight and leave it, and an attack from numbers alone."""

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.engine.player_view import seen
from rbfcli.render.screen import fight_lines
from rbfcli.render.sentences import Style
from rbfcli.systems.generic.commands import AttackNumbers
from rbfcli.systems.generic.offers import attack
from rbfcli.systems.generic.sheet import Attack, Character, Counter, Power
from rbfcli.testing.state import players_see_no_secret
from tests.program import run_rbf

DICE = "for example: 2d6+3, or 1d8+3 slashing + 1d6 fire"


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ("attacks.a.damage=1d6x", "imp.attacks.a.damage must be a number or dice, not '1d6x'"),
        ("powers.a.damage=x", "imp.powers.a.damage must be a number or dice, not 'x'"),
        ("powers.a.condition=sleepy", "unknown condition 'sleepy'"),
        ("attacks.a.uses=arrows", "unknown counter 'arrows'"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(table, pairs, message):
    """GEN-DMG-1, GEN-CTR-1: with what is wrong."""
    with pytest.raises(RbfError) as wrong:
        table().do(f"add Imp hp=3 {pairs}")
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    ("keys", "path", "message", "hint"),
    [
        ({"attacks": {"a": Attack(damage="1d6x")}}, "attacks.a.damage", "must be a number or dice, not '1d6x'", DICE),
        ({"powers": {"a": Power(damage="x")}}, "powers.a.damage", "must be a number or dice, not 'x'", DICE),
        (
            {"powers": {"a": Power(uses="slot")}, "counters": {"slots": Counter(most=1)}},
            "powers.a.uses",
            "unknown counter 'slot'",
            "did you mean slots?",
        ),
    ],
)
def test_a_mistake_on_a_sheet_names_its_key(table, keys, path, message, hint):
    """GEN-DMG-1, GEN-CTR-1: with what would be right."""
    start = table()
    fight = replace(start.fight, combatants={"imp": Character(name="Imp", hp=3, **keys)})
    (wrong,) = start.session.rules.mistakes(fight, "imp")
    assert (wrong.path, wrong.message, wrong.hint) == (("combatants", "imp", *path.split(".")), message, hint)


def test_a_stat_block_may_leave_its_counters_to_the_sheets(table):
    """GEN-CTR-1: one that has counters must have those that its attacks and powers use."""
    start = table("add block imp hp=3 attacks.a.uses=arrows")
    assert "unknown counter 'arrows'" in start.refused("add Imp --from imp").message
    start.do("add Imp --from imp counters.arrows.most=3")
    assert (
        "unknown counter 'arrows'"
        in start.refused("add block elf hp=3 attacks.a.uses=arrows counters.b.most=1").message
    )


@pytest.mark.parametrize(
    ("pairs", "warned", "rule"),
    [
        ("hp=9 max_hp=8", "hp must be at most 8, not 9; raise max_hp", "GEN-HP-1"),
        (
            "counters.a.now=3 counters.a.most=2",
            "counters.a.now must be at most 2, not 3; raise most",
            "GEN-CTR-1",
        ),
        (
            "attacks.a.versus=will",
            "attacks.a.versus: no enemy has the defense will, so it is 10 for all",
            "GEN-ATK-1",
        ),
        (
            "powers.a.rounds=2",
            "powers.a.rounds: no rule uses it: the power has no condition; remove it",
            "GEN-POW-2",
        ),
        *(
            (
                f"powers.a.save_ends=true powers.a.{half}",
                "powers.a.save_ends: no rule uses it: the power needs a condition and a save; remove it",
                "GEN-CON-3",
            )
            for half in ("save=con", "condition=prone")
        ),
    ],
)
def test_what_a_sheet_may_not_mean_is_warned_of(table, pairs, warned, rule):
    """GEN-HP-1, GEN-CTR-1, GEN-ATK-1, GEN-POW-2, GEN-CON-3: it is valid all the same."""
    start = table()
    warnings = start.session.rules.warnings
    assert [each for who in start.fight.combatants for each in warnings(start.fight, who)] == []
    start.do(f"add Imp {pairs if 'hp=' in pairs else f'hp=3 {pairs}'}")
    assert [(each.line, each.rule) for each in warnings(start.fight, "imp")] == [(f"combatants.imp.{warned}", rule)]


def test_a_defense_that_an_enemy_has_is_right(table):
    """GEN-ATK-1: of an ally it does not count; counters and hit points that are full do."""
    start = table()
    warnings = start.session.rules.warnings
    start.do("add Imp hp=3 max_hp=3 attacks.a.versus=ref counters.a.now=2 counters.a.most=2")
    assert [each.message for each in warnings(start.fight, "imp")] == [
        "no enemy has the defense ref, so it is 10 for all"
    ]
    start.do("set imp side=us")
    assert [*warnings(start.fight, "imp")] == []
    start.do("set imp powers.a.save=con powers.a.condition=prone powers.a.save_ends=true powers.a.rounds=1")
    assert [*warnings(start.fight, "imp")] == []


def test_weapons_of_a_fight_are_never_used(table):
    """GEN-ATK-1: the attacks of this system are on the sheets."""
    start = table()
    assert [*start.session.rules.warnings(start.fight, "")] == []
    (warned,) = start.session.rules.warnings(replace(start.fight, weapons={"lance": {}}), "")
    because = "attacks are on the sheets: attacks.NAME.to_hit and damage"
    assert (warned.line, warned.rule) == (f"weapons: no rule uses it: {because}; remove it", "GEN-ATK-1")


def test_those_who_rested_are_as_after_a_long_rest(table):
    """GEN-RST-2: full, but for counters that nothing refills; without temporary HP and concentration."""
    start = table("damage ann 9", "heal ann 5 --temp", "use ann clock", "use ann slots", "use ann fear rat1 --dice 3")
    assert start.ann.temp_hp
    assert start.ann.concentration
    rested = start.session.rules.rested(start.ann)
    assert (rested.hp, rested.temp_hp, rested.concentration) == (20, 0, "")
    full = {"slots": 2, "bolts": 1, "clock": 3, "legend": 3, "surge": 1, "breath": 1}
    assert {name: each.now for name, each in rested.counters.items()} == full
    start.do("set ann hp=25")
    assert start.session.rules.rested(start.ann).hp == 25


@pytest.mark.parametrize(
    ("option", "state", "shown"), [("words", "hurt", "hurt"), ("numbers", "hurt", "20/30"), ("nothing", "", "")]
)
def test_players_see_the_hp_of_others_by_option(table, option, state, shown):
    """GEN-SEE-1: in words, as numbers, or not at all; always their own, and who is down."""
    start = table("damage ogre 10", "damage rat1 9", hp_seen=f'"{option}"')
    one, rules = seen(start.fight, start.session.rules, "us")

    def hp(who):
        return {fact.name: (fact.value, fact.gauge) for fact in one.combatants[who].facts}["HP"]

    gauge = {"words": (3, 4), "numbers": (20, 30), "nothing": None}[option]
    assert (one.combatants["ogre"].state, hp("ogre")) == (state, (shown, gauge))
    assert (one.combatants["rat1"].state, hp("ann")) == ("down", ("20/20", (20, 20)))
    assert any(line.startswith("x ") and "rat1" in line for line in fight_lines(one, rules, Style()))
    other = table("damage ogre 11", "damage rat1 9", hp_seen=f'"{option}"')
    same = seen(other.fight, other.session.rules, "us")[0] == one
    assert same is (option != "numbers")
    players_see_no_secret(start.fight, start.session.rules)


def test_an_attack_from_numbers_alone(tmp_path):
    """GEN-ATK-1: a bonus against a number, with damage if there is any."""
    assert attack(AttackNumbers(ac=15))[0].system == "generic"

    def told(options):
        played = run_rbf(*f"attack --system generic --ac 15 {options}".split(), cwd=tmp_path)
        return (played.stdout + played.stderr).splitlines()

    assert told("--mod 5 --damage 1d8+3 --advantage --dice 3,12,6")[:2] == [
        "The attacker hits the target: 17 vs AC 15 (+2)  [(3) 12] +5, advantage 1",
        "  9 damage to the target  [6] of 1d8+3",
    ]
    assert told("--disadvantage --dice 15,14") == [
        "The attacker misses the target: 14 vs AC 15 (-1)  [(15) 14], disadvantage 1"
    ]
    (refused,) = told("--damage 1d8x")
    assert refused.startswith("rbf: damage must be a number or dice, not '1d8x' (GEN-DMG-1)")
