"""Keep a new session and say how it begins."""

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.command import Command
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.style import Style
from rbfcli.render.tables import fight_lines
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage


def begun(storage: Storage, session: Session, command: Command, style: Style, common: CommonOptions) -> Reply:
    """Keep a session, unless it is a dry run, and show it."""
    if not common.dry_run:
        storage.begin(session, replace=command.force)
    if common.json:
        return Reply(text=json_line(line_for(command), **place(session), seed=session.fight.seed))
    if common.quiet:
        return Reply()
    lines = fight_lines(session.fight, session.rules, style)
    lines += [f"next: {step}" for step in session.rules.next_steps(session.fight)[:2]]
    return lines_reply(lines)
