"""A fight that is split into groups, each with its own rounds and turns."""

import json
import tomllib

import pytest
from msgspec.structs import replace

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError, Refusal, UsageError
from rbfcli.engine.turns import next_steps
from rbfcli.language.parser import read_line
from rbfcli.model.events import CustomEvent, FightEnded
from rbfcli.model.fight import waiting_combatants, with_part_of_group
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import find_encounter
from rbfcli.story.story import story_of
from rbfcli.testing import laws
from rbfcli.testing.support import SeededDraw, in_turn, line
from tests.conftest import each_encounter


def play(session, text):
    """Play a line on a session."""
    return session.perform(read_line(text, session.rules, session.fight))


def told_of(session, text):
    """Play a line, and return what is printed of it."""
    before = session.fight
    return narrate(play(session, text).events, before, session.fight, session.rules, Style())


def ids(fight):
    """All ids, in play and waiting, in the alphabet's order."""
    return sorted([*fight.combatants, *waiting_combatants(fight)])


@pytest.fixture
def docks():
    session = from_encounter(find_encounter("dock-ambush"), "docks", "dock-ambush")
    play(session, "init")
    return session


@pytest.mark.parametrize("name", each_encounter())
def test_everyone_is_in_one_place_as_they_were(name):
    """After every line: no one is lost or twice there, the save is sound, and undo and redo lead back."""
    session, draw = from_encounter(find_encounter(name), "groups", name), SeededDraw(f"groups {name}")
    first, *_, last = session.fight.combatants
    texts = [f"split cellar {first}", "switch"]
    for number in range(20):
        before = ids(session.fight)
        people = [*session.fight.combatants] or [last]
        drawn = draw.of([line(session, draw), *in_turn(session)[:3], f"split cellar {draw.of(people)}"])
        text = texts[number] if number < len(texts) else drawn
        laws.perform(session, text)
        if text.startswith(("split", "switch", "join")):
            assert ids(session.fight) == before, text
        assert len(ids(session.fight)) == len(set(ids(session.fight)))
        assert session.fight.groups or number > 1


@pytest.mark.parametrize(
    ("name", "lines", "told"),
    [
        # The ground has changed while they waited (`Rules.settled`).
        ("dock-ambush", ("split cellar ada thug1", "set fight board.places.crates.at=20"), "Ada Quill: at 8 -> 20"),
        (
            "hangar-seven",
            (
                "set corin cover=bulkhead",
                "set corin reoriented=true",
                "split cellar corin",
                "set fight board.regions.lock.cover.bulkhead=+2/*",
            ),
            "reoriented",
        ),
        (
            "bear-ridge",
            (
                "set fight board.gravity=zero",
                "set neve flies=true height=6",
                "damage neve 60",
                "split cellar neve",
                "set fight board.gravity=normal",
            ),
            "Neve Achar falls 30 ft to the ground",
        ),
    ],
)
@pytest.mark.parametrize("back", ["switch", "join cellar"])
def test_who_comes_into_play_finds_the_ground_as_it_is_now(name, lines, told, back):
    session = from_encounter(find_encounter(name), "groups", name)
    for text in ("init", *lines):
        laws.perform(session, text)
    assert any(told in line for line in told_of(session, back))
    laws.nothing_is_left_to_settle(session, back)


def test_two_who_meet_on_one_square_make_room():
    session = from_encounter(find_encounter("bear-ridge"), "groups", "bear-ridge")
    for text in ("init", "split cellar neve", "set hale square=A5"):
        play(session, text)
    assert any("Neve Achar ends up on A4" in line for line in told_of(session, "join cellar"))


def test_no_one_acts_twice_in_a_phase_by_going_to_another_group():
    session = from_encounter(find_encounter("mine-raid"), "groups", "mine-raid")
    for text in ("init", "split tunnel odile guard3", "switch", "attack odile guard3 --dice 6,5"):
        play(session, text)
    play(session, "switch")
    play(session, "join tunnel")
    with pytest.raises(Refusal, match="Odile Marr has already attacked this phase"):
        play(session, "attack odile guard1")


def test_enemies_who_join_resume_a_fight_that_was_won():
    session = from_encounter(find_encounter("mine-raid"), "groups", "mine-raid")
    for text in ("init", "split cellar guard2 guard3 commander", "damage guard1 9"):
        play(session, text)
    assert session.fight.over
    play(session, "join cellar --force")
    assert not session.fight.over


