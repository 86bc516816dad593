"""Attacks, damage, powers, saves and conditions."""

import re

import pytest

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.systems.generic.checks import read_damage
from rbfcli.systems.generic.outcome import verdict


@pytest.mark.parametrize(
    ("faces", "outcome"), [((7, 1), "success"), ((6,), "failure"), ((1,), "fumble"), ((20, 1, 1), "critical")]
)
def test_an_attack_reaches_the_ac_or_not(table, faces, outcome):
    """GEN-ATK-1: 7 and 5 reach AC 12, a natural 20 is critical, a natural 1 misses."""
    assert table().do("attack ann rat1", *faces) == outcome


@pytest.mark.parametrize(("face", "outcome"), [(10, "success"), (9, "failure")])
def test_an_attack_may_be_against_another_defense(table, face, outcome):
    """GEN-ATK-1: Ref 14, and 10 for whoever has none."""
    faces = (face, 1) if outcome == "success" else (face,)
    assert table().do("attack ann rat1 --with bolt", *faces) == outcome
    at_ogre = (face - 4, 1) if outcome == "success" else (face - 4,)
    assert table().do("attack ann ogre --with bolt", *at_ogre) == outcome


@pytest.mark.parametrize(("face", "left"), [(9, 6), (8, 9)])
def test_a_stated_bonus_and_damage_replace_those_of_the_sheet(table, face, left):
    """GEN-ATK-1: 9 and 3 reach AC 12; an attack named with them keeps its defense and its counter."""
    start = table()
    start.do("attack ann rat1 --to-hit 3 --damage 3", face)
    assert start.rat1.hp == left
    start.do("attack ann rat2 --with bolt --damage 2", 10)
    assert (start.rat2.hp, start.ann.counters["bolts"].now) == (7, 0)


def test_a_natural_roll_decides_whatever_the_total(table):
    """GEN-ATK-1: by option nothing but the total does."""
    start = table("set ogre ac=60")
    assert start.do("attack ann ogre", 20, 1, 1) == "critical"
    assert table("set ogre ac=60", critical=0).do("attack ann ogre", 20) == "failure"
    assert table("set ogre ac=-5").do("attack ann ogre", 1) == "fumble"
    assert table("set ogre ac=-5", fumble=0).do("attack ann ogre", 1, 1) == "success"


@pytest.mark.parametrize(
    ("option", "faces", "kept"),
    [("--advantage", (3, 15, 1), 15), ("--disadvantage", (3, 15), 3), ("--advantage --disadvantage", (9, 1), 9)],
)
def test_advantage_and_disadvantage(table, option, faces, kept):
    """GEN-ATK-1: the higher or the lower of two dice; both together are none."""
    start = table()
    start.do(f"attack ann ogre {option}", *faces)
    assert start.rolls("attack")[0].total == kept + 5


def test_advantages_count_once_and_cancel_out(table):
    """GEN-ATK-1: each is listed with its source, and the line shows their sum."""
    start = table("condition add ogre prone", "condition add ogre stunned")
    for option, faces, told in (("", (3, 15, 1), "advantage 1"), ("--disadvantage", (9, 1), "cancel")):
        start.do(f"attack ann ogre {option}", *faces)
        (rolled,) = start.rolls("attack")
        assert (len(rolled.dice), rolled.total) == (len(faces) - 1, max(faces) + 5)
        stated = [(-1, "as stated", "")] if option else []
        assert [(each.value, each.why, each.rule) for each in rolled.edges] == [
            *((1, "prone", "GEN-CON-1"), (0, "stunned", "GEN-CON-1"), *stated),
        ]
        assert told in start.lines()[0]


def test_an_attack_says_where_its_numbers_come_from(table):
    """GEN-ATK-1, GEN-CON-1: the attack of the sheet, conditions by option, and what the line adds."""
    start = table("condition add ann poisoned", conditions='"modifier"')
    start.do("attack ann ogre --mod 3", 10, 1)
    assert [(each.value, each.why, each.rule) for each in start.rolls("attack")[0].modifiers] == [
        *((5, "axe", "GEN-ATK-1"), (-2, "poisoned", "GEN-CON-1"), (3, "modifier", "")),
    ]


