"""The odds of commands of the fight, of dice inside a session, and the available actions ranked by them."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING

from rbfcli.commands.actions import (
    in_order,
    listing,
    short_line,
    tried,
    whose_actions,
)
from rbfcli.commands.hints import hint_one_liner
from rbfcli.commands.reply import Listed, ListedAction, OfferOdds, Reply, Request, lines_reply, place
from rbfcli.commands.roll import answer_dice
from rbfcli.core.errors import (
    MEANT,
    Hint,
    LimitReached,
    NoSuchFile,
    PluginBug,
    RbfError,
    Refusal,
    UsageError,
    either,
    misuse,
    shown,
    succeeds,
    to_try,
    too_much,
)
from rbfcli.core.limits import COMPARED, Budget
from rbfcli.core.text import quoted, safe
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import Offer
from rbfcli.lab.odds import AnswerChances, Chances, CommandOdds, interval, mean, odds_or_sample
from rbfcli.lab.rank import RankedLine, Ranking, has_odds, is_answer, ranking
from rbfcli.language import program_verbs, verbs
from rbfcli.language.grammar import CommonOptions, grammar_of, line_for, option_named, split_words
from rbfcli.language.names import NameContext, find_combatant
from rbfcli.language.parser import Line, ParsedLine, fight_verbs, parse_line
from rbfcli.language.verbs import VERBS
from rbfcli.model.commands import Command, needs_words
from rbfcli.render.actions import MOST_ROWS, ActionRow, action_lines
from rbfcli.render.json import json_line
from rbfcli.render.layout import table
from rbfcli.render.narration import wrap_lines
from rbfcli.render.odds import bars
from rbfcli.render.sentences import Style, genitive
from rbfcli.session.file_store import SessionStore
from rbfcli.session.session import Session
from rbfcli.systems.registry import every

if TYPE_CHECKING:
    from rbfcli.render.json_types import odds as shapes
    from rbfcli.render.json_types.odds import Exact, LineOdds, OddsBeside, Prospect, Suggested

PLOT = "--plot"
ODDS = "odds "

Reading = Callable[[Line, Session, str], ParsedLine]


def asked_odds(line: Line, columns: int) -> tuple[Line, int]:
    """Return the line without `odds` and its own `--plot`, and the width of the bars in columns (0: none)."""
    asked = [*line.before, *line.rest]
    end = asked.index("--") if "--" in asked else len(asked)
    width = columns if PLOT in asked[:end] else 0
    return parse_line([word for place, word in enumerate(asked) if word != PLOT or place > end]), width


def odds_of_the_fight(
    storage: SessionStore, line: Line, style: Style, *, read: Reading, budget: Budget | None
) -> Reply | None:
    """Return the odds of commands that `read` parses; None if the verb is not the fight's.

    Raises RbfError or PluginBug if the fight or the command cannot be read.
    """
    asked, width = asked_odds(line, style.width)
    try:
        session = storage.load()
    except (RbfError, PluginBug) as wrong:
        if not any(asked.verb in fight_verbs(rules) for rules in every()[0]):
            return None
        if not isinstance(wrong, NoSuchFile):
            raise
        raise hint_one_liner(wrong, asked, ODDS) from None
    verbs = fight_verbs(session.rules)
    if asked.verb not in verbs and succeeds(find_combatant, asked.verb, NameContext(session.rules, session.fight)):
        asked = parse_line((*asked.before, ATTACK, *asked.command))
    if asked.verb not in verbs:
        return None
    several = [parse_line(each) for each in lines_beside(asked.words, verbs)]
    for each in several:
        require_a_command(each, verbs)
    try:
        lines = [read(each, session, ODDS) for each in several]
    except (UsageError, Refusal) as wrong:
        if meant := _line_with_against(asked, verbs):
            wrong.hint = Hint(MEANT, meant)
        raise
    if len(lines) > 1:
        return odds_beside(session, lines, style, budget)
    command, common = lines[0].command, lines[0].common
    return odds_reply(session, command, line_for(command), common, width, style=style, budget=budget)


ATTACK = "attack"
TOLD_IN_SHORT = Fraction(1, 20)
# A fraction with more letters is not shown beside its percentage.
RATIO_LETTERS = 11
OUTCOME_WIDTH = 10
STEPS_OF_A_PLAY, TOO_MUCH, MORE = 40, "too many odds", "--max-steps N allows more"


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
    """Return the odds of a command in words, bars `plot_width` wide, or as JSON; a shared `budget` pays for it."""
    found = odds_or_sample(session.rules, session.fight, command)
    pay(budget, found)
    if common.json:
        facts: shapes.OddsReply = {**place(session, alone=alone), **odds_facts(found)}
        return Reply(text=json_line(f"odds {said}", **facts))
    return lines_reply(wrap_lines([f"odds of {safe(said)}", *_lines(found, session, plot_width)], style))


def pay(budget: Budget | None, *found: CommandOdds) -> None:
    """Charge a budget that several lines share for the plays that odds took. Raises LimitReached."""
    if budget is not None and budget.is_shared:
        budget.spend(steps_for(budget.steps, *found), TOO_MUCH, MORE)


def steps_for(left: int, *found: CommandOdds) -> int:
    """Return the cost of odds in steps, at most one more than the steps left."""
    return min(STEPS_OF_A_PLAY * sum(each.walked for each in found), max(0, left) + 1)


def _lines(found: CommandOdds, session: Session, plot_width: int) -> list[str]:
    plays = found.plays
    outcomes = [(outcome or "done", chance) for outcome, chance in ranked(found.outcomes, session)]
    widest = max([OUTCOME_WIDTH, *(len(outcome) for outcome, _ in outcomes)])
    lines = [f"sampled: played {plays:,} times; in brackets the 95 % interval"] if plays else []
    lines += _chances(outcomes, plays, plot_width, f"<{widest}")
    for who, losses in found.losses.items():
        if set(losses) == {0}:
            continue
        name = safe(session.fight.combatants[who].name)
        down = chance_in_words(found.downs.get(who, Fraction(0)), plays).strip()
        lines.append(f"{name}: loses {float(found.mean_loss(who)):.2f} on average, goes down {down}")
        rows = [(str(loss), chance) for loss, chance in losses.items()]
        lines += _chances(rows, plays, plot_width, ">4")
    return [*lines, *_answer_lines(found, session)]


def _chances(rows: Sequence[tuple[str, Fraction]], plays: int, plot_width: int, layout: str) -> list[str]:
    if plot_width:
        return list(bars([(label, chance.as_integer_ratio()) for label, chance in rows], plot_width))
    return [f"  {label:{layout}} {chance_in_words(chance, plays)}" for label, chance in rows]


def _answer_lines(found: CommandOdds, session: Session) -> list[str]:
    """Return the results of each answer to the questions on the way; the totals assume the best answer."""
    lines: list[str] = []
    asked = ("", "")
    for each in found.answers:
        if (each.kind, each.who) != asked:
            asked = (each.kind, each.who)
            who = safe(session.fight.combatants[each.who].name) if each.who in session.fight.combatants else "the GM"
            chance = filter(None, (_ratio(each.asked, found.plays), _percent(each.asked, found.plays)))
            lines.append(f"{safe(each.kind)} ({', '.join(chance)}): {who} chooses")
        mark = "*" if each.best else " "
        lines.append(f" {mark} {safe(each.answer)}: {_consequences(each, session)}")
    return [*lines, "  (* the best answer for the chooser; the totals assume it)"] if lines else []


def _consequences(each: AnswerChances, session: Session) -> str:
    parts = []
    for who, losses in each.losses.items():
        down = each.downs.get(who, Fraction(0))
        if set(losses) != {0} or down:
            falls = f", goes down {_percent(down, each.plays)}" if down else ""
            parts.append(f"{safe(session.fight.combatants[who].name)} loses {float(mean(losses)):.2f}{falls}")
    return "; ".join(parts) or "no health lost"


def chance_in_words(chance: Fraction, plays: int) -> str:
    """Return a chance as a fraction and a percentage; for a sample, as a percentage with its interval."""
    percent = _percent(chance, plays, wide=6)
    return percent if plays else f"{_ratio(chance, plays):>9} {percent}"


def _ratio(chance: Fraction, plays: int) -> str:
    """Return an exact chance as a short fraction; empty if it is long or sampled."""
    ratio = str(chance)
    return "" if plays or len(ratio) > RATIO_LETTERS else ratio


def _percent(chance: Fraction, plays: int = 0, *, wide: int = 0, places: int = 2) -> str:
    """Return a chance in per cent, with its interval if it is sampled."""
    low, high = (100 * bound for bound in interval(chance, plays))
    return f"{float(chance) * 100:{wide}.{places}f} %{f' ({low:.1f} to {high:.1f} %)' if plays else ''}"


def ranked(outcomes: Chances, session: Session) -> list[tuple[str, Fraction]]:
    """Return outcomes with their chances, in the order of the rules."""
    order = list(session.rules.outcomes)
    return sorted(outcomes.items(), key=lambda each: order.index(each[0]) if each[0] in order else len(order))


def odds_in_short(found: CommandOdds, session: Session) -> str:
    """Return the odds as a line: each outcome in per cent, and the average losses."""
    outcomes = [f"{outcome or 'done'} {float(chance):.0%}" for outcome, chance in ranked(found.outcomes, session)]
    losses = [
        f"{safe(session.fight.combatants[who].name)} loses {float(found.mean_loss(who)):.1f}"
        for who in found.losses
        if abs(found.mean_loss(who)) >= TOLD_IN_SHORT
    ]
    return "; ".join((", ".join(outcomes), *losses))


def odds_facts(found: CommandOdds) -> shapes.Odds:
    """Return the odds for JSON: fractions as text; of a sample of `n` plays, with `low` and `high` (95 %)."""
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


def number_facts(number: Fraction) -> Exact:
    """Return a number as exact text and as a float."""
    return {"p": str(number), "p_float": float(number)}


def chance_facts(chance: Fraction, plays: int) -> shapes.Chance:
    """Return a chance as exact text and as a float, with its interval in a sample of `plays` (0: exact)."""
    low, high = interval(chance, plays)
    return {**number_facts(chance), "low": low, "high": high}


class DiceReply:
    """An output that collects a reply instead of writing it to a stream."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.json = False
        self.text = ""
        self.is_terminal = False
        self.environ: Mapping[str, str] = os.environ

    def write(self, text: str, *, paged: bool = True) -> None:
        """Add to the reply, which is shown as a whole elsewhere."""
        del paged
        self.text += text

    show = write

    def error(self, text: str) -> None:
        """Ignore a message that is only for a shell."""