@pytest.mark.parametrize("name", each_encounter())
def test_a_split_ends_nothing_and_reports_no_last_side(name):
    """Combatants who wait are not lost, and what has fallen in another group has not fallen now."""
    session = from_encounter(find_encounter(name), "groups", name)
    first, *others = session.fight.combatants
    play(session, "init")
    play(session, f"damage {others[-1]} 99 --force")
    ours = session.fight.combatants[first].side
    foes = [who for who in others if session.fight.combatants[who].side != ours]
    for text in (f"split cellar {' '.join(foes)}", "switch", "switch", "join cellar"):
        events = play(session, text).events
        assert not [each for each in events if isinstance(each, FightEnded)], text
        assert {each.what for each in events if isinstance(each, CustomEvent)} <= {"split-off"}, text


@pytest.mark.parametrize("name", each_encounter())
def test_reports_on_everyone_count_those_who_wait(name):
    """A story, an export and a saved encounter of a split fight say of everyone what they say of one that is not."""
    session = from_encounter(find_encounter(name), "groups", name)
    *_, last = session.fight.combatants
    play(session, "init")
    play(session, f"damage {last} 1 --force")
    whole = reports(session)
    for text in (f"split cellar {last}", "switch"):
        play(session, text)
        assert reports(session) == whole


def test_a_story_has_chapters_for_each_group_with_their_rounds(docks):
    for text in ("split cellar joss thug1", "damage thug2 3", "switch", "damage thug1 2", *["turn next"] * 3, "switch"):
        play(docks, text)
    play(docks, "damage thug2 4")
    story = story_of(docks, Style())
    assert [each.heading for each in story.chapters if each.round] == [
        "Round 1",
        "Round 1, group cellar",
        "Round 2, group cellar",
        "Round 1, group main",
    ]
    assert (story.statistics.rounds, [(each.round, each.amount) for each in story.statistics.damage]) == (
        2,
        [(1, 7), (1, 2)],
    )
    assert any("group cellar, round 2" in line for line in story.now)


def reports(session):
    """The participants of the story, and the sheets of an export and of a saved encounter."""
    service = CommandService(MemoryStorage(), Style())
    service.storage.begin(from_bytes(to_bytes(session), "groups").session, replace=True)
    exported = json.loads(service.perform(["export", "people", "--format", "json"]).text)["people"]
    saved = tomllib.loads(service.perform(["save-as", "-"]).text)["combatants"]
    people = story_of(session, Style()).statistics.people
    return {one.who: one for one in people}, {one["id"]: one for one in exported}, saved


def test_a_grenade_about_to_explode_is_in_one_group():
    """It would be in two after a split, and gone after a join; it keeps its team and its turn after a switch."""
    session = from_encounter(find_encounter("depot-raid"), "groups", "depot-raid")
    play(session, "init")
    play(session, "split cellar lookout")
    play(session, "throw hale frag guard --force")
    (name,) = session.fight.board.charges
    for text in ("split roof yara", "split cellar yara"):
        with pytest.raises(Refusal, match=f"{name} has yet to go off in the group main"):
            play(session, text)
    play(session, "switch")
    assert not session.fight.board.charges
    with pytest.raises(Refusal, match=f"{name} has yet to go off in the group main"):
        play(session, "join main")
    play(session, "switch")
    assert list(session.fight.board.charges) == [name]


def test_a_split_and_its_join_leave_every_sheet_as_it_was(docks):
    """Wounds, ammunition, conditions with their rounds, and initiative."""
    for text in ("damage joss 5", "condition add joss stunned --rounds 3", "set joss ammo.rifle=2"):
        play(docks, text)
    before = docks.fight
    play(docks, "split cellar joss thug1")
    assert docks.fight.combatants.keys() == before.combatants.keys() - {"joss", "thug1"}
    apart = with_part_of_group(docks.fight, docks.fight.groups["cellar"])
    assert apart.combatants == {who: before.combatants[who] for who in ("joss", "thug1")}
    play(docks, "join cellar")
    after = replace(docks.fight, combatants={who: docks.fight.combatants[who] for who in before.combatants})
    assert {slot.who for slot in after.order} == {slot.who for slot in before.order}
    assert [slot.count for slot in after.order] == [slot.count for slot in before.order]
    assert (after.combatants, after.group, after.groups) == (before.combatants, "", {})


def test_each_group_has_its_own_turns(docks):
    """Time in one does not pass in the other; conditions run out by the turns of their own group."""
    play(docks, "condition add thug2 stunned --rounds 1")
    play(docks, "split cellar joss thug1")
    waiting = docks.fight
    play(docks, "switch")
    assert (docks.fight.group, [*docks.fight.combatants], [*docks.fight.groups]) == (
        "cellar",
        ["joss", "thug1"],
        ["main"],
    )
    for _ in range(4):
        play(docks, "turn next")
    assert docks.fight.round > waiting.round
    play(docks, "switch main")
    back = replace(docks.fight, groups=waiting.groups, drawn=waiting.drawn)
    assert back == waiting


