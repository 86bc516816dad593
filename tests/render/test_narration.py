"""A change is printed once, by the system's words for its field or by the field's name."""

import json

import pytest
from msgspec.structs import replace

from rbfcli.commands.service import CommandService
from rbfcli.model import conditions
from rbfcli.model.conditions import ConditionRow
from rbfcli.model.events import ConditionGained, ConditionLost, CustomEvent, FieldChanged, InitiativeSet, QuestionAsked
from rbfcli.model.fight import Combatant, Condition, Fight, PlainValue, Question, TurnSlot
from rbfcli.render.narration import MORE, TAKEN, narrate
from rbfcli.render.rolls import Part, ResultLine, sort_result_lines
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.systems.rbf import RULES as RBF


class Post(PlainValue, frozen=True, kw_only=True):
    """The place of a combatant."""

    name: str = ""
    high: bool = False
    wide: int = 0


GAINS = "Ada: gains none -> 1 and aim and RBF-ACT-5, 2 and burst and RBF-ACT-7"
WORDS = {"field.hp": "HP", "field.ammo": "rounds", "field.ammo.bow": "arrows", "field.aim": "", "field.aim.bow": ""}
RULES = replace(RBF, words=WORDS)
FIGHT = Fight(system="x", combatants={"ada": Combatant(name="Ada")})


def changed(who, field, before, after, rule=""):
    return FieldChanged(who=who, field=field, path=tuple(field.split(".")), before=before, after=after, rule=rule)


@pytest.mark.parametrize(
    ("who", "field", "before", "after", "line"),
    [
        ("ada", "hp", 9, 4, "Ada: HP 9 -> 4"),
        ("ada", "ammo.rifle", 4, 3, "Ada: rounds rifle 4 -> 3"),
        ("ada", "ammo.bow", 4, 3, "Ada: arrows 4 -> 3"),
        ("ada", "max_hp", 9, 4, "Ada: max hp 9 -> 4"),
        ("ada", "skills.first_aid", None, 4, "Ada: skills.first aid 4"),
        ("ada", "off_hand", True, False, "Ada: no longer off hand"),
        ("", "options.wound_penalty", True, False, "options.wound_penalty true -> false"),
        ("", "options.charge_least", 10, 5, "options.charge_least 10 -> 5"),
        ("ada", "skills.\x1b[2J", 1, 2, "Ada: skills.\\x1b[2J 1 -> 2"),
    ],
)
def test_a_change_is_told(who, field, before, after, line):
    assert narrate([changed(who, field, before, after)], FIGHT, FIGHT, RULES, Style()) == [line]


def test_names_in_the_order_have_the_colour_of_names():
    ordered = InitiativeSet(slots=(TurnSlot(who="ada", count=12), TurnSlot(who="crew", count=7)), turn=0)
    style = Style(colour=True)
    line = f"initiative: 12 {style.paint('Ada', 'name')}, {style.paint('crew', 'name')} (7)"
    assert narrate([ordered], FIGHT, FIGHT, RULES, style) == [line]


@pytest.mark.parametrize("field", ["aim", "aim.bow", "aim.rifle", "conditions.prone.rounds"])
def test_a_quiet_change_is_not_told(field):
    assert narrate([changed("ada", field, 1, 2)], FIGHT, FIGHT, RULES, Style()) == []


@pytest.mark.parametrize(
    ("field", "before", "after", "line"),
    [
        ("aim", 1, 2, "Ada: aim 1 -> 2"),
        ("aim", "", "bow", "Ada: aim bow"),
        ("aim.bow", False, True, "Ada: aim.bow"),
        ("place", None, Post(name="gate", high=True), "Ada: place name gate, high true"),
        ("gains", (), ((1, "aim", "RBF-ACT-5"), (2, "burst", "RBF-ACT-7")), GAINS),
        *[
            (f"conditions.prone.{field}", "a", "b", f"Ada: conditions.prone.{field} a -> b")
            for field in Condition.__struct_fields__
        ],
    ],
)
def test_what_the_gm_sets_by_hand_is_told_all_the_same(field, before, after, line):
    by_hand = changed("ada", field, before, after, "GM")
    assert narrate([by_hand], FIGHT, FIGHT, RULES, Style()) == [line]


