"""The odds of several commands of the fight side by side: `odds attack vex thug1 --against attack vex thug2`."""

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from string import ascii_uppercase

from rbfcli.interpreter.command_odds import odds_facts, pay, ranked
from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import COMPARED
from rbfcli.lab.odds import CommandOdds, odds_or_sample
from rbfcli.lab.sampling import interval
from rbfcli.language.grammar import grammar_of, option_named
from rbfcli.language.reader import ParsedLine, find_verb
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.narration import broken
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.odds import LineOdds, OddsBeside

AGAINST = "--against"
COLUMN, LEAST_LABEL, INDENT = 10, 12, 2

Row = tuple[str, Sequence[str]]


def lines_beside(words: Sequence[str], verbs: Container[str]) -> list[Sequence[str]]:
    """The words of each command: another begins where a verb of the fight follows `--against`."""
    end = words.index("--") if "--" in words else len(words)
    found, start = [], 0
    for at in range(end - 1):
        if words[at] == AGAINST and words[at + 1] in verbs:
            found.append(words[start:at])
            start = at + 1
    return [*found, words[start:]]


def require_a_command(words: Sequence[str], verbs: Mapping[str, type[Command]]) -> None:
    """Raises UsageError where `--against` stands in the words of one command, which has no option of that name."""
    said = words[: words.index("--")] if "--" in words else words
    if AGAINST in said and option_named(AGAINST, grammar_of(verbs[said[find_verb(said)]]).options) is None:
        behind = said[said.index(AGAINST) + 1 :]
        there = f"{behind[0]!r} is none" if behind else "nothing stands there"
        raise UsageError(
            f"behind {AGAINST} begins another command of the fight, and {there}",
            hint=f"odds attack vex thug1 {AGAINST} attack vex thug2",
        )


def odds_beside(session: Session, lines: Sequence[ParsedLine], style: Style, budget: Budget | None) -> Reply:
    """The odds of several commands in one table, or as JSON.

    Raises what the commands raise, and UsageError for too many of them.
    """
    if len(lines) > COMPARED:
        raise UsageError(f"{len(lines)} commands are too many to stand side by side: {COMPARED} at most")
    found = [odds_or_sample(session.rules, session.fight, line.command) for line in lines]
    pay(budget, *found)
    said = [line_for(line.command) for line in lines]
    if any(line.common.json for line in lines):
        odds: list[LineOdds] = [{"line": line, **odds_facts(each)} for line, each in zip(said, found, strict=True)]
        facts: OddsBeside = {**place(session), "odds": odds}
        return Reply(text=json_line(f"odds {f' {AGAINST} '.join(said)}", **facts))
    named = [f"  {letter}  {safe(line)}" for letter, line in zip(ascii_uppercase, said, strict=False)]
    table = _table(_rows(session, found), len(found), style.width)
    return lines_reply(["odds of", *broken(named, style), *table, *broken(list(_remarks(found)), style)])


def _rows(session: Session, found: Sequence[CommandOdds]) -> Iterator[Row]:
    """Outcomes, then whoever loses anything or goes down, in the order of the fight."""
    outcomes = {outcome: Fraction(0) for each in found for outcome in each.outcomes}
    for outcome, _ in ranked(outcomes, session):
        yield outcome or "done", [_percent(each.outcomes.get(outcome, Fraction(0))) for each in found]
    for who in session.fight.combatants:
        means = [each.mean_loss(who) if who in each.losses else Fraction(0) for each in found]
        downs = [each.downs.get(who, Fraction(0)) for each in found]
        if any(means):
            yield f"{safe(who)} loses", [f"{float(mean):.2f}" for mean in means]
        if any(downs):
            yield f"{safe(who)} goes down", [_percent(down) for down in downs]


def _table(rows: Iterator[Row], count: int, width: int) -> Iterator[str]:
    """The rows with a column for each command; what does not fit into the width follows in a further table."""
    known, at_once = list(rows), max(1, (width - INDENT - LEAST_LABEL) // COLUMN)
    for start in range(0, count, at_once):
        shown = slice(start, start + at_once)
        letters = ascii_uppercase[:count][shown]
        room = min(max(len(label) for label, _ in known), width - INDENT - COLUMN * len(letters))
        yield " " * (INDENT + room) + "".join(f"{letter:>{COLUMN}}" for letter in letters)
        for label, cells in known:
            values = "".join(f"{cell:>{COLUMN}}" for cell in cells[shown])
            if len(label) > room:
                yield " " * INDENT + label
            yield f"{' ' * INDENT}{label if len(label) <= room else '':<{room}}{values}"


def _remarks(found: Sequence[CommandOdds]) -> Iterator[str]:
    """Which odds are those of a sample, how sure they are, and that they count on the best answers."""
    for letter, each in zip(ascii_uppercase, found, strict=False):
        if each.plays:
            chances = (*each.outcomes.values(), *each.downs.values())
            wide = max(high - low for low, high in (interval(chance, each.plays) for chance in chances))
            yield f"{letter} is sampled: played {each.plays:,} times, chances within {50 * wide:.1f} % (95 %)"
    if any(each.answers for each in found):
        yield "where the rules ask, the best answer is counted: odds of one command lists all"


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.2f} %"
