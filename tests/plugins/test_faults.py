"""What goes wrong in a rule from outside is named by package, file and line, and leaves the fight as it was."""

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, PluginBug, Refusal
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import execute
from rbfcli.engine.player_view import players_side, seen
from rbfcli.lab.simulate import added_up, chunk_of, plan_of
from rbfcli.language.grammar import CommonOptions, line_for
from rbfcli.language.names import NameContext
from rbfcli.language.parser import read_line
from rbfcli.language.program_verbs import Watch
from rbfcli.plugins import Guest, guarded
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import SaveView
from rbfcli.systems import registry
from rbfcli.watch.watch import FrameSource

LINE = "attack ines bully1"


def told(session, line=LINE):
    """What is said of the fault that a line comes to; the fight is as it was."""
    before = session.fight
    with pytest.raises(PluginBug) as caught:
        session.perform(read_line(line, session.rules, session.fight))
    assert session.fight is before
    assert session.journal == []
    assert caught.value.message.startswith("evil (")
    return caught.value.message.removeprefix("evil (").replace("): ", ": ", 1)


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (("1 // 0",), "evil_rules.py:7: ZeroDivisionError: integer division or modulo by zero"),
        (("raise SystemExit(3)",), "evil_rules.py:7: SystemExit: 3"),
        (("import sys", "sys.exit('bye')"), "evil_rules.py:8: SystemExit: bye"),
        (("raise GeneratorExit",), "evil_rules.py:7: GeneratorExit"),
        (("raise StopIteration",), "evil_rules.py:7: StopIteration"),
        (("strike(scene, command)",), "evil_rules.py:7: RecursionError: maximum recursion depth exceeded"),
        (("raise MemoryError",), "evil_rules.py:7: MemoryError"),
        (("scene.fight.combatants['nobody']",), "evil_rules.py:7: KeyError: 'nobody'"),
        (("scene.roll('ines', 'x', 'R', sides='six', count=1)",), "evil_rules.py:7: TypeError: "),
        (("scene.ask('clean', 'ines', (), 'R')",), "evil_rules.py:7: ValueError: the rules ask ines for 'clean'"),
        (
            ("class Odd(Exception):", "    def __str__(self): return 1 // 0", "raise Odd"),
            "evil_rules.py:9: Odd",
        ),
    ],
)
def test_whatever_a_rule_raises_is_named_with_its_line(evil, lines, what):
    assert told(evil(*lines)).startswith(what)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("scene.change('bully1', 'stamina', 'none', 'R')", "bully1: stamina becomes 'none': Expected `int`, got `str`"),
        ("scene.change('bully1', 'stamina', -1, 'R')", "bully1: stamina becomes -1: Expected `int` >= 0"),
        (
            "scene.change('bully1', 'stamina', 10**9, 'R')",
            "bully1: stamina becomes 1000000000: Expected `int` <= 1000000",
        ),
        ("scene.change('bully1', 'stamina', 1.0, 'R')", "bully1: stamina becomes 1.0: Expected `int`, got `float`"),
        ("scene.change('bully1', 'acted', 1, 'R')", "bully1: acted becomes 1: Expected `bool`, got `int`"),
        ("scene.change('bully1', 'name', '', 'R')", "bully1: name becomes '': Expected `str` of length >= 1"),
        ("scene.change('bully1', 'notes', object(), 'R')", "bully1: notes becomes <object object"),
        ("scene.change('', 'board', 3, 'R')", "the fight: board becomes 3: Expected `object`, got `int`"),
        ("scene.change('', ('options', 'hit_on'), 9, 'R')", "the fight: options.hit_on becomes 9: Expected `int` <= 6"),
        ("scene.change('', 'title', 3, 'R')", "the fight: title becomes 3: Expected `str`, got `int`"),
        ("scene.change('', 'notes', 'abc', 'R')", "the fight: notes becomes 'abc': Expected `array`, got `str`"),
        ("scene.afflict('bully1', 'x', 'R', amount='a')", "afflicted: Expected `int`, got `str`"),
        ("scene.afflict('bully1', 7, 'R')", "afflicted: "),
        ("scene.happen('x', 'R', what_for={1: object()})", "happened: "),
        ("scene.happen('x', 3)", "happened: Expected `str`, got `int` - at `$.rule`"),
        ("scene.conclude(3)", "its outcome 3 is not a word"),
        ("scene.emit('noise')", "'noise' is not an event"),
        ("scene.fight = None", "expected SkirmishFight, got NoneType"),
        (
            "from rbfcli.model import events\n    scene.emit(events.CombatantJoined(rule='R', who='x', combatant=3))",
            "joined: expected Fighter, got int",
        ),
    ],
)
def test_a_value_of_the_wrong_type_is_told_with_the_line_that_put_it_there(evil, line, what):
    at = "evil_rules.py:8: " if "\n" in line else "evil_rules.py:7: "
    if what.startswith(("expected SkirmishFight", "its outcome")):
        at = "evil_rules.py:6: "
    assert told(evil(line)).startswith(f"{at}{what}")


