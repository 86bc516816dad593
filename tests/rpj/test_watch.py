"""Overwatch, and cautious movement, which passes it."""

import pytest

from tests.showing import facts

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


@pytest.fixture
def watched(field):
    """Ann watches region 0, where the wall is; Rook is about to move."""
    field.do("overwatch ann 0")
    field.turn_of("rook")
    return field


def test_overwatch_is_one_action_on_one_region(field):
    """RPJ-OVR-1: again on the same region is refused, another takes its place."""
    field.do("overwatch ann 2")
    assert (field.ann.overwatch, field.ann.actions_left) == ("2", 1)
    assert field.refused("overwatch ann 2").rule == "RPJ-OVR-1"
    field.do("overwatch ann 1")
    assert field.ann.overwatch == "1"


@pytest.mark.parametrize("line", ["overwatch ann 9", "overwatch ann nothing", "overwatch pike 0 --force"])
def test_overwatch_on_nothing_is_refused(field, line):
    """RPJ-OVR-1: an unknown region, as it is typed; a region out of range only by force."""
    if line.endswith("--force"):
        field.turn_of("pike")
        assert field.refused("overwatch pike 0").rule == "RPJ-OVR-1"
        field.do(line)
        assert field.pike.overwatch == "0"
    else:
        assert field.refused(line).hint == "known: 0, 1, 2, 3"


def test_overwatch_needs_a_region_named(field):
    """RPJ-OVR-1: the verb alone is not enough."""
    assert field.refused("overwatch ann").status == 2


def test_who_enters_may_be_shot_past_cover(watched):
    """RPJ-OVR-2: the watch ends with the shot; the wall does not help."""
    watched.do("move rook 0 --cover wall --no-react --force")
    assert watched.ann.overwatch == "0"
    watched.do("set rook region=1")
    watched.do("move rook 0 --cover wall")
    assert ("ann", "entering") in watched.offers()
    watched.do("choose ann attack", *MISS)
    assert (watched.rolls()[0].rule, watched.rolls()[0].against) == ("RPJ-OVR-2", 18)
    assert watched.ann.overwatch == ""
    assert not watched.ann.free_attack_spent


def test_the_shot_may_be_answered_beforehand(watched):
    """RPJ-OVR-2: --react ann; Bob, whom Rook leaves, passes."""
    watched.do("move rook 0 --react ann", *HIT, *HIT)
    assert [(each.who, each.label) for each in watched.rolls()] == [("ann", "overwatch"), ("rook", "damage save")]
    assert not watched.bob.free_attack_spent


def test_a_friend_or_a_move_elsewhere_wakes_no_watch(watched):
    """RPJ-OVR-2: only foes, only that region."""
    watched.do("move rook 2 --no-react")
    assert watched.ann.overwatch == "0"
    watched.do("move bob 0 --force --no-react")
    watched.do("set bob region=1 group=A")
    watched.do("move bob 0 --force")
    assert ("ann", "entering") not in watched.offers()


def test_who_is_there_already_does_not_enter(begin):
    """RPJ-OVR-2: a move between the groups of the region watched."""
    field = begin("set ann overwatch=1")
    field.turn_of("rook")
    field.do("set ann overwatch=1")
    field.do("move rook 1")
    field.do("choose pass")
    assert (field.offers(), field.rook.group) == ([], "")


def test_whom_overwatch_may_shoot_is_an_option(watched):
    """RPJ-OVR-2: with `anyone` a friend who enters may be shot too, never oneself."""
    watched.do("set fight options.overwatch_targets=anyone")
    watched.turn_of("bob")
    watched.do("overwatch ann 0 --force")
    watched.do("move bob 0 --no-react")
    watched.do("set bob region=1")
    watched.do("move bob 0 --force")
    assert ("ann", "entering") in watched.offers()
    watched.do("choose ann attack", *MISS)
    assert watched.rolls("overwatch")[0].target == "bob"
    watched.do("set ann overwatch=1")
    watched.do("move ann 1 --force")
    assert ("ann", "entering") not in watched.offers()


def test_a_shot_from_overwatch_beside_a_foe_provokes_in_turn(begin):
    """RPJ-OVR-2, RPJ-ACT-6: Bob stands beside Rook, who fires at Ann from overwatch."""
    field = begin("set rook overwatch=1")
    field.do("move ann 1")
    assert field.offers() == [("rook", "entering")]
    field.do("choose attack", *MISS)
    assert field.offers() == [("bob", "shooting")]
    field.do("choose attack", *MISS)
    assert field.bob.free_attack_spent