def test_the_best_of_several_attacks_names_the_outcome(table):
    """GEN-ATK-1: a target each, the same one once."""
    start = table()
    assert start.do("attack ann rat1 rat2 rat1", 2, 15, 1) == "success"
    assert [each.target for each in start.rolls("attack")] == ["rat1", "rat2"]
    assert start.do("attack ann rat1 rat2", 1, 2) == "failure"
    assert start.do("attack ann rat1 rat2", 15, 1, 20, 1, 1) == "critical"


def test_other_dice_and_degrees(table):
    """GEN-ATK-1: 2d6, and by 5 more or less it is critical or a fumble."""
    options = {"dice": 2, "sides": 6, "critical": 0, "fumble": 0, "margin": 5}
    for faces, outcome in (((6, 6, 1, 1), "critical"), ((5, 6, 1), "success"), ((1, 2), "failure"), ((1, 1), "fumble")):
        start = table("set ogre ac=12", **options)
        assert start.do("attack ann ogre", *faces) == outcome, faces


def test_margins_are_exact():
    """GEN-ATK-1: the same for `roll --vs`."""
    assert [verdict(total, 15, margin=10) for total in (25, 24, 15, 14, 6, 5)] == [
        *("critical", "success", "success", "failure", "failure", "fumble"),
    ]
    assert verdict(20, 15, (20,)) == "critical"
    assert verdict(2, 1, (1,)) == "fumble"


def test_who_is_down_or_held_does_not_attack(table):
    """GEN-ATK-2: with --force it does."""
    start = table("condition add ann stunned", "damage rat1 9")
    refused = start.refused("attack ann rat2")
    assert (refused.rule, refused.message) == ("GEN-ATK-2", "Ann is stunned and cannot act")
    assert start.refused("use ann blast rat2").rule == "GEN-ATK-2"
    for line, message in (
        ("attack rat1 ann", "Rat 1 is down and cannot act"),
        ("attack ben rat1", "Rat 1 is down"),
        ("attack ben ben", "Ben cannot attack themself"),
    ):
        refused = start.refused(line)
        assert (refused.rule, refused.message) == ("GEN-ATK-2", message)
    assert start.do("attack ben rat1 --force", 15, 1) == "success"


def test_who_can_attack_has_something_to_attack_with(table):
    """GEN-ATK-2: an attack or a power, and may act."""
    start = table("add imp hp=3", "add hag hp=3 powers.hex.save=wis", "condition add rat1 stunned")
    can = {who: start.session.rules.can_attack(start.fight, who) for who in start.fight.combatants}
    assert can == {"ann": True, "ben": True, "rat1": False, "rat2": True, "ogre": True, "imp": False, "hag": True}


def test_the_dying_are_attacked(table):
    """GEN-ATK-2: a hit fails a death save."""
    start = table("damage ben 10")
    assert start.do("attack rat1 ben", 15, 2) == "success"
    assert start.ben.failed == 1


def test_who_has_no_attack_strikes_with_stated_numbers(table):
    """GEN-ATK-1: without them it is refused, and the hint is accepted when typed."""
    start = table("add Sprite hp=3 side=us")
    line, added = start.refused("attack sprite rat1").named
    assert line == "attack sprite rat1 --to-hit 2 --damage 1d4"
    assert added == "set sprite attacks.claw.damage=1d4"
    assert start.do(line, 10, 4) == "success"
    assert start.rat1.hp == 5


def test_damage_of_a_hit_and_of_a_critical_one(table):
    """GEN-DMG-1: the dice twice, the number once."""
    start = table()
    start.do("attack ann ogre", 15, 8)
    assert start.ogre.hp == 30 - 11
    start.do("attack ann ogre", 20, 1, 2)
    assert start.ogre.hp == 30 - 11 - 6


@pytest.mark.parametrize(
    ("way", "faces", "lost"), [("double", (20, 4), 14), ("maximum", (20, 4), 15), ("none", (20, 4), 7)]
)
def test_other_critical_damage(table, way, faces, lost):
    """GEN-DMG-1: doubled, with the most that the dice show, or no more."""
    start = table(critical_damage=f'"{way}"')
    start.do("attack ann ogre", *faces)
    assert start.ogre.hp == 30 - lost
    assert ("  Ogre takes 14 slashing damage (double)" in start.lines()) is (way == "double")


