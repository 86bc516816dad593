"""Weapons, places, links and stat blocks are added by words, in every system, and checked as a file is."""

import pytest

from rbfcli.kernel.errors import RbfError, Refusal, UsageError
from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.things import things_of
from rbfcli.language.fights import read_line
from rbfcli.language.names import NameContext
from rbfcli.language.suggest import suggest
from rbfcli.language.suggest_values import KnownNames
from rbfcli.session.begin import empty
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.systems.catalogue import SHIPPED, load

LINES = {
    "rbf": [
        ("add weapon lance damage=9 skill=melee traits=long,thrust", ("weapons", "lance"), "damage", "9"),
        ("add place quay at=16 cover=light", ("board", "places", "quay"), "cover", "light"),
        ('add item "medical kit" heals=1d6 used-up=true', ("items", "medical kit"), "used_up", True),
        ("add spell spark damage=2d6 condition=prone", ("spells", "spark"), "condition", "prone"),
    ],
    "threat": [("add weapon lance damage=1d6+1", ("weapons", "lance"), "damage", "1d6+1")],
    "rpj": [
        ("add weapon lance skill=polearms damage=3 melee=true", ("weapons", "lance"), "melee", True),
        ("add region 2 name=Quay cover.crates=+3/1f", ("board", "regions", "2"), "cover", {"crates": "+3/1f"}),
    ],
    "futurepath": [
        ("add weapon lance level=3 reach=5", ("weapons", "lance"), "reach", 5),
        ("add terrain glass mark=g weak=true", ("board", "terrain", "glass"), "mark", "g"),
        ("add object door blocks=true square=B4", ("board", "objects", "door"), "name", "door"),
        ("add trap wire square=C5", ("board", "traps", "wire"), "square", "C5"),
        ("add zone haze kind=fog square=D6", ("board", "zones", "haze"), "kind", "fog"),
    ],
    "bgc": [("add weapon lance skill=melee damage=3 penetration=20", ("weapons", "lance"), "penetration", 20)],
}
ALL = [(system, *each) for system, lines in LINES.items() for each in lines]


def begun(system):
    return empty(system, "", "seed")


def play(session, line):
    return session.perform(read_line(line, session.rules, session.fight))


@pytest.mark.parametrize(("system", "line", "path", "field", "value"), ALL)
def test_a_thing_is_added_saved_replaced_only_by_force_and_taken_back(system, line, path, field, value):
    session = begun(system)
    start = session.fight
    play(session, line)
    assert getattr(field_at(session.fight, path), field) == value
    assert from_bytes(to_bytes(session), "save").session.fight == session.fight
    assert not [*session.faults(played=True)]
    with pytest.raises(Refusal, match="there is already a"):
        play(session, line)
    play(session, f"{line} --force")
    session.undo(2)
    assert session.fight == start


def test_every_kind_of_thing_of_every_system_is_tried():
    """Each table of a fight and of its board."""
    for system in SHIPPED:
        tried = {line.split()[1] for line, *_ in LINES[system]} | {"block"} | ({"link"} if system == "rpj" else set())
        assert tried == set(things_of(load(system)))


@pytest.mark.parametrize("system", SHIPPED)
def test_a_stat_block_is_added_and_built_on(system):
    """What it says is there even where that is so by default, and what it builds on comes behind it."""
    session = begun(system)
    numbers = {"rbf": "hp=4 tn=9", "threat": "hp=4", "rpj": "dexterity=2", "futurepath": "hp=4", "bgc": "speed=30"}
    needs = "tough=40" if system == "bgc" else "side=foes"
    play(session, f"add block rat {numbers[system]} {needs} side=vermin")
    play(session, "add block king --from rat side=foes notes=crowned")
    assert session.fight.blocks["king"] == {"from": "rat", "side": "foes", "notes": "crowned"}
    play(session, "add Rat --from king --count 2")
    assert [one.side for one in session.fight.combatants.values()] == ["foes", "foes"]
    assert session.fight.combatants["rat1"].notes == "crowned"
    with pytest.raises(UsageError, match="there is no key 'hpp' of block owl"):
        play(session, "add block owl hpp=3")


def test_what_changes_a_thing_can_be_typed_where_its_id_has_a_space():
    session = begun("rbf")
    play(session, 'add weapon "long lance" skill=melee damage=9')
    with pytest.raises(Refusal) as wrong:
        play(session, 'add weapon "long lance" skill=melee')
    line = wrong.value.hint.partition(" changes it")[0]
    assert line == 'set fight "weapons.long lance.KEY=VALUE"'
    play(session, line.replace("KEY=VALUE", "damage=7"))
    assert session.fight.weapons["long lance"].damage == "7"


