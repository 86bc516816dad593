"""Scripts played statement by statement."""

from collections.abc import Iterable, Sequence
from itertools import count, takewhile
from typing import assert_never

from rbfcli.commands.reply import STOPPED, Interrupted
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import LimitReached, PluginBug, RbfError, Refusal, UnknownWord, at_most, failed, refuse
from rbfcli.core.limits import STATEMENTS
from rbfcli.core.text import quoted
from rbfcli.script import context, parser
from rbfcli.script.commands import CommandRunner
from rbfcli.script.context import NOTHING_BEHIND, RunOptions, ScriptContext, ScriptState
from rbfcli.script.evaluate import LISTS, check_condition, evaluate, in_json, items, whole_value
from rbfcli.script.expressions import Expression, Value
from rbfcli.script.output import OutputForm, Results, ScriptOutput, Streams
from rbfcli.script.parser import Block, Reader, Statement, WordTemplate, fill_words
from rbfcli.script.source import (
    Includes,
    Placed,
    RefusedCommand,
    ScriptError,
    ScriptStopped,
    Source,
    lines_of,
    with_place,
)
from rbfcli.session.file_store import SessionStore


class Runner:
    """A runner of statements."""

    def __init__(
        self, source: Source, storage: SessionStore, options: RunOptions, output: ScriptOutput, memory: ScriptState
    ) -> None:
        self.results = Results()
        self._memory = memory
        self._includes = Includes(source)
        self._context = ScriptContext(storage, memory, options.more)
        service = CommandService(storage, output.style, form=output.form if output.form in ("json", "quiet") else "")
        self._commands = CommandRunner(service, self._context, self._includes)
        self._output = output
        self._max_steps = options.max_steps
        driven_by_program = source.arrives and options.json
        self._keep_going = driven_by_program if options.keep_going is None else options.keep_going
        self._fail_fast = options.fail_fast
        self._trying = 0
        self._begin()
        self._scripts: dict[str, Block] = {}
        self._faces_statement: parser.WordsStatement | None = None

    def run_all(self, reader: Reader, *, arrives: bool) -> None:
        """Run everything once it is read, or each statement as it arrives with its own budget. Raises ScriptStopped."""
        if not arrives:
            self.run_block(self._whole(reader))
            return
        while self.run_next(reader):
            self._begin()

    def run_next(self, reader: Reader) -> bool:
        """Read and run one statement; return False at the end. Raises ScriptStopped after an error, like `run`."""
        try:
            statement = reader.next()
        except ScriptError as wrong:
            self.fail(Placed(reader.line, wrong.at, reader.line.text.strip()), wrong.error)
            if reader.depth:
                raise ScriptStopped from None
            return True
        if statement is not None:
            self.run(statement)
        return statement is not None

    def _begin(self) -> None:
        self._steps = 0
        self._context.begin(max(1, self._max_steps // STATEMENTS))

    def finish(self) -> None:
        """Check at the end that every given face was rolled. Raises ScriptStopped, unless the run keeps going."""
        if self._memory.faces and self._faces_statement is not None:
            listed = ",".join(map(str, self._memory.faces))
            self.fail(self._faces_statement, refuse(f"faces given by `dice` were not rolled: {listed}"))

    def run_block(self, block: Iterable[Statement]) -> None:
        """Run statements in order. Raises ScriptStopped."""
        for statement in block:
            self.run(statement)

    def run(self, statement: Statement) -> None:
        """Run one statement. Raises ScriptStopped after an error, unless the run keeps going."""
        try:
            self._step(statement)
            self._run_statement(statement)
        except ScriptError as wrong:
            self.fail(Placed(statement.line, wrong.at, statement.text), wrong.error)
        except RbfError as error:
            self.fail(statement, error)
        except PluginBug as fault:
            self.fail(statement, fault.failure())

    def fail(self, placed: Placed, error: RbfError) -> None:
        """Report an error, or the limit that it reaches. Raises ScriptStopped, unless the run keeps going."""
        goes_on = self._keep_going and not isinstance(error, Interrupted)
        try:
            if goes_on and self._steps > 1:  # the first line of a budget can spend it: one from a pipe has its own
                self._context.spend(context.of_error(error))
        except LimitReached as limit:
            error, goes_on = error if isinstance(error, LimitReached) else limit, False
        self._record(placed, error)
        self._output.failed(placed, error)
        if not goes_on:
            raise ScriptStopped

    def _record(self, placed: Placed, error: RbfError) -> None:
        """Record an error for the reports. An interrupt replaces earlier errors as the result of the run."""
        results, interrupted = self.results, isinstance(error, Interrupted)
        results.status = error.status if interrupted else results.status or error.status
        results.failure = error if interrupted else results.failure or error
        results.errors.append(results.entry(placed, error.message))

    def _run_statement(self, statement: Statement) -> None:
        match statement:
            case parser.CommandStatement(words=words):
                self._command(statement, words)
            case parser.Let(name=name, value=value, text=text):
                self._memory.variables[name] = found = self._value(value)
                self._output.statement_done(text, value=in_json(found))
            case parser.Expect():
                self._expect(statement)
            case parser.WordsStatement(verb=verb, words=words):
                self._with_words(statement, verb, self._words(words))
            case parser.If(condition=condition, then=then, otherwise=otherwise):
                self.run_block(then if self._value(condition) else otherwise)
            case parser.Loop(name=name, body=body):
                for each in self._rounds(statement):
                    if name:
                        self._memory.variables[name] = each
                    self._step(statement)
                    self.run_block(body)
            case parser.Try(body=body, otherwise=otherwise):
                self._try(body, otherwise)
            case _:
                assert_never(statement)
        if isinstance(statement, parser.If | parser.Loop | parser.Try):
            self._output.statement_done(statement.text)

    def _with_words(self, statement: parser.WordsStatement, verb: str, words: Sequence[str]) -> None:
        text = " ".join(words)
        match verb:
            case "include":
                self._include(text)
                self._output.statement_done(statement.text)
            case "dice":
                self._faces_statement = statement
                self._memory.add_faces(text)
                self._output.setting_done(f"dice {text}")
            case "seed":
                self._commands.seed(text)
                self._output.setting_done(f"seed {quoted(text)}")
            case _:
                self._context.spend(context.PRINT * (1 + len(words)) + len(text) // context.PRINTED)
                self._output.printed(" ".join(["print", *map(quoted, words)]), text)
                self._warn_of_paths(statement, () if statement.words.parts else words)

    def _rounds(self, loop: parser.Loop) -> Iterable[Value]:
        """Return the values of a `for`, or one value for each round of a `repeat` or `while`."""
        if loop.verb == "while":
            return takewhile(lambda _: self._value(loop.value), count())
        value = self._value(loop.value)
        if loop.verb == "repeat":
            return range(with_place(loop.at, whole_value, value))
        return value if isinstance(value, LISTS) else with_place(loop.at, items, value)

    def _command(self, statement: Statement, words: WordTemplate) -> None:
        filled = self._words(words)
        try:
            reply, typed = self._commands.perform(filled)
            if reply.failure:
                raise reply.failure
        except Refusal as refusal:
            if self._trying and not isinstance(refusal, UnknownWord):
                raise RefusedCommand(words.with_filled(filled), refusal) from None
            raise
        self._output.command_done(words.with_filled(typed), reply)
        if reply.status == STOPPED:
            stopped = failed("interrupted", hint=NOTHING_BEHIND, error=Interrupted)
            self._record(statement, stopped)
            self._output.interrupted(statement, stopped)
            raise ScriptStopped
        self.results.status = self.results.status or reply.status
        if reply.status and not self._keep_going:
            raise ScriptStopped

    def _try(self, body: Block, otherwise: Block) -> None:
        """Run a block up to a refusal, and then the other one. Raises ScriptStopped."""
        self._trying += 1
        try:
            return self.run_block(body)
        except RefusedCommand as refused:
            found = refused
        finally:
            self._trying -= 1
        self._output.refused(found.typed, found.refusal)
        self._context.spend(context.of_error(found.refusal))
        return self.run_block(otherwise)

    def _warn_of_paths(self, statement: parser.WordsStatement, words: Sequence[str]) -> None:
        """Warn about a printed path such as `ada.hp`, and explain how to print its value."""
        for word in words:
            owner, dot, field = word.partition(".")
            if dot and field.isidentifier() and self._context.is_combatant(owner):
                self._output.warn(statement, f"{word} is printed unchanged; for the value, write ${{{word}}}")

    def _include(self, file: str) -> None:
        with self._includes.included(file) as source:
            if source.path not in self._scripts:
                self._scripts[source.path] = self._whole(Reader(lines_of(source)))
            self.run_block(self._scripts[source.path])

    def _whole(self, reader: Reader) -> Block:
        """Return all statements of a script. Raises ScriptStopped, even if the run keeps going."""
        script: list[Statement] = []
        try:
            while (statement := reader.next()) is not None:
                with_place(0, self._context.spend, context.READ)
                script.append(statement)
        except ScriptError as wrong:
            self.fail(Placed(reader.line, wrong.at, reader.line.text.strip()), wrong.error)
            raise ScriptStopped from None
        return tuple(script)

    def _expect(self, statement: parser.Expect) -> None:
        expected, wanted = statement.expected, statement.wanted
        if isinstance(expected, parser.CommandStatement):
            holds, found = self._commands.is_refused(self._words(expected.words))
        else:
            holds, found = check_condition(expected, self._context)
        failure = f"expected {wanted}" + (f", but {found}" if found else "")
        if statement.message.text:
            failure = f"{' '.join(self._words(statement.message))} ({failure})"
        self._context.spend(len(found + wanted) // context.EXPECTED + (0 if holds else context.REPORT))
        self.results.expectations.append(self.results.entry(statement, "" if holds else failure))
        if holds:
            self._output.statement_done(statement.text)
            return
        self._output.expectation_failed(statement, failure)
        if self._fail_fast:
            raise ScriptStopped

    def _step(self, statement: Statement) -> None:
        self._steps += 1
        self._context.budget.steps -= context.STATEMENT
        if self._steps > self._max_steps:
            limit = at_most("a script", f"{self._max_steps} statements", hint=self._context.more)
            self._keep_going = False
            self.fail(statement, limit)

    def _value(self, expression: Expression) -> Value:
        return evaluate(expression, self._context)

    def _words(self, words: WordTemplate) -> tuple[str, ...]:
        if not words.parts:
            return words.fixed
        self._context.spend(context.FILL * len(words.parts))
        return fill_words(words, self._value)


def play_script(
    source: Source, storage: SessionStore, options: RunOptions, streams: Streams, memory: ScriptState | None = None
) -> Results:
    """Play a script on a stored fight, going on from `memory`; return the results."""
    form: OutputForm = (
        "json" if options.json else "quiet" if options.quiet else "transcript" if options.echo else "answers"
    )
    runner = Runner(source, storage, options, ScriptOutput(form, streams), memory or ScriptState())
    try:
        runner.run_all(Reader(lines_of(source)), arrives=source.arrives)
        if memory is None:
            runner.finish()
    except ScriptStopped:
        pass
    return runner.results