@pytest.mark.parametrize(("way", "faces", "lost"), [("dice", (20, 4, 3), 8), ("maximum", (20, 4), 13)])
def test_a_single_die_of_a_critical_hit(table, way, faces, lost):
    """GEN-DMG-1: `d8` is one die, so two of them, or 8 more."""
    start = table("set ann attacks.axe.damage=d8+1", critical_damage=f'"{way}"')
    start.do("attack ann ogre", *faces)
    assert start.ogre.hp == 30 - lost


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("7", [("7", "")]),
        ("1d8+3 slashing + 1d6 fire", [("1d8+3", "slashing"), ("1d6", "fire")]),
        ("1d8 + 3 slashing", [("1d8", "slashing"), ("3", "slashing")]),
        ("1d8 slashing + 3", [("1d8", "slashing"), ("3", "slashing")]),
        ("2d6-1 cold iron", [("2d6-1", "cold iron")]),
        ("d4+d6", [("d4+d6", "")]),
    ],
)
def test_damage_written_out(text, parts):
    """GEN-DMG-1: parts with their types, each with that of its neighbour where it has none."""
    assert read_damage(text) == parts


@pytest.mark.parametrize(
    "text", ["1q4", "fire", "1d8 +", "1d8+", "1d0", "100d6", "4d6kh3", "1d8 5", "2d6-1d4", "1d8 - 1"]
)
def test_what_is_no_damage(text):
    """GEN-DMG-1: it is refused when the sheet is read, not in play."""
    with pytest.raises(UsageError, match=re.escape(f"damage must be a number or dice, not {text!r}")):
        read_damage(text)


@pytest.mark.parametrize(
    ("amount", "kind", "lost"),
    [(9, "fire", 4), (9, "acid", 0), (9, "cold", 12), (0, "cold", 0), (9, "sonic", 9), (9, "", 9)],
)
def test_damage_meets_defenses(table, amount, kind, lost):
    """GEN-DMG-2: half of fire, nothing of acid, three more of cold."""
    start = table()
    start.do(f"damage ogre {amount} {f'--type {kind}' if kind else ''}")
    assert start.ogre.hp == 30 - lost


@pytest.mark.parametrize(
    ("keys", "lost"),
    [
        ("resist=all", 5), ('"resist=all 4"', 6), ("resist=fire immune=fire", 0), ("vulnerable=all", 20),
        ('"resist=fire 3" vulnerable=fire', 14), ('"resist=fire 30"', 0), ("immune=all", 0), ("resist=cold", 10),
    ],
)  # fmt: skip
def test_several_defenses_at_once(table, keys, lost):
    """GEN-DMG-2: immunity, then resistance, then vulnerability; `all` is every type."""
    start = table("heal ann 5 --temp", f"set rat1 hp=40 max_hp=40 {keys}")
    start.do("damage rat1 10 --type fire")
    assert start.rat1.hp == 40 - lost


def test_each_type_of_a_damage_meets_its_own(table):
    """GEN-DMG-2: and the line lists its types, whether or not a defense changes one."""
    start = table()
    start.do("attack ann ogre --with mix", 15, 4, 3)
    assert start.ogre.hp == 30 - 5 - 1
    assert "  Ogre takes 5 slashing damage and 1 fire damage (resists fire)" in start.lines()
    start.do("attack ann rat1 --with mix", 15, 4, 3)
    assert "  Rat 1 takes 5 slashing damage and 3 fire damage" in start.lines()


