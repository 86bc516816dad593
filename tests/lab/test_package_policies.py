"""Policies of other packages that give nonsense, nothing, or no end of it: each is named, and nothing hangs."""

import sys

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.core.limits import WISHES
from rbfcli.lab.policies import GROUP, misfit
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from tests.conftest import each_encounter
from tests.lab.test_view import opened, view_of

MODULE = '''\
"""Policies that go wrong."""

from msgspec.structs import replace

from rbfcli.systems.registry import load


def nothing(view):
    return None


def number(view):
    return 7


def numbers(view):
    return [7]


def raising(view):
    raise KeyError("hp")


def raising_late(view):
    yield from ()
    raise KeyError("hp")


def endless(view):
    while True:
        pass


def endless_late(view):
    while True:
        if view is None:
            yield None


def tireless(view):
    while True:
        yield view.attack(view.people[0], view.people[0])


def foes(view):
    return [view.attack(foe, who) for foe in view.foes for who in view.people]


def unheard(view):
    return ["never"]


def forcing(view):
    return [replace(view.attack(view.people[0], foe), force=True) for foe in view.foes]


def throwing(view):
    return [replace(view.attack(view.people[0], foe), dice=(8, 8)) for foe in view.foes]


def answering(view):
    return [replace(view.attack(view.people[0], foe), answer=("riposte=no",)) for foe in view.foes]


def counting(view):
    return [view.rules.verb_types["set"](who=view.people[0], pairs=("hp=900",))]


def foreign(view):
    attack = load("bgc").verb_types["attack"]
    return [attack(who=view.people[0], targets=(foe,)) for foe in view.foes]


def mistyped(view):
    return [replace(view.attack(view.people[0], foe), targets=5) for foe in view.foes]


class Unshown:
    def __repr__(self):
        raise KeyError("hp")


class Endless:
    def __repr__(self):
        while True:
            pass


class Classless:
    @property
    def __class__(self):
        raise KeyError("hp")


class Long:
    def __repr__(self):
        return "long\\n" * 100


def unshown(view):
    return [Unshown()]


def unending(view):
    return [Endless()]


def classless(view):
    return [Classless()]


def long(view):
    return [Long()]


def text(view):
    return "attack"


word = "weakest"
'''


@pytest.fixture
def policies(tmp_path, monkeypatch):
    """A package with an entry point for each of these policies."""
    (tmp_path / "odd_policies.py").write_text(MODULE)
    info = tmp_path / "odd_policies-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-policies\nVersion: 1\n")
    names = ("nothing", "number", "numbers", "raising", "raising_late", "endless", "endless_late", "tireless", "word")
    names += (
        "foes",
        "unheard",
        "forcing",
        "throwing",
        "answering",
        "counting",
        "foreign",
        "mistyped",
        "unshown",
        "unending",
        "classless",
        "long",
        "text",
    )
    entries = "\n".join(f"{name} = odd_policies:{name}" for name in (*names, "missing"))
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{entries}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("odd_policies", None)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "the policy 'nothing' gave None, and no row of commands or answers"),
        ("number", "the policy 'number' gave 7, and no row of commands or answers"),
        ("numbers", "the policy 'numbers' gave 7, and not a command"),
        ("foes", "the policy 'foes' gave `attack bosun ada`, and not a command of ada"),
        ("forcing", "gave `attack ada bosun --force`, and --force is not for a side to say"),
        ("throwing", "gave `attack ada bosun --dice 8,8`, and --dice is not for a side to say"),
        ("answering", "and --answer is not for a side to say"),
        ("counting", "gave `set ada hp=900`, and `set` is the GM's"),
        ("foreign", "gave `attack ada bosun`, and not a command of rbf"),
        ("mistyped", "and no command can be so: Expected `array`, got `int` - at `$.targets`"),
        ("unshown", "): KeyError: 'hp'"),
        ("classless", "): KeyError: 'hp'"),
        ("long", "gave long long long long long long long long long long long long, and not a command"),
        ("text", "the policy 'text' gave 'attack', and no row of commands or answers"),
        ("raising", "policy raising (odd_policies.py:21): KeyError: 'hp'"),
        ("raising_late", "policy raising_late (odd_policies.py:26): KeyError: 'hp'"),
        ("tireless", f"the policy 'tireless' gave {WISHES:,} commands or answers, all of them invalid"),
        ("word", "the policy 'word' is not a function"),
        ("missing", "the policy 'missing' cannot be loaded: AttributeError"),
    ],
)
@pytest.mark.usefixtures("policies")
def test_it_is_named_and_ends_with_status_70(name, message):
    line = f"simulate duel -n 3 --jobs 1 --seed x --policy crew={name}"
    with pytest.raises(RbfError) as failed:
        CommandService(MemoryStorage(), Style()).perform(split_words(line))
    assert failed.value.status == 70
    assert message in failed.value.message


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("numbers", "the policy 'numbers' gave 7, and not an answer"),
        ("unheard", "the policy 'unheard' gave no valid answer to 'critical'"),
    ],
)
@pytest.mark.usefixtures("policies")
def test_it_is_named_where_it_has_no_answer(name, message):
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start duel --seed x", "init", "attack ada bosun --force --dice 8,8"):
        interpreter.perform(split_words(line))
    before = interpreter.storage.load().fight
    with pytest.raises(RbfError) as failed:
        interpreter.perform(split_words(f"simulate -n 3 --jobs 1 --seed x --policy crew={name}"))
    assert (failed.value.status, failed.value.message) == (70, message)
    assert interpreter.storage.load().fight == before


