"""Attacks, defences, armour and damage of BGC, dice given by hand."""

import pytest

from rbfcli.model.events import without_pauses
from rbfcli.systems.bgc.checks import wins
from rbfcli.systems.bgc.outcome import verdict
from rbfcli.systems.bgc.sheet import damage_levels, natural_armour, unarmed_damage, unarmed_penetration


@pytest.mark.parametrize(
    ("tough", "derived"),
    [(10, (12, 1, 3, 14)), (100, (30, 4, 25, 44)), (1, (11, 1, 1, 11)), (45, (19, 2, 12, 25)), (31, (17, 2, 8, 21))],
)
def test_values_derived_from_tough(tough, derived):
    """BGC-DRV-1, BGC-DRV-2, BGC-DRV-3, BGC-DRV-4: rounded up, worked check 3."""
    functions = (damage_levels, unarmed_damage, unarmed_penetration, natural_armour)
    assert tuple(each(tough) for each in functions) == derived


@pytest.mark.parametrize(
    ("score", "face", "outcome"),
    [(60, 5, "critical"), (60, 6, "pass"), (60, 60, "pass"), (60, 61, "fail"), (3, 4, "fail"), (3, 3, "critical"),
     (60, 96, "botch"), (120, 96, "botch"), (120, 95, "pass")],
)  # fmt: skip
def test_critical_and_botch_bands(score, face, outcome):
    """BGC-TST-2: 1 to 5 within the score, 96 to 100."""
    assert verdict(face, score) == outcome


@pytest.mark.parametrize(
    ("attack", "defence", "first_wins"),
    [((60, 35), (45, 30), True), ((60, 45), (45, 30), False), ((60, 70), (45, 60), False), ((60, 59), (45, 46), True),
     ((120, 90), (80, 20), False), ((60, 70), (45, 30), False)],
)  # fmt: skip
def test_opposed_rolls(attack, defence, first_wins):
    """BGC-TST-1: wider margin, pass over fail, ties and two fails to the defender; worked check 8, BGC-DMG-5."""
    (score, face), (other_score, other_face) = attack, defence
    margin = score - face if face <= score else None
    other = other_score - other_face if other_face <= other_score else None
    assert wins(margin, other, tied=False) is first_wins


def test_who_wins_a_tie_is_an_option(table):
    """BGC-TST-1: the decision is a house option."""
    table.type("set fight options.undecided=attacker", "attack rin mako --defend --dice 50,40,90,95")
    assert table.rolls()[1][:2] == ("defend", 50)
    assert (table.one("mako").levels, table.played.outcome) == (17, "pass")
    assert not wins(5, 6, tied=True)


@pytest.mark.parametrize(
    ("option", "attack", "defend", "outcome"),
    [("true", 10, 5, "defended"), ("false", 10, 5, "pass"), ("true", 5, 1, "critical"), ("true", 5, 6, "critical"),
     ("false", 1, 5, "critical"), ("true", 10, 6, "pass"), ("true", 50, 30, "defended")],
)  # fmt: skip
def test_a_critical_may_beat_a_plain_success(table, option, attack, defend, outcome):
    """BGC-TST-1: by a house option, for the attack and for the Defend; of two criticals the wider margin."""
    table.type(f"set fight options.critical-wins={option}")
    table.type(f"attack rin mako --defend --dice {attack},{defend}{'' if outcome == 'defended' else ',99,1'}")
    assert table.played.outcome == outcome


def test_a_critical_defend_beats_a_wide_margin(table):
    """BGC-TST-1: rin shoots at 90 and mako defends at 20."""
    table.type("set rin skills.rifles=90", "set mako skills.defend=20", "set fight options.critical-wins=true")
    assert table.type("attack rin mako --defend --dice 6,5").outcome == "defended"
    assert table.type("attack rin mako --defend --dice 6,6,99,1").outcome == "pass"
    assert table.type("attack rin mako --defend --dice 5,1,99,1").outcome == "critical"


@pytest.mark.parametrize("face", [96, 100])
def test_penetration_above_100_cannot_fail(table, face):
    """BGC-DMG-5: not even on the faces that are botches elsewhere; nor is a low one critical."""
    table.type("other rin --draw lance", f"attack rin mako --dice 30,{face},46,1")
    assert table.rolls()[1:3] == [("penetration", 120, "pass"), ("armour", 45, "fail")]
    assert table.type("damage-save mako --penetration 60 --damage 5 --dice 3,4").outcome == "through"
    assert table.rolls()[0][2] == "pass"