@pytest.mark.parametrize(
    ("keys", "line", "told"),
    [
        ("resist=fire", "7 --type fire", "takes 3 fire damage (resists fire)"),
        ('"resist=all 2"', "7", "takes 5 damage (resists damage 2)"),
        ('"resist=all 2"', "9 --half", "takes 2 damage (half, resists damage 2)"),
        ("vulnerable=all", "7", "takes 14 damage (vulnerable to damage)"),
        ('"resist=fire 3"', "7 --type fire", "takes 4 fire damage (resists fire 3)"),
        ("resist=all vulnerable=all", "7", "takes 6 damage (resists damage, vulnerable to damage)"),
        ('"vulnerable=fire 2"', "7 --type fire", "takes 9 fire damage (vulnerable to fire 2)"),
        ("immune=all", "7", "takes 0 damage (immune to damage)"),
        ("immune=acid", "7 --type acid --half", "takes 0 acid damage (half, immune to acid)"),
        ("resist=fire", "7 --type fire --half", "takes 1 fire damage (half, resists fire)"),
        ("resist=fire", "7 --type acid", ""),
        ("resist=fire", "7", ""),
    ],
)  # fmt: skip
def test_what_changes_a_damage_is_told(table, keys, line, told):
    """GEN-DMG-2: with its type and number; of damage that nothing changes, only the loss."""
    start = table(f"set rat1 hp=40 max_hp=40 {keys}")
    start.do(f"damage rat1 {line}")
    assert [line for line in start.lines() if "takes" in line] == ([f"Rat 1 {told}"] if told else [])


@pytest.mark.parametrize(("face", "outcome"), [(9, "success"), (8, "failure"), (20, "success"), (1, "failure")])
def test_a_save_reaches_its_number_or_not(table, face, outcome):
    """GEN-SAV-1: 3 for Con; a natural roll decides nothing, and a save that nobody wrote down adds 0."""
    assert table().do("save ann con --dc 12", face) == outcome
    assert table().do("save ann luck --dc 9", face) == ("success" if face >= 9 else "failure")


def test_a_save_says_where_its_numbers_come_from(table):
    """GEN-SAV-1: the save of the sheet by its name there, and what the line adds; the power's user is its target."""
    start = table("set rat1 saves.reflex=2", "set rat2 saves.reflex=4")
    start.do("save rat1 ann reflex --dc 12 --mod 3", 8, 9)
    assert [[(each.value, each.why, each.rule) for each in rolled.modifiers] for rolled in start.rolls("save")] == [
        [(2, "reflex", "GEN-SAV-1"), (3, "modifier", "")],
        [(1, "dex", "GEN-SAV-1"), (3, "modifier", "")],
    ]
    assert [each.target for each in start.rolls("save")] == ["", ""]
    start.do("use ann all rat1", 15)
    assert [each.target for each in start.rolls("save")] == ["ann"]


def test_the_best_of_several_saves_names_the_outcome(table):
    """GEN-SAV-1: and each ends its own condition."""
    start = table("condition add ann frightened", "condition add ben frightened")
    assert start.do("save ann ben con --dc 12 --ends frightened", 8, 11) == "success"
    assert start.ended() == {("ben", "frightened"): "GEN-SAV-1"}
    assert start.do("save ann ben con --dc 12", 1, 1) == "failure"
    wrong = start.refused("save ann ben con --dc 12 --ends frightened")
    assert (wrong.rule, wrong.message) == ("GEN-SAV-1", "unknown condition 'frightened' on Ben")


def test_damage_to_halve_is_read_before_anyone_saves(table):
    """GEN-DMG-1, GEN-SAV-1: even where all would save by so much that they take none."""
    wrong = table(margin=1).refused("save ann con --dc -900 --half 2x6")
    assert (wrong.rule, wrong.message) == ("GEN-DMG-1", "damage must be a number or dice, not '2x6'")


def test_a_save_may_end_a_condition(table):
    """GEN-SAV-1: if it is made."""
    start = table("condition add ann frightened")
    start.do("save ann con --dc 12 --ends frightened", 8)
    assert "frightened" in start.ann.conditions
    start.do("save ann con --dc 12 --ends frightened", 9)
    assert "frightened" not in start.ann.conditions


@pytest.mark.parametrize(("power", "saved", "failed"), [("blast", 4, 9), ("all", 0, 9)])
def test_a_power_rolls_its_damage_once_for_all(table, power, saved, failed):
    """GEN-POW-1: half of it for who saves, or nothing."""
    start = table()
    start.do(f"use ann {power} rat1 rat2", 10, 9, 4, 5)
    assert (start.rat1.hp, start.rat2.hp) == (9 - saved, 9 - failed)
    assert len([*start.rolls("damage for all"), *start.rolls("damage")]) == 1


