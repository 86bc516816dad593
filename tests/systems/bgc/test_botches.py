"""Botches of BGC: what fails, what opens, and who may strike."""

from pathlib import Path

import msgspec
import pytest

from rbfcli.core.errors import UsageError
from rbfcli.language.parser import read_line
from rbfcli.model.events import RefusalOverridden, Rolled, without_pauses
from rbfcli.session.encounter import from_encounter
from rbfcli.systems.bgc.attack import quality_bonus


def test_a_botch_breaks_the_weapon_or_gives_an_opening(table):
    """BGC-BOT-1: rolled, 1 the weapon, 2 the opening; a failed weapon needs repair."""
    table.type("attack rin mako --dice 96,1")
    assert table.one("rin").failed == ("rifle",)
    assert table.refused("attack rin mako").rule == "BGC-BOT-1"
    table.type('other rin --repair rifle --skill "first aid" --dice 41')
    assert table.one("rin").failed == ("rifle",)
    table.type('other rin --repair rifle --skill "first aid" --dice 40')
    assert table.one("rin").failed == ()
    table.type("attack rin mako --dice 97,2")
    assert (table.fight.questions[0].who, table.fight.questions[0].facts["target"]) == ("mako", "rin")


def test_the_strike_back_cannot_be_met_and_armour_counts(table):
    """BGC-BOT-1: it hits although a Defend is declared, then penetration; it costs a round of the clip."""
    table.type("init --dice 6,48,99,99", "declare rin attack defend", "attack rin mako --botch opening --dice 96")
    table.type("choose strike --dice 35,30")
    assert table.happened() == ["strikes-back", "armour-pierced", "damage"]
    assert [label for label, _, _ in table.rolls()] == ["penetration", "armour"]
    assert (table.one("rin").levels, table.one("mako").ammo["rifle"]) == (14, 8)
    assert table.one("rin").declared == ("defend",)


def test_the_strike_back_may_have_to_hit(table):
    """BGC-BOT-1: by a house option; wounds hinder it, and it may miss or be critical."""
    table.type(
        "set fight options.strike-back-rolls=true", "set mako levels=17", "attack rin mako --botch opening --dice 96"
    )
    table.type("choose strike --dice 61")
    assert (table.rolls(), table.one("rin").levels) == ([("strike back", 60, "fail")], 19)
    table.type("attack rin mako --botch opening --dice 96", "choose strike --dice 5,35,30")
    assert (table.rolls()[0], table.one("rin").levels) == (("strike back", 60, "critical"), 9)


def test_bare_hands_and_sizes_count_in_a_strike_back(table):
    """BGC-BOT-1, BGC-DRV-5, BGC-MEGA-1: one roll above a bare body's armour; something far larger crushes."""
    table.type("attack rin thug --botch opening --dice 96", "choose strike --dice 26")
    assert (table.rolls(), table.one("rin").levels) == ([("through natural armour", 26, "pass")], 18)
    table.type("attack rin giant --botch opening --dice 96", "choose strike")
    assert ("dead" in table.one("rin").conditions, table.rolls()) == (True, [])


def test_bare_hands_that_have_to_hit_are_bare_hands(table):
    """BGC-BOT-1, BGC-DRV-5: a hit, and one roll above a bare body's armour."""
    table.type("set fight options.strike-back-rolls=true", "attack rin thug --botch opening --dice 96")
    table.type("choose strike --dice 30,26")
    assert [(event.who, event.target, event.label) for event in table.played.events if isinstance(event, Rolled)] == [
        ("thug", "rin", "strike back"), ("thug", "rin", "through natural armour")
    ]  # fmt: skip
    assert table.one("rin").levels == 18


def test_a_target_that_could_risk_a_defend_is_named(table):
    """BGC-RSK-2: at what penalty, unless the table says that it lets the attack come."""
    table.type("init --dice 6,48,99,99", "declare rin attack 3", "declare mako attack 3")
    table.type("attack rin mako --dice 50,35,30")
    assert [(each.who, each.facts) for each in table.told("could-defend")] == [("mako", {"penalty": -10})]
    table.type("attack rin mako --no-defend --dice 50,35,30")
    assert table.told("could-defend") == []
    table.type("attack rin mako --defend --dice 50,90,35,30")
    assert table.told("could-defend") == []