def test_links_make_a_graph():
    """RPJ-FIELD-2: they are pairs, in either order, and somebody's region may not be lost by them."""
    session = begun("rpj")
    play(session, "add link dock quay")
    play(session, "add link quay pier")
    assert session.fight.board.links == (("dock", "quay"), ("quay", "pier"))
    for line, message in (
        ("add link quay dock", "there is already a link between quay and dock"),
        ("add link quay", "a link is between two"),
        ("add link quay quay", "a link is between two"),
        ("add link a b c", "a link is between two"),
    ):
        with pytest.raises(UsageError, match=message):
            play(session, line)
    session.undo(2)
    play(session, "add Sela")
    with pytest.raises(UsageError, match="there is no place '0'"):
        play(session, "add link dock quay")


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("add weapon lance damage=9", "weapon lance needs skill", "skill=VALUE"),
        ("add weapon lance dmage=9 skill=melee", "there is no key 'dmage' of weapon lance", "did you mean damage?"),
        ("add weapon lance skill=mele", "there is no skill 'mele'", "did you mean melee?"),
        ("add weapon lance damage=9d skill=melee", "weapons.lance.damage: ", ""),
        ("add weapn lance skill=melee", "there is no kind of thing 'weapn'", "did you mean `add weapon lance skill"),
        (
            'add weapn "long lance" skill=melee',
            "there is no kind of thing 'weapn'",
            'did you mean `add weapon "long lance" skill=melee`?',
        ),
        ('add goblin "the boss"', "'the boss' is not KEY=VALUE", '`add "goblin the boss"` adds'),
        ("add weapon", "which weapon?", "add weapon ID KEY=VALUE; somebody of that name: `add weapon name=weapon`"),
        ("add goblin boss", "'boss' is not KEY=VALUE, and 'goblin' is no kind of thing", '`add "goblin boss"` adds'),
        ("add weapon lance skill=melee --count 2", "--count is for combatants, not for a weapon", "leave it out"),
        ("add weapon lance skill=melee --from rat", "--from is for combatants, not for a weapon", "leave it out"),
        ("add weapon lance skill=melee --object", "--object makes somebody a thing", "add tank"),
        ("add place quay hidden", "'hidden' is not KEY=VALUE", ""),
        ("add place '' at=3", "board.places.'': a name cannot be empty", ""),
        ("add spell spark condition=burnng", "spells.spark.condition: there is no condition 'burnng'", ""),
    ],
)
def test_what_does_not_fit_is_refused_and_leaves_no_trace(line, message, hint):
    session = begun("rbf")
    play(session, "add block rat hp=4")
    before = session.fight
    with pytest.raises(RbfError) as wrong:
        play(session, line)
    assert wrong.value.message.startswith(message)
    assert wrong.value.hint.startswith(hint)
    assert session.fight is before


def test_a_weapon_is_changed_by_set_and_what_the_fight_has_not_is_not():
    session = begun("rbf")
    play(session, "add weapon lance damage=9 skill=melee")
    play(session, "set fight weapons.lance.damage=12")
    assert session.fight.weapons["lance"].damage == "12"
    with pytest.raises(UsageError, match="of the fight only options, board, title, seed, weapons"):
        play(session, "set fight blocks.rat.hp=12")


def test_completion_knows_the_kinds_of_things_and_their_keys():
    """The id is new: nothing is offered for it."""
    session = begun("rbf")

    def offered(text):
        found = suggest(text, len(text), NameContext(session.rules, session.fight), KnownNames())
        return [each.word for each in found if not each.word.startswith("--")]

    assert offered("add ") == ["weapon", "spell", "item", "place", "block"]
    assert offered("add weapon ") == []
    assert {"damage=", "skill="} <= set(offered("add weapon lance "))
    assert offered("add place quay cover=h")[0] == "cover=heavy"
    assert "weapons=" in offered("add goblin ")


@pytest.mark.parametrize(
    ("system", "lines"),
    [
        ("rbf", {"add goblin": "a-player", "add goblin tn=12": "an-enemy", "add tank --object": None}),
        ("threat", {"add g hp=4": "an-enemy", "add g hp=4 side=crew": "an-ally", "add g hp=4 pc=true": "a-pc"}),
        ("bgc", {"add g speed=9 tough=9": "a-machine", "add g speed=9 tough=9 will=9": "no-player"}),
        ("rpj", {"add goblin": None}),
        ("futurepath", {"add goblin hp=4": None}),
    ],
)
def test_it_is_said_which_kind_of_sheet_was_made(system, lines):
    """RBF-DEF-1, THR-OFF-1, BGC-WND-2, BGC-WND-5: where a system has several, once for all that come in."""
    for line, kind in lines.items():
        played = play(begun(system), f"{line} --count 2")
        told = [each.what for each in played.events if hasattr(each, "what")]
        assert told == ([kind] if kind else [])
        assert kind is None or kind in load(system).words


def test_somebody_may_be_called_like_a_thing():
    session = begun("rbf")
    play(session, "add weapon name=weapon")
    assert session.fight.combatants["weapon"].name == "weapon"
