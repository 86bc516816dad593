"""The ledger of every shipped system is that of its catalogue, and what it calls done is carried by a test."""

import ast
import re
import tomllib
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import fields

from rbfcli.model.conditions import read_conditions
from rbfcli.model.rules import Example, RuleEntry, read_messages, read_rules
from rbfcli.systems.registry import SHIPPED, load

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def catalogue(system):
    """The ids of a system's catalogue, kept beside its tests."""
    return (TESTS / "systems" / system / "catalogue_ids.txt").read_text().split()


def carried(system):
    """The ids that tests of a system carry in their docstrings."""
    trees = [ast.parse(path.read_text()) for path in sorted((TESTS / "systems" / system).glob("test_*.py"))]
    functions = chain.from_iterable(ast.walk(tree) for tree in trees)
    texts = [ast.get_docstring(one) or "" for one in functions if isinstance(one, ast.FunctionDef)]
    return set(chain.from_iterable(ids_in(system, text) for text in texts))


def cited(system):
    """Every id that stands anywhere in the tests of a system."""
    paths = sorted((TESTS / "systems" / system).glob("*.py"))
    return set(chain.from_iterable(ids_in(system, path.read_text()) for path in paths))


def ids_in(system, text):
    """The ids of a system's rules in a text."""
    prefix = catalogue(system)[0].partition("-")[0]
    return re.findall(rf"\b{prefix}-[A-Z]+-[A-Z0-9]+\b", text)


@pytest.mark.parametrize("system", SHIPPED)
def test_the_ledger_is_that_of_the_catalogue(system):
    assert sorted(each.id for each in load(system).ledger()) == sorted(catalogue(system))


@pytest.mark.parametrize("system", SHIPPED)
def test_every_rule_that_is_done_is_carried_by_a_test(system):
    done = {each.id for each in load(system).ledger() if each.state == "done"}
    assert not done - carried(system)


@pytest.mark.parametrize("system", SHIPPED)
def test_no_test_cites_a_rule_that_is_not_there(system):
    assert cited(system) <= set(catalogue(system))


@pytest.mark.parametrize("system", SHIPPED)
def test_every_rule_says_what_it_is_where_it_stands_and_whose_it_is(system):
    for each in load(system).ledger():
        assert each.summary, each.id
        assert each.source, each.id
        assert each.state in ("done", "gm"), each.id


@pytest.mark.parametrize("system", SHIPPED)
def test_no_default_is_written_out(system):
    text = (ROOT / "rbfcli" / "systems" / system / "rules.toml").read_text(encoding="utf-8")
    written = tomllib.loads(text)["rules"]
    assert [struct.id for struct in read_rules(f"rbfcli.systems.{system}")] == [table["id"] for table in written]
    for table in written:
        for struct, given in ((RuleEntry, table), *((Example, each) for each in table.get("examples", ()))):
            defaults = {field.name: field.default for field in fields(struct)}
            assert [key for key, value in given.items() if value == defaults[key]] == [], table["id"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[[rule]]\nid = 'X-1'", "unknown field `rule`"),
        ("[[rules]]\nid = 'X-1'\nsummary = 'A rule.'", "missing required field `source`"),
        ("[[rules]]\nid = 'X-1'\nsummary = 'A rule.'\nsource = 'a page'\noptions = 'o'", "unknown field `options`"),
        (
            "[[rules]]\nid = 'X-1'\nsummary = 'A rule.'\nsource = 'a page'\n[[rules.examples]]\nlin = 'init'",
            "unknown field `lin`",
        ),
    ],
)
def test_a_key_that_is_misspelt_or_missing_is_refused(tmp_path, monkeypatch, text, wrong):
    with pytest.raises(msgspec.ValidationError, match=wrong):
        read_rules(package_with(tmp_path, monkeypatch, "rules.toml", text))


def package_with(folder, monkeypatch, name, text):
    """The name of a package that holds a data file."""
    package = folder / f"rules_{folder.name}"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / name).write_text(text)
    monkeypatch.syspath_prepend(folder)
    return package.name


def test_the_table_of_a_message_is_the_part_of_its_result(tmp_path, monkeypatch):
    text = "[messages]\n'field.hp' = 'HP'\n[outcome]\nrested = '{who} rests'"

    assert read_messages(package_with(tmp_path, monkeypatch, "messages.toml", text)) == {
        "field.hp": "HP",
        "rested": "{who} rests",
        "part.rested": "outcome",
    }


def test_a_misspelt_key_of_a_condition_is_refused(tmp_path, monkeypatch):
    text = "[prone]\nrule = 'X-1'\nbegins = 'falls prone'\nbar = ['act']"
    with pytest.raises(msgspec.ValidationError, match="unknown field `bar`"):
        read_conditions(package_with(tmp_path, monkeypatch, "conditions.toml", text))


def test_a_message_in_an_unknown_table_is_refused(tmp_path, monkeypatch):
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'outcomes'"):
        read_messages(package_with(tmp_path, monkeypatch, "messages.toml", "[outcomes]\nrested = '{who} rests'"))


@pytest.mark.parametrize("system", SHIPPED)
def test_the_options_a_rule_names_exist(system):
    fight = load(system).fight(system=system)
    for each in load(system).ledger():
        for option in filter(None, each.option.split(", ")):
            owner, _, name = option.rpartition(".")
            assert name in getattr(fight, owner or "options").__struct_fields__, f"{each.id}: {option}"
