"""A script is played: its statements in order, or each as soon as it arrives."""

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render.style import Style
from rbfcli.script.chance import Chance
from rbfcli.script.includes import Includes
from rbfcli.script.lines import is_transcript, raw_lines, script_lines
from rbfcli.script.options import RunOptions
from rbfcli.script.orders import Orders
from rbfcli.script.reader import Reader
from rbfcli.script.runner import Runner, Stop
from rbfcli.script.source import Source
from rbfcli.script.tally import Tally
from rbfcli.script.voice import MANNERS, Form, Streams, Voice
from rbfcli.script.world import ScriptWorld
from rbfcli.session.kept import Kept


def play(opened: Source, kept: Kept, options: RunOptions, streams: Streams) -> tuple[Tally, int]:
    """Play a script on the fight that is kept; its expectations, and the status of its first mistake."""
    form: Form = "json" if options.json else "quiet" if options.quiet else "transcript" if options.echo else "answers"
    driven = opened.arrives and options.json
    runner = make_runner(
        opened, kept, options, Voice(form, streams.write, streams.error), streams.style,
        keep_going=driven if options.keep_going is None else options.keep_going,
    )  # fmt: skip
    try:
        (_play_arriving if opened.arrives else _play_whole)(opened, runner)
    except Stop:
        return runner.tally, runner.status
    return runner.tally, runner.status


def make_runner(
    opened: Source, kept: Kept, options: RunOptions, voice: Voice, style: Style, *, keep_going: bool
) -> Runner:
    """A runner for a script, on the fight that is kept."""
    chance, includes = Chance(), Includes(opened)
    world = ScriptWorld(kept, chance)
    orders = Orders(Interpreter(kept, style), chance, world, includes, MANNERS[voice.form])
    return Runner(
        orders, world, chance, includes, voice,
        max_steps=options.max_steps, keep_going=keep_going, fail_fast=options.fail_fast,
    )  # fmt: skip


def _play_arriving(opened: Source, runner: Runner) -> None:
    reader = Reader(script_lines(raw_lines(opened.content, opened.name), opened.name, transcript=None))
    runner.run_arriving(reader)
    runner.finish()


def _play_whole(opened: Source, runner: Runner) -> None:
    raws = list(raw_lines(opened.content, opened.name))
    reader = Reader(script_lines(raws, opened.name, transcript=is_transcript(raws)))
    runner.run_whole(reader)
    runner.finish()
