"""What a second screen shows of a save as it is now: the fight to those who look on, or why there is none."""

from msgspec import Struct

from rbfcli.interpreter.begin import screen_of
from rbfcli.interpreter.report import place
from rbfcli.kernel.errors import InvalidFile, NoSuchFile, PluginFault, RbfError
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.front_verbs import Watch
from rbfcli.language.writer import line_for
from rbfcli.render.cells import wrapped
from rbfcli.render.json_lines import error_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.save_watch import SaveView
from rbfcli.session.session import Session
from rbfcli.watch.viewers import Viewers, viewers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.fights import Shown

GONE = "there is no fight to show; waiting for one"
UNREADABLE = "the fight cannot be shown at the moment; waiting for it"


class Frame(Struct, frozen=True):
    """What is shown, ending in a line feed; a `problem` is told instead of a fight."""

    text: str
    problem: str = ""


class Frames:
    """Frames of one save, for those who look on, in the form that was asked for."""

    def __init__(self, command: Watch, common: CommonOptions, save: str) -> None:
        self.viewers: Viewers = viewers_of(command)
        self._command, self._common, self._save = command, common, save

    def of_view(self, view: SaveView, style: Style) -> Frame:
        """The frame of a save as it was just found, whatever is wrong with it."""
        problem = self._problem(view)
        if not problem and view.session is not None:
            try:
                return Frame(self.of_session(view.session, style))
            except RbfError:
                problem = f"nobody here, and no side, is called {self.viewers.name}"
            except PluginFault as fault:
                problem = UNREADABLE if self.viewers.are_players else fault.message
        return Frame(self._said(problem, style), problem)

    def of_session(self, session: Session, style: Style) -> str:
        """The fight as those who look on see it. Raises RbfError for a name that there is not."""
        if self.viewers.are_players:
            return self._of_players(session, style)
        if self._common.json:
            from rbfcli.render.fight_json import fight_facts
            from rbfcli.render.json_lines import json_line

            facts: Shown = {**place(session), "fight": fight_facts(session.fight)}
            return json_line(line_for(self._command), **facts)
        if self._common.quiet:
            return f"{safe(session.fight.active)}\n" if session.fight.active else ""
        return _lines(screen_of(session, style))

    def _of_players(self, session: Session, style: Style) -> str:
        fight, rules = self.viewers.sight(session.fight, session.rules)
        if self._command.html:
            from rbfcli.render.page import page

            return page(fight, rules)
        if self._common.json:
            from rbfcli.render.players_json import players_json

            return players_json(line_for(self._command), fight, rules)
        if self._common.quiet:
            return f"{safe(fight.active)}\n" if fight.active else ""
        from rbfcli.render.screen import fight_lines

        return _lines(fight_lines(fight, rules, style))

    def _problem(self, view: SaveView) -> str:
        """Why there is no fight to show; to players the file's own words would tell what stands in it."""
        if view.problem:
            return UNREADABLE if self.viewers.are_players else view.problem
        if view.session is None:
            return GONE if self.viewers.are_players else f"there is no fight in {self._save}; waiting for one"
        return ""

    def _said(self, problem: str, style: Style) -> str:
        if self._command.html:
            from rbfcli.render.page import message_page

            return message_page(problem)
        if self._common.json:
            kind = NoSuchFile if problem == GONE else InvalidFile
            return error_line(line_for(self._command), kind(problem))
        return _lines(wrapped(safe(problem), style.width) if style.tables else [safe(problem)])


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