def test_a_target_with_an_open_action_could_defend_without_a_risk(table):
    """BGC-ACT-1: what is not declared may be used to defend, at no penalty; once it is used, the risk is named."""
    table.type("set mako hardened=true", "init --dice 6,48,99,99", "declare rin attack 4", "declare mako attack 2")
    table.type("attack rin mako --dice 50,35,30")
    assert (len(table.told("could-defend-freely")), table.told("could-defend")) == (1, [])
    table.type("attack rin mako --no-defend --dice 50,35,30")
    assert table.told("could-defend-freely") == []
    table.type("attack rin mako --defend --dice 50,90,35,30")
    assert (table.rolls()[1][:2], table.one("mako").risks) == (("defend", 50), 0)
    table.type("attack rin mako --dice 50,35,30")
    assert ([each.facts for each in table.told("could-defend")], table.told("could-defend-freely")) == (
        [{"penalty": -10}], [],
    )  # fmt: skip


def test_an_opening_lapses_or_is_let_go(table):
    """BGC-BOT-1: it is there for one command."""
    table.type("attack rin mako --botch opening --dice 96", "choose let go")
    assert (table.rolls(), table.fight.questions) == ([], ())
    table.type("attack rin mako --botch opening --dice 96", "note later")
    assert table.fight.questions
    table.type("attack rin mako --dice 61")
    assert table.fight.questions == ()


def test_the_opponent_chooses_what_to_strike_back_with(table):
    """BGC-BOT-1: the weapon in hand first, or bare hands; the line names it."""
    table.type("attack rin mako --botch opening --dice 96")
    assert table.fight.questions[0].answers == ("strike with rifle", "strike with unarmed", "let go")
    table.type("choose strike with unarmed --dice 30")
    assert [each.facts for each in table.told("strikes-back")] == [{"weapon": "bare hands"}]


def test_an_empty_gun_leaves_bare_hands_to_strike_back_with(table):
    """BGC-BOT-1: the opening is not lost; where the strike has to hit, it takes a skill."""
    table.type("set mako ammo.rifle=0", "attack rin mako --botch opening --dice 96")
    assert table.fight.questions[0].answers == ("strike with unarmed", "let go")
    table.type(
        "set fight options.strike-back-rolls=true", "set mako held=", "attack rin mako --botch opening --dice 96"
    )
    assert (table.happened(), table.fight.questions) == (["opening-unused"], ())
    table.type("set mako held=rifle ammo.rifle=0", "attack rin mako --botch opening --force --dice 96", "choose strike")
    assert "empty" in next(event.message for event in table.played.events if isinstance(event, RefusalOverridden))


def test_a_botched_strike_back_is_a_botch_too(table):
    """BGC-BOT-1: any botch in combat, where it has to hit."""
    table.type("set fight options.strike-back-rolls=true", "attack rin mako --botch opening --dice 96")
    table.type("choose strike --dice 96,1")
    assert table.one("mako").failed == ("rifle",)


def test_a_botched_defend_opens_or_breaks(table):
    """BGC-BOT-1: any botch in combat; the blow lands, then the defender pays."""
    table.type("attack rin mako --defend --botch opening --dice 30,97,35,30")
    assert (table.one("mako").levels, table.fight.questions[0].who) == (17, "rin")
    table.type("choose let go", "attack rin mako --defend --dice 30,97,45,30,1")
    assert table.one("mako").failed == ("rifle",)


def test_who_falls_by_the_blow_botches_no_more(table):
    """BGC-BOT-1: a dead defender gives no opening."""
    table.type("set mako levels=1", "attack rin mako --defend --botch opening --dice 30,97,35,30")
    assert ("dead" in table.one("mako").conditions, table.fight.questions) == (True, ())


def test_bare_hands_stumble_and_the_fallen_do_not_strike(table):
    """BGC-BOT-1: no weapon to fail, no one to use the opening."""
    table.type("attack thug rin --botch failure --dice 96")
    assert table.happened() == ["stumbles"]
    table.type("condition add rin unconscious", "attack thug rin --botch opening --dice 96")
    assert (table.happened(), table.fight.questions) == (["opening-unused"], ())
    assert [each.who for each in table.told("opening-unused")] == ["rin"]


