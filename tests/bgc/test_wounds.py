"""What lost levels do in BGC: shock, bleeding on the clock of rounds, waking, treating, death."""

import pytest


def conditions(table, who):
    return set(table.one(who).conditions)


def test_half_the_levels_or_more_do_nothing(table):
    """BGC-WND-1: 22 levels, 11 left."""
    table.type("damage mako 11")
    assert (table.rolls(), conditions(table, "mako")) == ([], set())


def hurt(table, who, amount, *faces):
    """Levels off by a stated blow that goes through, so that dice can be given for what follows."""
    dice = ",".join(map(str, (1, 95, *faces)))
    return table.type(f"damage-save {who} --penetration 200 --damage {amount} --dice {dice}")


@pytest.mark.parametrize(("face", "awake"), [(60, True), (61, False)])
def test_below_half_willpower_at_fifteen_more(table, face, awake):
    """BGC-WND-2: Willpower 55 + 15, less 10 for wounds (12 lost): 60."""
    hurt(table, "mako", 12, face)
    assert table.rolls()[-1][:2] == ("willpower", 60)
    assert ("unconscious" in conditions(table, "mako")) is not awake


def test_at_a_quarter_willpower_as_it_is(table):
    """BGC-WND-3: rin has 19 levels; 4 are a quarter or less, not below it by whole levels of 16."""
    table.type("set rin max-levels=20 levels=20 hardened=true")
    hurt(table, "rin", 15, 50)
    assert table.rolls()[-1] == ("willpower", 50, "pass")
    assert "bleeding" not in conditions(table, "rin")


def test_below_a_quarter_one_bleeds_on_the_clock_of_rounds(table):
    """BGC-WND-4: one level every five rounds, and one more half the time for those on their feet."""
    table.type("set rin max-levels=20 levels=20 hardened=true")
    hurt(table, "rin", 16, 50)
    assert table.one("rin").conditions["bleeding"].amount == 5
    table.type("init")
    for _ in range(4):
        table.type(*["turn"] * len(table.fight.order))
    assert (table.fight.round, table.one("rin").levels) == (5, 4)
    table.type(*["turn"] * len(table.fight.order))
    assert table.fight.round == 6
    strain = next(each for each in table.rolls() if each[0] == "strain")
    assert table.one("rin").levels == (2 if strain[2] == "more" else 3)


def test_at_zero_a_player_can_only_crawl_and_speak(table):
    """BGC-WND-5: incapacitated, Willpower at -15; no attack."""
    table.type("set rin hardened=true")
    hurt(table, "rin", 19, 35)
    assert table.rolls()[-1] == ("willpower", 35, "pass")
    assert conditions(table, "rin") == {"incapacitated"}
    assert table.refused("attack rin mako").rule == "BGC-WND-5"


def test_at_zero_an_npc_is_dead(table):
    """BGC-WND-5: the note on NPCs."""
    hurt(table, "mako", 22)
    assert conditions(table, "mako") == {"dead"}


def test_below_zero_one_is_unconscious_and_loses_three(table):
    """BGC-WND-6: until treated, three levels every five rounds."""
    hurt(table, "rin", 20)
    assert {"unconscious", "bleeding"} <= conditions(table, "rin")
    table.type("set rin conditions.bleeding.amount=1", "init", "turn", "turn", "turn")
    assert (table.fight.round, table.one("rin").levels) == (2, -4)


def test_below_minus_ten_one_is_dead(table):
    """BGC-WND-7: -10 is not below -10."""
    hurt(table, "rin", 29)
    assert "dead" not in conditions(table, "rin")
    hurt(table, "rin", 1)
    assert conditions(table, "rin") == {"dead"}


def test_one_blow_makes_the_worst_test_alone(table):
    """BGC-WND-8: from full to a quarter: one test, at +0."""
    table.type("set rin max-levels=20 levels=20 hardened=true")
    hurt(table, "rin", 16, 51)
    assert [label for label, _, _ in table.rolls()].count("willpower") == 1
    assert table.rolls()[-1] == ("willpower", 50, "fail")


def test_another_one_wakes_and_treats(table):
    """BGC-WND-2, BGC-WND-3 and BGC-STB-1: first aid, at -10 for someone at a quarter or less."""
    table.type("set mako max-levels=20 levels=20 hardened=true")
    hurt(table, "mako", 11, 99)
    table.type("wake mako --by rin --dice 40")
    assert (table.rolls(), "unconscious" in conditions(table, "mako")) == ([("first aid", 40, "pass")], False)
    hurt(table, "mako", 5, 99)
    assert {"unconscious", "bleeding"} == conditions(table, "mako")
    table.type("stabilize mako --by rin --dice 31")
    assert (table.rolls(), "bleeding" in conditions(table, "mako")) == ([("first aid", 30, "fail")], True)
    table.type("stabilize mako --by rin --dice 30")
    assert "bleeding" not in conditions(table, "mako")


def test_nobody_treats_itself_or_the_hale(table):
    """BGC-STB-1: another character, and someone who bleeds."""
    assert "is not bleeding" in table.refused("stabilize mako --by rin").message
    assert table.refused("wake mako --by rin").rule == "BGC-WND-2"
    table.type("condition add rin bleeding")
    assert "another character" in table.refused("stabilize rin --by rin").message


def test_what_has_no_will_feels_no_shock(table):
    """BGC-WND-2: a robot goes on until it is destroyed."""
    hurt(table, "giant", 25)
    assert [label for label, _, _ in table.rolls()] == ["penetration", "armour"]


@pytest.mark.parametrize(
    ("line", "message"),
    [("add Nobody speed=0 tough=10", "speed"), ("add Nobody speed=40 tough=200", "tough"), ("set rin will=0", "will")],
)
def test_a_stat_outside_its_range_is_refused(table, line, message):
    assert message in table.refused(line).message
