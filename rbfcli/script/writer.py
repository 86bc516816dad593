"""Statements as text that parses to the same statements."""

from typing import assert_never

from rbfcli.script import statements
from rbfcli.script.expressions.writer import expression_text
from rbfcli.script.statements import Block, Statement, WordTemplate

INDENT = "    "


def statement_text(statement: Statement) -> str:
    """A statement as it is written in a script, with indented blocks."""
    blocks = _blocks(statement)
    if not blocks:
        return headline(statement)
    return f"{headline(statement)} " + " else ".join(map(_bracketed, blocks))


def headline(statement: Statement) -> str:
    """A statement without its blocks, on one line."""
    match statement:
        case statements.Command(words=words):
            return words.text
        case statements.Let(name=name, value=value):
            return f"let {name} = {expression_text(value)}"
        case statements.If(condition=condition):
            return f"if {expression_text(condition)}"
        case statements.Repeat(times=times):
            return f"repeat {expression_text(times)}"
        case statements.For(name=name, values=values):
            return f"for {name} in {expression_text(values)}"
        case statements.While(condition=condition):
            return f"while {expression_text(condition)}"
        case statements.Try():
            return "try"
        case statements.Include(words=words):
            return f"include {words.text}"
        case statements.Expect(condition=condition, message=message):
            return f"expect {expression_text(condition)}{_otherwise(message)}"
        case statements.ExpectRefused(command=command, message=message):
            return f"expect refused {{ {command.words.text} }}{_otherwise(message)}"
        case statements.GivenDice(words=words):
            return f"dice {words.text}"
        case statements.Seed(words=words):
            return f"seed {words.text}"
        case statements.Print(words=words):
            return f"print {words.text}".rstrip()
        case _:
            assert_never(statement)


def _otherwise(message: WordTemplate) -> str:
    return f" else {message.text}" if message.text else ""


def _blocks(statement: Statement) -> tuple[Block, ...]:
    match statement:
        case statements.If(then=then, otherwise=otherwise):
            return (then, otherwise) if otherwise else (then,)
        case statements.Try(body=body, otherwise=otherwise):
            return (body, otherwise) if otherwise else (body,)
        case statements.Repeat(body=body) | statements.For(body=body) | statements.While(body=body):
            return (body,)
        case _:
            return ()


def _bracketed(block: Block) -> str:
    lines = [f"{INDENT}{line}\n" for statement in block for line in statement_text(statement).split("\n")]
    return f"{{\n{''.join(lines)}}}"
