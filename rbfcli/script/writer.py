"""A statement as text that reads as the same statement."""

from typing import assert_never

from rbfcli.script import statements
from rbfcli.script.expressions.writer import say_expression
from rbfcli.script.statements import Block, Statement, Words

INDENT = "    "


def say_statement(statement: Statement) -> str:
    """A statement as a script has it, blocks indented over several lines."""
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
            return f"let {name} = {say_expression(value)}"
        case statements.If(condition=condition):
            return f"if {say_expression(condition)}"
        case statements.Repeat(times=times):
            return f"repeat {say_expression(times)}"
        case statements.For(name=name, values=values):
            return f"for {name} in {say_expression(values)}"
        case statements.While(condition=condition):
            return f"while {say_expression(condition)}"
        case statements.Include(words=words):
            return f"include {words.text}"
        case statements.Expect(condition=condition, message=message):
            return f"expect {say_expression(condition)}{_otherwise(message)}"
        case statements.ExpectRefused(command=command, message=message):
            return f"expect refused {{ {command.words.text} }}{_otherwise(message)}"
        case statements.DiceByHand(words=words):
            return f"dice {words.text}"
        case statements.Seed(words=words):
            return f"seed {words.text}"
        case statements.Print(words=words):
            return f"print {words.text}".rstrip()
        case _:
            assert_never(statement)


def _otherwise(message: Words) -> str:
    return f" else {message.text}" if message.text else ""


def _blocks(statement: Statement) -> tuple[Block, ...]:
    match statement:
        case statements.If(then=then, otherwise=otherwise):
            return (then, otherwise) if otherwise else (then,)
        case statements.Repeat(body=body) | statements.For(body=body) | statements.While(body=body):
            return (body,)
        case _:
            return ()


def _bracketed(block: Block) -> str:
    lines = [f"{INDENT}{line}\n" for statement in block for line in say_statement(statement).split("\n")]
    return f"{{\n{''.join(lines)}}}"
