"""A game table in a chat: the part of a Discord bot that answers messages, without the Discord library.

    python examples/bot.py < chat.txt

Each line of the chat is `NAME: MESSAGE`. Messages that begin with `!` are for the bot. Give `reply` to your library's
handler of messages.
"""

import sys
from collections.abc import Callable

import rbfcli

GAME_MASTER = "mira"
PLAYERS = {"show", "actions", "log", "attack", "move", "aim", "choose", "turn", "init", "roll", "odds"}


class Table:
    """One fight, as one channel plays it."""

    def __init__(self, encounter: str, seed: str = "") -> None:
        self.fight = rbfcli.Fight.start(encounter, seed=seed)

    def reply(self, author: str, message: str) -> str:
        """Answer a message; an empty answer means that it is not for the bot."""
        if not message.startswith("!"):
            return ""
        line = message.removeprefix("!")
        if author != GAME_MASTER and line.split(" ")[0] not in PLAYERS:
            return f"Only {GAME_MASTER} can do that."
        try:
            return str(self.fight.do(line))
        except rbfcli.RbfError as error:
            return f"{error.message}\n{error.hint}".strip()


def main(send: Callable[[str], object] = print) -> None:
    """Answer each line of standard input."""
    table = Table("dock-ambush", seed="quay")
    for line in sys.stdin:
        author, _, message = line.rstrip("\n").partition(": ")
        if answer := table.reply(author, message):
            send(answer)


if __name__ == "__main__":
    main()