def test_a_value_stays_out_even_if_the_rule_goes_on(evil):
    session = evil("try:", "    scene.change('bully1', 'stamina', 'none', 'R')", "except Exception:", "    pass")
    assert told(session).startswith("evil_rules.py:6: Expected `int`, got `str`")


def test_what_is_changed_in_place_is_found_at_the_end_of_the_rule(evil):
    session = evil("scene.one('bully1').conditions['x'] = 5")
    with pytest.raises(PluginBug, match=r"evil_rules\.py:6\): Expected `object`, got `int` - at `\$\.combatants"):
        session.perform(read_line(LINE, session.rules, session.fight))
    assert session.journal == []


def test_a_refusal_is_no_fault(evil):
    session = evil("scene.refuse('not today', 'R')")
    with pytest.raises(Refusal, match="not today"):
        session.perform(read_line(LINE, session.rules, session.fight))


def test_a_question_is_no_fault(evil):
    ask = "scene.ask('clean', 'ines', ('hurt', 'rattle'), 'R')"
    session = evil(ask)
    session.perform(read_line(LINE, session.rules, session.fight))
    assert [each.kind for each in session.fight.questions] == ["clean"]


@pytest.mark.parametrize(
    ("fields", "line", "what"),
    [
        ("dict(standing=lambda one: 1 // 0)", "attack ines @foes", "evil_rules.py:9: ZeroDivisionError"),
        ("dict(takes_turns=lambda fight, who: fight.nothing)", "init", "evil_rules.py:9: AttributeError"),
        ("dict(members=lambda fight, who: 7)", "init", "evil_rules.py:9: it returns int 7"),
        ("dict(members=lambda fight, who: 'abc')", "init", "evil_rules.py:9: it returns str 'abc'"),
        (
            "dict(prepare=lambda fight, one: None)",
            "add Nia might=1 wits=1",
            "evil_rules.py:9: expected Fighter, got NoneType",
        ),
        ("dict(hooks=Hooks(after_command=lambda scene: 1 // 0))", "note x", "evil_rules.py:9: ZeroDivisionError"),
        (
            "dict(hooks=Hooks(after_command=lambda scene: scene.change('ines', 'stamina', None, 'R')))",
            "note x",
            "evil_rules.py:9: ines: stamina becomes None: Expected `int`",
        ),
        (
            "dict(reactions=(replace(SKIRMISH.reactions[0], may=lambda scene, who, what: 1 // 0),))",
            f"{LINE} --dice 6,6,6",
            "evil_rules.py:9: ZeroDivisionError",
        ),
    ],
)
def test_hooks_and_views_that_decide_something_fail_by_name(evil, fields, line, what):
    prepared = "prepare" in fields
    if prepared:
        evil(fields=fields.replace("None", "one"))
        session = evil(fields=fields.replace("None", "None if one.name == 'Nia' else one"))
    else:
        session = evil(fields=fields)
    assert told(session, line).startswith(what)


@pytest.mark.parametrize(
    ("fields", "ask"),
    [
        ("dict(candidates=lambda fight, who: 1 // 0)", lambda rules, fight: rules.candidates(fight, "ines")),
        ("dict(candidates=lambda fight, who: [7])", lambda rules, fight: rules.candidates(fight, "ines")),
        ("dict(candidates=lambda fight, who: iter(int, 1))", lambda rules, fight: rules.candidates(fight, "ines")),
        ("dict(kinds={'x': lambda fight, who: {1: 2}})", lambda rules, fight: rules.words_of(fight, "x")),
        ("dict(health=lambda one: (1, None))", lambda rules, fight: rules.health(fight.combatants["ines"])),
        ("dict(distance=lambda fight, one, other: 'far')", lambda rules, fight: rules.distance(fight, "a", "b")),
        ("dict(strikes=lambda fight, who, foe: 1 // 0)", lambda rules, fight: rules.strikes(fight, "ines", "a")),
        ("dict(strikes=lambda fight, who, foe: ['hit'])", lambda rules, fight: rules.strikes(fight, "ines", "a")),
        ("dict(ledger=lambda: ['R'])", lambda rules, _: rules.ledger()),
    ],
)
def test_what_answers_nonsense_fails_by_name(evil, fields, ask):
    session = evil(fields=fields)
    with pytest.raises(PluginBug, match=r"evil \(evil_rules\.py:9\): "):
        ask(session.rules, session.fight)


@pytest.mark.parametrize("name", ["strikes", "approach"])
@pytest.mark.parametrize("row", ["[{}]", "({} for _ in range(1))"])
def test_the_strikes_and_ways_of_a_plug_in_are_commands(evil, name, row):
    attack = "commands.Attack(who=who, targets=(foe,))"
    session = evil(fields=f"dict({name}=lambda fight, who, foe: {row.format(attack)})")
    (strike,) = getattr(session.rules, name)(session.fight, "ines", "bully1")
    assert line_for(strike) == "attack ines bully1"


