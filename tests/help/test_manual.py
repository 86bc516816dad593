"""The manual says of every verb exactly what its struct says, within any width."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rbfcli.cli.typer_help import drawn_help
from rbfcli.core.errors import EXIT_STATUSES, UsageError
from rbfcli.dice.parser import parse
from rbfcli.language.forms import all_verbs, standalone_verbs, statement_rows, statements
from rbfcli.language.grammar import CommonOptions, grammar_of, spellings, split_words
from rbfcli.language.manual import EVERYTHING, ON_ONE_SCREEN, one_screen, overview, page, topic_page
from rbfcli.language.page import Terms
from rbfcli.language.parser import parse_line, read
from rbfcli.language.topics import FOLDER, TABLE, TABLES, TOPICS, sections_of, summary_of
from rbfcli.model.commands import Command
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.expressions import read_expression
from rbfcli.script.parser import READERS
from rbfcli.script.run import run_script
from rbfcli.systems.registry import SHIPPED, load
from tests.help.topics import first_lines_of, terms_of
from tests.program import run_rbf

VERBS = all_verbs(map(load, SHIPPED))
FIGHT = all_verbs([load("rbf")], standalone=False)
PAGES = [*dict.fromkeys(("", *VERBS, *TOPICS))]
FORMS = [
    pytest.param(verb, form, id=f"{verb.name}-{'-'.join(form.systems)}{'-alone' * form.standalone}")
    for verb in VERBS.values()
    for form in verb.forms
]


@pytest.mark.parametrize("word", PAGES)
def test_no_line_is_wider_than_the_width_and_every_page_says_something(word):
    for width in (40, 41, 59, 80, 200):
        lines = page(word, VERBS, Style(width=width))

        assert max(map(len, lines)) <= width
        assert 3 < len(lines) < 1_000


def test_a_verb_that_takes_keys_says_where_all_keys_are():
    takes = {name for name, verb in VERBS.items() if any("PAIRS" in line for line in page(name, {name: verb}, Style()))}
    assert takes == {"add", "set"}
    for name in takes:
        assert "rbf help encounter" in page(name, VERBS, Style())[-1]


@pytest.mark.parametrize("system", SHIPPED)
def test_in_a_fight_one_screen_names_every_verb_that_there_is_here(system):
    verbs = all_verbs([load(system)], standalone=False)
    lines = one_screen(verbs, system)
    text = "\n".join(lines)

    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert set(verbs) | set(ON_ONE_SCREEN) <= set(re.findall(r"[\w-]+", text))
    assert "generic plays most" in text
    assert text.index("rbf roll 2d8+3") < text.index("rbf repl") < text.index("Verbs and more:")


def test_without_a_fight_one_screen_names_the_general_verbs_and_where_all_are():
    lines = one_screen(VERBS)
    words = set(re.findall(r"[\w-]+", "\n".join(lines)))

    assert len(lines) < 24
    assert {verb.name for verb in VERBS.values() if not verb.systems} | {"attack", "check", "init"} <= words
    assert not {"reorient", "declare", "sprint", "push"} & words
    assert "rbf help --all" in "\n".join(lines)
    assert page("", VERBS, system="") == lines
    assert page("", VERBS, system=EVERYTHING) == overview(VERBS.values())


def test_every_option_of_one_screen_is_one_of_every_command():
    line = next(line for line in one_screen(VERBS) if line.startswith("  options "))

    assert set(re.findall(r"(?<=[ ,])-[\w-]+", line)) <= {*grammar_of(CommonOptions).options, "--force"}


def test_the_overview_lists_every_verb_and_topic_in_its_group():
    lines = overview(VERBS.values())
    titles = [line for line in lines if re.fullmatch(r"\w.*:", line)]

    assert titles == [
        "Examples:",
        "Usage:",
        "Dice:",
        "Fights:",
        "Table:",
        "Files:",
        "About:",
        "Topics (rbf help TOPIC):",
    ]
    assert [word for word in (*VERBS, *TOPICS) if not any(line.startswith(f"  {word} ") for line in lines)] == []


@pytest.mark.parametrize(("verb", "form"), FORMS)
def test_a_page_begins_with_examples_and_explains_every_word(verb, form):
    lines = page(verb.name, {verb.name: verb}, Style(width=200))
    text = "\n".join(lines)
    parameters = {*form.grammar.positionals, *form.grammar.options.values()}

    first = lines.index("Examples:") if verb.name in TOPICS else 2
    assert lines[first] == "Examples:"
    assert lines[first + 1].startswith(f"  rbf {verb.name}")
    for parameter in parameters:
        assert [part for part in parameter.spec.help.removesuffix(")").split(" (") if part not in text] == []
        assert [choice for choice in parameter.spec.choices if choice not in text] == []
    assert [
        name
        for parameter in parameters
        for name in spellings(parameter)
        if name not in text and parameter.spec.kind == "flag"
    ] == []
    assert [name for name in grammar_of(CommonOptions).options if name not in text] == []


@pytest.mark.parametrize(
    ("system", "option", "words"),
    [
        ("rbf", "--critical", "double, silent, thrown"),
        ("rbf", "--technique", "blind, cleave, strafe"),
        ("rbf", "--complication", "dropped, prone, out-of-ammo"),
        ("threat", "--ultra", "double, threat, ally"),
        ("futurepath", "--fumble", "none, drop, prone"),
    ],
)
def test_an_option_lists_the_words_that_every_fight_of_the_system_has(system, option, words):
    verb = all_verbs([load(system)], standalone=False)["attack"]

    shown = [
        " ".join(page("attack", {"attack": verb}, Style(width=200))),
        drawn_help(verb.forms[0], (), Style(width=200)),
    ]

    assert [text for text in shown if option not in text or words not in " ".join(text.replace("│", " ").split())] == []


@pytest.mark.parametrize(("verb", "form"), FORMS)
def test_every_example_reads(verb, form):
    assert len(form.examples) > 1 or form.standalone or verb.name == "edit"
    for line in form.examples:
        words = [word for word in split_words(line) if not form.standalone or word not in ("--system", *form.systems)]
        if verb.name != "odds":
            assert read(parse_line(words), {verb.name: form.kind}).command.__class__ is form.kind


def test_inside_a_fight_a_verb_shows_what_the_system_takes_and_no_more():
    text = "\n".join(page("attack", FIGHT))

    assert "--technique" in text
    assert "--dice 5,7" in text
    assert "--tn" not in text


def test_without_a_fight_both_forms_are_shown():
    text = "\n".join(page("attack", all_verbs([load("rbf")])))

    assert text.index("--technique TECHNIQUE") < text.index("Without a fight:") < text.index("--tn N")
    assert "rbf attack --system rbf --tn N [options]" in "\n".join(page("attack", standalone_verbs(load("rbf"))))


def test_a_verb_of_the_program_and_of_a_system_names_the_system_alone():
    text = page("check", all_verbs([load("rbf")]))

    assert [line for line in text if line.startswith("Usage")] == ["Usage:", "Usage (rbf):"]


def test_headings_alone_are_painted_and_only_where_colour_is_wanted():
    painted, bare = (page("attack", FIGHT, Style(colour=colour)) for colour in (True, False))

    assert [re.sub(r"\x1b\[\d+m", "", line) for line in painted] == bare
    assert [line for line in bare if "\x1b" in line] == []
    assert [line for line, plain in zip(painted, bare, strict=True) if line != plain and not plain.endswith(":")] == []
    assert "Examples:" not in painted


def test_an_unknown_word_is_answered_with_the_nearest():
    with pytest.raises(UsageError) as wrong:
        page("atack", VERBS)
    assert wrong.value.suggestions[0] == "attack"
    with pytest.raises(UsageError) as wrong:
        topic_page("exit-code")
    assert wrong.value.suggestions[0] == "exit-codes"


@pytest.mark.parametrize("word", [word for word in TOPICS if word in statements() or word in VERBS])
def test_a_topic_comes_before_a_statement_or_verb_of_its_name_and_names_it(word):
    """`rbf help dice` printed the statement, and not the notation that `roll --help` sends people to."""
    lines = page(word, VERBS)
    assert lines[0] == f"{word} - {summary_of(word)}"
    assert any(line.strip().startswith(f"{word} is also a") for line in lines[1:])
    assert word not in statements() or f"  {statements()[word].form}" in lines


def test_dice_are_a_topic_and_a_statement():
    assert "dice" in TOPICS
    assert "dice" in statements()
    assert any("4d6kh3" in line for line in page("dice", VERBS))


def test_a_verb_of_the_name_of_a_topic_is_explained_behind_it():
    verbs = {**VERBS, "lab": VERBS["roll"]}
    lines = page("lab", verbs)
    assert lines[0] == f"lab - {summary_of('lab')}"
    assert any("lab is also a verb" in line for line in lines)
    assert "Arguments:" in lines


def test_the_exit_statuses_are_those_of_the_code():
    text = "\n".join(topic_page("exit-codes", Style(width=200)))

    assert [line for line in text.splitlines() if re.match(r"  \d", line)] == [
        f"  {status:<5}{meaning}" for status, meaning in EXIT_STATUSES
    ]


def test_the_topics_are_the_files_of_the_folder_and_use_every_table():
    texts = {path.stem: path.read_text() for path in Path(FOLDER).iterdir()}

    assert sorted(texts) == sorted(TOPICS)
    assert sorted(name for text in texts.values() for name in re.findall(TABLE, text)) == sorted(TABLES)


@pytest.mark.parametrize("name", TOPICS)
def test_all_text_of_a_topic_is_in_its_sections_and_every_value_is_filled_in(name):
    text = re.sub(r"<!-- .* -->|^```\w*|\$\{[a-z_]+\}", "", Path(FOLDER, f"{name}.md").read_text(), flags=re.MULTILINE)
    parts = [part for section in sections_of(name) for part in section.parts]
    written = " ".join([summary_of(name), *(repr(part) for part in parts), *(each.title for each in sections_of(name))])

    assert set(re.findall(r"[A-Za-z]{4,}", text.partition(" - ")[2])) <= set(re.findall(r"[A-Za-z]+", written))
    assert not re.search(r"\$\{[a-z]", written.replace("${EXPR}", ""))
    assert "<!--" not in written
    assert all(part.rows for part in parts if isinstance(part, Terms))


NOTATION = [written for part in sections_of("dice")[0].parts if isinstance(part, Terms) for written, _ in part.rows]


@pytest.mark.parametrize("expression", [each for written in NOTATION for each in written.split(", ")])
def test_the_dice_in_the_manual_are_dice(expression):
    assert parse(expression)


@pytest.mark.parametrize("line", [line for line, _ in terms_of("scripts")[len(statement_rows()) :]])
def test_the_expressions_in_the_manual_are_expressions(line):
    at = 0
    while at < len(line):
        _, at = read_expression(line, at)
        assert line[at : at + 1] in ("", ",")
        at += 1


def test_every_word_of_scripts_is_in_the_manual():
    assert {line.split()[0] for line, _ in statement_rows()} == READERS.keys()


def test_the_script_in_the_manual_plays(tmp_path):
    path = tmp_path / "example.rbf"
    path.write_text("".join(f"{line}\n" for line in first_lines_of("scripts")))
    printed, mistakes = [], []

    assert run_script(str(path), RunOptions(quiet=True), printed.append, mistakes.append, style=Style()) == 0
    assert mistakes == []


def test_a_verb_that_not_all_systems_have_says_whose_it_is():
    for verb in VERBS.values():
        listed = next(line for line in overview(VERBS.values(), Style(width=200)) if line.startswith(f"  {verb.name} "))
        assert listed.endswith(")") == (0 < len(verb.systems) < len(SHIPPED))


def test_force_is_an_option_of_every_command():
    assert "--force" in grammar_of(Command).options
    assert "--force" in "\n".join(page("stand", FIGHT))


def test_a_system_comes_before_the_verb_of_its_name_and_that_before_the_long_list_of_keys(tmp_path):
    """In a threat fight, `rbf help threat` began with the verb and ended with the keys."""
    run_rbf("start", "mine-raid", cwd=tmp_path)
    lines = run_rbf("help", "threat", cwd=tmp_path).stdout.splitlines()
    order = [lines.index(each) for each in ("Playing it:", "The verb threat:", "The file:")]
    assert lines[0].startswith("threat - Threat & Action Tracker")
    assert order == sorted(order)


@pytest.mark.parametrize("system", SHIPPED)
def test_the_page_of_condition_lists_the_conditions_of_each_system(system):
    """`help condition` named none, and the error of an unknown one points there."""
    alone = page("condition", all_verbs([load(system)], standalone=False))
    every = page("condition", VERBS)
    for name, row in load(system).conditions.items():
        if row.addable:
            assert re.search(rf"\b{name}\b", " ".join(alone))
            assert re.search(rf"\b{name}\b", " ".join(every))
