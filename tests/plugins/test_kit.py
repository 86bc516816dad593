"""What a system may bring: kinds of words, pools, a check of the whole fight, words inside mappings, and silence."""

import shutil
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from rbfcli.cli.main import run
from rbfcli.cli.process import Output, run_guarded
from rbfcli.core.errors import InvalidFile, PluginBug, UsageError
from rbfcli.lab.odds import command_odds
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.names import NameContext
from rbfcli.language.parser import read_line
from rbfcli.model.rules import Hooks, Rules
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.story.story import story_of
from rbfcli.systems import registry
from tests.lab.test_same_odds import OneSave, has_the_same_odds
from tests.plugins.conftest import HERE

MODULE = "kit_rules"
TEXT = """from collections.abc import Mapping
from typing import Annotated
from msgspec.structs import replace
from rbfcli.model.commands import Arg, Opt, RollingCommand
from rbfcli.model.events import Modifier
from rbfcli.model.fight import Board, PlainValue as Plain
from rbfcli.core.mistakes import Mistake
from rbfcli_skirmish import RULES as SKIRMISH
from rbfcli_skirmish.sheet import SkirmishFight
class Clock(Plain, frozen=True, kw_only=True):
    name: str = ""
    filled: int = 0
class Place(Board, frozen=True, kw_only=True):
    clocks: Mapping[str, Clock] = {{}}
class KitFight(SkirmishFight, frozen=True, kw_only=True):
    board: Place = Place()
class Wind(RollingCommand, frozen=True, kw_only=True, tag="wind"):
    '''Wind a clock.'''
    examples = ("wind ines bell",)
    who: Annotated[str, Arg("combatant", "who winds")]
    clock: Annotated[str, Arg("clock", "which clock")]
    dice_more: Annotated[int, Opt("number", "dice more", low=0, high=9)] = 0
def wind(scene, command: Wind):
    rolled = scene.roll(command.who, "wind", "SKI-ATK-1", sides=6, count=3 + command.dice_more, counting=5,
        modifiers=(Modifier(command.mod, "oil"),), edges=(Modifier(command.dice_more, "more hands"),), against=2,
        judge=lambda total, faces: "clean" if total > 2 else "hit" if total == 2 else "miss")
    scene.conclude(rolled.outcome)
    scene.part(fill, command.clock, max(0, rolled.total))
def fill(scene, clock, segments):
    before = scene.fight.board.clocks[clock].filled
    if segments:
        scene.change("", ("board", "clocks", clock, "filled"), before + segments, "SKI-ATK-1")
def clocks(fight, who):
    return {{name: (clock.name,) for name, clock in fight.board.clocks.items()}}
def mistakes(fight, actor):
    for name, clock in () if actor else fight.board.clocks.items():
        if clock.filled > 9:
            yield Mistake(("board", "clocks", name, "filled"), "must be at most 9", "a clock has nine segments")
    if actor and fight.combatants[actor].stamina > 7:
        yield Mistake(("combatants", actor, "stamina"), "must be at most 7")
RULES = replace(SKIRMISH, name="kit", fight=KitFight, verbs={{**SKIRMISH.verbs, Wind: wind}}, mistakes={mistakes},
    kinds={kinds}, words={{**SKIRMISH.words, {words}}})
"""
BELL = '\n[board.clocks.bell]\nname = "the great bell"\nfilled = 1\n'


@pytest.fixture
def kit(another, tmp_path):
    """A session of skirmish with clocks."""

    def begin(*, words="", board=BELL, mistakes="mistakes", kinds="{'clock': clocks}", change=("", "")):
        sys.modules.pop(MODULE, None)
        text = TEXT.format(words=words, mistakes=mistakes, kinds=kinds)
        another("kit", f"{MODULE}:RULES", text)
        encounter = (HERE / "skirmish" / "yard.toml").read_text().replace('"skirmish"', '"kit"').replace(*change)
        (tmp_path / "yard.toml").write_text(encounter + board)
        return from_encounter(str(tmp_path / "yard.toml"), "seed", source="yard.toml")

    return begin


def told(session, line, style=None):
    """Return the output of a line."""
    before = session.fight
    played = session.perform(read_line(line, session.rules, session.fight))
    return narrate(played.events, before, session.fight, session.rules, style or Style())


def offered(session, line):
    """Return what completion offers after a line."""
    return [each.word for each in suggest(line, len(line), NameContext(session.rules, session.fight), KnownNames())]


