"""The order of turns more closely: rolled, set, sprinkled, held, split; and looking out."""

import pytest

from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.turns.turns import is_in_order

DOWN = {"out": Condition()}


def order(laid):
    """Who acts on which count."""
    return [(slot.who, slot.count) for slot in laid.fight.order]


def alone(table, *who, **changes):
    """A table with some of the people only."""
    gone = dict.fromkeys({"ada", "joss", "tamsin", "thug", "other", "boss"} - set(who))
    return table(**{**gone, **changes})


@pytest.mark.parametrize(
    ("sheet", "mod", "added"),
    [
        ({"skills": {"melee": 3, "shoot": 1}}, "", [(3, "Melee")]),
        ({"skills": {"melee": 1, "shoot": 4}}, "", [(4, "Shoot")]),
        ({"skills": {"heavy": 2}}, "", [(2, "Heavy")]),
        ({"skills": {"brawl": 2, "dodge": 6}}, "--mod 2", [(2, "Brawl"), (2, "modifier")]),
        ({"skills": {}}, "", [(-2, "Melee")]),
        ({"skills": {"melee": 3}, "talents": ("Speedy",)}, "", [(3, "Melee"), (3, "Speedy")]),
    ],
)
def test_what_initiative_is_rolled_with(table, sheet, mod, added):
    """RBF-INI-1, RBF-TAL-1: two dice, the best combat skill, what a talent and the line add."""
    laid = alone(table, "ada", ada=sheet)
    [roll] = laid.rolls(laid.do(f"init {mod} --dice 5,4"))
    assert [(each.value, each.why) for each in roll.modifiers if each.value] == added
    assert (roll.label, roll.rule, roll.against) == ("initiative", "RBF-INI-1", None)
    assert order(laid) == [("ada", 9 + sum(value for value, _ in added))]


@pytest.mark.parametrize(
    ("enemies", "counts"),
    [
        (("thug",), {"thug": 16}),
        (("thug", "other"), {"thug": 18, "other": 16}),
        (("thug", "other", "boss"), {"thug": 18, "other": 16, "boss": 14}),
    ],
)
def test_enemies_are_spread_among_the_players(table, enemies, counts):
    """RBF-INI-2, RBF-INI-3: evenly; a player goes first on the same count."""
    laid = alone(table, "ada", "joss", "tamsin", *enemies)
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14")
    assert {who: count for who, count in order(laid) if who in enemies} == counts
    assert {laid.one(who).initiative for who in enemies} == set(counts.values())


def test_an_enemy_before_all_players(table):
    """RBF-INI-2: of many, the first comes a count before the first player."""
    laid = alone(table, "ada", "thug", "other", "boss")
    laid.do("init --set ada=10")
    assert order(laid) == [("thug", 11), ("ada", 10), ("other", 10), ("boss", 10)]


def test_enemies_among_themselves(table):
    """RBF-INI-2: nobody to be spread among."""
    laid = alone(table, "thug", "other")
    laid.do("init")
    assert order(laid) == [("thug", 0), ("other", 0)]


def test_things_and_a_crisis(table):
    """RBF-ATK-1, RBF-MODE-1: a thing has no turn; in a crisis only enemies with a count have one."""
    laid = alone(table, "ada", "thug", "other", board={"mode": "crisis"})
    laid.do_all("add tank --object", "init --set ada=10 --set other=12")
    assert order(laid) == [("other", 12), ("ada", 10)]
    laid = alone(table, "ada", "thug")
    laid.do_all("add tank --object", "init --set ada=10 --set thug=4")
    assert order(laid) == [("ada", 10), ("thug", 4)]


def test_the_counts_of_a_boss(table):
    """RBF-INI-5: the highest is its initiative, in whatever order they are given; later ones go on with its turn."""
    laid = alone(table, "ada", "boss")
    laid.do("init --set ada=10 --set boss=4,20,12")
    assert order(laid) == [("boss", 20), ("boss", 12), ("ada", 10), ("boss", 4)]
    assert [slot.held for slot in laid.fight.order] == [False, True, False, True]
    assert (laid.one("boss").initiative, laid.one("boss").counts) == (20, (20, 12, 4))
    laid = alone(table, "ada", "boss")
    laid.do("init --set ada=10 --set boss=7")
    assert (laid.one("boss").initiative, laid.one("boss").counts) == (7, ())


@pytest.mark.parametrize(
    ("actions", "counts", "may"), [(3, "9,8,7", True), (3, "9,8,7,6", False), (2, "9,8", False), (4, "9,8", True)]
)
def test_who_may_split_its_turn(table, actions, counts, may):
    """RBF-INI-5: from three actions on, and at most one count an action."""
    laid = alone(table, "ada", "boss", boss={"actions": actions})
    line = f"init --set ada=1 --set boss={counts}"
    if may:
        laid.do(line)
        assert len(order(laid)) == 1 + len(counts.split(","))
    else:
        said = f"Boss cannot split {actions} actions over {len(counts.split(','))} counts"
        assert said in laid.refused(line, "RBF-INI-5")


