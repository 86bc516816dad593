"""The script for PowerShell parses, and is built as PowerShell wants it; no PowerShell is at hand to run it."""

from __future__ import annotations

import re

import pytest
import tree_sitter
import tree_sitter_powershell

from rbfcli.store.paths import shipped_text
from tests.shell.conftest import NAMES

TEXT = shipped_text("completions", "rbf.ps1")
CODE = re.sub(r"(?m)^\s*#.*$", "", TEXT)
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_powershell.language()))


def nodes(node):
    """A node and all below it."""
    yield node
    for child in node.children:
        yield from nodes(child)


TREE = list(nodes(PARSER.parse(TEXT.encode()).root_node))


def test_it_parses():
    assert [node for node in TREE if node.is_error or node.is_missing] == []


def test_what_is_no_powershell_does_not_parse():
    assert PARSER.parse(TEXT.replace("param(", "param((").encode()).root_node.has_error


def test_it_runs_the_program_alone_and_evaluates_nothing():
    called = {node.text.decode() for node in TREE if node.type in ("command_name", "command_name_expr")}

    assert called == {"Register-ArgumentCompleter", "Select-Object", "rbf"}
    assert not re.search(r"(?i)invoke-|\biex\b|\[scriptblock\]|ExpandString|\.Invoke", CODE)


def test_no_word_stands_in_a_text_that_is_expanded_except_the_one_the_program_gets():
    expanded = {node.text.decode() for node in TREE if node.type == "expandable_string_literal"}

    assert {text for text in expanded if "$" in text} == {'":$typed"'}


def test_a_word_is_quoted_singly_with_every_sign_for_a_quote_doubled():
    assert """"'" + ($name -replace '[''\\u2018-\\u201b]', '$0$0') + "'\"""" in CODE
    assert "$name -match '[^A-Za-z0-9_=./+-]'" in CODE
    assert "::new($text, $name, 'ParameterValue', $meaning)" in CODE


@pytest.mark.parametrize(
    "name", [*NAMES, "\u2018five\u2019", "\u201asigns\u201b", "two''", "@foes", "5,7", "1kb", "\u2013dash"]
)
def test_any_name_comes_back_out_of_its_quotes(name):
    """What the script does to a word, done here, and read as PowerShell reads what stands in single quotes."""
    signs = re.search(r"-replace '\[(''[^\]]*)\]', '\$0\$0'", CODE)[1].replace("''", "'")
    plain = re.search(r"-match '(\[[^']*\])'", CODE)[1]
    text = "'" + re.sub(f"[{signs}]", r"\g<0>\g<0>", name) + "'" if re.search(plain, name) else name

    assert re.fullmatch(f"[A-Za-z0-9_=./+-]+|'(?:[^{signs}]|([{signs}])\\1)*'", text)
    assert re.sub(f"([{signs}])\\1", r"\1", text[1:-1]) == name if text != name else text == name


def test_both_names_of_the_program_are_registered():
    assert "Register-ArgumentCompleter -Native -CommandName @('rbf', 'rbfcli') -ScriptBlock {" in CODE