def test_overwatch_ends_with_the_watchers_next_turn(watched):
    """RPJ-OVR-3: at its start."""
    watched.turn_of("pike")
    assert watched.ann.overwatch == "0"
    watched.do("turn next")
    assert watched.ann.overwatch == ""
    assert watched.rule("watch-ends") == "RPJ-OVR-3"


def test_cautious_movement_is_the_whole_turn(field):
    """RPJ-CAU-1: nothing before it, nothing after it, one region at most."""
    assert field.refused("cautious ann 2").rule == "RPJ-ACT-2"
    field.do("cautious ann 1")
    assert (field.ann.region, field.ann.actions_left) == ("1", 0)
    assert field.refused("attack ann pike").rule == "RPJ-ACT-1"
    field.turn_of("bob")
    field.do("attack bob rook", *MISS)
    assert field.refused("cautious bob 0").rule == "RPJ-CAU-1"


def test_a_cautious_move_may_lead_into_a_group(field):
    """RPJ-CAU-1, RPJ-FIELD-3: of one's own region, too."""
    field.do("set pike region=1 group=B")
    field.turn_of("rook")
    field.do("cautious rook --group B")
    assert (field.rook.region, field.rook.group) == ("1", "B")
    field.turn_of("ann")
    field.do("cautious ann --join bob")
    assert (field.ann.region, field.ann.group) == ("1", "A")


def test_caution_passes_overwatch_and_neighbours(watched):
    """RPJ-CAU-2: neither Ann, who watches, nor Bob, whom Rook leaves, is asked."""
    watched.do("cautious rook 0")
    assert watched.rook.region == "0"
    assert watched.offers() == []
    assert watched.ann.overwatch == "0"


def test_suppressors_shoot_at_the_cautious_with_half(field):
    """RPJ-CAU-3: 4 guns + 2 for Dexterity 4 becomes 3; standing still is no move."""
    field.turn_of("rook")
    field.do('condition add rook "suppressed by ann"')
    field.do("cautious rook 2 --react ann", *MISS)
    assert field.rolls()[0].total == 4 + 3
    assert "RPJ-CAU-3" in {each.rule for each in field.rolls()[0].modifiers}
    field.do("set rook actions_left=2")
    field.do("set ann free_attack_spent=false")
    field.do("cautious rook")
    assert field.offers() == []


@pytest.mark.parametrize(
    ("rounding", "bonus", "halves"),
    [("up", 3, [-3, -2]), ("down", 3, [-4, -2]), ("up", 1, [-2, -1]), ("down", 1, [-3, -1])],
)
def test_both_halves_come_one_after_the_other(begin, rounding, bonus, halves):
    """RPJ-SUP-3, RPJ-CAU-3: 7 becomes 4, rounded up, for the suppressed shooter, and 2 against the cautious."""
    field = begin(
        f"set fight options.rounding={rounding}", f"set ann bonuses.dexterity={bonus}", "condition add ann suppressed"
    )
    field.turn_of("rook")
    field.do('condition add rook "suppressed by ann"')
    field.do("cautious rook 2 --react ann", *MISS)
    assert [(each.value, each.why, each.rule) for each in field.rolls()[0].modifiers] == [
        (4, "guns skill", "RPJ-ACT-3"),
        (bonus, "dexterity bonus", "RPJ-ACT-3"),
        (halves[0], "suppressed: half", "RPJ-SUP-3"),
        (halves[1], "cautious target: half", "RPJ-CAU-3"),
    ]
    assert field.rolls()[0].label == "free attack"


def test_a_cautious_turn_ends_with_a_little_cover(field):
    """RPJ-CAU-4: +1/0f until the mover's next turn, only if it is in no other cover, only once the turn is over."""
    field.do("cautious ann 1")
    assert facts(field.session.rules, field.fight, "ann")["cover"] == ""
    field.turn_of("pike")
    field.do("attack pike ann --with pistol", *MISS)
    assert field.rolls()[0].against == 18 + 1
    field.do("turn next")
    assert field.ended() == {("ann", "cautious"): "RPJ-CAU-4"}
    field.do("cautious ann 0 --cover wall")
    field.do("turn next")
    assert facts(field.session.rules, field.fight, "ann")["cover"] == "+3/1f"
