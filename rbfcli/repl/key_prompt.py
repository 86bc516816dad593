"""The prompt for terminals with cursor keys: completion, colours, history, a toolbar, news of the save at once."""

import asyncio
from typing import Any

from prompt_toolkit.application import run_in_terminal

from rbfcli.render.errors import bug_error, error_text
from rbfcli.repl.completer import prompt_names
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.falls import FallWatch
from rbfcli.repl.history import LineHistory
from rbfcli.repl.key_session import CompactPrompt, prompt_session
from rbfcli.repl.question_mark import asks_at_end, without_question
from rbfcli.repl.terminal import terminal_restored_on_death
from rbfcli.repl.type_ahead import take_back, taken_back

FOLLOW_SECONDS = 0.25
TRIES = 3


def prompt_with_keys(conversation: Conversation, history: LineHistory, *, colour: bool, bell: bool = False) -> None:
    """Prompt for lines until Ctrl-D, `exit`, or the end of the input; Ctrl-C clears the line.

    With `bell` it rings when somebody goes down.
    """
    session = prompt_session(conversation, history, colour=colour)
    follower = Follower(conversation, session, bell=bell)
    warned = False
    with terminal_restored_on_death(), conversation.interrupts.caught():
        while not conversation.finished:
            if history.problem and not warned:
                conversation.error(f"rbf: history is not saved: {history.problem}")
                warned = True
            try:
                conversation.report_changes()
                if _enter(_asked(session, follower), conversation, session):
                    _take_back_what_follows(conversation, session)
                follower.ring()
            except KeyboardInterrupt:
                session.left = ""
                continue
            except EOFError:
                return


def _enter(text: str, conversation: Conversation, session: CompactPrompt) -> bool:
    """Carry out what was entered; whether there was a mistake in it.

    Where it ends in a question, that is answered, and the rest of it left to be gone on with.
    """
    if not asks_at_end(text, conversation.watch.view().context):
        return conversation.enter(text)
    session.left = without_question(text)
    conversation.explain(session.left, len(session.left.rstrip()), prompt_names(conversation.aliases))
    return False


def _take_back_what_follows(conversation: Conversation, session: CompactPrompt) -> None:
    """Behind a mistake, take back what was entered before anybody could see it, and say so."""
    if lines := take_back(session.input):
        conversation.error(taken_back(lines))


class Follower:
    """Tells at the prompt what others change in the save, at once."""

    def __init__(self, conversation: Conversation, session: CompactPrompt, *, bell: bool) -> None:
        self._conversation, self._session = conversation, session
        self._falls, self._bell = FallWatch(), bell
        self._falls.somebody_fell(conversation.watch.view())

    def ring(self) -> None:
        """Ring where somebody has gone down since the last look."""
        if self._falls.somebody_fell(self._conversation.watch.view()) and self._bell:
            self._session.app.output.bell()
            self._session.app.output.flush()

    async def follow(self) -> None:
        """Look several times a second; above the prompt, and what is typed stays."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            if self._conversation.watch.is_news:
                await run_in_terminal(self._tell)

    def _tell(self) -> None:
        self._conversation.report_changes()
        self.ring()


def _asked(session: CompactPrompt, follower: Follower) -> str:
    """The next line. Raises KeyboardInterrupt, EOFError, and the exception of a library bug only if it persists."""

    def begin() -> None:
        asyncio.get_running_loop().set_exception_handler(tell_in_terminal)
        session.app.create_background_task(follower.follow())

    def tell_in_terminal(_: asyncio.AbstractEventLoop, failure: dict[str, Any]) -> None:
        bug = failure.get("exception")
        if bug and session.app.is_running:
            run_in_terminal(lambda: session.error(error_text(bug_error(bug))))

    for tries_left in range(TRIES - 1, -1, -1):
        try:
            left, session.left = session.left, ""
            return session.prompt(set_exception_handler=False, pre_run=begin, default=left)
        except EOFError:
            raise
        except Exception as bug:
            if not tries_left:
                raise
            session.error(error_text(bug_error(bug)))
    raise EOFError
