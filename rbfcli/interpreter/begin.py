"""Keep a new session and say how it begins."""

from msgspec.structs import replace

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.rules import alone
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.style import Style
from rbfcli.session.proposals import accepted_steps
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage
from rbfcli.systems.catalogue import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.fights import Begun


def begun(storage: Storage, session: Session, command: Command, style: Style, common: CommonOptions) -> Reply:
    """Keep a session, unless it is a dry run, and show it."""
    if not common.dry_run:
        storage.begin(session, replace=command.force)
    if common.json:
        facts: Begun = {**place(session), "seed": session.fight.seed}
        return Reply(text=json_line(line_for(command), **facts))
    if common.quiet:
        return Reply()
    lines = screen_of(session, style)
    lines += [f"next: {step}" for step in accepted_steps(session)[:2]]
    return lines_reply(lines)


def screen_of(session: Session, style: Style) -> list[str]:
    """The lines of the fight; where a plug-in cannot say who belongs together or is up, all stand alone, and are."""
    from rbfcli.render.screen import fight_lines

    try:
        return fight_lines(session.fight, session.rules, style)
    except PluginFault as fault:
        complain(fault)
        rules = replace(session.rules, members=alone, standing=lambda _one: True, takes_turns=lambda _fight, _who: True)
        return fight_lines(session.fight, rules, style)