@pytest.mark.parametrize("name", ["strikes", "approach"])
@pytest.mark.parametrize("row", ["commands.Attack(who=who, targets=7)", "None", "'attack'"])
def test_strikes_and_ways_that_are_no_commands_fail_by_name(evil, name, row):
    session = evil(fields=f"dict({name}=lambda fight, who, foe: [{row}])")
    with pytest.raises(PluginBug, match=r"evil \(evil_rules\.py:9\): wrong result: "):
        getattr(session.rules, name)(session.fight, "ines", "bully1")


@pytest.mark.parametrize(
    ("name", "answer", "given"),
    [
        ("two_handed", lambda *_: 7, ("a bow",)),
        ("failed", lambda *_: "no", ("a fight", "ines", "bow")),
        ("failed", lambda *_: 1 // 0, ("a fight", "ines", "bow")),
        ("where", lambda *_: None, ("a fight", "ines")),
        ("also_at", lambda *_: (1, 2), ("a fight", "ines")),
    ],
)
def test_what_is_wrong_about_weapons_fails_by_name(name, answer, given):
    """A shipped system, as if it came from a package whose weapons are declared wrongly."""
    rules = registry.load("rbf")
    declared = replace(rules.carrying(), **{name: answer})
    guest = Guest(system="rbf", value=f"{__name__}:RULES")
    own = guarded(replace(rules, carrying=lambda: declared), guest, pytest.fail).carrying()
    with pytest.raises(PluginBug, match=r"rbf \(tests/plugins/test_faults\.py:\d+\): "):
        getattr(own, name)(*given)


@pytest.mark.parametrize(
    "sight",
    [
        "1 // 0",
        "7",
        "__import__('rbfcli.model.display').model.display.Sight(players=lambda fight: 7)",
        "__import__('rbfcli.model.display').model.display.Sight(hides=lambda fight, who, side: fight.nothing)",
        "__import__('rbfcli.model.display').model.display.Sight(ground=lambda fight: 1 // 0)",
        "__import__('rbfcli.model.display').model.display.Sight(ground=lambda fight: [7])",
    ],
)
def test_what_players_may_see_fails_by_name_and_shows_them_nothing(evil, sight):
    """Not the GM's screen instead: a frame that says that there is nothing to see, without what went wrong."""
    session = evil(fields=f"dict(sight=lambda: {sight})")
    with pytest.raises(PluginBug, match=r"evil \(evil_rules\.py:9\): "):
        seen(session.fight, session.rules, players_side(session.fight, session.rules))
    view = SaveView(NameContext(session.rules, session.fight), session=session)
    frame = FrameSource(Watch(players=True), CommonOptions(), "save.toml").of_view(view, Style())
    assert frame.text == "the fight cannot be shown at the moment; waiting for it\n"


@pytest.mark.parametrize("answer", ["1 // 0", "7", "[7]", "{1: 2}"])
@pytest.mark.parametrize("view", ["status", "details", "next_steps", "picture", "warnings"])
def test_what_only_a_reader_sees_is_left_out_and_told_once(evil, view, answer):
    session = evil(fields=f"dict({view}=lambda *given: {answer})")
    asked = getattr(session.rules, view)
    given = (session.fight, "ines") if view in ("status", "details", "warnings") else (session.fight,)
    assert not asked(*given)
    assert not asked(*given)
    said = registry.complaints()
    assert said.startswith("rbf: evil (evil_rules.py:9): ")
    assert "\n" not in said
    assert registry.complaints() == ""


def test_a_rule_whose_events_never_end_is_over_the_budget_of_a_command(evil):
    session = evil("while True:", "    scene.happen('x', 'R')")
    with pytest.raises(LimitReached, match="this command does too much"):
        session.perform(read_line(LINE, session.rules, session.fight))


def test_what_a_rule_prints_does_not_mix_with_the_answer(evil, capsys):
    session = evil("print('hello')")
    session.perform(read_line(LINE, session.rules, session.fight))
    assert capsys.readouterr() == ("", "hello\n")


def test_what_a_shipped_system_raises_is_no_fault_of_a_plug_in(evil):
    evil()
    rules = registry.load("rbf")
    with pytest.raises(AttributeError) as caught:
        execute(rules, None, read_line("note x", rules, rules.fight(system="rbf")), MaxDice())
    assert registry.blamed(caught.value) is None


def test_what_fights_in_other_processes_went_on_without_is_told_once(evil):
    session = evil(fields="dict(next_steps=lambda fight: 1 // 0)")
    chunks = [chunk_of(plan_of(session.rules, session.fight, "s"), first, 1) for first in (1, 2)]
    assert len(chunks[0].faults) == 1
    registry.forget()
    assert registry.complaints() == ""
    added_up(iter(chunks))
    assert registry.complaints().startswith("rbf: evil (evil_rules.py:9): ZeroDivisionError: ")