def test_an_attack_that_fails_does_nothing(table):
    """BGC-ATK-1: the roll has to pass."""
    table.type("attack rin mako --dice 61")
    assert table.rolls() == [("attack", 60, "fail")]
    assert table.one("mako").levels == 22


def test_a_hit_that_gets_through_takes_levels(table):
    """BGC-DMG-1, BGC-DMG-2, BGC-DMG-4: attack 60, penetration 60 roll 35 against armour 45 roll 30."""
    table.type("attack rin mako --no-defend --dice 30,35,30")
    assert table.rolls() == [("attack", 60, "pass"), ("penetration", 60, "pass"), ("armour", 45, "pass")]
    assert table.one("mako").levels == 17


def test_armour_that_holds_lets_nothing_through(table):
    """BGC-DMG-2: unless the weapon wins there is no damage."""
    table.type("attack rin mako --dice 30,45,30")
    assert (table.happened(), table.one("mako").levels) == (["armour-holds"], 22)


def test_a_defence_that_beats_the_attack_turns_it_aside(table):
    """BGC-ATK-1 and BGC-ACT-2: margin 10 against margin 20, then 30 against 20."""
    table.type("attack rin mako --defend --dice 50,30")
    assert (table.played.outcome, table.happened()) == ("defended", ["defended"])
    table.type("attack rin mako --defend --dice 30,30,99,99")
    assert table.played.outcome == "pass"


def test_a_declared_defend_meets_the_next_attack_and_is_used_up(table):
    """BGC-ACT-2: an attack brings a declared Defend into play; then it is a risk, BGC-RSK-2 (and 5 off for wounds)."""
    table.type("init --dice 6,48,99,99", "declare rin attack attack attack", "declare mako defend attack other")
    table.type("attack rin mako --dice 50,30")
    assert table.played.outcome == "defended"
    assert table.one("mako").declared == ("attack", "other")
    table.type("attack rin mako --dice 50,20,20")
    assert table.rolls()[0][0] == "attack"
    assert table.rolls()[1][0] == "penetration"
    table.type("defend mako", "attack rin mako --dice 50,30")
    assert table.rolls()[1][:2] == ("defend", 35)


@pytest.mark.parametrize("face", [90, 96])
def test_an_attack_that_misses_uses_up_the_defend_it_meets(table, face):
    """BGC-ACT-2: any attack brings it into play, and nothing is rolled for it; by the house option it is kept."""
    table.type("init --dice 6,48,99,99", "declare rin attack attack attack", "declare mako defend attack other")
    before = table.fight
    table.type(f"attack rin mako --botch failure --dice {face}")
    assert (len(table.rolls()), table.one("mako").declared) == (1, ("attack", "other"))
    assert (table.one("mako").acted, table.happened()[0]) == (1, "defends-for-nothing")
    table.fight = before
    table.type("attack rin mako --no-defend --botch failure --dice 90")
    assert table.one("mako").declared == ("defend", "attack", "other")
    table.type("set fight options.miss-uses-defend=false", f"attack rin mako --botch failure --dice {face}")
    assert (table.one("mako").declared, table.one("mako").acted) == (("defend", "attack", "other"), 0)


def test_an_extra_defend_is_used_up_by_a_miss_too(table):
    """BGC-ACT-2, BGC-RSK-2: it was taken for this attack."""
    table.type(
        "init --dice 6,48,99,99", "declare mako attack attack other", "attack rin mako --defend --force --dice 90"
    )
    assert (table.one("mako").risks, table.one("mako").at_risk) == (1, ())


def test_criticals_double_what_got_through(table):
    """BGC-CRT-1: after all armour; 5 levels become 10, and nothing stays nothing; worked check 9."""
    table.type("attack rin mako --dice 5,35,30")
    assert table.one("mako").levels == 12
    assert [event.facts for event in table.told("doubled")] == [{"lost": 5, "amount": 10}]
    table.type("heal mako 22", "attack rin mako --dice 5,45,30")
    assert (table.one("mako").levels, table.told("doubled")) == (22, [])


