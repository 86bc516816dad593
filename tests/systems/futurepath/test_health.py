"""Going down, dying, the coup de grace, stabilising (FP-DIE, FP-CDG, FP-STB)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.session.saves import to_bytes
from rbfcli.systems.futurepath.attack import fumble_meant
from rbfcli.systems.futurepath.conditions import helpless
from rbfcli.systems.futurepath.entry import rested
from rbfcli.systems.futurepath.sheet import Character


def test_at_0_hp_one_is_unconscious_and_dying(table):
    """FP-DIE-1."""
    table.do("damage hale 19")
    assert not table.hale.conditions
    table.do("damage hale 1")
    assert set(table.hale.conditions) == {"unconscious", "dying"}
    assert "hale" not in [each.split()[1] for each in table.offers("hale")]


def test_dying_with_constitution_12_and_3_4_4_1_is_death_in_the_fourth_round(table):
    """FP-DIE-1: worked check 9."""
    table.set("hale", "constitution=12").do("damage hale 20")
    lost = []
    for die in (3, 4, 4, 1):
        table.do("turn next")
        table.do("turn next")
        table.do("turn next", die)
        lost.append(table.hale.constitution_lost)
    assert lost == [3, 7, 11, 12]
    assert set(table.hale.conditions) == {"dead"}


def test_the_dice_of_dying_are_an_option(table):
    """FP-DIE-1: options.dying_damage."""
    table.do("set fight options.dying_damage=2")
    table.do("damage hale 20")
    for _ in range(3):
        table.do("turn next")
    assert table.hale.constitution_lost == 2


@pytest.mark.parametrize(("blow", "dead"), [(34, False), (35, True)])
def test_one_blow_below_minus_constitution_is_death(table, blow, dead):
    """FP-DIE-1: of 20 HP, with Constitution 14."""
    table.do(f"damage hale {blow}")
    assert ("dead" in table.hale.conditions) == dead
    assert ("dying" in table.hale.conditions) != dead


def test_lost_constitution_brings_that_nearer(table):
    """FP-DIE-1."""
    table.set("hale", "constitution_lost=4").do("damage hale 31")
    assert "dead" in table.hale.conditions


def test_nothing_more_happens_to_the_dead(table):
    """FP-DIE-1."""
    table.do("damage hale 60")
    table.do("damage hale 5")
    assert table.hale.hp == -40


def test_what_does_no_damage_fells_nobody(table):
    """FP-DIE-1: half of 1 is nothing, even for who has 0 HP; 1 is enough."""
    table.do("set hale hp=0")
    table.do("condition remove hale dying")
    table.do("condition remove hale unconscious")
    table.do("damage-save hale --damage 1 --dc 2", 1)
    assert not table.hale.conditions
    table.do("damage-save hale --damage 1 --dc 3", 1)
    assert set(table.hale.conditions) == {"unconscious", "dying"}


def test_healing_wakes(table):
    """FP-DIE-1: up to the maximum, but not the dead."""
    table.do("damage hale 25")
    table.do("heal hale 5")
    assert set(table.hale.conditions) == {"unconscious", "dying"}
    table.do("heal hale 50")
    assert (table.hale.hp, table.hale.conditions) == (20, {})
    table.do("damage hale 99")
    assert table.refused("heal hale 1").rule == "FP-DIE-1"


def test_the_last_side_standing_is_named_once(table):
    """FP-DIE-1."""
    table.do("remove porter")
    table.do("damage tough 30")
    assert table.told("one-side-left") is None
    table.do("damage bully 30")
    assert table.told("one-side-left") == {"side": "crew"}


@pytest.fixture
def downed(table):
    """Tough lies unconscious next to hale."""
    table.put(hale="G1")
    table.do("damage tough 30")
    return table


def test_a_coup_de_grace_hits_as_a_critical(downed):
    """FP-CDG-1: no attack roll; the save is against the damage."""
    assert downed.do("coup-de-grace hale tough", 1, 2, 4) == "success"
    assert not downed.rolls("attack")
    assert downed.tough.hp == -(1 + 2 + 3)
    assert downed.rolls("save")[0].against == 6
    assert downed.rolls("save")[0].modifiers[0].why == "Constitution"
    assert "dead" in downed.tough.conditions
    assert downed.hale.turn.full_round


def test_who_makes_the_save_lives_on(downed):
    """FP-CDG-1."""
    assert downed.do("coup-de-grace hale tough", 1, 2, 5) == "failure"
    assert "dying" in downed.tough.conditions
    assert downed.told("clings-to-life") == {}


def test_the_damage_alone_may_kill(downed):
    """FP-CDG-1: below minus Constitution no save is rolled."""
    downed.do("coup-de-grace hale tough", 8, 8)
    assert "dead" in downed.tough.conditions
    assert not downed.rolls("save")


def test_the_save_has_an_advantage_for_each_extra_attack_and_damage(downed):
    """FP-CDG-1: as the page words it."""
    downed.set("hale", "extra_attacks=1", "extra_damage=1")
    downed.do("coup-de-grace hale tough", 1, 2, 3, 4, 4)
    assert downed.rolls("save")[0].total == 3 + 1 + 8
    assert "dead" not in downed.tough.conditions


def test_the_odds_of_surviving_it(downed):
    """FP-CDG-1: with bare hands at Strength 3, the damage is 5 to 7."""
    downed.do("coup-de-grace hale tough --with unarmed --force", 1, 1, 20)
    chances = downed.odds("coup-de-grace hale tough --with unarmed --force").outcomes
    alive = sum(
        Fraction(weight, 4) * Fraction(sum(die + 1 >= damage for die in range(1, 21)), 20)
        for damage, weight in ((5, 1), (6, 2), (7, 1))
    )
    assert chances["failure"] == alive


@pytest.mark.parametrize(("naturals", "dies"), [("attacks", (False, True)), ("all", (True, False))])
def test_whether_a_natural_20_and_1_decide_a_save_is_an_option(downed, naturals, dies):
    """FP-SKL-1, FP-CDG-1: options.naturals: with 11 more a natural 1 makes 12, with 11 less a natural 20 makes 10."""
    downed.do(f"set fight options.naturals={naturals}")
    downed.do("damage-save tough --damage 0 --dc 12 --kind coup-de-grace --mod 10", 1)
    assert ("dead" in downed.tough.conditions) == dies[0]
    downed.do("damage-save bully --damage 0 --dc 12 --kind coup-de-grace --mod -11", 20)
    assert ("dead" in downed.bully.conditions) == dies[1]


@pytest.mark.parametrize(
    ("pairs", "lies"),
    [
        ((), False),
        (("hp=0",), True),
        (("strength=0",), True),
        (("constitution=0",), True),
        (("constitution_lost=1",), True),
    ],
)
def test_who_has_a_point_left_of_everything_is_not_helpless(table, pairs, lies):
    """FP-CDG-1."""
    table.set("tough", "hp=1", "strength=1", "constitution=1", *pairs)
    assert helpless(table.tough) == lies


@pytest.mark.parametrize("pairs", [("hp=0",), ("strength=0",)])
def test_the_helpless(table, pairs):
    """FP-CDG-1: at 0 HP or less, or with Strength 0, or as a condition says."""
    table.put(hale="G1")
    assert table.refused("coup-de-grace hale tough").rule == "FP-CDG-1"
    table.set("tough", *pairs).do("coup-de-grace hale tough", 1, 1, 20)
    table.do("condition add bully helpless")
    table.put(hale="H2").do("coup-de-grace hale bully --force", 1, 1, 20)


@pytest.fixture
def bleeding(table):
    """Hale dying at A5, yara next to him."""
    table.put(hale="A5", yara="A6")
    table.do("damage hale 22")
    return table


def test_treat_injury_stabilises(bleeding):
    """FP-STB-1: 4 ranks and Wisdom 1 against 20: 1 HP, still unconscious, lost Constitution stays."""
    bleeding.set("hale", "constitution_lost=3")
    assert bleeding.do("stabilize hale --by yara", 15) == "success"
    assert bleeding.rolls()[0].against == 20
    assert (bleeding.hale.hp, bleeding.hale.constitution_lost) == (1, 3)
    assert set(bleeding.hale.conditions) == {"unconscious"}
    assert bleeding.yara.turn.full_round


def test_a_failure_does_nothing_and_a_natural_1_costs_constitution(bleeding):
    """FP-STB-1: options.stabilize_slip."""
    assert bleeding.do("stabilize hale --by yara", 14) == "failure"
    assert "dying" in bleeding.hale.conditions
    bleeding.session.undo(1)
    assert bleeding.do("stabilize hale --by yara", 1, 3) == "critical-failure"
    assert bleeding.hale.constitution_lost == 3


def test_the_number_is_an_option(bleeding):
    """FP-STB-1: options.stabilize_dc."""
    bleeding.do("set fight options.stabilize_dc=15")
    assert bleeding.do("stabilize hale --by yara", 10) == "success"


def test_the_odds_of_stabilising(bleeding):
    """FP-STB-1: 15 to 20 of 20."""
    assert bleeding.odds("stabilize hale --by yara").outcomes == {
        "success": Fraction(6, 20),
        "failure": Fraction(13, 20),
        "critical-failure": Fraction(1, 20),
    }
    bleeding.do("set fight options.naturals=all")
    assert bleeding.odds("stabilize hale --by yara").outcomes["critical"] == Fraction(1, 20)


def test_the_only_one_who_can_is_meant(bleeding):
    """FP-STB-1."""
    assert bleeding.do("stabilize hale", 15) == "success"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("stabilize hale --by gort", "no field medical kit"),
        ("stabilize hale --by hale", "another character"),
        ("stabilize yara --by gort", "not dying"),
        ("stabilize hale --by tough", "kit"),
    ],
)
def test_it_takes_a_kit_a_rank_and_another_hand(bleeding, line, message):
    """FP-STB-1."""
    wrong = bleeding.refused(line)
    assert (wrong.rule, message in wrong.message) == ("FP-STB-1", True)


def test_it_takes_a_rank_of_the_skill_and_a_place_beside(bleeding):
    """FP-STB-1."""
    bleeding.do('set gort "items=field medical kit"')
    assert "no rank" in bleeding.refused("stabilize hale --by gort").message
    bleeding.set("gort", "skills.treat-injury=1")
    bleeding.put(gort="A9")
    assert "20 ft away" in bleeding.refused("stabilize hale --by gort").message
    assert "missing helper to treat the wound" in bleeding.refused("stabilize hale").message


def test_who_treats_may_hang_on_a_teammate(bleeding):
    """FP-INI-3, FP-STB-1."""
    bleeding.do("attack gort tough --force", 2)
    assert bleeding.do("stabilize hale --by yara --after gort") == "waited-in-vain"
    assert bleeding.yara.turn.ended


def test_the_dying_lose_no_more_when_stable(bleeding):
    """FP-STB-1, FP-DIE-1."""
    bleeding.do("stabilize hale --by yara", 15)
    for _ in range(3):
        bleeding.do("turn next")
    assert bleeding.hale.constitution_lost == 0


def test_who_was_stunned_for_a_round_lies_as_long_as_others(bleeding):
    """FP-DIE-1, FP-STB-1: at 0 HP unconsciousness lasts until the patient is healed, whatever caused it first."""
    bleeding.do("condition add gort unconscious --rounds 1")
    bleeding.put(gort="A7").do("damage gort 45")
    bleeding.do("heal hale 9")
    bleeding.do("stabilize gort --by yara", 15)
    for _ in range(6):
        bleeding.do("turn next")
    assert (bleeding.gort.hp, set(bleeding.gort.conditions)) == (1, {"unconscious"})


@pytest.mark.parametrize(("die", "hp"), [(16, 15), (15, 10)])
def test_a_save_halves_a_stated_blast(table, die, hp):
    """FP-GRN-3: damage-save with Dexterity 1 against 17."""
    table.do("damage-save hale --damage 10 --dc 17", die)
    assert table.rolls("save")[0].modifiers[0].why == "Dexterity"
    assert table.hale.hp == hp


def test_a_save_against_the_damage_itself(table):
    """FP-CDG-1: damage-save --kind coup-de-grace rolls Constitution against what was dealt, or death."""
    assert table.do("damage-save hale --damage 2d6 --kind coup-de-grace", 4, 5, 6) == "failure"
    assert table.rolls("save")[0].against == 9
    assert "dead" in table.hale.conditions
    assert table.do("damage-save yara --damage 9 --kind coup-de-grace --advantage 1", 2, 6) == "success"
    assert table.yara.hp == 21


def test_another_ability_may_save(table):
    """FP-GRN-3."""
    table.do("damage-save hale --damage 10 --dc 10 --save strength", 7)
    assert table.hale.hp == 15


@pytest.mark.parametrize(
    ("usual", "ability"), [("dexterity", "Dexterity"), ("constitution", "Constitution"), ("none", "Dexterity")]
)
def test_which_ability_saves_is_an_option(table, usual, ability):
    """FP-GRN-3: options.blast_save; where blasts give none, a save that is asked for takes Dexterity; our reading."""
    table.do(f"set fight options.blast_save={usual}")
    table.do("damage-save hale --damage 10 --dc 10", 2)
    assert [each.why for each in table.rolls("save")[0].modifiers] == [ability]


def test_who_is_set_to_no_health_falls_and_wakes_above_it(table):
    """FP-DIE-1: as by damage; below minus Constitution dead, and that for good."""
    for hp in (1, 3):
        table.do("set hale hp=0")
        assert set(table.hale.conditions) == {"unconscious", "dying"}
        table.do(f"set hale hp={hp}")
        assert not table.hale.conditions
    table.do("set hale hp=-99")
    table.do("set hale hp=3")
    assert set(table.hale.conditions) == {"dead"}


@pytest.mark.parametrize(("line", "lies"), [("set hale hp=2", {"unconscious"}), ("heal hale 1", set())])
def test_a_number_set_above_0_wakes_no_one_who_was_above_0(bleeding, line, lies):
    """FP-DIE-1, FP-STB-1: a stabilized character stays unconscious; healing wakes."""
    bleeding.do("stabilize hale --by yara", 15)
    bleeding.do(line)
    assert (bleeding.hale.hp, set(bleeding.hale.conditions)) == (2, lies)


# Commands that wait for an answer: edited, undone, saved, answered beforehand (FP-MOV-10, FP-CRT-2, FP-FUL-1).


@pytest.fixture
def close(table):
    """Hale next to tough and bully, gort next to tough, too."""
    return table.put(hale="G2", tough="H1", bully="H3", yara="A1", gort="G1", porter="A7")


@pytest.fixture
def many(close):
    """Gort with two Extra Attacks and no Extra Damage."""
    return close.set("gort", "extra_damage=0", "extra_attacks=2")


def test_a_fumble_interrupts_a_full_attack(many):
    """FP-CRT-2, FP-FUL-1: what it brings comes before the next attack, which has its own dice."""
    many.do("full-attack gort tough", 1)
    assert [(each.kind, each.who) for each in many.questions] == [("fumble", "gort")]
    assert len(many.rolls("attack")) == 1
    assert many.do("choose none", 15, 4, 15, 4) == "success"
    assert len(many.rolls("attack")) == 2
    assert many.tough.hp == 30 - 6 - 6


def test_attacks_with_a_weapon_that_was_dropped_come_to_nothing(many):
    """FP-CRT-2, FP-ATK-2: nobody goes on with bare hands."""
    many.do("full-attack gort tough", 1)
    assert many.do("choose drop") == "failure"
    assert many.told("attack-disarmed") == {"thing": "broad sword"}
    assert not many.rolls("attack")
    assert (many.gort.held, many.tough.hp) == ("", 30)


def test_a_weapon_that_runs_empty_ends_a_full_attack(many):
    """FP-MOV-7, FP-FUL-1."""
    many.set("gort", "weapons=pistol", "held=pistol", "ammo.pistol=1")
    assert many.do("full-attack gort tough", 15, 4) == "success"
    assert many.told("attack-foiled") == {"reason": "Gort's pistol is empty"}


def test_every_target_is_looked_at_before_the_first_die(many):
    """FP-FUL-1, FP-ATK-2."""
    many.put(bully="P1")
    assert many.refused("full-attack gort tough bully").rule == "FP-ATK-2"


def test_an_offer_nobody_takes_up_ends_with_the_next_command(many):
    """FP-CRT-2: the rest of the full attack is rolled first."""
    many.do("full-attack gort tough", 1)
    many.do("move yara B2")
    assert len(many.rolls("attack")) == 2
    assert (many.yara.square, many.questions, many.paused) == ("B2", (), None)


def test_nobody_who_is_down_fumbles(many):
    """FP-CRT-2: the offer is gone once the attacker is."""
    many.do("full-attack gort tough", 1)
    many.do("damage gort 45")
    assert not many.questions
    assert many.told("attack-foiled") is None


@pytest.mark.parametrize("line", ["choose", "choose sing", "choose 4", "choose say"])
def test_a_refused_answer_leaves_the_pause(close, line):
    """FP-CRT-2."""
    close.do("attack hale tough", 1)
    assert close.refused(line).status in (1, 2)
    close.do("choose 2")
    assert close.hale.held == ""


def test_a_fumble_in_own_words(close):
    """FP-CRT-2: the page leaves it to the GM."""
    close.do("attack hale tough", 1)
    close.do('choose say "the blade snaps"')
    assert close.told("fumbled") == {"effect": "the blade snaps"}


def test_opportunities_are_answered_in_the_listed_words_alone(close):
    """FP-MOV-10."""
    close.do("move hale C2")
    assert close.refused('choose say "he trips"').status == 2


def test_undo_and_redo_in_a_pause(close):
    """FP-MOV-10: an answer is taken back, and then the move."""
    before = close.session.fight
    close.do("move hale C2")
    asked = close.session.fight
    close.do("choose tough strike", 15, 3)
    struck = close.session.fight
    close.session.undo(1)
    assert close.session.fight == asked
    close.session.redo(1)
    assert close.session.fight == struck
    close.session.undo(2)
    assert close.session.fight == before


def test_a_pause_is_saved_and_read_again(close):
    """FP-MOV-10, FP-CRT-2: after every line, edits included."""
    lines = [
        "move hale C2",
        "damage hale 1",
        "choose tough strike --dice 1",
        "set hale ac=20",
        "choose drop",
        "choose pass",
    ]
    for line in lines:
        close.do(line)
        raw = to_bytes(close.session)
        assert to_bytes(close.reload().session) == raw
    assert (close.hale.hp, close.hale.square, close.tough.held, close.paused) == (19, "C2", "", None)
    assert [each.played.fight for each in close.session.replay()][-1] == close.session.fight


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("move hale C2", {"tough": "strike", "bully": "pass"}),
        ("sprint hale A2", {"tough": "pass", "bully": "strike"}),
        ("technique hale charge yara --force", {"tough": "pass", "bully": "pass"}),
    ],
)
def test_answers_given_beforehand_come_to_the_same_fight(close, line, answers):
    """FP-MOV-10: the same dice of the seed."""
    close.do(line)
    for who, answer in answers.items():
        close.do(f"choose {who} {answer}")
    asked = close.session.fight
    close.session.undo(1 + len(answers))
    close.do(" ".join([line, *(f"--answer opportunity={each}" for each in answers.values())]))
    assert close.session.fight == asked


def test_what_is_said_beforehand_is_a_known_effect_or_own_words(close):
    """FP-CRT-2: a beginning is enough; what is no effect is refused before any die."""
    close.do("attack hale tough --fumble d", 1)
    assert close.hale.held == ""
    assert close.refused("attack gort tough --fumble sings").status == 2
    assert close.refused("full-attack gort tough --fumble sings").status == 2
    assert close.refused("technique yara charge tough --fumble sings").status == 2


@pytest.mark.parametrize(("said", "meant"), [("", ""), ("d", "drop"), ("say it sparks", "it sparks")])
def test_a_fumble_is_meant_in_short_or_in_own_words(said, meant):
    """FP-CRT-2: by whoever orders the attack, typed or not."""
    assert fumble_meant(said) == meant


def test_a_fumble_nobody_knows_is_refused():
    """FP-CRT-2: in the words of the table."""
    with pytest.raises(RbfError) as caught:
        fumble_meant("sings")
    assert (caught.value.message, caught.value.hint) == ("unknown fumble 'sings'", "fumbles: none, drop, prone")


def test_a_charge_is_refused_before_it_sets_out(close):
    """FP-TEC-1, FP-ATK-2: no die is rolled for an attack that cannot be made where the way ends."""
    assert close.refused("technique yara charge tough --with knife").rule == "FP-ATK-2"
    close.set("tough", "cover=full")
    assert close.refused("technique yara charge tough").rule == "FP-COV-2"


def test_a_charge_at_somebody_who_was_moved_away_comes_to_nothing(close):
    """FP-TEC-1: the runner gets there all the same."""
    close.put(tough="N7", hale="C7", bully="B6", gort="A5")
    close.do("technique hale charge tough")
    close.do("set tough square=P10")
    assert close.do("choose pass") == "failure"
    assert close.told("attack-foiled")["reason"].startswith("Tough is ")
    assert close.hale.square == "M7"


def test_an_overrun_over_the_dead_needs_no_save(close):
    """FP-TEC-1, FP-FLD-2: the enemy in the way dies while others choose."""
    close.put(hale="C6", tough="J6", bully="B6", gort="A5")
    close.do("technique hale overrun tough --to K6")
    close.do("damage tough 60")
    close.do("choose pass")
    assert not close.rolls("save")
    assert close.hale.square == "K6"


def test_an_object_goes_as_far_as_it_is_pushed(close):
    """FP-MOV-11: whoever pushes it is struck down on the way."""
    close.put(hale="A9", bully="D10").set("hale", "hp=1", "speed=60")
    close.do("set fight board.traps.mine.armed=false")
    close.do("drag hale crate G9")
    assert [each.who for each in close.questions] == ["bully"]
    assert close.board.objects["crate"].square == "D9"
    close.do("choose strike", 19, 3)
    assert (close.hale.square, close.board.objects["crate"].square) == ("C9", "D9")


def test_those_who_rested_have_full_hp_constitution_and_magazines():
    """FP-DIE-1, FP-MOV-7: never fewer HP than before."""
    hurt = Character(name="Hale", hp=2, max_hp=9, constitution_lost=3, ammo={"rifle": 1})
    assert (rested(hurt).hp, rested(hurt).constitution_lost, rested(hurt).ammo) == (9, 0, {})
    assert rested(replace(hurt, hp=12)).hp == 12