@pytest.mark.parametrize("word", ["bell", "be", '"the great bell"', '"Great bell"'])
def test_a_word_of_an_own_kind_goes_by_its_id_its_name_or_a_beginning(kit, word):
    assert read_line(f"wind ines {word}", (session := kit()).rules, session.fight).clock == "bell"


@pytest.mark.parametrize("board", [BELL, ""])
def test_a_word_that_is_none_of_the_kind_is_asked_back_also_where_there_are_none(kit, board):
    session = kit(board=board)
    with pytest.raises(UsageError, match="unknown clock 'bel1'") as wrong:
        read_line("wind ines bel1", session.rules, session.fight)
    assert wrong.value.suggestions == (("bell",) if board else ())


def test_words_of_an_own_kind_are_completed(kit):
    assert offered(kit(), "wind ines ") == ["bell"]


def test_kinds_that_answer_nonsense_are_the_fault_of_their_line(kit):
    session = kit(kinds="{'clock': lambda fight, who: 7}")
    with pytest.raises(PluginBug, match=r"kit \(kit_rules\.py:\d+\): (wrong result: |it returns )"):
        read_line("wind ines bell", session.rules, session.fight)


def test_a_kind_that_is_no_function_is_named_with_the_line_of_the_rules(kit):
    with pytest.raises(PluginBug, match=r"kit \(kit_rules\.py:\d+\): kinds\['clock'\]: expected a function"):
        kit(kinds="{'clock': 7}")


def test_a_pool_tells_its_successes_and_its_dice(kit):
    session = kit(words="'roll.wind.hit': '{who} winds on',")
    assert told(session, "wind ines bell --dice 5,6,4")[0] == "Ines winds on: 2 successes vs 2 (+0)  [5 6 (4)]"
    said = told(session, "wind ines bell --dice-more 1 --mod 1 --dice 1,2,3,6", Style(explain=True))
    assert said[0].startswith("Ines winds on: 2 successes vs 2 (+0)")
    assert said[1].strip() == "[(1) (2) (3) 6] by hand, each 5 or more, +1 oil = 2, 1 die more: more hands +1"


def test_odds_of_another_package_are_the_same_everywhere(tmp_path):
    yard = shutil.copy(HERE / "skirmish" / "yard.toml", tmp_path)
    save = OneSave(tmp_path, f"start {yard} --seed lab", "init")
    assert has_the_same_odds(save, " olaf")
    assert not save.everywhere("odds damage olaf 1")["sampled"]


def test_total_and_margin_of_a_pool_are_successes(kit):
    session = kit()
    played = session.perform(read_line("wind ines bell --dice 5,1,1", session.rules, session.fight))
    rolled = played.events[0]
    assert (rolled.total, rolled.margin, rolled.outcome, rolled.counting) == (1, -1, "miss", 5)
    assert [die.kept for die in rolled.dice] == [True, False, False]


@pytest.mark.parametrize("more", [0, 2, 6])
def test_the_odds_of_a_pool_are_binomial(kit, more):
    """A part of a rule of another package is walked as any other."""
    session = kit()
    line = read_line(f"wind ines bell --dice-more {more}", session.rules, session.fight)
    count, third = 3 + more, Fraction(1, 3)
    chance = [comb(count, n) * third**n * (1 - third) ** (count - n) for n in range(count + 1)]
    assert command_odds(session.rules, session.fight, line).outcomes == {
        "miss": chance[0] + chance[1],
        "hit": chance[2],
        "clean": sum(chance[3:]),
    }


def test_a_story_knows_the_chances_of_a_pool(kit):
    session = kit()
    session.perform(read_line("wind ines bell --dice 5,6,4", session.rules, session.fight))
    found = story_of(session, Style()).statistics.successes["ines"]
    assert (found.succeeded, *map(str, found.chances)) == (1, "7/27")


def test_the_check_of_the_whole_fight_names_file_line_and_path(kit):
    with pytest.raises(InvalidFile) as wrong:
        kit(board=BELL.replace("= 1", "= 12"), change=("stamina = 2", "stamina = 8"))
    said = str(wrong.value)
    assert "yard.toml:31: board.clocks.bell.filled must be at most 9; a clock has nine segments" in said
    assert "yard.toml:17: combatants.olaf.stamina must be at most 7" in said


def test_the_check_of_the_whole_fight_holds_for_the_hand_of_the_gm_too(kit):
    session = kit()
    for line, why in (("set ines stamina=8", "at most 7"), ("set fight board.clocks.bell.filled=10", "at most 9")):
        with pytest.raises(UsageError, match=why):
            session.perform(read_line(line, session.rules, session.fight))