@pytest.mark.parametrize(
    ("line", "amount", "why"),
    [
        ("attack rin mako --dice 40,35,44", 5, "rifle 5"),
        ("attack rin mako --called 30 --dice 30,90,44", 10, "rifle 5, doubled (called shot)"),
        ("attack rin mako --dice 5,35,30", 10, "rifle 5, doubled (critical)"),
        ("damage-save mako --penetration 60 --damage 7 --dice 35,44", 7, "damage 7"),
    ],
)
def test_what_gets_through_says_where_its_damage_comes_from(table, line, amount, why):
    """BGC-DMG-4, BGC-CAL-1, BGC-CRT-1: the sum of a piercing hit, as it is read aloud."""
    table.type(line)
    assert [event.facts for event in table.told("damage")] == [{"amount": amount, "why": why}]
    assert table.one("mako").levels == 22 - amount


def test_a_critical_attack_that_gets_past_a_defence_is_told_as_one(table):
    """BGC-CRT-1, BGC-ATK-1, BGC-DMG-2: an ordinary one is not."""
    table.type("attack rin mako --defend --dice 5,99,35,30 --botch failure")
    assert table.happened()[:3] == ["gets-past-critically", "armour-pierced", "doubled"]
    table.type("attack rin mako --defend --dice 6,90,35,30")
    assert table.happened()[:2] == ["gets-past", "armour-pierced"]
    assert [(each.who, each.target, each.rule) for each in table.told("armour-pierced")] == [
        ("rin", "mako", "BGC-DMG-2")
    ]


def test_a_called_shot_doubles_damage_and_penetration(table):
    """BGC-CAL-1: rifle 5 at 60 becomes 10 at 120; worked check 4."""
    table.type("attack rin mako --called 30 --dice 30,90,44")
    assert table.rolls() == [("attack", 30, "pass"), ("penetration", 120, "pass"), ("armour", 45, "pass")]
    assert table.one("mako").levels == 12


@pytest.mark.parametrize("called", [10, 24, 51, 60])
def test_a_called_shot_outside_the_band_is_refused(table, called):
    """BGC-CAL-1: 25 to 50."""
    assert table.refused(f"attack rin mako --called {called}").rule == "BGC-CAL-1"


def test_a_critical_called_shot_kills(table):
    """BGC-CAL-2: outright, whatever the armour."""
    table.type("attack rin giant --called 25 --dice 5")
    assert "dead" in table.one("giant").conditions


def test_damage_may_have_a_least_amount(table):
    """BGC-DMG-4: the floor is a house option."""
    table.type("set mako armour.quality=amazing", "set fight options.least-damage=1")
    table.type("attack rin mako --dice 30,20,40,7")
    assert table.one("mako").levels == 21


def test_gaps_of_partial_armour(table):
    """BGC-ARM-1: at -15, and only natural armour counts; refused where nothing is partial."""
    table.type("attack rin mako --gap --dice 45,35,10")
    assert table.rolls() == [("attack", 45, "pass"), ("penetration", 60, "pass"), ("armour", 30, "pass")]
    assert table.refused("attack rin thug --gap").rule == "BGC-ARM-1"


def test_bare_hands_on_a_bare_body(table):
    """BGC-DRV-5: one roll above the natural armour (14); against worn armour unarmed penetration counts."""
    table.type("attack rin thug --with unarmed --dice 30,15")
    assert table.rolls()[1] == ("through natural armour", 15, "pass")
    assert table.one("thug").levels == 10
    table.type("attack rin thug --with unarmed --dice 30,14")
    assert table.one("thug").levels == 10
    table.type("attack rin mako --with unarmed --dice 30,12,99")
    assert table.rolls()[1][:2] == ("penetration", 12)
    table.type("attack rin mako --with unarmed --gap --dice 30,12,99")
    assert table.rolls()[1:] == [("penetration", 12, "pass"), ("armour", 30, "fail")]


def test_reaching_natural_armour_may_do(table):
    """BGC-DRV-5: the decision is a house option."""
    table.type("set fight options.bare-body=reach", "attack rin thug --with unarmed --dice 30,14")
    assert table.rolls()[1] == ("through natural armour", 14, "pass")


def test_something_far_larger_crushes(table):
    """BGC-MEGA-1: more than twice the size, unless one is proof against it."""
    table.type("attack giant rin --dice 30")
    assert (table.happened()[0], "dead" in table.one("rin").conditions) == ("crushed", True)
    again = type(table)()
    again.type("set rin mega-proof=true", "attack giant rin --dice 30,99")
    assert "dead" not in again.one("rin").conditions
    again.type("set giant size=4", "set rin mega-proof=false", "attack giant rin --dice 30,99")
    assert "dead" not in again.one("rin").conditions