@pytest.mark.parametrize(("face", "lost"), [(20, 0), (10, 3), (9, 7), (1, 14)])
def test_the_degrees_of_a_save(table, face, lost):
    """GEN-POW-1: none, half, all of it, double."""
    start = table("set rat1 hp=40 max_hp=40", margin=8)
    start.do("use ann blast rat1", face, *((3, 4) if lost else ()))
    assert start.rat1.hp == 40 - lost
    told = {0: [], 3: ["  Rat 1 takes 3 fire damage (half)"], 7: [], 14: ["  Rat 1 takes 14 fire damage (double)"]}
    assert [line for line in start.lines() if "takes" in line] == told[lost]


@pytest.mark.parametrize(("faces", "outcome"), [((9, 10), "success"), ((10, 10), "failure"), ((9, 9), "success")])
def test_a_power_succeeds_if_anyone_fails_to_save(table, faces, outcome):
    """GEN-POW-1: DC 12 against 2."""
    assert table().do("use ann all rat1 rat2", *faces, *((1, 1) if outcome == "success" else ())) == outcome


def test_a_power_without_a_save_needs_no_roll(table):
    """GEN-POW-1, GEN-POW-2: all take its damage and its condition."""
    start = table('set ann powers.hail.damage="3 cold" powers.hail.condition=prone')
    assert start.do("use ann hail rat1 rat2") == "success"
    assert (start.rat1.hp, start.rat2.hp, list(start.rat2.conditions)) == (6, 6, ["prone"])
    assert (start.rolls("save"), start.lines()[0]) == ([], "Ann uses hail")


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("use ann blast", "missing TARGET", "try: use ann blast TARGET"),
        ("use ann clock rat1", "clock is a counter and takes no target", "try: use ann clock"),
    ],
)
def test_a_power_needs_a_target_and_a_counter_none(table, line, message, hint):
    """GEN-POW-1, GEN-CTR-1: with what to type."""
    wrong = table().refused(line)
    assert (wrong.message, wrong.hint) == (message, hint)


def test_a_power_lays_a_condition_on_who_fails(table):
    """GEN-POW-2: not on who saves, nor on who is immune to it."""
    start = table("set ogre condition_immune=frightened,slowed")
    start.do("use ann fear rat1 rat2 ogre", 5, 15, 5)
    assert ["frightened" in each.conditions for each in (start.rat1, start.rat2, start.ogre)] == [True, False, False]
    assert "  Ogre is immune to frightened" in start.lines()
    start.do('set ann "powers.mud.condition=say slowed"')
    start.do("use ann mud rat1 ogre")
    assert ["slowed" in each.conditions for each in (start.rat1, start.ogre)] == [True, False]
    assert "  Ogre is immune to slowed" in start.lines()


@pytest.mark.parametrize(
    ("before", "faces", "total"),
    [
        ("condition add ann poisoned", (15, 8), 13),
        ("condition add ogre prone", (8, 15, 1), 20),
        ("condition add ogre invisible", (15, 8), 13),
    ],
)
def test_conditions_help_and_hinder(table, before, faces, total):
    """GEN-CON-1: own ones and those of the target."""
    start = table(before)
    start.do("attack ann ogre", *faces)
    assert start.rolls("attack")[0].total == total


@pytest.mark.parametrize(("way", "total"), [("modifier", 15 - 2), ("notes", 15)])
def test_conditions_by_option(table, way, total):
    """GEN-CON-1: a modifier, or nothing."""
    start = table("condition add ann poisoned", conditions=f'"{way}"')
    start.do("attack ann ogre", 10, 1)
    assert start.rolls("attack")[0].total == total


def test_whoever_is_hidden_attacks_with_advantage_once(table):
    """GEN-CON-2: the attack ends it, as does a power."""
    start = table("condition add ann hidden")
    assert start.do("attack ann ogre", 2, 15, 1) == "success"
    assert start.ended() == {("ann", "hidden"): "GEN-CON-2"}
    start.do("condition add ann hidden")
    start.do("use ann all rat1", 15)
    assert start.ended() == {("ann", "hidden"): "GEN-CON-2"}