def test_switch_without_a_name_goes_round_all_groups(docks):
    play(docks, "split cellar joss thug1")
    play(docks, "split roof pell thug2")
    met = []
    for _ in range(4):
        play(docks, "switch")
        met.append(docks.fight.group)
    assert met == ["cellar", "roof", "main", "cellar"]


def test_what_a_combatant_caused_ends_or_stays_without_a_word_about_the_cause(docks):
    """As with `remove`: a condition stays without the combatant who caused it, and only the departure is printed."""
    play(docks, """edit '[["set",["combatants","ada","conditions","stunned"],{"by":"thug1"}]]'""")
    before = docks.fight
    played = play(docks, "split cellar joss thug1")
    assert docks.fight.combatants["ada"].conditions["stunned"].by == ""
    told = narrate(played.events, before, docks.fight, docks.rules, Style())
    assert [line for line in told if "stunned" in line] == []


def test_more_can_follow_to_a_waiting_group(docks):
    play(docks, "split cellar joss thug1")
    play(docks, "split cellar thug2")
    play(docks, "switch cellar")
    assert [*docks.fight.combatants] == ["joss", "thug1", "thug2"]
    assert sorted(slot.who for slot in docks.fight.order) == ["joss", "thug1", "thug2"]


def test_the_ground_is_shared_and_what_waits_counts_as_in_use(docks):
    """A weapon or place of a combatant who waits cannot be removed; a new weapon is there in every group."""
    play(docks, "split cellar joss thug1")
    with pytest.raises(RbfError, match="rifle is in use: groups"):
        play(docks, "remove weapon rifle")
    play(docks, "add weapon lance damage=9 skill=melee")
    play(docks, "switch")
    play(docks, "set joss weapons=lance")


def test_a_newcomer_never_takes_the_name_of_someone_who_waits(docks):
    play(docks, "split cellar thug1 joss")
    play(docks, "add Joss hp=3 side=crew")
    assert "joss2" in docks.fight.combatants
    with pytest.raises(UsageError, match="is also in"):
        play(docks, """edit '[["set",["combatants","joss"],{"name":"J","hp":3}]]'""")


def test_a_split_is_undone_like_any_other_line_and_survives_the_save(docks):
    before = docks.fight
    play(docks, "split cellar joss thug1")
    play(docks, "switch")
    play(docks, "damage joss 3")
    again = from_bytes(to_bytes(docks), "docks").session
    assert again.fight == docks.fight
    again.undo(3)
    assert again.fight == before
    again.redo(3)
    assert again.fight == docks.fight


def test_a_group_that_is_over_leads_to_the_next(docks):
    """The end of one group is not the end of the others."""
    play(docks, "split cellar joss thug1")
    play(docks, "switch cellar")
    play(docks, "end")
    with pytest.raises(Refusal, match="the fight is over"):
        play(docks, "join main")
    play(docks, "switch")
    assert (docks.fight.group, docks.fight.over) == ("main", "")
    play(docks, "join cellar")
    assert "joss" in docks.fight.combatants


@pytest.mark.parametrize(
    ("lines", "text", "message"),
    [
        ((), "split main joss", "main is the name of this group"),
        ((), "split cellar @crew @dockers", "at least one combatant must stay"),
        ((), "split cellar nobody", "unknown combatant 'nobody'"),
        ((), "switch", "the fight is not split"),
        ((), "join cellar", "the fight is not split"),
        (("split cellar joss",), "join main", "unknown group 'main'; groups: cellar"),
        (("split cellar joss",), "switch main", "the group main is already in play"),
        (("split cellar joss",), "switch roof", "unknown group 'roof'"),
        (("attack joss gunner1 --dice 8,8 --force",), "split cellar joss", "must choose first"),
    ],
)
def test_what_cannot_be_split_or_joined_is_refused_and_changes_nothing(docks, lines, text, message):
    for each in lines:
        play(docks, each)
    before = docks.fight
    with pytest.raises(RbfError) as wrong:
        play(docks, text)
    assert message in f"{wrong.value.message}; {wrong.value.hint}"
    assert docks.fight is before


def test_where_a_group_may_end_another_can_be_played(docks):
    play(docks, "split cellar joss pell")
    play(docks, "damage @dockers 30")
    assert next_steps(docks.rules, docks.fight)[-1] == "switch"
    assert "end" in next_steps(docks.rules, docks.fight)
    play(docks, "join cellar")
    assert "switch" not in next_steps(docks.rules, docks.fight)
