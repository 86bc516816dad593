"""People travel: what `export people` writes, `import` brings into the same fight, into another, and never twice."""

import os

import pytest
from msgspec.structs import replace

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import empty
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.origin import Origin
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.fights import Player
from tests.conftest import each_encounter

FORMS = ("csv", "json", "toml")
LEFT_HERE = {"initiative", "counts"}


def door(session):
    """A door to a session in memory, for files of the current folder."""
    storage, here = MemoryStorage(), os.path.realpath(os.curdir)
    storage.begin(session, replace=True)
    return CommandService(storage, Style(), origin=Origin("a test", here, here))


def fight_behind(talk):
    return talk.storage.load().fight


def different(rules, before, after, but=()):
    """The fields in which people differ, except what only a play fills in."""
    skipped = rules.sheet.in_play.union(but)
    return {
        (who, name)
        for who, one in before.items()
        for name in one.__struct_fields__
        if name not in skipped and getattr(one, name) != getattr(after[who], name)
    }


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def left(name, form):
    """A fight after some turns whose people are exported, and what does not travel."""
    player = Player(name, f"travel {form}")
    player.play(8)
    talk = door(player.session)
    talk.perform(["export", "people", f"all.{form}"])
    rules = player.session.rules
    gone = {*rules.whereabouts, *LEFT_HERE, "conditions"} if form == "toml" else set()
    return player.session, talk, {*gone, "held"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", each_encounter())
def test_people_come_back_into_the_fight_they_left(name, form):
    session, talk, gone = left(name, form)
    before = session.fight.combatants
    if before and not session.fight.questions:
        talk.perform(["remove", *before, "--force"])
        talk.perform(["import", f"all.{form}"])
        back = fight_behind(talk).combatants
        assert [*back] == [*before]
        assert different(session.rules, before, back, {*gone, "conditions"}) == set()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", each_encounter())
def test_people_come_into_another_fight_with_their_weapons_and_never_twice(name, form):
    """But for the places, which it does not have; an update that says the same changes nothing."""
    session, _, gone = left(name, form)
    rules, before = session.rules, session.fight
    other = door(empty(rules.name, "", "other"))
    other.perform(["import", f"all.{form}"])
    after = fight_behind(other)
    assert different(rules, before.combatants, after.combatants, {*rules.whereabouts, *gone}) == set()
    carried = {weapon for one in before.combatants.values() for weapon in getattr(one, "weapons", ())}
    assert {each: after.weapons.get(each) for each in carried} == {each: before.weapons.get(each) for each in carried}
    if before.combatants:
        with pytest.raises(InvalidFile, match="duplicate combatant"):
            other.perform(["import", f"all.{form}"])
    assert fight_behind(other) == after
    other.perform(["import", f"all.{form}", "--update"])  # puts away what was drawn on entering
    assert different(rules, after.combatants, fight_behind(other).combatants, {"held"}) == set()
    assert other.perform(["import", f"all.{form}", "--update"]).text.endswith("nothing changes\n")


@pytest.mark.parametrize("system", SHIPPED)
def test_one_side_rests_and_is_included_in_the_next_fight(folder, system):
    """HP, counters and magazines full, no conditions; the others, who are not there, are not named either."""
    player = Player(load(system).examples_on, "rest")
    player.play(12)
    session = player.session
    side = next(one.side for one in session.fight.combatants.values())
    talk = door(session)
    talk.perform(["export", "people", "party.toml", "--side", side, "--rested"])
    text = f'format = 1\nsystem = "{system}"\ninclude = ["party.toml"]\n[options]\n'
    (folder / "next.toml").write_text(text, encoding="utf-8")
    begun = door(empty(system, "", "x"))
    begun.perform(["start", "next.toml"])
    party = fight_behind(begun).combatants
    assert {one.side for one in party.values()} == {side}
    rules = load(system)
    for one in party.values():
        now, most = rules.health(one)
        assert now == most
        assert [name for name in one.conditions if name != "hidden"] == []
    imported = door(empty(system, "", "x"))
    imported.perform(["import", "party.toml"])
    assert fight_behind(imported).combatants == party


def test_as_is_keeps_wounds_and_drops_what_belongs_to_the_fight():
    talk = door(empty("generic", "", "x"))
    for line in (
        "add Mira side=party hp=20 ac=14 counters.luck.most=3",
        "add Wolf hp=9",
        "init --set mira=9",
        "damage mira 6",
        "set mira counters.luck.now=1",
        "condition add mira prone",
        "condition add mira poisoned --rounds 3",
    ):
        talk.perform(line.split())
    talk.perform(["export", "people", "party.csv", "--side", "party", "--as-is"])
    other = door(empty("generic", "", "x"))
    other.perform(["import", "party.csv"])
    mira = fight_behind(other).combatants["mira"]
    assert (mira.hp, mira.max_hp, mira.initiative, mira.counters["luck"].now, [*mira.conditions]) == (
        14,
        20,
        None,
        1,
        ["prone"],
    )
    with pytest.raises(UsageError, match="unknown side 'prty'"):
        other.perform(["export", "people", "x.csv", "--side", "prty"])


def test_an_update_changes_what_the_file_says_and_empty_cells_reset(folder):
    talk = door(empty("generic", "", "x"))
    talk.perform(["add", "Mira", "hp=20", "ac=14", "saves.dex=3", "notes=old"])
    talk.perform(["add", "Wolf", "hp=9"])
    (folder / "level.csv").write_text("id,max_hp,hp,notes\nmira,28,28,\nida,5,5,new\n", encoding="utf-8")
    reply = talk.perform(["import", "level.csv", "--update"])
    assert reply.text == "level.csv: 1 combatant joins the fight: ida; 1 updated: mira\n"
    people = fight_behind(talk).combatants
    assert (people["mira"].hp, people["mira"].ac, people["mira"].notes, people["mira"].saves) == (
        28,
        14,
        "",
        {"dex": 3},
    )
    assert people["wolf"].hp == 9
    (folder / "level.json").write_text('{"people": [{"id": "mira", "saves": null, "hp": 99}]}', encoding="utf-8")
    reply = talk.perform(["import", "level.json", "--update"])
    assert fight_behind(talk).combatants["mira"].saves == {}
    assert "warning: " in reply.notice
    assert "Mira: hp must be at most 28, not 99" in reply.notice


@pytest.mark.parametrize("name", each_encounter())
def test_a_combatant_can_be_copied_as_from_a_stat_block(name):
    """The copy is healthy, and takes neither the place nor the turn of the first."""
    player = Player(name, "copies")
    player.play(12)
    talk, rules = door(player.session), player.session.rules
    gone = {*rules.whereabouts, *LEFT_HERE, "name", "held", "conditions"}
    for who, one in player.session.fight.combatants.items():
        before = fight_behind(talk).combatants
        talk.perform(["add", "twin", "--from", who])
        (new,) = fight_behind(talk).combatants.keys() - before.keys()
        copy = fight_behind(talk).combatants[new]
        healthy = rules.prepare(fight_behind(talk), rules.rested(replace(one, conditions={})))
        assert not different(rules, {who: healthy}, {who: copy}, gone)
        assert (copy.conditions, rules.is_up(copy)) == ({}, True)


def test_a_stat_block_comes_before_a_combatant_and_an_unknown_name_is_neither():
    talk = door(Player("mine-raid", "names").session)
    talk.perform(["add", "guard", "--from", "rill"])
    talk.perform(["add", "sentry", "--from", "guard"])
    people = fight_behind(talk).combatants
    assert (people["guard"].side, people["sentry"].side) == ("crew", "guards")
    with pytest.raises(UsageError, match="unknown stat block 'gaurd1'"):
        talk.perform(["add", "sentry", "--from", "gaurd1"])
    with pytest.raises(UsageError, match="unknown stat block 'rill'"):
        talk.perform(["add", "block", "boss", "hp=9", "--from", "rill"])
