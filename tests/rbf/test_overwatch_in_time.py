"""Overwatch in time and space: before whatever costs something, and where a move comes into range."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
THUG_WATCHES = "init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1"


@pytest.fixture
def watched(table):
    """Somebody is on overwatch and it is the thug's turn."""

    def lay(line="overwatch joss", who="joss", **changes):
        laid = table(**changes)
        laid.do(BY_HAND)
        while laid.fight.active != who:
            laid.do("turn next")
        laid.do(line)
        while laid.fight.active != "thug":
            laid.do("turn next")
        return laid

    return lay


@pytest.fixture
def thug_watches(table):
    """The thug is on overwatch and it is Ada's turn."""

    def lay(**changes):
        laid = table(**changes)
        laid.do_all(THUG_WATCHES, "overwatch thug", "turn next")
        return laid

    return lay


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ('speak ada "put it down"', "8,8"),
        ("stabilize joss --by ada", "8,8,5,5"),
        ("stabilize joss", "8,8,5,5"),
        ("check ada athletics --tn 9", "8,8,5,5"),
        ("use ada 'medical kit'", "8,8,5,5,3"),
        ("prone ada --drop", "8,8,2"),
        ("aim ada", "8,8"),
        ("draw ada knife", "8,8"),
    ],
)
def test_whatever_costs_something_is_watched(thug_watches, line, dice):
    """RBF-ACT-8: not a list of verbs."""
    laid = thug_watches(ada={"items": ("medical kit",), "weapons": ("sword", "knife")})
    laid.do("condition add joss dying")
    laid.do(f"{line} --dice {dice}")
    assert "watching" not in laid.one("thug").conditions


@pytest.mark.parametrize("line", ['speak ada "behind you" --allies', "check ada athletics --tn 9 --free --dice 5,5"])
def test_what_costs_nothing_draws_no_fire(thug_watches, line):
    """RBF-ACT-8, RBF-ACT-9: a word to an ally, a check the GM calls for."""
    laid = thug_watches()
    laid.do(line)
    assert "watching" in laid.one("thug").conditions