def test_a_save_at_the_end_of_the_turn_ends_a_condition(begun):
    """GEN-CON-3: of a power, or as the GM says."""
    start = begun("turn", "turn", "use ann fear rat1 --dice 3")
    start.do("turn", 11)
    assert "frightened" in start.rat1.conditions
    start.do("condition remove rat1 frightened")
    assert start.rat1.save_ends == {}
    start = begun("condition add ann stunned --save con --dc 14")
    start.do("turn", 11)
    assert start.ended() == {("ann", "stunned"): "GEN-CON-3"}
    assert start.ann.save_ends == {}


def test_rounds_end_with_the_turn_of_another(begun):
    """GEN-CON-3: at its start or its end; --of and --start need rounds."""
    start = begun(
        "condition add rat1 prone --rounds 1 --of ben --start", "condition add rat2 prone --rounds 1 --of ben"
    )
    start.do("turn")
    assert ("prone" in start.rat1.conditions, "prone" in start.rat2.conditions) == (False, True)
    start.do("turn")
    assert "prone" not in start.rat2.conditions
    for line in ("condition add rat1 prone --start", "condition add rat1 prone --of ben"):
        wrong = start.refused(line)
        assert wrong.message == "--of and --start only apply to a duration in rounds"
        assert wrong.hint == "use --rounds 1"


def test_the_players_learn_an_ac_only_once_it_is_revealed(table):
    """The AC of a foe is kept from the players until `reveal`."""
    start = table()

    def seen():
        facts = {fact.name: fact for fact in start.session.rules.status(start.fight, "ogre")}
        return facts["AC"].seen_as

    assert seen() == ""
    start.do("reveal ogre")
    assert seen() == "11"
    start.do("reveal ogre --hide")
    assert seen() == ""


def test_an_edge_of_a_save_is_a_second_die(begun):
    """GEN-SAV-1: the higher of two with --advantage, the lower with --disadvantage."""
    start = begun()
    assert start.do("save rat1 dex --dc 15 --advantage", 5, 18) == "success"
    assert start.do("save rat1 dex --dc 15 --disadvantage", 5, 18) == "failure"


def test_what_the_players_know_already_is_not_revealed_again(table):
    """GEN-SEE-1: the verb says so instead of doing nothing, with the line for the opposite."""
    start = table('set rat1 name="Old rat"', "reveal ogre rat1")
    again = start.refused("reveal ogre rat1")
    assert again.message == "the players already know the AC of Ogre, Old rat"
    assert (again.rule, again.named) == ("GEN-SEE-1", ("reveal ogre rat1 --hide",))
    start.do(again.named[0])
    assert not start.ogre.known
    assert start.cited() == {("ogre", "known"): "GEN-SEE-1", ("rat1", "known"): "GEN-SEE-1"}
    hidden = start.refused("reveal ogre rat1 --hide")
    assert hidden.message == "the players do not know the AC of Ogre, Old rat"
    assert (hidden.rule, hidden.named) == ("GEN-SEE-1", ("reveal ogre rat1",))


def test_a_power_is_named_before_what_it_takes(begun):
    """GEN-POW-1, GEN-CTR-1: the line says what is used, then what of."""
    one = begun()
    one.do("use ann blast ogre", 5, 1, 1)
    assert one.lines()[:2] == ["Ann uses blast: dex save, DC 12", "  Ann: slots 2 -> 1"]


def test_an_unknown_power_is_answered_with_those_there_are(begun):
    """GEN-POW-1: powers and counters by their name, whoever uses them."""
    wrong = begun().refused("use ann fire ogre")
    assert wrong.message == "unknown power or counter 'fire'"
    assert wrong.hint.startswith("powers or counters: blast, all, fear, daze, slots")
    own = begun().refused('use ann "say fire" ogre')
    assert (isinstance(own, Refusal), own.rule) == (True, "GEN-POW-1")
    assert own.message == "unknown power or counter 'say fire' on Ann's sheet"


def test_a_save_of_another_game_uses_the_same_save_of_the_sheet(table):
    """GEN-SAV-1: an imported sheet has reflex where the power asks for dex."""
    start = table("set ben saves.reflex=9", "set ben saves.will=2", "set ben saves.wis=5")
    assert start.do("save ben dex --dc 12", 3) == "success"
    assert start.do("save ben fortitude --dc 12", 11) == "success"
    assert start.do("save ben will --dc 12", 9) == "failure"
    assert start.do("save ben cha --dc 12", 11) == "failure"