def dice_reply(request: Request[program_verbs.Roll | program_verbs.ShowOdds]) -> Reply:
    """Roll dice, or compute their odds. Raises RbfError, and UsageError for words that are not dice."""
    command, common = request.command, request.common
    said = line_for(command)
    if isinstance(command, program_verbs.ShowOdds) and command.against:
        raise misuse("--against compares commands of a fight, not dice", "odds COMMAND --against COMMAND")
    if isinstance(command, program_verbs.Roll) and "-" in command.expressions:
        raise misuse("roll - reads standard input and works only in a shell")
    flags = [f"--{flag}" for flag in ("json", "quiet", "explain", "plain") if getattr(common, flag)]
    page = DiceReply(said)
    verb, *rest = split_words(said)
    words = [verb, *flags, "--color", "always" if request.style.colour else "never", *rest]
    if answer_dice(words, page, request.budget) is None:
        if rest[0] in VERBS:
            raise misuse(f"odds needs dice or a command of the fight, not {rest[0]}", "odds 2d6", "odds COMMAND")
        raise misuse(f"{shown(rest[0])} is neither dice nor a command of this fight", hint=Hint("see {}", "help dice"))
    return Reply(text=page.text)


AGAINST = "--against"
FIRST = "outcome"


def lines_beside(words: Sequence[str], verbs: Container[str]) -> list[Sequence[str]]:
    """Return the words of each command: another begins when a verb of the fight follows `--against`."""
    end = words.index("--") if "--" in words else len(words)
    found, start = [], 0
    for at in range(end - 1):
        if words[at] == AGAINST and words[at + 1] in verbs:
            found.append(words[start:at])
            start = at + 1
    return [*found, words[start:]]


