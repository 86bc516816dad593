"""The prompt of a terminal that only takes lines: no menu, no toolbar, no cursor movement."""

import sys
from collections.abc import Callable

from rbfcli.repl.conversation import Conversation
from rbfcli.repl.wording import prompt_text


def talk_plainly(conversation: Conversation, write: Callable[[str], None]) -> None:
    """Ask for line after line until the end of the input."""
    while not conversation.over:
        try:
            conversation.tell_news()
            write(prompt_text(conversation.watch.view(), conversation.status))
            line = sys.stdin.buffer.readline()
            if not line:
                write("\n")
                return
            conversation.hear(line.decode("utf-8", "replace").rstrip("\r\n"))
        except KeyboardInterrupt:
            write("\n")