@pytest.mark.parametrize(("faces", "surprised"), [("5,5", False), ("8,8", False), ("4,4", True), ("1,1", True)])
def test_looking_out(table, faces, surprised):
    """RBF-STL-2: the most perceptive who stands rolls against the TN; all players are surprised, or nobody."""
    laid = alone(
        table,
        "ada",
        "joss",
        "tamsin",
        "thug",
        tamsin={"skills": {"perception": 5}, "hp": 0, "max_hp": 9, "conditions": {"dying": Condition()}},
    )
    played = laid.do(f"init --sneaking thug --set ada=9 --set joss=8 --set tamsin=7 --set thug=1 --dice {faces}")
    roll = laid.rolls(played)[0]
    assert (roll.who, roll.target, roll.label, roll.against, roll.rule) == (
        "joss",
        "thug",
        "perception",
        12,
        "RBF-STL-2",
    )
    assert [(each.value, each.why) for each in roll.modifiers] == [(2, "Perception")]
    found = {who for who, one in laid.fight.combatants.items() if "surprised" in one.conditions}
    assert found == ({"ada", "joss"} if surprised else set())


@pytest.mark.parametrize("sneak", ["ada", "thug"])
def test_nobody_to_sneak_up_on(table, sneak):
    """RBF-STL-2: an enemy, on players who stand."""
    laid = alone(
        table, "ada", "thug", **({"ada": {"hp": 0, "max_hp": 9, "conditions": DOWN}} if sneak == "thug" else {})
    )
    name = laid.one(sneak).name
    assert f"{name} has no players to sneak up on" in laid.refused(f"init --sneaking {sneak}", "RBF-STL-2")


def test_surprise_is_over_after_the_first_turn(table):
    """RBF-STL-1: of each for itself."""
    laid = alone(table, "ada", "joss", "thug")
    laid.do("init --surprised ada --surprised joss --set ada=9 --set joss=8 --set thug=1")
    assert laid.one("ada").conditions["surprised"].whose == "ada"
    laid.refused("aim ada", "RBF-STL-1")
    laid.do("turn next")
    assert ("surprised" in laid.one("ada").conditions, "surprised" in laid.one("joss").conditions) == (False, True)
    laid.do("turn next")
    assert "surprised" not in laid.one("joss").conditions


def test_holding(table):
    """RBF-INI-4, RBF-INI-5: whole turns of players, parts of a boss's; until the round is over."""
    laid = alone(table, "ada", "joss", "boss")
    laid.do("init --set ada=9 --set joss=8 --set boss=3")
    laid.refused("hold joss", "RBF-INI-4")
    laid.do("hold ada --until 5")
    assert order(laid) == [("joss", 8), ("ada", 5), ("boss", 3)]
    laid.do_all("turn next", "aim ada")
    assert "before its first action" in laid.refused("hold ada", "RBF-INI-4")
    laid.do_all("turn next", "aim boss", "hold boss --until 1")
    assert order(laid)[-1] == ("boss", 1)
    assert (laid.fight.active, laid.one("boss").actions_left) == ("boss", 2)
    laid.do("turn next")
    assert order(laid) == [("ada", 9), ("joss", 8), ("boss", 3)]


@pytest.mark.parametrize("line", ["init", "init --set boss=9,4,2 --set ada=9", "init --surprised joss", "init --mod 3"])
def test_the_first_round_has_nothing_to_put_in_order(table, line):
    """RBF-INI-3: `init` leaves everybody at a count of their own, and a later round brings back who held its turn."""
    laid = alone(table, "ada", "joss", "thug", "boss")
    laid.do(line)
    settled = laid.fight.order
    assert is_in_order(laid.fight)
    laid.do(f"hold {laid.fight.active}")
    assert not is_in_order(laid.fight)
    while laid.fight.round == 1:
        laid.do("turn next")
    assert laid.fight.order == settled


def test_bleeding_in_time(table):
    """RBF-TEC-LACERATE: at the start of each turn, once; not again when the GM gives the turn back."""
    laid = alone(table, "ada", "joss", "thug", thug={"hp": 60, "conditions": {"bleeding": Condition()}})
    laid.do("init --set ada=9 --set thug=3 --set joss=1")
    played = laid.do("turn next")
    [roll] = laid.rolls(played)
    assert (roll.who, roll.label, roll.rule) == ("thug", "bleeding", "RBF-TEC-LACERATE")
    [told] = laid.events(played, "damage")
    assert (told.facts["why"], told.rule) == ("a laceration", "RBF-TEC-LACERATE")
    laid.do("turn next")
    assert not [*laid.rolls(laid.do("turn back")), *laid.rolls(laid.do("turn next"))]
    assert laid.rolls(laid.do_all("turn next", "turn next"))


def test_a_turn_that_is_given_back_goes_on_as_it_was(table):
    """RBF-ACT-1: whoever was next has its actions from its own start alone, and what lasts is counted once."""
    laid = alone(table, "ada", "joss", "thug")
    laid.do_all("init --set ada=9 --set thug=3 --set joss=1", "condition add ada blinded --rounds 2", "aim ada")
    laid.do_all("turn next", "turn back", "aim ada", "turn next", "turn back", "turn next")
    assert (laid.fight.active, laid.one("ada").actions_left) == ("thug", 0)
    assert laid.one("ada").conditions["blinded"].rounds == 2, "the turn that ran then is not counted"