def test_an_exploded_weapon_is_gone(table):
    """BGC-BOT-1: the GM says what else it does."""
    table.type("attack rin mako --botch explosion --dice 96")
    assert table.happened() == ["weapon-explodes"]
    assert (table.one("rin").weapons, table.one("rin").held) == (("lance",), "")


# Quality of weapons against quality of armour in BGC, dice given by hand.


def test_quality_and_critical(table):
    """BGC-DMG-3 and BGC-CRT-1: good weapon 5, normal armour, D5 = 3, critical: 16; worked check 9."""
    table.type("other rin --draw lance", "attack rin mako --dice 5,40,44,3,30")
    assert table.one("mako").levels == 22 - 16
    assert table.rolls()[3] == ("quality", None, "")
    why = "good lance 5, +3 (good weapon against normal armour), doubled (critical)"
    assert [event.facts for event in table.told("damage")] == [{"amount": 16, "why": why}]


@pytest.mark.parametrize(
    ("weapon", "armour", "bonus"),
    [("normal", "normal", 0), ("good", "normal", 4), ("amazing", "normal", 4), ("normal", "good", -4),
     ("amazing", "good", 4), ("normal", "amazing", -4), ("good", "amazing", -4)],
)  # fmt: skip
def test_quality_against_quality(table, weapon, armour, bonus):
    """BGC-DMG-3: none, D5 or D10 either way; worked check 5."""
    assert quality_bonus(table.scene(4), "", weapon, armour) == bonus


@pytest.mark.parametrize(("weapon", "armour", "sides"), [("good", "normal", 5), ("normal", "amazing", 10)])
def test_a_d5_by_hand_shows_1_to_5(table, weapon, armour, sides):
    """BGC-DMG-3: and a D10 1 to 10."""
    assert abs(quality_bonus(table.scene(sides), "", weapon, armour)) == sides
    with pytest.raises(UsageError, match=f"face 1 must be from 1 to {sides} on a d{sides}, not {sides + 1}"):
        quality_bonus(table.scene(sides + 1), "", weapon, armour)


def test_the_steps_of_quality_are_told(table):
    """BGC-DMG-3: the rolled D5, and its result."""
    table.type("damage-save mako --penetration 200 --damage 1 --quality good --dice 1,99,3")
    assert [event.facts for event in table.told("quality")] == [{"weapon": "good", "armour": "normal", "amount": "+3"}]
    assert table.one("mako").levels == 18


def test_damage_is_never_less_than_nothing(table):
    """BGC-DMG-4: normal weapon 5 against amazing armour, D10 = 7: nothing; worked check 9."""
    table.type("set mako armour.quality=amazing", "attack rin mako --dice 30,20,40,7")
    assert table.one("mako").levels == 22
    assert table.told("no-harm")[0].facts == {"why": "rifle 5, -7 (normal weapon against amazing armour), at least 0"}
    table.type("set fight options.least-damage=1", "attack rin mako --dice 5,20,40,7")
    why = "rifle 5, -7 (normal weapon against amazing armour), at least 1, doubled (critical)"
    assert [event.facts for event in table.told("damage")] == [{"amount": 2, "why": why}]


def test_what_gets_through_and_does_no_harm_is_through(table):
    """BGC-DMG-2, BGC-DMG-4: the outcome is the one reported, for a damage save as for an attack."""
    table.type("set mako armour.quality=amazing")
    table.type("damage-save mako --penetration 60 --damage 5 --dice 20,40,7")
    assert (table.played.outcome, table.happened()) == ("through", ["armour-pierced", "quality", "no-harm"])
    table.type("damage-save mako --penetration 60 --damage 5 --dice 40,20")
    assert (table.played.outcome, table.happened()) == ("held", ["armour-holds"])


# A strike back in the middle of an attack: nested, answered in advance, edited by the GM, undone and saved.


ALLEY = str(Path(__file__).with_name("alley.toml"))
ROLLS = "set fight options.strike-back-rolls=true"
OPENING = "attack rin mako --botch opening --dice 96"