def _line_with_against(asked: Line, verbs: Container[str]) -> str:
    """Return a line that compares two commands, with the dashes of `--against` and the verbs; empty for others."""
    one, against, other = " ".join(map(quoted, asked.command)).partition(f" {AGAINST.removeprefix('--')} ")
    attack = "" if other.partition(" ")[0] in verbs else f"{ATTACK} "
    return f"{ODDS}{one} {AGAINST} {attack}{other}" if against else ""


def require_a_command(line: Line, verbs: Mapping[str, type[Command]]) -> None:
    """Raise UsageError if `--against` appears in the words of a command without an option of that name."""
    words = line.words
    said = words[: words.index("--")] if "--" in words else words
    if AGAINST in said and option_named(AGAINST, grammar_of(verbs[line.verb]).options) is None:
        behind = said[said.index(AGAINST) + 1 :]
        there = f", not {shown(behind[0])}" if behind else ""
        raise misuse(f"{AGAINST} must be followed by a command of the fight{there}", f"odds COMMAND {AGAINST} COMMAND")


def odds_beside(session: Session, lines: Sequence[ParsedLine], style: Style, budget: Budget | None) -> Reply:
    """Return the odds of several commands in a single table, or as JSON. Raises UsageError for too many."""
    if len(lines) > COMPARED:
        raise misuse(f"odds can compare at most {COMPARED} commands, not {len(lines)}")
    found = [odds_or_sample(session.rules, session.fight, line.command) for line in lines]
    pay(budget, *found)
    said = [line_for(line.command) for line in lines]
    if any(line.common.json for line in lines):
        odds: list[LineOdds] = [{"line": line, **odds_facts(each)} for line, each in zip(said, found, strict=True)]
        facts: OddsBeside = {**place(session), "odds": odds}
        return Reply(text=json_line(f"odds {f' {AGAINST} '.join(said)}", **facts))
    named = [f"  {letter}  {safe(line)}" for letter, line in zip(ascii_uppercase, said, strict=False)]
    lettered = dict(zip(ascii_uppercase, found, strict=False))
    compared = table([FIRST, *lettered], [*_rows(session, lettered)], style)
    return lines_reply(["odds of", *wrap_lines(named, style), *compared, *wrap_lines([*_remarks(lettered)], style)])


