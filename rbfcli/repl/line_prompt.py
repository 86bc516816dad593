"""The prompt for terminals without cursor movement: no menu, no toolbar."""

import sys
from collections.abc import Callable

from rbfcli.repl.conversation import Conversation
from rbfcli.repl.prompt_text import CONTINUATION, prompt_text
from rbfcli.repl.question_mark import asks_at_end, without_question


def prompt_for_lines(conversation: Conversation, write: Callable[[str], None]) -> None:
    """Prompt for lines until the end of the input."""
    with conversation.interrupts.caught():
        while not conversation.finished:
            conversation.report_changes()
            line = _ask(conversation, write)
            if line:
                _enter(conversation, line.decode("utf-8", "replace").rstrip("\r\n"))
                continue
            write("\n")
            if line is not None:
                conversation.end()
                return
            conversation.drop_block()


def _enter(conversation: Conversation, line: str) -> None:
    if asks_at_end(line, conversation.watch.view().context):
        asked = without_question(line)
        from rbfcli.repl.completer import prompt_names

        conversation.explain(asked, len(asked.rstrip()), prompt_names(conversation.aliases))
    else:
        conversation.enter(line)


def _ask(conversation: Conversation, write: Callable[[str], None]) -> bytes | None:
    """The next line; empty at the end of the input, None after Ctrl-C."""
    try:
        with conversation.interrupts.allowed():
            now = prompt_text(conversation.watch.view(), conversation.status)
            write(CONTINUATION if conversation.in_block else now)
            return sys.stdin.buffer.readline()
    except KeyboardInterrupt:
        return None
