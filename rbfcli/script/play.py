"""Playing a script: its statements in order, or each as soon as it arrives."""

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render.style import Style
from rbfcli.script.commands import CommandRunner
from rbfcli.script.context import ScriptContext
from rbfcli.script.includes import Includes
from rbfcli.script.lines import is_transcript, raw_lines, script_lines
from rbfcli.script.memory import Memory
from rbfcli.script.options import RunOptions
from rbfcli.script.output import FORM_OPTIONS, OutputForm, ScriptOutput, Streams
from rbfcli.script.reader import Reader
from rbfcli.script.results import Results
from rbfcli.script.runner import Runner
from rbfcli.script.script_errors import Stop
from rbfcli.script.source import Source
from rbfcli.session.storage import Storage


def play_script(
    source: Source, storage: Storage, options: RunOptions, streams: Streams, memory: Memory | None = None
) -> tuple[Results, int]:
    """Play a script on a stored fight; its results, and the status of its first error.

    With a `memory` it goes on with that, and what is in it at the end is for whatever comes next.
    """
    form: OutputForm = (
        "json" if options.json else "quiet" if options.quiet else "transcript" if options.echo else "answers"
    )
    driven_by_program = source.arrives and options.json
    runner = make_runner(
        source, storage, options, ScriptOutput(form, streams.write, streams.error), streams.style,
        keep_going=driven_by_program if options.keep_going is None else options.keep_going, memory=memory,
    )  # fmt: skip
    try:
        (_play_arriving if source.arrives else _play_whole)(source, runner)
        if memory is None:
            runner.finish()
    except Stop:
        return runner.results, runner.status
    return runner.results, runner.status


def make_runner(
    source: Source,
    storage: Storage,
    options: RunOptions,
    output: ScriptOutput,
    style: Style,
    *,
    keep_going: bool,
    memory: Memory | None = None,
) -> Runner:
    """A runner for a script on a stored fight, which goes on with a `memory` or has its own."""
    memory, includes = memory or Memory(), Includes(source)
    dice, context = memory.dice, ScriptContext(storage, memory, options.more)
    commands = CommandRunner(Interpreter(storage, style), dice, context, includes, FORM_OPTIONS[output.form])
    return Runner(
        commands, context, dice, includes, output,
        max_steps=options.max_steps, keep_going=keep_going, fail_fast=options.fail_fast,
    )  # fmt: skip


def _play_arriving(source: Source, runner: Runner) -> None:
    reader = Reader(script_lines(raw_lines(source.content, source.name), source.name, transcript=None))
    runner.run_arriving(reader)


def _play_whole(source: Source, runner: Runner) -> None:
    file_lines = list(raw_lines(source.content, source.name))
    reader = Reader(script_lines(file_lines, source.name, transcript=is_transcript(file_lines)))
    runner.run_whole(reader)
