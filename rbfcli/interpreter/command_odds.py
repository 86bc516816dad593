"""The odds of a command of the fight, exact or of a sample; nothing is rolled or kept."""

from collections.abc import Sequence
from fractions import Fraction

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.lab.odds import AnswerOdds, Chances, CommandOdds, mean, odds_or_sample
from rbfcli.lab.sampling import interval
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.narration import broken
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes import odds as shapes
    from rbfcli.render.shapes.dice import Exact

TOLD_IN_SHORT = Fraction(1, 20)
# A fraction of more letters is told by the nearest one whose denominator is no larger than this.
RATIO_LETTERS, SHORT_RATIO = 11, 200
OUTCOME_WIDTH = 10
STEPS_OF_A_PLAY, TOO_MUCH = 5, "too many odds"


def odds_reply(
    session: Session,
    command: Command,
    said: str,
    common: CommonOptions,
    plot_width: int,
    *,
    style: Style,
    budget: Budget | None = None,
    alone: bool = False,
) -> Reply:
    """The odds of a command in words, with bars within `plot_width` columns (0: none), or as JSON.

    `alone` is a command without a fight. A `budget` that several lines share pays for it. Raises what the command
    raises.
    """
    found = odds_or_sample(session.rules, session.fight, command)
    pay(budget, found)
    if common.json:
        facts: shapes.CommandOdds = {**place(session, alone=alone), **odds_facts(found)}
        return Reply(text=json_line(f"odds {said}", **facts))
    return lines_reply(broken([f"odds of {safe(said)}", *_lines(found, session, plot_width)], style))


def pay(budget: Budget | None, *found: CommandOdds) -> None:
    """Let a budget that several lines share pay for the plays that odds took. Raises LimitReached."""
    if budget is not None and budget.is_shared:
        budget.spend(STEPS_OF_A_PLAY * sum(each.walked for each in found), TOO_MUCH)


def _lines(found: CommandOdds, session: Session, plot_width: int) -> list[str]:
    plays = found.plays
    outcomes = [(outcome or "done", chance) for outcome, chance in ranked(found.outcomes, session)]
    widest = max([OUTCOME_WIDTH, *(len(outcome) for outcome, _ in outcomes)])
    lines = [sampled_in_words(plays)] if plays else []
    lines += _bars(outcomes, plot_width) or [
        f"  {outcome:<{widest}} {chance_in_words(chance, plays)}" for outcome, chance in outcomes
    ]
    for who, losses in found.losses.items():
        if set(losses) == {0}:
            continue
        name = safe(session.fight.combatants[who].name)
        down = chance_in_words(found.downs.get(who, Fraction(0)), plays).strip()
        lines.append(f"{name}: loses {float(found.mean_loss(who)):.2f} on average, goes down {down}")
        rows = [(str(loss), chance) for loss, chance in losses.items()]
        lines += _bars(rows, plot_width) or [f"  {loss:>4} {chance_in_words(chance, plays)}" for loss, chance in rows]
    return [*lines, *_answer_lines(found, session)]


def sampled_in_words(plays: int) -> str:
    """That odds are those of a sample, and how sure they are."""
    return f"sampled: played {plays:,} times; in brackets the 95 % interval"


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
            asked_in = chance_in_words(each.asked, found.plays).strip()
            lines.append(f"{safe(each.kind)}, asked in {asked_in}: {who} chooses")
        mark = "*" if each.best else " "
        lines.append(f" {mark} {safe(each.answer)}: {_consequences(each, session)}")
    return [*lines, "  (* the best for whoever chooses: the totals count on it)"] if lines else []


def _consequences(each: AnswerOdds, session: Session) -> str:
    """Who loses how much on average, and goes down how often."""
    parts = []
    for who, losses in each.losses.items():
        down = each.downs.get(who, Fraction(0))
        if set(losses) != {0} or down:
            falls = f", goes down {float(down) * 100:.2f} %{_between(down, each.plays)}" if down else ""
            parts.append(f"{safe(session.fight.combatants[who].name)} loses {float(mean(losses)):.2f}{falls}")
    return "; ".join(parts) or "no health lost"


def chance_in_words(chance: Fraction, plays: int) -> str:
    """A chance as a fraction and a percentage; of a sample as a percentage with its interval."""
    percent = f"{float(chance) * 100:6.2f} %"
    return f"{percent}{_between(chance, plays)}" if plays else f"{ratio_in_short(chance):>9} {percent}"


def ratio_in_short(chance: Fraction) -> str:
    """`7/16`; of a fraction too long to read the nearest short one: `~2/9`, `~1/29257`."""
    if len(str(chance)) <= RATIO_LETTERS:
        return str(chance)
    near = chance.limit_denominator(SHORT_RATIO)
    return f"~{near}" if 0 < near < 1 else f"~1/{round(1 / chance)}" if near == 0 else "~1"


def _between(chance: Fraction, plays: int) -> str:
    """The interval of a chance of a sample; empty for an exact one."""
    low, high = (100 * bound for bound in interval(chance, plays))
    return f" ({low:.1f} to {high:.1f} %)" if plays else ""


def ranked(outcomes: Chances, session: Session) -> list[tuple[str, Fraction]]:
    """Outcomes with their chances, in the order of the rules."""
    order = list(session.rules.outcomes)
    return sorted(outcomes.items(), key=lambda each: order.index(each[0]) if each[0] in order else len(order))


def odds_in_short(found: CommandOdds, session: Session) -> str:
    """The odds in one line: each outcome in per cent, and who loses how much on average."""
    outcomes = [f"{outcome or 'done'} {float(chance):.0%}" for outcome, chance in ranked(found.outcomes, session)]
    losses = [
        f"{safe(session.fight.combatants[who].name)} loses {float(found.mean_loss(who)):.1f}"
        for who in found.losses
        if abs(found.mean_loss(who)) >= TOLD_IN_SHORT
    ]
    return "; ".join((", ".join(outcomes), *losses))


def odds_facts(found: CommandOdds) -> "shapes.Odds":
    """The odds for JSON: fractions as text; of a sample of `n` plays, each within `low` and `high` (95 %)."""
    plays = found.plays
    return {
        "sampled": bool(plays),
        "n": plays,
        "outcomes": {outcome or "done": chance_facts(chance, plays) for outcome, chance in found.outcomes.items()},
        "losses": {
            who: {str(loss): chance_facts(chance, plays) for loss, chance in each.items()}
            for who, each in found.losses.items()
        },
        "downs": {who: chance_facts(chance, plays) for who, chance in found.downs.items()},
        "answers": [
            {
                "kind": each.kind,
                "who": each.who,
                "answer": each.answer,
                "n": each.plays,
                "asked": chance_facts(each.asked, plays),
                "best": each.best,
                "losses": {who: number_facts(mean(losses)) for who, losses in each.losses.items()},
                "downs": {who: chance_facts(chance, each.plays) for who, chance in each.downs.items()},
            }
            for each in found.answers
        ],
    }


def number_facts(number: Fraction) -> "Exact":
    """A number as exact text and as a float."""
    return {"p": str(number), "p_float": float(number)}


def chance_facts(chance: Fraction, plays: int) -> "shapes.Chance":
    """The same of a chance, with its interval in a sample of so many plays, which is none where it is exact."""
    low, high = interval(chance, plays)
    return {**number_facts(chance), "low": low, "high": high}