def test_wounds_hinder_every_action(table):
    """BGC-EFF-1: -5 for every five levels lost; the hardened and the option leave it out."""
    table.type("set rin levels=9", "attack rin mako --dice 60")
    assert table.rolls()[0] == ("attack", 50, "fail")
    table.type("set rin hardened=true", "attack rin mako --dice 61")
    assert table.rolls()[0] == ("attack", 60, "fail")
    table.type("set rin hardened=false", "set fight options.wound-penalty=false", "attack rin mako --dice 61")
    assert table.rolls()[0] == ("attack", 60, "fail")
    table.type("set fight options.wound-penalty=true options.wound-cost=3", "attack rin mako --dice 61")
    assert table.rolls()[0] == ("attack", 54, "fail")


def test_a_damage_save_states_penetration_and_damage(table):
    """BGC-DMG-2: a stated blow against somebody's armour."""
    assert table.type("damage-save mako --penetration 60 --damage 5 --dice 35,30").outcome == "through"
    assert table.one("mako").levels == 17
    assert table.type("damage-save mako --penetration 60 --damage 5 --dice 45,30").outcome == "held"
    assert table.type("damage-save mako --penetration 60 --damage 5 --mod 20 --dice 35,40").outcome == "held"
    assert table.rolls() == [("penetration", 60, "pass"), ("armour", 65, "pass")]


def test_the_bands_are_house_options(table):
    """BGC-TST-2: the faces that are critical, and those that are botches."""
    table.type("set fight options.critical-band=10 options.botch-from=90")
    assert table.type("attack rin mako --no-defend --dice 10,99,1").outcome == "critical"
    assert table.type("attack rin mako --no-defend --dice 11,99,1").outcome == "pass"
    assert table.type("attack rin mako --no-defend --botch failure --dice 90").outcome == "botch"
    assert table.one("rin").failed == ("rifle",)


def test_a_modifier_of_the_gm_counts(table):
    """BGC-ATK-1: with its sign, for the attack alone."""
    table.type("attack rin mako --no-defend --mod 15 --dice 75,45,30")
    assert table.rolls() == [("attack", 75, "pass"), ("penetration", 60, "pass"), ("armour", 45, "pass")]
    assert table.type("attack rin mako --mod -15 --dice 46").outcome == "fail"


def test_nothing_more_happens_to_the_dead_or_to_those_who_lose_nothing(table):
    """BGC-DMG-4, BGC-WND-5, BGC-WND-7: no line is crossed anew."""
    table.type("damage rin 19 --dice 35", "damage-save rin --penetration 200 --damage 0 --dice 1,95")
    assert (table.happened(), len(table.rolls())) == (["armour-pierced", "no-harm"], 2)
    table.type("condition add mako dead", "damage mako 5")
    assert (table.one("mako").levels, set(table.one("mako").conditions)) == (22, {"dead"})


def test_wounds_count_from_the_first_step(table):
    """BGC-EFF-1: steps of one level, and the unhurt are not hindered by them."""
    table.type("set fight options.wound-step=1", "attack rin mako --dice 61")
    assert table.rolls() == [("attack", 60, "fail")]
    table.type("damage rin 2", "attack rin mako --dice 61")
    assert table.rolls() == [("attack", 50, "fail")]


# Weapons in hand in BGC: drawn, put away and reloaded as Other actions, by verbs of their own or by `other`.


@pytest.fixture
def round_of_other(table):
    """Rin acts, with four Other actions declared."""
    table.type("init --dice 46,99,99,99", "declare rin other other other other")
    return table


def test_drawing_putting_away_and_reloading_are_other_actions(round_of_other):
    """BGC-ACT-2: each takes one that was declared."""
    table = round_of_other
    table.type("draw rin lance")
    assert (table.one("rin").held, table.happened()) == ("lance", ["switched"])
    table.type("holster rin")
    assert (table.one("rin").held, table.happened()) == ("", ["holstered"])
    table.type("draw rin rifle", "set rin ammo.rifle=2", "reload rin")
    assert (table.one("rin").ammo["rifle"], table.happened()) == (9, ["reloaded"])
    assert table.one("rin").declared == ()
    assert table.refused("holster rin").rule == "BGC-ACT-1"