def test_what_the_gm_does_with_words_of_its_own_is_told_by_them():
    by_hand = [
        changed("ada", "aim", 1, 2, "GM"),
        CustomEvent(what="aims", who="ada", rule="GM"),
    ]
    assert narrate(by_hand, FIGHT, FIGHT, RULES, Style()) == ["Aims"]


def test_what_is_gone_from_a_mapping_is_told_by_what_took_it():
    gone = changed("ada", "ammo.rifle", 4, None)
    assert narrate([gone], FIGHT, FIGHT, RULES, Style()) == []


# Conditions use the words of their row: none if those are empty, and `note only` if the row is unknown.


ROWS = conditions.table(
    ConditionRow(name="dazed", rule="GM", begins="is dazed", ends="is no longer dazed"),
    ConditionRow(name="marked", rule="GM", begins=""),
    ConditionRow(name="asleep", rule="GM", begins="sleeps", ends="wakes"),
    ConditionRow(name="gone", rule="GM", begins="is gone", replaces=("asleep", "dazed")),
)
RULES_OF_CONDITIONS = replace(RBF, conditions=ROWS, words=conditions.words(ROWS))


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (ConditionGained(who="ada", name="dazed", condition=Condition()), ["Ada is dazed"]),
        (ConditionLost(who="ada", name="dazed"), ["Ada is no longer dazed"]),
        (ConditionGained(who="ada", name="marked", condition=Condition()), []),
        (ConditionLost(who="ada", name="marked"), []),
        (
            ConditionGained(who="ada", name="gasping", condition=Condition()),
            ["Ada is now gasping (note only)"],
        ),
    ],
)
def test_a_condition_is_told_by_its_row(event, lines):
    assert narrate([event], FIGHT, FIGHT, RULES_OF_CONDITIONS, Style()) == lines


def test_the_end_of_a_condition_that_another_one_replaces_is_not_told():
    """A combatant who is gone does not wake first; one who only wakes does."""
    waking, seeing = (ConditionLost(who="ada", name=name) for name in ("asleep", "dazed"))
    gone = ConditionGained(who="ada", name="gone", condition=Condition())
    assert narrate([waking, seeing, gone], FIGHT, FIGHT, RULES_OF_CONDITIONS, Style()) == ["Ada is gone"]
    dazed = ConditionGained(who="ada", name="dazed", condition=Condition())
    assert narrate([waking, dazed], FIGHT, FIGHT, RULES_OF_CONDITIONS, Style()) == ["Ada wakes", "Ada is dazed"]
    assert narrate([waking, replace(gone, who="bob")], FIGHT, FIGHT, RULES_OF_CONDITIONS, Style())[0] == "Ada wakes"


# Questions use their names and facts, and none of those can control the terminal.


WORDS_OF_QUESTIONS = {"question.parry": "{who} may parry {target} with the {thing}"}
RULES_OF_QUESTIONS = replace(RBF, words=WORDS_OF_QUESTIONS)
FIGHT_OF_QUESTIONS = Fight(system="x", combatants={"ada": Combatant(name="Ada"), "thug": Combatant(name="A thug")})


def question(who="ada"):
    """Ask whether a combatant parries the thug."""
    facts = {"target": "thug", "thing": "knife\x1b[31m"}
    return Question(kind="parry", who=who, answers=("yes", "no"), rule="X-1", facts=facts, lapses=True)


def test_a_question_names_who_decides_on_whom_and_its_facts():
    assert narrate(
        [QuestionAsked(question=question())], FIGHT_OF_QUESTIONS, FIGHT_OF_QUESTIONS, RULES_OF_QUESTIONS, Style()
    ) == [
        "? Ada may parry a thug with the knife\\x1b[31m  (or continue)",
        "  1  yes",
        "  2  no",
    ]


def test_of_several_questions_each_says_whose_its_answer_is():
    both = (question("ada"), question("thug"))
    after = replace(FIGHT_OF_QUESTIONS, questions=both)
    lines = narrate(
        [QuestionAsked(question=each) for each in both], FIGHT_OF_QUESTIONS, after, RULES_OF_QUESTIONS, Style()
    )
    assert [*lines[1:3], *lines[4:]] == ["  ada 1  yes", "  ada 2  no", "  thug 1  yes", "  thug 2  no"]