def _rows(session: Session, found: Mapping[str, CommandOdds]) -> Iterator[dict[str, str]]:
    """Yield outcomes, then the combatants who lose health or go down, in the order of the fight."""
    outcomes = {outcome: Fraction(0) for each in found.values() for outcome in each.outcomes}
    for outcome, none in ranked(outcomes, session):
        cells = {letter: _percent(each.outcomes.get(outcome, none)) for letter, each in found.items()}
        yield {FIRST: outcome or "done", **cells}
    for who in session.fight.combatants:
        means = {letter: each.mean_loss(who) for letter, each in found.items() if who in each.losses}
        downs = {letter: each.downs.get(who, Fraction(0)) for letter, each in found.items()}
        if any(means.values()):
            yield {FIRST: f"{who} loses", **{letter: f"{float(means.get(letter, 0)):.2f}" for letter in found}}
        if any(downs.values()):
            yield {FIRST: f"{who} goes down", **{letter: _percent(down) for letter, down in downs.items()}}


def _remarks(found: Mapping[str, CommandOdds]) -> Iterator[str]:
    """Yield which odds are sampled, their precision, and that they assume the best answers."""
    for letter, each in found.items():
        if each.plays:
            chances = (*each.outcomes.values(), *each.downs.values())
            wide = max(high - low for low, high in (interval(chance, each.plays) for chance in chances))
            yield f"{letter} is sampled: played {each.plays:,} times, chances within {50 * wide:.1f} % (95 %)"
    if any(each.answers for each in found.values()):
        yield "where the rules ask, the best answer is counted: odds of one command lists all"


