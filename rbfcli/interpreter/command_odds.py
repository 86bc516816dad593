"""The exact odds of a command of the fight; nothing is rolled or kept."""

from collections.abc import Sequence
from fractions import Fraction

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.lab.odds import AnswerOdds, Chances, CommandOdds, command_odds, mean
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.reader import ParsedLine
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.session.session import Session

TOLD_IN_SHORT = Fraction(1, 20)


def odds_of_command(session: Session, line: ParsedLine, plot_width: int, budget: Budget) -> Reply:
    """What a command of the fight would come to, each outcome with its exact chance. Raises what the command raises."""
    return odds_reply(session, line.command, line_for(line.command), line.common, plot_width, budget=budget)


def odds_reply(
    session: Session,
    command: Command,
    said: str,
    common: CommonOptions,
    plot_width: int,
    *,
    budget: Budget,
    alone: bool = False,
) -> Reply:
    """The odds of a command in words, with bars within `plot_width` columns (0: none), or as JSON.

    `alone` is a command without a fight.
    """
    found = command_odds(session.rules, session.fight, command, budget)
    if common.json:
        return Reply(text=json_line(f"odds {said}", **place(session, alone=alone), **odds_facts(found)))
    return lines_reply([f"odds of {safe(said)}", *_lines(found, session, plot_width)])


def _lines(found: CommandOdds, session: Session, plot_width: int) -> list[str]:
    outcomes = [(outcome or "done", chance) for outcome, chance in _ranked(found.outcomes, session)]
    lines = _bars(outcomes, plot_width) or [
        f"  {outcome:<10} {fraction_in_words(chance)}" for outcome, chance in outcomes
    ]
    for who, losses in found.losses.items():
        if set(losses) == {0}:
            continue
        name = safe(session.fight.combatants[who].name)
        down = fraction_in_words(found.downs.get(who, Fraction(0))).strip()
        lines.append(f"{name}: loses {float(found.mean_loss(who)):.2f} on average, goes down {down}")
        rows = [(str(loss), chance) for loss, chance in losses.items()]
        lines += _bars(rows, plot_width) or [f"  {loss:>4} {fraction_in_words(chance)}" for loss, chance in rows]
    return [*lines, *_answer_lines(found, session)]


def _bars(rows: Sequence[tuple[str, Fraction]], width: int) -> list[str]:
    """A bar for each chance, if there is a width for them."""
    if not width:
        return []
    from rbfcli.render.odds_plot import bars

    return list(bars([(label, chance.as_integer_ratio()) for label, chance in rows], width))


def _answer_lines(found: CommandOdds, session: Session) -> list[str]:
    """What follows from each answer to what the rules ask on the way; the totals count on the best."""
    lines: list[str] = []
    asked = ("", "")
    for each in found.answers:
        if (each.kind, each.who) != asked:
            asked = (each.kind, each.who)
            who = safe(session.fight.combatants[each.who].name) if each.who in session.fight.combatants else "the GM"
            lines.append(f"{safe(each.kind)}, asked in {fraction_in_words(each.asked).strip()}: {who} chooses")
        mark = "*" if each.best else " "
        lines.append(f" {mark} {safe(each.answer)}: {_consequences(each, session)}")
    return [*lines, "  (* the best for whoever chooses: the totals count on it)"] if lines else []


def _consequences(each: AnswerOdds, session: Session) -> str:
    """Who loses how much on average, and goes down how often."""
    parts = []
    for who, losses in each.losses.items():
        down = each.downs.get(who, Fraction(0))
        if set(losses) != {0} or down:
            falls = f", goes down {float(down) * 100:.2f} %" if down else ""
            parts.append(f"{safe(session.fight.combatants[who].name)} loses {float(mean(losses)):.2f}{falls}")
    return "; ".join(parts) or "no health lost"


def fraction_in_words(chance: Fraction) -> str:
    """A chance as an exact fraction and a percentage."""
    return f"{chance!s:>9} {float(chance) * 100:6.2f} %"


def _ranked(outcomes: Chances, session: Session) -> list[tuple[str, Fraction]]:
    order = list(session.rules.outcomes)
    return sorted(outcomes.items(), key=lambda each: order.index(each[0]) if each[0] in order else len(order))


def odds_in_short(found: CommandOdds, session: Session) -> str:
    """The odds in one line: each outcome in per cent, and who loses how much on average."""
    outcomes = [f"{outcome or 'done'} {float(chance):.0%}" for outcome, chance in _ranked(found.outcomes, session)]
    losses = [
        f"{safe(session.fight.combatants[who].name)} loses {float(found.mean_loss(who)):.1f}"
        for who in found.losses
        if abs(found.mean_loss(who)) >= TOLD_IN_SHORT
    ]
    return "; ".join((", ".join(outcomes), *losses))


def odds_facts(found: CommandOdds) -> dict[str, object]:
    """The odds for JSON: exact fractions as text."""
    return {
        "outcomes": {outcome or "done": _exact(chance) for outcome, chance in found.outcomes.items()},
        "losses": {
            who: {str(loss): _exact(chance) for loss, chance in each.items()} for who, each in found.losses.items()
        },
        "downs": {who: _exact(chance) for who, chance in found.downs.items()},
        "answers": [
            {
                "kind": each.kind,
                "who": each.who,
                "answer": each.answer,
                "asked": _exact(each.asked),
                "best": each.best,
                "losses": {who: _exact(mean(losses)) for who, losses in each.losses.items()},
                "downs": {who: _exact(chance) for who, chance in each.downs.items()},
            }
            for each in found.answers
        ],
    }


def _exact(chance: Fraction) -> dict[str, object]:
    return {"p": str(chance), "p_float": float(chance)}
