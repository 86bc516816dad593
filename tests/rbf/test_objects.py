"""Things that can be placed and shot: a fuel tank, a door."""

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Fighter

TANK = "add tank --object tn=8 hp=10"


@pytest.fixture
def placed(table):
    """A fuel tank stands there."""

    def lay(**changes):
        laid = table(**changes)
        laid.do(TANK)
        return laid

    return lay


def test_a_thing_is_placed_and_shot(placed):
    """RBF-ATK-1, RBF-HP-1: against its TN, until it is destroyed."""
    laid = placed()
    tank = laid.one("tank")
    assert (tank.tn, tank.hp, tank.max_hp, tank.object, tank.side, tank.damage) == (8, 10, 10, True, "objects", None)
    assert laid.rolls(laid.do("attack joss tank --dice 4,4"))[0].against == 8
    assert laid.one("tank").hp == 1
    assert "tank is destroyed" in laid.tell("attack joss tank --nonlethal --dice 4,4")
    laid.refused("attack joss tank", "RBF-HP-1")
    laid.do("heal tank 5")
    assert not laid.one("tank").conditions


def test_what_its_sheet_does_not_say(placed):
    """RBF-ATK-1: the options `object_tn` and `object_hp`; several at once, and from the file."""
    laid = placed(options={"object_tn": 10, "object_hp": 4})
    laid.do("add crate --object --count 2")
    assert [(laid.one(who).tn, laid.one(who).hp) for who in ("crate1", "crate2")] == [(10, 4), (10, 4)]
    door = RULES.prepare(laid.fight, Fighter(name="Door", object=True, hp=30))
    assert (door.tn, door.hp) == (10, 30)


@pytest.mark.parametrize("line", ["attack tank ada", "move tank 3", "aim tank", "overwatch tank"])
def test_a_thing_does_nothing(placed, line):
    """RBF-ATK-1: not even by force."""
    assert "does nothing" in placed().refused(f"{line} --force", "RBF-ATK-1")


def test_a_thing_has_no_turn(placed, table):
    """RBF-INI-2, RBF-INI-3: and takes none of the enemies' places."""
    laid, without = placed(), table()
    for each in (laid, without):
        each.do("init --set ada=18 --set joss=16 --set tamsin=14")
    assert laid.fight.order == without.fight.order
    assert laid.one("tank").initiative is None


def test_a_thing_is_on_no_side(placed):
    """RBF-END-1: with the last enemy the fight is over, whatever stands about; and @foes are no things."""
    laid = placed(other=None, boss=None, thug={"hp": 1})
    assert "The last side standing: crew" in laid.tell("attack joss @foes --dice 6,6")
    assert laid.one("tank").hp == 10


@pytest.mark.parametrize("technique", ["trip", "stun", "grapple", "disarm", "blind", "sunder"])
def test_most_techniques_want_an_enemy(placed, technique):
    """RBF-TEC-4: a thing cannot be tripped."""
    laid = placed(tamsin={"talents": ("Hammer Expert",)})
    said = laid.refused(f"attack tamsin tank --technique {technique}", f"RBF-TEC-{technique.upper()}")
    assert "not a thing" in said


def test_what_a_critical_success_brings(placed):
    """RBF-ATK-2: neither fear nor pain; it may be thrown."""
    laid = placed(ada={"at": 0})
    laid.do("set tank at=1 hp=60 max-hp=60")
    laid.do("attack ada tank --dice 8,8")
    answers = laid.fight.questions[0].answers
    assert answers[:2] == ("double", "thrown")
    assert {"silent", "stunned", "trip"}.isdisjoint(answers)
    laid.do("choose thrown")
    assert laid.one("tank").at == 5


def test_a_thing_may_be_shoved(placed):
    """RBF-TEC-SHOVE: off a ledge, say."""
    laid = placed(ada={"at": 0})
    laid.do_all("set tank at=1", "attack ada tank --technique shove --dice 5,3")
    assert laid.one("tank").at == 2


def test_a_blast_hits_things(placed):
    """RBF-ATK-7: a tank beside the target."""
    laid = placed(joss={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}, thug={"at": 10})
    laid.do_all("set tank at=11", "attack joss thug --dice 5,5")
    assert "destroyed" in laid.one("tank").conditions


def test_enemies_and_things(placed):
    """RBF-ATK-1: no roll between them; the GM says what happens."""
    assert "damage tank N" in placed().refused("attack thug tank", "RBF-ATK-1")


def test_only_somebody_becomes_a_thing(table):
    """RBF-ATK-1: what else is added stands on no ground, and the refusal says what may follow."""
    with pytest.raises(UsageError) as wrong:
        table().do("add weapon mace skill=melee --object")
    assert wrong.value.message == "--object makes somebody a thing: a name and KEY=VALUE follow"
    assert wrong.value.hint == "add tank --object tn=8"
