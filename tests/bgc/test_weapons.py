"""Weapons in hand in BGC: drawn, put away and reloaded as Other actions, by verbs of their own or by `other`."""

import pytest

from rbfcli.kernel.events import without_pauses


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
    [("reload rin", "full"), ("draw rin rifle", "in hand already"), ("draw rin axe", "no weapon 'axe'"),
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
    assert "never reloaded" in round_of_other.refused("reload rin").message


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
    assert (wrong.rule, wrong.hint.startswith("reload rin")) == ("BGC-ACT-2", True)


def test_sheets_name_weapons_that_there_are(table):
    """BGC-ACT-2: on entering and when they are set."""
    assert "did you mean rifle" in table.refused("add Cop speed=40 tough=40 weapons=rifel").hint
    assert "'axe'" in table.refused("set rin held=axe").message