@pytest.mark.parametrize("mistakes", ["lambda *_: 1 // 0", "lambda *_: [7]", "lambda *_: 7"])
def test_a_check_that_fails_is_the_fault_of_its_line(kit, mistakes):
    with pytest.raises(PluginBug, match=r"kit \(kit_rules\.py:\d+\): "):
        kit(mistakes=mistakes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("'field.board.clocks.*.filled': 'clock {key}',", "  clock the great bell 1 -> 3"),
        (
            "'field.board.clocks.*.filled': '{key}: {after}, not {before}',",
            "  The great bell: 3, not 1",
        ),
        ("'field.board.*.bell.filled': 'the bell', 'field.board': '',", "  The bell 1 -> 3"),
        ("'field.board.clocks.*.filled': '',", None),
        ("'field.board.clocks': 'clocks', 'field.board.clocks.bell.filled': 'ding',", "  ding 1 -> 3"),
    ],
)
def test_changes_in_mappings_have_words_or_none(kit, words, said):
    lines = told(kit(words=words), "wind ines bell --dice 5,6,4")
    assert lines[1:] == ([said] if said else [])


def test_a_name_with_braces_is_no_template(kit):
    session = kit(words="'field.board.clocks.*.filled': 'clock {key}',", board=BELL.replace("great", "{who}"))
    assert told(session, "wind ines bell --dice 5,6,4")[1] == "  clock the {who} bell 1 -> 3"


@pytest.mark.parametrize(("key", "left"), [("roll.wind.hit", 0), ("roll.wind", 0), ("roll.wind.miss", 1)])
def test_a_roll_with_empty_words_is_not_told(kit, key, left):
    lines = told(kit(words=f"'{key}': '', 'field.board': '',"), "wind ines bell --dice 5,6,4")
    assert len(lines) == left


# Every function that a system gives to rbf fails in every way, under every command that a table uses: it is named.


# What a function does, with a note that it was called; a scene is changed to what its types do not have.
FAULTS = {
    "raises": "1 // 0",
    "answers nonsense": "object()",
}
OF_A_SCENE = "given[0].change('ines', 'stamina', 'none', 'R')"
CALL = "lambda *given: [TIMES.append(1), {}][1]"
KERNEL = "__import__('rbfcli.{0}').{0}"
SIGHT, CARRYING = f"{KERNEL.format('model.display')}.Sight", f"{KERNEL.format('model.rules')}.Carrying"
FUNCTIONS = (
    *("prepare", "standing", "takes_turns", "health", "status", "next_steps", "candidates", "ledger"),
    *("meaning", "members", "distance", "details", "picture", "reach", "carrying", "migrate", "mistakes"),
    *(
        "warnings",
        "reaches",
        "sight",
        "authored",
        "strikes",
        "can_attack",
        "approach",
        "settled",
        "is_thing",
        "order_of",
        "give_count",
        "place_meant",
        "between",
        "would_catch",
        "rested",
    ),
)
REACTIONS = ("may", "react", "decided")
OF_SIGHT = ("players", "hides", "ground", "known")
# Functions that act through a scene; their return value is ignored.
THROUGH_A_SCENE = {*(f"hooks.{each}" for each in Hooks.__struct_fields__), "verb", "reaction.react"}
HOOKS = {
    **{name: f"dict({name}=CALL)" for name in FUNCTIONS},
    **{f"hooks.{name}": f"dict(hooks=replace(SKIRMISH.hooks, {name}=CALL))" for name in Hooks.__struct_fields__},
    **{f"reaction.{name}": f"dict(reactions=(replace(SKIRMISH.reactions[0], {name}=CALL),))" for name in REACTIONS},
    **{f"sight.{name}": f"dict(sight=lambda: {SIGHT}({name}=CALL))" for name in OF_SIGHT},
    "kind": "dict(kinds={'combatant': CALL})",
    "verb": "dict(verbs={**SKIRMISH.verbs, commands.Attack: CALL})",
    "one-liner": "dict(one_liners={commands.AttackNumbers: CALL})",
}
FAILED = 70
LINES = (
    *("check yard.toml", "start yard.toml -e new.toml", "show", "attack olaf bully1 --dice 6,6,6", "actions olaf"),
    *("suggest", "odds attack olaf bully1", "show --between olaf bully1", "attack olaf bully1 -n --dice 6,6,6"),
    "export people out.toml --rested",
)
FURTHER = (
    *("check encounter.toml", "show ines", "init", "turn", "save-as out.toml", "attack --system evil --might 3"),
    *("add nia might=1 wits=1", "watch --once --players"),
    "simulate -n 2 --jobs 1 --seed s",
)


