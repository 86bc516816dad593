"""The parts of the prompt with cursor keys: what it shows of the fight is current whenever it is drawn."""

from collections.abc import Callable
from itertools import islice

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style as Colours

from rbfcli.kernel.errors import RbfError
from rbfcli.language.words import split_words
from rbfcli.repl import prompt_text
from rbfcli.repl.block_keys import add_block_keys
from rbfcli.repl.completer import FightCompleter, prompt_names
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.highlighting import STYLES, LineLexer
from rbfcli.repl.history import LineHistory
from rbfcli.repl.keys import add_keys, key_summary
from rbfcli.repl.line_limit import add_limit
from rbfcli.repl.visible_input import ShowHiddenCharacters

MENU_ROWS, LINES_TRIED = 8, 5
MENU, CHOSEN = "noinherit bg:ansibrightblack ansiwhite", "noinherit reverse"
COLOURS = Colours.from_dict(
    {
        "failed": "ansired",
        "round": "ansicyan",
        "prompt": "bold",
        **STYLES,
        # The library's own colours are not among the sixteen that a terminal's theme decides on.
        **dict.fromkeys(("aborting", "exiting", "auto-suggestion"), "ansibrightblack"),
        "completion-menu": MENU,
        "completion-menu.completion": MENU,
        "completion-menu.completion.current": CHOSEN,
        "completion-menu.meta.completion": MENU,
        "completion-menu.meta.completion.current": CHOSEN,
        "scrollbar.background": "bg:ansibrightblack",
        "scrollbar.button": "bg:ansiwhite",
    }
)


class CompactPrompt(PromptSession[str]):
    """A prompt that leaves no rows empty: room below the line is made for a menu as long as it is, while it is open.

    `left` is what the next line begins with, `error` prints a line of standard error.
    """

    left = ""
    error: Callable[[str], None]

    @property
    def reserve_space_for_menu(self) -> int:
        """How many rows the line and its menu take at least."""
        state = self.default_buffer.complete_state
        return min(len(state.completions) + 1, MENU_ROWS) if state else 0

    @reserve_space_for_menu.setter
    def reserve_space_for_menu(self, _rows: int) -> None:
        """The library sets a number once and for all."""


class AcceptedFromHistory(AutoSuggest):
    """Suggests in grey the latest line of the history that begins as typed and would be accepted now."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """The rest of the line, or None."""
        typed = document.text.rpartition("\n")[2]
        if not typed.strip():
            return None
        lines = (line for text in reversed(buffer.history.get_strings()) for line in reversed(text.splitlines()))
        begun = dict.fromkeys(line for line in lines if line.startswith(typed))
        accepted = (line for line in islice(begun, LINES_TRIED) if self._is_accepted(line))
        found = next(accepted, None)
        return None if found is None else Suggestion(found[len(typed) :])

    def _is_accepted(self, line: str) -> bool:
        """Whether a line would be accepted; statements, aliases and the prompt's own words always are."""
        try:
            words = split_words(line)
        except RbfError:
            return False
        return self._conversation.accepts(words)


def prompt_session(conversation: Conversation, history: LineHistory, *, colour: bool) -> CompactPrompt:
    """The prompt with all its parts."""

    def message() -> StyleAndTextTuples:
        parts = prompt_text.prompt_parts(conversation.watch.view(), conversation.status)
        return [*prompt_text.fitted_parts(parts, get_app().output.get_size().columns)]

    def toolbar() -> str:
        columns = get_app().output.get_size().columns
        return prompt_text.fitted_toolbar(
            prompt_text.toolbar(conversation.path, conversation.watch.view()), key_summary(session), columns
        )

    session = CompactPrompt(
        message,
        completer=FightCompleter(conversation.watch.view, conversation.aliases),
        complete_while_typing=True,
        history=history,
        auto_suggest=AcceptedFromHistory(conversation),
        bottom_toolbar=toolbar,
        input_processors=[ShowHiddenCharacters()],
        enable_open_in_editor=True,
        prompt_continuation=prompt_text.CONTINUATION,
        style=COLOURS,
        color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
        lexer=LineLexer(
            conversation.watch.view,
            lambda: prompt_names(conversation.aliases),
            lambda: session.default_buffer.cursor_position,
        ),
    )
    # Set on the prompt itself, searching the history with Up would switch off the menu while typing.
    session.default_buffer.enable_history_search = Always()
    session.layout.current_window.dont_extend_height = Always()  # else the toolbar keeps to the end of the screen
    session.error = conversation.error
    session.key_bindings = _keys(session, conversation)
    add_block_keys(session, conversation.error)
    return session


def _keys(session: CompactPrompt, conversation: Conversation) -> KeyBindings:
    buffer = session.default_buffer

    def explain() -> None:
        line, column = buffer.document.current_line, buffer.document.cursor_position_col
        run_in_terminal(lambda: conversation.explain(line, column, prompt_names(conversation.aliases)))

    def carry_out(line: str) -> None:
        session.left = buffer.text
        buffer.document = Document(line)
        session.app.exit(result=line)

    def tell(line: str) -> None:
        run_in_terminal(lambda: conversation.error(line))

    keys = KeyBindings()
    add_keys(keys, session, explain, carry_out)
    add_limit(keys, session, tell)
    return keys