def test_an_answer_is_told_in_the_words_of_its_question_of_all_questions_of_its_condition_or_of_its_name():
    rules = replace(
        RULES_OF_QUESTIONS,
        words={**WORDS_OF_QUESTIONS, "answer.yes": "it goes ahead", "answer.parry.yes": "the knife meets it"},
    )
    asked = replace(question(), answers=("yes", "no", "prone", "thug"), free_text=True)
    assert narrate([QuestionAsked(question=asked)], FIGHT_OF_QUESTIONS, FIGHT_OF_QUESTIONS, rules, Style())[1:] == [
        "    1  yes               the knife meets it",
        "    2  no",
        f"    3  prone             {RBF.conditions['prone'].begins}",
        "    4  thug              A thug",
        '  say  "your own words"  recorded as a note; no rules effect',
    ]
    other = replace(asked, kind="riposte", answers=("yes",), free_text=False)
    assert narrate([QuestionAsked(question=other)], FIGHT_OF_QUESTIONS, FIGHT_OF_QUESTIONS, rules, Style())[1:] == [
        "  1  yes  it goes ahead"
    ]


def critical(columns, rows):
    """The longest menu, RBF's critical success, as a terminal shows it."""
    answers = ("double", "silent", "thrown", "stunned", "blind", "strafe", "cripple", "disarm", "lacerate", "shove")
    asked = Question(kind="critical", who="ada", answers=(*answers, "sunder", "trip"), free_text=True, rule="RBF-ATK-2")
    style = Style(tables=True, width=columns, height=rows)
    return narrate(
        [QuestionAsked(question=asked)], FIGHT_OF_QUESTIONS, replace(FIGHT_OF_QUESTIONS, questions=(asked,)), RBF, style
    )


@pytest.mark.parametrize(("columns", "rows"), [(40, 24), (60, 24), (80, 24), (80, 18), (120, 18)])
def test_a_menu_fits_the_screen_below_its_question_and_says_what_each_answer_does(columns, rows):
    lines = critical(columns, rows)
    assert lines[0].startswith("? Ada scored")
    assert len(lines) <= rows - TAKEN
    assert max(map(len, lines)) <= columns
    assert "push back 1 m per 2 points of margin" in " ".join(" ".join(lines).split())


def test_where_the_columns_of_a_menu_would_break_into_too_many_rows_they_give_way():
    assert critical(80, 24)[1] == "    1  double            double damage"
    assert critical(40, 24)[2] == "1 double: double damage"
    assert critical(40, 0)[2:4] == ["    1  double            double damage", "    2  silent            silent kill"]


def test_a_question_whose_menu_has_no_room_stands_below_the_names_of_its_answers():
    lines = critical(40, 14)
    assert (lines[0], lines[-3:]) == (
        "1 double, 2 silent, 3 thrown, 4 stunned,",
        [MORE, "? Ada scored a critical success. Choose", "    an effect:"],
    )
    assert len(lines) <= 14 - TAKEN


def test_questions_that_wait_together_share_the_screen():
    both = (replace(question("ada"), free_text=True), replace(question("thug"), free_text=True))
    style = Style(tables=True, width=40, height=16)
    lines = narrate(
        [QuestionAsked(question=each) for each in both],
        FIGHT_OF_QUESTIONS,
        replace(FIGHT_OF_QUESTIONS, questions=both),
        RULES_OF_QUESTIONS,
        style,
    )
    assert len(lines) <= 16 - TAKEN
    assert len([line for line in lines if line.startswith("? ")]) == 2


# The order of lines: outcome, rolls, damage, changes of each result; what is pending at the end of all.


HEADING, OUTCOME, ROLL, DAMAGE, CHANGE, PENDING = Part


