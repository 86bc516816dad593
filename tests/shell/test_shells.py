"""TAB in bash gives the program exactly the names there are, however they are typed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
import tree_sitter
import tree_sitter_powershell

from rbfcli.storage.paths import shipped_text
from tests.shell.conftest import NAMES, PARTIAL, ROOT


@pytest.fixture(scope="module")
def bash(shell_at):
    """A bash that has read the completion script."""
    shell = shell_at("bash", "--noprofile", "--norc", "-i")
    shell.run("bind 'set enable-bracketed-paste off'; PS1='$ '")
    shell.run(f"source '{ROOT / 'completions/rbf'}'")
    shell.ready()
    return shell


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_comes_back_whole(bash, name):
    before = ["--"] if name.startswith("-") else []

    assert bash.completed(f"rbf attack {NAMES[name]}") == ["attack", *before, name]


@pytest.mark.parametrize("typed", PARTIAL)
def test_a_word_begun_in_any_way_is_ended(bash, typed):
    assert bash.completed(f"rbfcli {typed}") == PARTIAL[typed]


# fish offers exactly the names there are, and TAB gives them to the program whole.


@pytest.fixture(scope="module")
def fish(shell_at):
    """A fish that has read the completion script."""
    shell = shell_at("fish", "--no-config", "-i")
    shell.run(f"source '{ROOT / 'completions/rbf.fish'}'")
    shell.ready()
    return shell


@pytest.fixture(scope="module")
def offered(folder, environment):
    """What fish offers for a command line."""
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")

    def offer(line: str) -> list[str]:
        script = f"source '{ROOT / 'completions/rbf.fish'}'; complete -C $argv[1]"
        command = ["fish", "--no-config", "-c", script, line]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        return [each.partition("\t")[0] for each in done.stdout.splitlines()]

    return offer


def test_every_hostile_name_is_offered_as_it_is(offered):
    assert set(NAMES) - {"-dash"} <= set(offered("rbf attack "))


def test_a_name_with_a_hyphen_in_front_is_offered_behind_two(offered):
    assert "-dash" in offered("rbfcli attack -- ")


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_comes_back_whole_in_fish(fish, name):
    before = ["--"] if name.startswith("-") else []

    assert fish.completed(f"rbf attack {NAMES[name]}") == ["attack", *before, name]


@pytest.mark.parametrize("typed", PARTIAL)
def test_a_word_begun_in_any_way_is_ended_in_fish(fish, typed):
    assert fish.completed(f"rbfcli {typed}") == PARTIAL[typed]


# TAB in zsh gives the program exactly the names there are, however they are typed.


@pytest.fixture(scope="module")
def zsh(shell_at):
    """A zsh that finds the completion script by its name."""
    shell = shell_at("zsh", "-f", "-i")
    shell.run("PS1='%% '; unsetopt prompt_cr prompt_sp; unset zle_bracketed_paste")
    shell.run(f"fpath=('{ROOT / 'completions'}' $fpath); autoload -Uz compinit; compinit -u -D")
    shell.ready()
    return shell


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_comes_back_whole_in_zsh(zsh, name):
    before = ["--"] if name.startswith("-") else []

    assert zsh.completed(f"rbf attack {NAMES[name]}") == ["attack", *before, name]


@pytest.mark.parametrize("typed", PARTIAL)
def test_a_word_begun_in_any_way_is_ended_in_zsh(zsh, typed):
    assert zsh.completed(f"rbfcli {typed}") == PARTIAL[typed]


# The script for PowerShell parses, and is built as PowerShell wants it; no PowerShell is at hand to run it.


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