def odds_of_offers(session: Session, found: Sequence[Offer], budget: Budget) -> dict[int, OfferOdds]:
    """Return the odds of each offer by its number, as for `suggest` and `odds`, or why there are none."""
    rules, fight = session.rules, session.fight
    rolling = {number: each.command for number, each in enumerate(found, 1) if has_odds(rules, fight, each)}
    odds = dict[int, OfferOdds]()
    for number, command in rolling.items():
        try:
            known = odds_or_sample(rules, fight, command)
            pay(budget, known)
            odds[number] = OfferOdds(odds_in_short(known, session), odds_facts(known))
        except RbfError as wrong:
            odds[number] = OfferOdds(f"no odds: {wrong.message}")
    return odds


def nothing_to_roll(session: Session, people: Sequence[str]) -> Iterator[str]:
    """Yield a remark on all combatants without rolls, and the reason if there is one."""
    fight = session.fight
    names = {who: one.name for who, one in fight.combatants.items()}
    yield f"{', '.join(safe(names[who]) for who in people)}: nothing to roll now"
    if fight.over:
        yield f"the fight is over: {safe(fight.over)}; `undo` takes the end back"
        return
    if fight.questions:
        asked = dict.fromkeys(safe(names.get(each.who, "the GM")) for each in open_now(fight))
        yield f"{either([*asked])} has to choose first: suggest alone ranks the answers"
        return
    up = session.rules.members(fight, fight.active) if fight.active else people
    if not {*people} <= {*up}:
        name = safe(names.get(fight.active, fight.active))
        yield f"it is {name}{genitive(name, person=fight.active in names)} turn"


MOST_SHOWN = 12


def suggest(request: Request[verbs.Suggest]) -> Reply:
    """Rank a combatant's available actions that roll dice, with their numbers in `actions`. Raises RbfError."""
    session, command, budget = request.session, request.command, request.budget
    style, common = request.style, request.common
    people = whose_actions(session, command.who, budget)
    found, unread = _offers(session, people, budget)
    listed = listing(session, found)
    found = [row for row in found if not needs_words(row.offer.command)]
    best = ranking(session.rules, session.fight, [(row.who, row.offer) for row in found])
    pay(budget, *(each.odds for each in best.prospects))
    if not best.prospects and unread:
        raise too_much("too many actions to rank", hint=to_try("suggest WHO"))
    numbers = {line_for(each.offer.command): number for number, each in enumerate(listed.actions, 1)}
    if common.json:
        facts: Suggested = {
            **place(session),
            "ranked": [_prospect_facts(each, numbers[line_for(each.offer.command)]) for each in best.prospects],
            "without_dice": best.without_dice,
            "left_out": unread,
        }
        return Reply(text=json_line(f"suggest {' '.join(people)}", **facts), listed=listed)
    most = len(best.prospects) if command.all else MOST_SHOWN
    if common.quiet:
        shown = best_of_each_side(best.prospects, most)
        return Reply(text="".join(f"{safe(line_for(each.offer.command))}\n" for each in shown), listed=listed)
    remarks = [] if best.prospects else [*nothing_to_roll(session, people)]
    context = NameContext(session.rules, session.fight)

    def lines(most: int) -> list[str]:
        shown = best_of_each_side(best.prospects, most)
        rows = [_ranked_row(each, numbers[line_for(each.offer.command)], listed, context) for each in shown]
        told = wrap_lines([*remarks, *_remarks_on_ranking(best, len(shown), unread)], style)
        return [*action_lines(rows, style), *told]

    is_whole = command.all or not style.tables
    fitting = (each for each in map(lines, range(most, 0, -1)) if is_whole or len(each) <= MOST_ROWS)
    return Reply(text="".join(f"{line}\n" for line in next(fitting, lines(1))), listed=listed)