def test_a_result_is_told_in_the_order_of_its_parts():
    lines = [
        ResultLine(PENDING, "the GM says what is hit"),
        ResultLine(CHANGE, "Ada: rounds 3 -> 2", ("ada",)),
        ResultLine(OUTCOME, "Ada hits Bob", ("ada", "bob")),
        ResultLine(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        ResultLine(ROLL, "cover +1", ("bob",)),
        ResultLine(DAMAGE, "5 damage", ("ada",)),
    ]
    assert sort_result_lines(lines) == [
        "Ada hits Bob",
        "  cover +1",
        "  5 damage",
        "  Ada: rounds 3 -> 2",
        "  Bob: HP 9 -> 4",
        "the GM says what is hit",
    ]


def test_the_next_outcome_begins_anew():
    lines = [
        ResultLine(OUTCOME, "Ada hits Bob", ("ada", "bob")),
        ResultLine(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        ResultLine(OUTCOME, "Bob stays conscious", ("bob",)),
        ResultLine(HEADING, "-- round 2 --"),
        ResultLine(CHANGE, "Bob: HP 4 -> 3", ("bob",)),
    ]
    assert sort_result_lines(lines) == [
        "Ada hits Bob", "  Bob: HP 9 -> 4", "Bob stays conscious", "-- round 2 --", "Bob: HP 4 -> 3"
    ]  # fmt: skip


def test_what_somebody_rolls_alone_does_not_come_before_what_called_for_it():
    lines = [
        ResultLine(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        ResultLine(OUTCOME, "Bob faints", ("bob", "")),
        ResultLine(CHANGE, "Bob is out", ("bob",)),
    ]
    assert sort_result_lines(lines) == ["Bob: HP 9 -> 4", "Bob faints", "  Bob is out"]


def test_a_price_of_somebody_else_stands_before():
    lines = [ResultLine(CHANGE, "Cy: no cover", ("cy",)), ResultLine(OUTCOME, "Ada hits Bob", ("ada", "bob"))]
    assert sort_result_lines(lines) == ["Cy: no cover", "Ada hits Bob"]


def test_an_outcome_about_nobody_costs_nothing():
    """Smoke that clears comes after what those did who bleed, in the order in which it happened."""
    lines = [
        ResultLine(CHANGE, "Ada loses 2", ("ada",)),
        ResultLine(CHANGE, "Bob loses 3", ("bob",)),
        ResultLine(CHANGE, "Bob: lost 0 -> 3", ("bob",)),
        ResultLine(OUTCOME, "The smoke clears", ("", "")),
    ]
    assert sort_result_lines(lines) == [line.text for line in lines]


def test_nobody_pays_with_a_condition():
    """It came of what was before, as of the answer to a fumble in the middle of a full attack."""
    lines = [
        ResultLine(OUTCOME, "Ada chooses prone"),
        ResultLine(CHANGE, "Ada falls prone", ("ada",), price=False),
        ResultLine(CHANGE, "Ada: rounds 2 -> 1", ("ada",)),
        ResultLine(OUTCOME, "Ada hits Bob", ("ada", "bob")),
    ]
    assert sort_result_lines(lines) == [
        "Ada chooses prone",
        "  Ada falls prone",
        "  Ada: rounds 2 -> 1",
        "Ada hits Bob",
    ]


def test_what_it_does_to_one_more_is_a_stretch_of_its_own():
    """The damage of each goes with what it changes for that one."""
    lines = [
        ResultLine(OUTCOME, "Ada hits Bob", ("ada", "bob")),
        ResultLine(DAMAGE, "Bob takes 5", ("bob",)),
        ResultLine(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        ResultLine(DAMAGE, "Cy takes 5", ("cy",)),
        ResultLine(CHANGE, "Cy: HP 9 -> 4", ("cy",)),
    ]
    assert sort_result_lines(lines) == [lines[0].text, *(f"  {line.text}" for line in lines[1:])]


# Unused answers given in advance are reported, in words and as JSON.


MISS = "attack ada bosun --force --dice 1,1 --answer critical=double"


@pytest.fixture
def rbf():
    interpreter = CommandService(MemoryStorage(), Style())
    interpreter.perform(["start", "duel", "--seed", "docks"])
    return lambda line: interpreter.perform(line.split()).text


def test_in_words(rbf):
    assert rbf(MISS).splitlines().count("not asked: critical=double") == 1


def test_as_json(rbf):
    events = json.loads(rbf(f"{MISS} --json"))["events"]
    assert events[-1] == {"event": "unasked", "rule": "GM", "answers": ["critical=double"]}


def test_the_names_in_the_order_are_in_their_colour_which_takes_no_width():
    people = {who: Combatant(name=f"{who.capitalize()} of the Docks") for who in ("ada", "bob", "cy")}
    fight = Fight(system="x", combatants=people)
    order = InitiativeSet(slots=tuple(TurnSlot(who=who, count=9) for who in people), turn=0)
    lines = narrate([order], fight, fight, RULES, Style(colour=True, width=52))
    bold = [f"9 \x1b[1m{one.name}\x1b[0m" for one in people.values()]
    assert lines == [f"initiative: {bold[0]}, {bold[1]},\n            {bold[2]}"]