def test_a_riposte_through_choose_is_watched(table):
    """RBF-ACT-8, RBF-REA-1: the enemy on overwatch fires before the duelist strikes back, who then strikes."""
    laid = table(tamsin={"talents": ("Expert Duelist",)}, other={"hp": 60})
    laid.do_all("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("overwatch other", "turn next", "attack thug tamsin --dice 8,8")
    told = laid.tell("choose strike --dice 7,7,8,4")
    assert told.index("was waiting for Tamsin") < told.index("Tamsin hits Thug")
    assert laid.one("tamsin").hp == 19 - 9
    assert laid.one("thug").hp == 20 - 7
    assert laid.one("tamsin").reactions_left == 0


def test_a_riposte_that_overwatch_stops_costs_nothing(table):
    """RBF-ACT-8, RBF-REA-1: who falls to it strikes nobody back."""
    laid = table(tamsin={"talents": ("Expert Duelist",), "hp": 3})
    laid.do_all("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("overwatch other", "turn next", "attack thug tamsin --dice 8,8")
    assert "gets no further: it is down" in laid.tell("choose strike --dice 3,4,1")
    assert laid.one("thug").hp == 20
    assert laid.one("tamsin").reactions_left == 1


def test_a_counterspell_is_watched(table):
    """RBF-ACT-8, RBF-REA-1: and the spell is cast once, whatever comes before the counterspell."""
    mage = {"talents": ("Counterspell",), "skills": {"metaphysics": 2, "dodge": 3}, "hp": 60}
    laid = table(ada=mage)
    laid.do_all("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("overwatch other", "turn next", "cast thug 'say hex' joss")
    played = laid.do("choose counter --dice 8,8,8,8")
    assert [each.label for each in laid.rolls(played)] == ["defense", "counterspell"]
    assert laid.one("thug").actions_left == 1
    assert len(laid.events(played, "countered")) == 1


def test_what_an_enemys_shot_brings_is_settled_before_the_deed(thug_watches):
    """RBF-ACT-8, RBF-DEF-5: a condition that may be placed comes before the move it may end."""
    laid = thug_watches(ada={"hp": 40})
    laid.do("move ada 3 --dice 1,1")
    assert [(each.kind, each.who) for each in laid.fight.questions] == [("condition", "thug")]
    assert laid.one("ada").at is None
    assert "gets no further: Ada is pinned" in laid.tell("choose pinned")
    assert (laid.one("ada").at, laid.one("ada").actions_left) == (None, 2)


def test_a_move_into_the_range_of_a_weapon_is_attacked_where_it_enters(watched):
    """RBF-ACT-8: the enemy gets as far as the edge of the range, is shot at, and goes on."""
    laid = watched(joss={"at": 0}, thug={"at": 35})
    told = laid.tell("move thug 26 --dice 5,5")
    assert told.index("5 m to metre 30") < told.index("was waiting for Thug") < told.index("4 m to metre 26")
    assert laid.one("thug").hp == 20 - 9
    assert (laid.one("thug").at, laid.one("thug").actions_left) == (26, 1)


def test_who_falls_on_the_way_lies_where_it_fell(watched):
    """RBF-ACT-8: at the edge of the range, the action spent."""
    laid = watched(joss={"at": 0}, thug={"at": 35, "hp": 5})
    assert "gets no further: it is down" in laid.tell("move thug 26 --dice 5,5")
    assert (laid.one("thug").at, laid.one("thug").actions_left) == (30, 1)


@pytest.mark.parametrize(("technique", "why"), [("trip", "prone"), ("shove", "driven off")])
def test_what_a_technique_does_on_the_way_ends_the_move(watched, technique, why):
    """RBF-ACT-8, RBF-TEC-TRIP, RBF-TEC-SHOVE: it lies, or stands, where that left it."""
    laid = watched(f"overwatch joss --technique {technique}", joss={"at": 0}, thug={"at": 35})
    assert why in laid.tell("move thug 26 --dice 6,5")
    assert laid.one("thug").at == (30 if technique == "trip" else 31)


def test_melee_weapons_watch_too(watched):
    """RBF-ACT-8: who comes within two metres of a sword, and who runs past it."""
    for start, end in ((20, 11), (14, 5)):
        laid = watched("overwatch ada", "ada", ada={"at": 10}, thug={"at": start})
        told = laid.tell(f"move thug {end} --dice 5,5")
        assert told.index("to metre 12") < told.index("was waiting for Thug")
        assert laid.one("thug").at == end


def test_a_lunge_reaches_a_metre_further(watched):
    """RBF-ACT-8, RBF-TEC-LUNGE: the range is that of what was prepared."""
    laid = watched("overwatch ada --technique lunge", "ada", ada={"at": 10}, thug={"at": 20})
    assert "to metre 13" in laid.tell("move thug 11 --dice 5,5")


def test_a_rifle_fires_once_the_enemy_is_far_enough(watched):
    """RBF-ACT-8, RBF-RNG-1: not at one in melee range, but as it gets away."""
    laid = watched(joss={"at": 10, "held": "rifle"}, thug={"at": 11})
    told = laid.tell("move thug 20 --dice 5,5")
    assert told.index("to metre 13") < told.index("was waiting for Thug")


def test_a_move_that_stays_out_of_range_is_let_be(watched):
    """RBF-ACT-8: neither start, nor end, nor what lies between."""
    laid = watched("overwatch ada", "ada", ada={"at": 10}, thug={"at": 22})
    laid.do("move thug 13")
    assert "watching" in laid.one("ada").conditions
    assert laid.one("thug").at == 13


def test_the_end_of_a_move_counts(watched):
    """RBF-ACT-8: the last metre is the first in range."""
    laid = watched("overwatch ada", "ada", ada={"at": 10}, thug={"at": 22})
    told = laid.tell("move thug 12 --dice 5,5")
    assert told.index("to metre 12") < told.index("was waiting for Thug")


def test_who_waits_is_asked_once_a_move(watched):
    """RBF-ACT-8: at the first metre in range, and not again at each that follows."""
    laid = watched("overwatch joss --ask", joss={"at": 0}, thug={"at": 35})
    laid.do("move thug 26")
    assert laid.one("thug").at == 30
    laid.do("choose wait")
    assert laid.one("thug").at == 26
    assert "watching" in laid.one("joss").conditions
    laid.do("move thug 20")
    assert laid.one("thug").at == 26
    laid.do("choose wait")
    assert (laid.one("thug").at, laid.one("thug").actions_left) == (20, 0)


def test_several_on_the_way(table):
    """RBF-ACT-8: each where the way comes into its own range."""
    laid = table(joss={"at": 0}, ada={"at": 24}, thug={"at": 33, "hp": 60})
    laid.do_all(BY_HAND, "overwatch ada", "turn next", "overwatch joss", "turn next", "turn next")
    told = laid.tell("move thug 23 --dice 5,5,6,6")
    places = [told.index(part) for part in ("metre 30", "Joss was", "metre 26", "Ada was", "metre 23")]
    assert places == sorted(places)