@pytest.mark.parametrize(
    ("encounter", "line", "why"),
    [
        ("duel", "attack ada bosun --critical double", ""),
        ("duel", "attack bosun ada --condition prone", ""),
        ("duel", "attack bosun ada --kind resilience", "--kind is for the players to say"),
        ("duel", "attack ada bosun --advantage 2", "--advantage is not for a side to say"),
        ("duel", "move ada 5 --cover full", "--cover is not for a side to say"),
        ("drowned-chapel", "cast nadir lance drowned1 --countered-by hexer", "--countered-by is for its foes to say"),
        ("drowned-chapel", "cast nadir lance drowned1 --tn 0", "--tn is not for a side to say"),
        ("rpj/duel", "attack tamar duelist --react duelist", "--react is for its foes to say"),
        ("rpj/duel", "move tamar 2 --no-react", "--no-react is for its foes to say"),
        ("futurepath/duel", "step corwin D3 --opportunities pass", "--opportunities is for its foes to say"),
        ("futurepath/duel", "attack corwin keeper --weak", "--weak is not for a side to say"),
        ("futurepath/duel", "attack corwin keeper --fumble drop", ""),
        ("bgc/duel", "attack jun runner --no-defend", "--no-defend is for its foes to say"),
        ("bgc/duel", "attack jun runner --defend", "--defend is for its foes to say"),
        ("bgc/duel", "attack jun runner --botch opening", "--botch is not for a side to say"),
        ("threat/duel", "attack goran rider --attribute eyes --last-stand", ""),
        ("threat/duel", "attack rider goran --attribute eyes", "--attribute is for the players to say"),
        ("threat/duel", "attack rider goran --knocked-out", "--knocked-out is for the players to say"),
        ("threat/duel", "damage goran 2", "`damage` is the GM's"),
        ("duel", "note ada looks around", "`note` is the GM's"),
        ("duel", "turn next", "not a command of ada"),
    ],
)
def test_a_policy_says_what_its_own_side_decides(encounter, line, why):
    """What its foes, the other players or the GM decide is theirs, in whatever system."""
    rules, fight = opened(encounter)
    command = read_line(line, rules, fight)
    who = next((word for word in line.split() if word in fight.combatants), "ada")
    assert misfit(command, view_of(rules, fight, who)) == why


@pytest.mark.parametrize("name", each_encounter())
def test_all_that_comes_to_mind_is_a_sides_own(name):
    """A policy may give whatever its view offers."""
    rules, fight = opened(name)
    for who, one in fight.combatants.items():
        if rules.standing(one):
            view = view_of(rules, fight, who)
            assert [why for each in view.actions if (why := misfit(each, view))] == []