def _ranked_row(each: RankedLine, number: int, listed: Listed, context: NameContext) -> ActionRow:
    offer, shown = each.offer, listed.actions[number - 1]
    line = short_line(shown.offer.command, shown.who, context)
    return ActionRow(str(number), line, offer.cost, _in_words(each), offer.rule, section=safe(each.side))


def _offers(session: Session, people: tuple[str, ...], budget: Budget) -> tuple[list[ListedAction], int]:
    """Return the accepted offers of some combatants, within half the budget, and for how many it ran out."""
    half, found, unread = budget.share(2), list[tuple[str, Offer]](), 0
    for who in people:
        try:
            found += [(who, each) for each in tried(session, who, half) if not each.refusal]
        except LimitReached:
            unread += 1
    budget.give_back(half)
    return in_order(session, found), unread


def _in_words(each: RankedLine) -> str:
    """Return `hits thug1 56.2 %, 8.56 damage, drops thug1 4.7 %`; a sampled chance has its interval."""
    plays = each.odds.plays
    percent = partial(_percent, plays=plays, places=1)
    verb = "harms" if is_answer(each.offer) else "hits"
    parts = [
        f"{verb} {safe(each.whom)} {percent(each.hit)}" if each.hit else "",
        f"in part {percent(each.partly)}" if each.partly else "",
        f"{float(each.damage):.2f} damage" if each.damage else "",
        f"drops {safe(each.dropped)} {percent(each.drop)}" if each.drop else "",
        f"takes {float(each.cost):.2f}" if each.cost > 0 else "",
        f"gives back {-float(each.cost):.2f}" if each.cost < 0 else "",
    ]
    told = ", ".join(filter(None, parts)) or "harms no foe"
    return f"{told} ({plays:,} plays)" if plays else told


def best_of_each_side(prospects: Sequence[RankedLine], most: int) -> tuple[RankedLine, ...]:
    """Return the best actions of each side, one side after another."""
    sides = dict.fromkeys(each.side for each in prospects)
    return tuple(each for side in sides for each in [one for one in prospects if one.side == side][:most])


def _remarks_on_ranking(best: Ranking, shown: int, unread: int) -> Iterator[str]:
    if more := len(best.prospects) - shown:
        yield f"and {more} more: suggest --all"
    if best.without_dice:
        yield f"and {best.without_dice} more that change no health: see actions"
    if unread:
        yield f"and {unread} more not looked at"


def _prospect_facts(each: RankedLine, number: int) -> Prospect:
    """Return a ranked action as JSON; for a sample of `n` plays, chances are within `low` and `high`."""
    plays = each.odds.plays
    return {
        "number": number,
        "who": each.who,
        "side": each.side,
        "line": line_for(each.offer.command),
        "cost": each.offer.cost,
        "rule": each.offer.rule,
        "hit": {"who": each.whom, **chance_facts(each.hit, plays)},
        "partly": chance_facts(each.partly, plays),
        "damage": number_facts(each.damage),
        "drop": {"who": each.dropped, **chance_facts(each.drop, plays)},
        "own_loss": number_facts(each.cost),
        "sampled": bool(plays),
        "n": plays,
    }
