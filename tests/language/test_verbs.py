"""The table of the program's verbs names every one of them, and imports none before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from typer import TyperException

from rbfcli.cli.typer_help import app_of, common_parameters
from rbfcli.core.errors import UsageError
from rbfcli.language import parser
from rbfcli.language.grammar import CommonOptions, free_spellings, grammar_of, takes_value
from rbfcli.language.names import convert_value, convert_values
from rbfcli.language.parser import ParsedLine, fight_verbs, one_liner_verbs, parse_line
from rbfcli.language.program_verbs import Roll
from rbfcli.language.verbs import ALSO_OF_FIGHTS, PLACES, SYNONYMS, VERBS, VerbTable
from rbfcli.model.commands import Command, Opt, verb_name
from rbfcli.systems.registry import SHIPPED, load
from tests.program import run_rbf

MODULES = sorted({place.partition(".")[0] for place in PLACES.values()})


@pytest.mark.parametrize("verb", VERBS)
def test_the_struct_of_a_verb_is_the_one_with_its_tag(verb):
    assert verb_name(VERBS[verb]) == verb


@pytest.mark.parametrize("module", MODULES)
def test_every_struct_of_a_verb_is_in_the_table(module):
    found = import_module(f"rbfcli.language.{module}")
    kinds = [each for each in vars(found).values() if isinstance(each, type) and each.__module__ == found.__name__]
    verbs = [each for each in kinds if issubclass(each, Command)]

    assert verbs
    assert [VERBS[verb_name(each)] for each in verbs] == verbs


def test_a_word_that_is_no_verb_is_not_in_it():
    assert "dance" not in VERBS
    assert VERBS.get("dance") is None
    assert {*ALSO_OF_FIGHTS} <= {*VERBS}
    assert {*SYNONYMS}.isdisjoint(VERBS)


def test_whether_there_is_a_verb_is_known_without_its_module():
    table = VerbTable({"dance": "nowhere.Dance"})

    assert ("dance" in table, len(table), [*table]) == (True, 1, ["dance"])
    with pytest.raises(ModuleNotFoundError):
        table["dance"]


def test_an_attack_imports_no_verb_of_the_program(tmp_path):
    save = str(tmp_path / "a.toml")
    for words in (["start", "dock-ambush", "--seed", "s"], ["init"]):
        assert run_rbf(*words, "-e", save, cwd=tmp_path).returncode == 0
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(f'{status} ' + ' '.join(sys.modules))\n"
        f"sys.argv = ['rbf', 'attack', 'joss', 'thug1', '--force', '--dice', '1,1', '-e', {save!r}]\n"
        "from rbfcli.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    status, *modules = done.stderr.split()

    assert status == "0"
    assert {f"rbfcli.language.{module}" for module in MODULES if module != "verbs"}.isdisjoint(modules)


# The language and the Typer app, made from the same structs, read every command line alike.


KINDS = [
    *VERBS.values(),
    *(kind for name in SHIPPED for verbs in (fight_verbs, one_liner_verbs) for kind in verbs(load(name)).values()),
]
TEXT = st.text(st.sampled_from("abcé X0.,=-@*#'\"[]"), min_size=1, max_size=6).filter(lambda text: text.strip())
WORD = TEXT.filter(lambda text: not text.startswith("-"))
APPS = {}


def read(words, kinds):
    """The line as the language reads it, without the words it was read from."""
    return replace(parser.read(parse_line(words), kinds), words={})


def read_by_typer(words, kind):
    """The line as Typer reads it: its own numbers, choices and flags, and texts as the language keeps them."""
    if kind not in APPS:
        said = {}
        APPS[kind] = said, app_of(kind, said.update)
    said, app = APPS[kind]
    said.clear()
    app(words, prog_name="rbf", standalone_mode=False)
    grammar = grammar_of(kind)
    parameters = [*grammar.positionals, *grammar.options.values(), *common_parameters(grammar.options)]
    by_field = {parameter.field: parameter for parameter in parameters}
    values = {field: kept(by_field[field], value) for field, value in said.items()}
    common = {
        field: values.pop(field) for field in CommonOptions.__struct_fields__ if field in values.keys() - own(kind)
    }
    return ParsedLine(kind(**values), {}, CommonOptions(**common))


def kept(parameter, value):
    """A value of Typer's as the field holds it."""
    if parameter.many:
        return tuple(each for word in value for each in convert_values(parameter, word, None))
    return convert_value(parameter, value, None) if isinstance(value, str) else value


