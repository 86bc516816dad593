"""Keep a new session and say how it begins."""

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.command import Command
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.style import Style
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage


def begun(storage: Storage, session: Session, command: Command, style: Style, common: CommonOptions) -> Reply:
    """Keep a session, unless it is a dry run, and show it."""
    if not common.dry_run:
        storage.begin(session, replace=command.force)
    if common.json:
        said = line_for(command)
        text = json_line(said, **place(session), seed=session.fight.seed)
        return Reply(text=text, line=said)
    if common.quiet:
        return Reply(line=line_for(command))
    from rbfcli.render.screen import fight_lines

    lines = fight_lines(session.fight, session.rules, style)
    lines += [f"next: {step}" for step in session.rules.next_steps(session.fight)[:2]]
    return lines_reply(lines)