@pytest.mark.parametrize(
    ("verb", "form"), [("draw rin lance", "other rin --draw lance"), ("reload rin", "other rin --reload")]
)
def test_the_forms_of_other_do_the_same(round_of_other, verb, form):
    """BGC-ACT-2: journals hold these."""
    table = round_of_other
    table.type("set rin ammo.rifle=2")
    before = table.fight
    events = table.type(verb).events
    table.fight = before
    assert list(without_pauses(table.type(form).events)) == list(without_pauses(events))


def test_one_action_may_do_several_things(round_of_other):
    """BGC-ACT-2: what the table allows in one action, it tells."""
    round_of_other.type("set rin ammo.rifle=2", "other rin behind the car --reload --draw lance")
    assert round_of_other.happened() == ["reloaded", "switched", "does"]
    assert round_of_other.one("rin").declared == ("other", "other", "other")


@pytest.mark.parametrize(
    ("line", "message"),
    [("reload rin", "already loaded"), ("draw rin rifle", "already holding the rifle"),
     ("draw rin axe", "unknown weapon 'axe'"),
     ("holster thug", "not Thug's turn"), ("other rin --repair rifle --skill rifles", "has not failed"),
     ("other rin --repair rifle", "needs a skill"), ("reload rin --with lance", "draw the good lance first")],
)  # fmt: skip
def test_what_cannot_be_handled_costs_nothing(round_of_other, line, message):
    """BGC-ACT-2 and BGC-BOT-1: refused before any action is spent or any die is cast."""
    assert message in round_of_other.refused(line).message


@pytest.mark.parametrize("line", ["reload rin", "draw rin rifle", "other rin --repair rifle", "other rin --draw rifle"])
def test_what_cannot_be_handled_is_refused_before_the_skill_is_rolled(round_of_other, line):
    """BGC-ACT-2: whatever would have come of the roll."""
    assert round_of_other.refused(f"{line} --skill rifles --dice 61").kind == "refused"


def test_a_weapon_that_nobody_loads_is_not_reloaded(round_of_other):
    """BGC-ACT-2: the lance counts no rounds."""
    round_of_other.type("draw rin lance")
    assert "Rin's good lance does not need reloading" in round_of_other.refused("reload rin").message


def test_as_an_extra_action_handling_needs_a_skill_that_succeeds(table):
    """BGC-RSK-2: at -10; a failed roll leaves the weapon where it is."""
    table.type("init --dice 46,99,99,99", "declare rin defend", "risk rin other")
    assert table.refused("draw rin lance").rule == "BGC-RSK-2"
    table.type("draw rin lance --skill rifles --dice 51")
    assert (table.rolls(), table.one("rin").held) == ([("rifles", 50, "fail")], "rifle")
    table.type("risk rin other", "other rin --draw lance --skill rifles --dice 40")
    assert (table.rolls(), table.one("rin").held) == ([("rifles", 40, "pass")], "lance")


@pytest.mark.parametrize(
    ("line", "deed"),
    [("draw rin lance", "draw lance"), ("holster rin", "holster"), ("reload rin", "reload"),
     ("other rin --reload --draw lance", "reload, draw lance"), ("other rin behind the car --reload", "behind the car"),
     ("other rin --repair rifle", "repair rifle"), ("other rin", "acts")],
)  # fmt: skip
def test_what_does_not_come_off_is_told(round_of_other, line, deed):
    """BGC-ACT-2, BGC-RSK-2: by the table's words for it, or by what was typed; and nothing else happens."""
    round_of_other.type("set rin ammo.rifle=2 failed=rifle", f"{line} --skill rifles --dice 61")
    assert [event.facts["deed"] for event in round_of_other.told("fails-to")] == [deed]
    assert (round_of_other.happened(), round_of_other.played.outcome) == (["fails-to"], "fail")
    assert (round_of_other.one("rin").held, round_of_other.one("rin").ammo["rifle"]) == ("rifle", 2)


def test_the_last_round_is_told(table):
    """BGC-ACT-2: and an empty weapon says how it is filled again."""
    table.type("set rin ammo.rifle=1", "attack rin mako --dice 61")
    assert table.happened() == ["emptied"]
    wrong = table.refused("attack rin mako")
    assert (wrong.rule, wrong.hint.startswith("try: reload rin")) == ("BGC-ACT-2", True)


def test_sheets_name_weapons_that_there_are(table):
    """BGC-ACT-2: on entering and when they are set."""
    assert "did you mean rifle" in table.refused("add Cop speed=40 tough=40 weapons=rifel").hint
    assert "'axe'" in table.refused("set rin held=axe").message
