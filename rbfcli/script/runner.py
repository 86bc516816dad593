"""Statements are carried out, one by one, on the fight that is kept."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from rbfcli.kernel.errors import LimitReached, RbfError, Refusal
from rbfcli.language.words import quoted
from rbfcli.script import statements
from rbfcli.script.chance import Chance
from rbfcli.script.expressions.evaluate import evaluate, judged
from rbfcli.script.expressions.tree import Expression, Value
from rbfcli.script.expressions.values import LISTS, in_json, items, whole
from rbfcli.script.expressions.writer import say_expression
from rbfcli.script.includes import Includes
from rbfcli.script.lines import Line
from rbfcli.script.misplaced import Misplaced, placed
from rbfcli.script.orders import Orders
from rbfcli.script.reader import Reader
from rbfcli.script.statements import Block, Statement, Words
from rbfcli.script.tally import Case, Tally
from rbfcli.script.templates import filled
from rbfcli.script.voice import Voice
from rbfcli.script.world import ScriptWorld
from rbfcli.script.writer import headline


class Stop(Exception):
    """The run ends here; why has been told."""


class Runner:
    """Carries out statements; `status` is that of the first mistake, or 0."""

    def __init__(
        self,
        orders: Orders,
        world: ScriptWorld,
        chance: Chance,
        includes: Includes,
        voice: Voice,
        *,
        max_steps: int,
        keep_going: bool,
        fail_fast: bool,
    ) -> None:
        self.status = 0
        self.tally = Tally()
        self._orders = orders
        self._world = world
        self._chance = chance
        self._includes = includes
        self._voice = voice
        self._max_steps = max_steps
        self._keep_going = keep_going
        self._fail_fast = fail_fast
        self._steps = 0
        self._scripts: dict[str, Block] = {}
        self._laid: statements.DiceByHand | None = None

    def run_whole(self, reader: Reader) -> None:
        """Read all there is, then carry it out. Raises Stop."""
        self.run_block(self._whole(reader))

    def run_arriving(self, reader: Reader) -> None:
        """Carry out each statement as soon as it has arrived; each may take as many steps as a script. Raises Stop."""
        while self.run_next(reader):
            self._steps = 0

    def run_next(self, reader: Reader) -> bool:
        """Read one statement and carry it out; False at the end. Raises Stop after a mistake, as `run`."""
        try:
            statement = reader.next()
        except Misplaced as wrong:
            self.mistaken(reader.line.text.strip(), wrong.error, reader.line, wrong.at)
            if reader.depth:
                raise Stop from None
            return True
        if statement is not None:
            self.run(statement)
        return statement is not None

    def finish(self) -> None:
        """Look for what is left over at the end. Raises Stop, unless the run is to keep going."""
        if self._chance.faces and self._laid is not None:
            listed = ",".join(map(str, self._chance.faces))
            left = Refusal(f"faces given by `dice` were never rolled: {listed}")
            self.mistaken(headline(self._laid), left, self._laid.line, self._laid.at)

    def run_block(self, block: Iterable[Statement]) -> None:
        """Carry out statements in their order. Raises Stop."""
        for statement in block:
            self.run(statement)

    def run(self, statement: Statement) -> None:
        """Carry out one statement. Raises Stop after a mistake, unless the run is to keep going."""
        self._step(statement)
        try:
            self._carry_out(statement)
        except Misplaced as wrong:
            self.mistaken(headline(statement), wrong.error, statement.line, wrong.at)
        except RbfError as error:
            self.mistaken(headline(statement), error, statement.line, statement.at)

    def mistaken(self, said: str, error: RbfError, line: Line, at: int) -> None:
        """Tell a mistake. Raises Stop, unless the run is to keep going."""
        self.status = self.status or error.status
        self.tally.mistakes.append(Case(line.where(at), said, error.message))
        self._voice.mistaken(said, error, line, at)
        if not self._keep_going:
            raise Stop

    def _carry_out(self, statement: Statement) -> None:
        match statement:
            case statements.Command(words=words):
                self._command(words)
            case statements.Let(name=name, value=value):
                self._let(name, value)
            case statements.If() | statements.Repeat() | statements.For() | statements.While() | statements.Include():
                self._block_statement(statement)
                self._voice.stated(headline(statement))
            case statements.Expect(condition=condition, message=message):
                holds, found = judged(condition, self._world)
                self._expect(statement, message, say_expression(condition), holds=holds, found=found)
            case statements.ExpectRefused(command=command, message=message):
                holds, found = self._orders.is_refused(self._words(command.words))
                self._expect(statement, message, f"a refusal of {command.words.text}", holds=holds, found=found)
            case statements.DiceByHand(words=words):
                self._laid = statement
                self._dice(" ".join(self._words(words)))
            case statements.Seed(words=words):
                self._seed(" ".join(self._words(words)))
            case statements.Print(words=words):
                self._print(self._words(words))
            case _:
                assert_never(statement)

    def _block_statement(
        self, statement: statements.If | statements.Repeat | statements.For | statements.While | statements.Include
    ) -> None:
        match statement:
            case statements.If(condition=condition, then=then, otherwise=otherwise):
                self.run_block(then if self._value(condition) else otherwise)
            case statements.Repeat(times=times, body=body, at=at):
                for _ in range(placed(at, whole, self._value(times))):
                    self._turn(statement, body)
            case statements.For(name=name, values=values, body=body, at=at):
                found = self._value(values)
                for each in found if isinstance(found, LISTS) else placed(at, items, found):
                    self._world.variables[name] = each
                    self._turn(statement, body)
            case statements.While(condition=condition, body=body):
                while self._value(condition):
                    self._turn(statement, body)
            case statements.Include(words=words):
                self._include(" ".join(self._words(words)))
            case _:
                assert_never(statement)

    def _command(self, words: Words) -> None:
        reply, said = self._orders.perform(self._words(words))
        self._voice.done(words.text if said is words.fixed else " ".join(map(quoted, said)), reply)
        self.status = self.status or reply.status
        if reply.status and not self._keep_going:
            raise Stop

    def _let(self, name: str, value: Expression) -> None:
        found = self._value(value)
        self._world.variables[name] = found
        self._voice.stated(f"let {name} = {say_expression(value)}", value=in_json(found))

    def _dice(self, faces: str) -> None:
        self._chance.give(faces)
        self._voice.echoed(f"dice {faces}")

    def _seed(self, text: str) -> None:
        self._orders.seed(text)
        self._voice.echoed(f"seed {quoted(text)}")

    def _print(self, words: Sequence[str]) -> None:
        said = " ".join(["print", *map(quoted, words)])
        self._voice.printed(said, " ".join(words))

    def _include(self, file: str) -> None:
        found = self._includes.enter(file)
        path = found.source.path
        if path not in self._scripts:
            self._scripts[path] = self._whole(Reader(found.lines))
        self.run_block(self._scripts[path])
        self._includes.leave()

    def _whole(self, reader: Reader) -> Block:
        """All statements there are. Raises Stop, even where the run is to keep going."""
        script: list[Statement] = []
        try:
            while (statement := reader.next()) is not None:
                script.append(statement)
        except Misplaced as wrong:
            self.mistaken(reader.line.text.strip(), wrong.error, reader.line, wrong.at)
            raise Stop from None
        return tuple(script)

    def _expect(
        self,
        statement: statements.Expect | statements.ExpectRefused,
        message: Words,
        wanted: str,
        *,
        holds: bool,
        found: str,
    ) -> None:
        said, line, at = headline(statement), statement.line, statement.at
        told = f"expected {wanted}" + (f", but {found}" if found else "")
        if message.text:
            told = f"{' '.join(self._words(message))} ({told})"
        self.tally.cases.append(Case(line.where(at), said, "" if holds else told))
        if holds:
            self._voice.stated(said)
            return
        self._voice.unmet(said, told, line, at)
        if self._fail_fast:
            raise Stop

    def _turn(self, statement: Statement, body: Block) -> None:
        """One turn of a loop."""
        self._step(statement)
        self.run_block(body)

    def _step(self, statement: Statement) -> None:
        self._steps += 1
        if self._steps > self._max_steps:
            self._keep_going = False
            limit = LimitReached(f"a script takes at most {self._max_steps} steps", hint="--max-steps N allows more")
            self.mistaken(headline(statement), limit, statement.line, statement.at)

    def _value(self, expression: Expression) -> Value:
        return evaluate(expression, self._world)

    def _words(self, words: Words) -> tuple[str, ...]:
        return filled(words, self._value)