def own(kind):
    """The fields of a struct."""
    return kind.__struct_fields__


def value_for(parameter):
    """Words that a slot takes."""
    if parameter.spec.choices:
        return st.sampled_from(parameter.spec.choices)
    if parameter.spec.kind in ("number", "quantity"):
        low, high, least = parameter.spec.low, parameter.spec.high, -99 if isinstance(parameter.spec, Opt) else 0
        return st.integers(least if low is None else low, 99 if high is None else high).map(str)
    if parameter.spec.kind == "faces":
        return st.lists(st.integers(1, 20).map(str), min_size=1, max_size=3).map(",".join)
    return TEXT if isinstance(parameter.spec, Opt) else WORD


@st.composite
def said_option(draw, parameter, grammar):
    """One option as it may be typed: the words stay together; a short form is that of the verb's own."""
    name = draw(st.sampled_from(free_spellings(parameter, grammar.options)))
    if not takes_value(parameter):
        return [name]
    value = draw(value_for(parameter))
    return [f"{name}={value}"] if name.startswith("--") and draw(st.booleans()) else [name, value]


@st.composite
def lines(draw, kind):
    """A whole line of one verb: options anywhere, those of every command before the verb too, and more than once."""
    grammar = grammar_of(kind)
    common = [parameter for parameter in common_parameters(grammar.options) if parameter.field not in own(kind)]
    mine = [
        parameter for parameter in dict.fromkeys(grammar.options.values()) if parameter.required or draw(st.booleans())
    ]
    said = []
    for parameter in grammar.positionals:
        said += (given := draw(words_for(parameter)))
        if not given:
            break
    behind = said[draw(st.integers(0, len(said))) :]
    before, words = [], [[word] for word in said[: len(said) - len(behind)]]
    for parameter in [*mine, *draw(st.lists(st.sampled_from(common), max_size=3))]:
        for _ in range(draw(st.integers(1, 2)) if parameter.many or parameter in common else 1):
            option = draw(said_option(parameter, grammar))
            if parameter in common and draw(st.booleans()):
                before += option
            else:
                words.insert(draw(st.integers(0, len(words))), option)
    ended = ["--", *behind] if behind and draw(st.booleans()) else behind
    return [*before, grammar.verb, *(word for option in words for word in option), *ended]


def words_for(parameter):
    """The positional words of one field."""
    return st.lists(value_for(parameter), min_size=1 if parameter.required else 0, max_size=3 if parameter.many else 1)


@st.composite
def spoilt(draw, kind):
    """A line with one thing wrong in it."""
    words = draw(lines(kind))
    wrong = draw(st.sampled_from([["--nosuch"], ["--nosuch=1"], ["-Z"]]))
    return [words[0], *wrong, *words[1:]] if words[0] == verb_name(kind) else [*wrong, *words]


@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_both_read_the_same_values_from_a_line(data, kind):
    words = data.draw(lines(kind))

    assert read_by_typer(words, kind) == read(words, {verb_name(kind): kind})


@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_neither_takes_a_line_with_a_mistake(data, kind):
    words = data.draw(spoilt(kind))

    with pytest.raises(UsageError):
        read(words, {verb_name(kind): kind})
    with pytest.raises(TyperException):
        read_by_typer(words, kind)


def test_the_short_option_of_a_verb_stands_before_that_of_every_command():
    words = ["roll", "-n", "3", "1d6", "--dry-run"]

    assert read_by_typer(words, Roll) == read(words, VERBS)
    assert read_by_typer(words, Roll).command.times == 3


@pytest.mark.parametrize(
    "line",
    [
        "attack vex",
        "attack --with",
        "attack vex thug --kind brave",
        "attack vex thug --advantage 21",
        "attack vex thug --mod x",
        "condition drop vex prone",
        "undo 1 2",
        "log --last 0",
        "start duel --color mauve",
        "start duel --json=x",
    ],
)
def test_neither_takes_what_is_missing_too_much_or_out_of_range(line):
    words = line.split()
    kind = {**VERBS, **fight_verbs(load("rbf"))}[words[0]]

    with pytest.raises(UsageError):
        read(words, {words[0]: kind})
    with pytest.raises(TyperException):
        read_by_typer(words, kind)