@pytest.fixture
def shell(capfd, evil, tmp_path, monkeypatch):
    """Type lines on a save of the evil system, with one faulty function, and return the results."""
    monkeypatch.chdir(tmp_path)
    save = tmp_path / "encounter.toml"

    def typed(line):
        registry.forget()
        sys.modules.pop("evil_rules", None)
        status = run_guarded(run, line.split(), Output())
        return status, *capfd.readouterr()

    def each_line(fields, lines=LINES):
        evil(fields="dict()")
        assert [typed(line)[0] for line in ("start yard.toml --seed s", "init")] == [0, 0]
        before = save.read_bytes()
        evil(fields=fields, read=False)
        for line in lines:
            save.write_bytes(before)
            for name in ("new.toml", "out.toml"):
                Path(name).unlink(missing_ok=True)
            status, out, said = typed(line)
            called = getattr(sys.modules.get("evil_rules"), "TIMES", ())
            yield line, status, out + said, bool(called), save.read_bytes() == before

    return each_line


def test_every_function_of_the_rules_is_tried():
    functions = {name for name, kind in Rules.__annotations__.items() if "Callable" in str(kind)}
    elsewhere = {"verbs", "one_liners", "kinds", "hooks", "watch", "part"}
    assert functions - elsewhere == set(FUNCTIONS)


@pytest.mark.parametrize("fault", ["raises", pytest.param("answers nonsense", marks=pytest.mark.slow)])
@pytest.mark.parametrize("hook", HOOKS)
def test_what_fails_is_named_with_its_line(shell, hook, fault):
    """Never as a bug of rbf; and what cannot be done leaves the save as it was."""
    does = OF_A_SCENE if fault == "answers nonsense" and hook in THROUGH_A_SCENE else FAULTS[fault]
    lines = (*LINES, *FURTHER) if fault == "raises" else LINES
    wrong = []
    for line, status, said, called, unchanged in shell(HOOKS[hook].replace("CALL", CALL.format(does)), lines):
        named = "evil (evil_rules.py:" in said
        if "internal error" in said or "Traceback" in said or (called and not named):
            wrong.append((line, status, said))
        if status == FAILED and not (unchanged and named):
            wrong.append((line, status, said))
    assert wrong == []


DEEPER = {
    "a candidate without a command": "dict(candidates=lambda *_: [Candidate(7, '', '')])",
    "a mistake without words": f"dict(mistakes=lambda *_: [{KERNEL.format('core.mistakes')}.Mistake(('board',), 8)])",
    "a path that is none": f"dict(mistakes=lambda *_: [{KERNEL.format('core.mistakes')}.Mistake('board', 'odd')])",
    "a fact that is a number": f"dict(status=lambda *_: [{KERNEL.format('model.display')}.Fact('a', 2)])",
    "a rule without words": "dict(ledger=lambda: (RuleEntry('A-1', 2, 'x', 'done'),))",
    "strips that are none": f"dict(picture=lambda *_: [{KERNEL.format('model.display')}.Strips(strips=7)])",
    "phases that are none": "dict(phases=7)",
    "a reaction that nobody can call": "dict(reactions=(replace(SKIRMISH.reactions[0], may=7),))",
    "sides that nobody can call": f"dict(sight=lambda: {SIGHT}(players=7))",
    "weapons that sheets do not have": f"dict(carrying=lambda: {CARRYING}(drawing='A', reloading='B', find=min, "
    "spend=min, loads=min))",
    "a find that nobody can call": f"dict(carrying=lambda: {CARRYING}(drawing='A', reloading='B', find=7, "
    "spend=8, loads=9))",
}


@pytest.mark.parametrize("fields", DEEPER.values(), ids=DEEPER)
def test_what_is_wrong_inside_an_answer_is_named_too(shell, fields):
    told = [(line, status, said) for line, status, said, _, _ in shell(fields, (*LINES, *FURTHER))]
    assert [each for each in told if "internal error" in each[2] or "Traceback" in each[2]] == []
    assert [each for each in told if each[1] == FAILED and "evil (evil_rules.py:" not in each[2]] == []
    rules = ("rules evil",) if "ledger" in fields else ()
    assert rules or any("evil (evil_rules.py:" in said for _, _, said in told)
