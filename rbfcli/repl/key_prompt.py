"""The prompt for terminals with cursor keys: completion, history, a toolbar."""

import asyncio
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.filters import Always
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style as Colours

from rbfcli.render.errors import bug_error, error_text
from rbfcli.repl import prompt_text
from rbfcli.repl.block_keys import add_block_keys
from rbfcli.repl.completer import FightCompleter
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.history import LineHistory
from rbfcli.repl.keys import add_keys, key_summary
from rbfcli.repl.terminal import terminal_restored_on_death
from rbfcli.repl.visible_input import ShowHiddenCharacters

FOLLOW_SECONDS = 1.0
MENU_ROWS = 8
TRIES = 3
COLOURS = Colours.from_dict({"failed": "ansired", "round": "ansicyan", "prompt": "bold"})


def prompt_with_keys(conversation: Conversation, history: LineHistory, *, colour: bool) -> None:
    """Prompt for lines until Ctrl-D, `exit`, or the end of the input; Ctrl-C clears the line."""
    session = prompt_session(conversation, history, colour=colour)
    warned = False
    with terminal_restored_on_death(), conversation.interrupts.caught():
        while not conversation.finished:
            if history.problem and not warned:
                conversation.error(f"rbf: history is not saved: {history.problem}")
                warned = True
            try:
                conversation.report_changes()
                conversation.enter(_asked(session, conversation))
            except KeyboardInterrupt:
                continue
            except EOFError:
                return


def _asked(session: PromptSession[str], conversation: Conversation) -> str:
    """The next line. Raises KeyboardInterrupt, EOFError, and the exception of a library bug only if it persists."""

    def begin() -> None:
        asyncio.get_running_loop().set_exception_handler(tell_in_terminal)
        session.app.create_background_task(_follow(conversation, session))

    def tell_in_terminal(_: asyncio.AbstractEventLoop, failure: dict[str, Any]) -> None:
        bug = failure.get("exception")
        if bug and session.app.is_running:
            run_in_terminal(lambda: conversation.error(error_text(bug_error(bug))))

    for tries_left in range(TRIES - 1, -1, -1):
        try:
            return session.prompt(set_exception_handler=False, pre_run=begin)
        except EOFError:
            raise
        except Exception as bug:
            if not tries_left:
                raise
            conversation.error(error_text(bug_error(bug)))
    raise EOFError


class CompactPrompt(PromptSession[str]):
    """A prompt that leaves no rows empty: room below the line is made for a menu as long as it is, while it is open."""

    @property
    def reserve_space_for_menu(self) -> int:
        """How many rows the line and its menu take at least."""
        state = self.default_buffer.complete_state
        return min(len(state.completions) + 1, MENU_ROWS) if state else 0

    @reserve_space_for_menu.setter
    def reserve_space_for_menu(self, _rows: int) -> None:
        """The library sets a number once and for all."""


def prompt_session(conversation: Conversation, history: LineHistory, *, colour: bool) -> PromptSession[str]:
    """The prompt with all its parts; what it shows of the fight is current whenever it is drawn."""

    def message() -> StyleAndTextTuples:
        return [*prompt_text.prompt_parts(conversation.watch.view(), conversation.status)]

    def toolbar() -> str:
        return f"{prompt_text.toolbar(conversation.path, conversation.watch.view())} · {key_summary(session)}"

    session = CompactPrompt(
        message,
        completer=FightCompleter(conversation.watch.view, conversation.aliases),
        complete_while_typing=True,
        history=history,
        auto_suggest=AutoSuggestFromHistory(),
        bottom_toolbar=toolbar,
        input_processors=[ShowHiddenCharacters()],
        enable_open_in_editor=True,
        prompt_continuation=prompt_text.CONTINUATION,
        style=COLOURS,
        color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
    )
    # Set on the prompt itself, searching the history with Up would switch off the menu while typing.
    session.default_buffer.enable_history_search = Always()
    session.layout.current_window.dont_extend_height = Always()  # else the toolbar keeps to the end of the screen
    add_keys(session)
    add_block_keys(session, conversation.error)
    return session


async def _follow(conversation: Conversation, session: PromptSession[str]) -> None:
    """Redraw the prompt when somebody else has changed the save."""
    seen = conversation.watch.view()
    while True:
        await asyncio.sleep(FOLLOW_SECONDS)
        if conversation.watch.view() is not seen:
            seen = conversation.watch.view()
            session.app.invalidate()