def asked(table):
    return [(each.kind, each.who, each.facts["target"]) for each in table.fight.questions]


def test_a_botched_strike_back_opens_to_the_first(table):
    """BGC-BOT-1: rin opens herself, mako botches his strike back, and rin may strike in turn."""
    table.type(ROLLS, OPENING)
    assert asked(table) == [("opening", "mako", "rin")]
    table.type("choose strike --dice 96,2")
    assert asked(table) == [("opening", "rin", "mako")]
    table.type("choose strike --dice 30,35,30")
    assert (table.fight.questions, table.one("mako").levels, table.played.outcome) == ((), 17, "botch")


def test_the_outcome_of_an_attack_is_its_own(table):
    """BGC-ATK-1: what is struck back has none."""
    table.type(ROLLS, OPENING, "choose strike --dice 5,35,30")
    assert (table.played.outcome, table.one("rin").levels) == ("botch", 9)


def test_answers_in_advance_come_to_the_same_fight(table):
    """BGC-BOT-1: one line with `--answer`, or three."""
    at_once = type(table)()
    at_once.type(
        ROLLS, "attack rin mako --botch opening --answer opening=strike --answer opening=strike --dice 96,97,2,30,35,30"
    )
    table.type(ROLLS, OPENING, "choose strike --dice 97,2", "choose strike --dice 30,35,30")
    assert at_once.fight == table.fight
    assert at_once.played.outcome == "botch"


@pytest.mark.parametrize(
    "line", ["choose flee", "choose 4", "choose say 'I flee'", "choose rin strike", "choose strike --mod 5"]
)
def test_what_is_no_answer_is_refused(table, line):
    """BGC-BOT-1: the opening stays as it was."""
    table.type(OPENING)
    table.refused(line)
    assert asked(table) == [("opening", "mako", "rin")]


@pytest.mark.parametrize(
    "line",
    ["damage mako 22", "condition add mako unconscious", "condition add rin dead", "set mako held=", "remove mako",
     "set mako ammo.rifle=0", "set mako failed=rifle"],
)  # fmt: skip
def test_an_opening_that_nobody_can_take_any_more_is_gone(table, line):
    """BGC-BOT-1: after any edit of the opponent, its weapon, or the one who left the opening."""
    table.type(ROLLS, OPENING, line)
    assert table.fight.questions == ()


def test_the_gm_edits_while_an_opening_waits(table):
    """BGC-BOT-1: the strike is made as things are by then."""
    table.type(ROLLS, OPENING, "set mako skills.rifles=20", "damage rin 5", "heal rin 1")
    assert asked(table) == [("opening", "mako", "rin")]
    table.type("choose strike --dice 20,35,30")
    assert table.rolls()[0] == ("strike back", 20, "pass")
    assert table.one("rin").levels == 19 - 5 + 1 - 5


def test_a_pause_is_undone_redone_saved_and_read_again():
    """BGC-BOT-1: in the middle of an opening, and after it."""
    session = from_encounter(ALLEY, "alley", source=ALLEY)
    fights = [session.fight]
    for line in (ROLLS, OPENING, "note rin stumbles", "choose strike --dice 96,2", "choose strike --dice 30,35,30"):
        session.perform(read_line(line, session.rules, session.fight))
        session.fight = msgspec.json.decode(msgspec.json.encode(session.fight), type=session.rules.fight)
        fights.append(session.fight)
    for fight in fights[-2::-1]:
        session.undo(1)
        assert session.fight == fight
    for fight in fights[1:]:
        session.redo(1)
        assert session.fight == fight
    assert [each.before for each in session.replay()] == fights[:-1]


def test_the_events_of_a_pause_are_those_of_one_command(table):
    """BGC-BOT-1: nothing is reported twice, nothing is missing."""
    at_once = type(table)()
    at_once.type("attack rin mako --botch opening --answer opening=strike --dice 96,35,30")
    first = table.type(OPENING).events
    then = table.type("choose strike --dice 35,30").events
    assert [*without_pauses(first), *without_pauses(then)] == list(without_pauses(at_once.played.events))
