"""A line that begins with `odds`: which command of the fight it asks about, and the answer."""

from collections.abc import Callable, Sequence

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import NoSuchFile, PluginFault, RbfError
from rbfcli.language.fights import fight_verbs
from rbfcli.language.reader import ParsedLine, find_verb
from rbfcli.language.writer import line_for
from rbfcli.render.style import Style
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage
from rbfcli.systems.catalogue import every

PLOT = "--plot"
ODDS = "odds "

Reading = Callable[[Sequence[str], Session, str], ParsedLine]


def asked_odds(words: Sequence[str], at: int, columns: int) -> tuple[list[str], int]:
    """The words of a line without `odds` and its own `--plot`, and how many of the columns bars may take (0: none)."""
    asked = [*words[:at], *words[at + 1 :]]
    end = asked.index("--") if "--" in asked else len(asked)
    width = columns if PLOT in asked[:end] else 0
    return [word for place, word in enumerate(asked) if word != PLOT or place > end], width


def odds_of_the_fight(
    storage: Storage, words: Sequence[str], at: int, style: Style, *, read: Reading, budget: Budget | None
) -> Reply | None:
    """The odds of commands of the fight, each read by `read`; None where `odds` stands before no verb of it.

    Raises what the fight cannot be read for, where that is a verb of any system.
    """
    asked, width = asked_odds(words, at, style.width)
    verb = next(iter(asked[find_verb(asked) :]), "")
    try:
        session = storage.load()
    except (RbfError, PluginFault) as wrong:
        if not any(verb in fight_verbs(rules) for rules in every()[0]):
            return None
        if not isinstance(wrong, NoSuchFile):
            raise
        from rbfcli.interpreter.other_systems import from_numbers_alone

        raise from_numbers_alone(wrong, asked, ODDS) from None
    verbs = fight_verbs(session.rules)
    if verb not in verbs:
        return None
    from rbfcli.interpreter.command_odds import odds_reply
    from rbfcli.interpreter.odds_beside import lines_beside, odds_beside, require_a_command

    several = lines_beside(asked, verbs)
    for each in several:
        require_a_command(each, verbs)
    lines = [read(each, session, ODDS) for each in several]
    if len(lines) > 1:
        return odds_beside(session, lines, style, budget)
    command, common = lines[0].command, lines[0].common
    return odds_reply(session, command, line_for(command), common, width, style=style, budget=budget)
