"""The best available actions, ranked by odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rbfcli.commands.actions import (
    OPEN_END,
    ListedOffer,
    in_order,
    listing,
    short_form,
    short_line,
    tried,
    whose_actions,
)
from rbfcli.commands.odds import chance_facts, number_facts, pay
from rbfcli.commands.reply import Listed, Reply, Request, place
from rbfcli.core.errors import LimitReached, either, to_try, too_much
from rbfcli.core.limits import Budget
from rbfcli.core.text import safe
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import Offer
from rbfcli.lab.odds import interval
from rbfcli.lab.rank import RankedLine, Ranking, is_answer, ranking
from rbfcli.lab.view import leading
from rbfcli.language import verbs
from rbfcli.language.grammar import line_for
from rbfcli.language.names import NameContext
from rbfcli.render.actions import MOST_ROWS, ActionRow, action_lines
from rbfcli.render.json import json_line
from rbfcli.render.narration import wrap_lines
from rbfcli.session.session import Session

if TYPE_CHECKING:
    from rbfcli.render.json_types.odds import Prospect, Suggested


def nothing_to_roll(
    session: Session, people: Sequence[str], found: Sequence[ListedOffer], budget: Budget
) -> Iterator[str]:
    """Yield a remark on all combatants without rolls, then further remarks on each if there are any."""
    fight, context = session.fight, NameContext(session.rules, session.fight)
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
    for who in people:
        if who not in up:
            yield f"it is {safe(names.get(fight.active, fight.active))}'s turn"
            return
        own = [row.offer.command for row in found if row.who == who]
        try:
            ways = leading(session.rules, fight, who, own, budget)
        except LimitReached:
            return
        if ways.commands:
            lines = [short_form(line_for(each), each, who, context) for each in ways.commands]
            yield f"{safe(names[who])} {'can attack' if ways.strikes else 'gets closer'} after: {' or '.join(lines)}"


MOST_SHOWN = 12


def suggest(request: Request[verbs.Suggest]) -> Reply:
    """Rank a combatant's available actions that roll dice, with their numbers in `actions`. Raises RbfError."""
    session, command, budget = request.session, request.command, request.budget
    style, common = request.style, request.common
    people = whose_actions(session, command.who, budget)
    found, unread = _offers(session, people, budget)
    listed = listing(session, found)
    found = [row for row in found if OPEN_END not in line_for(row.offer.command)]
    best = ranking(session.rules, session.fight, [(row.who, row.offer) for row in found])
    pay(budget, *(each.odds for each in best.prospects))
    if not best.prospects and unread:
        raise too_much("too many actions to rank", hint=to_try("suggest WHO"))
    numbers = {line_for(each.command): number for number, each in enumerate(listed.actions, 1)}
    if common.json:
        facts: Suggested = {
            **place(session),
            "ranked": [_facts(each, numbers[line_for(each.offer.command)]) for each in best.prospects],
            "without_dice": best.without_dice,
            "left_out": unread,
        }
        return Reply(text=json_line(f"suggest {' '.join(people)}", **facts), listed=listed)
    most = len(best.prospects) if command.all else MOST_SHOWN
    if common.quiet:
        shown = best_of_each_side(best.prospects, most)
        return Reply(text="".join(f"{safe(line_for(each.offer.command))}\n" for each in shown), listed=listed)
    remarks = [] if best.prospects else [*nothing_to_roll(session, people, found, budget)]
    last = [f"and {unread} more not looked at"] if unread else []
    context = NameContext(session.rules, session.fight)

    def lines(most: int) -> list[str]:
        shown = best_of_each_side(best.prospects, most)
        rows = [_row(each, numbers[line_for(each.offer.command)], listed, context) for each in shown]
        return [*action_lines(rows, style), *wrap_lines([*remarks, *_remarks(best, len(shown)), *last], style)]

    is_whole = command.all or not style.tables
    fitting = (each for each in map(lines, range(most, 0, -1)) if is_whole or len(each) <= MOST_ROWS)
    return Reply(text="".join(f"{line}\n" for line in next(fitting, lines(1))), listed=listed)


def _row(each: RankedLine, number: int, listed: Listed, context: NameContext) -> ActionRow:
    """Return a ranked action as a row under its side."""
    line, offer = short_line(listed.actions[number - 1], context), each.offer
    return ActionRow(str(number), line, offer.cost, _in_words(each), offer.rule, section=safe(each.side))


def _offers(session: Session, people: tuple[str, ...], budget: Budget) -> tuple[list[ListedOffer], int]:
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
    verb = "harms" if is_answer(each.offer) else "hits"
    parts = [
        f"{verb} {safe(each.whom)} {_percent(each.hit, plays)}" if each.hit else "",
        f"in part {_percent(each.partly, plays)}" if each.partly else "",
        f"{float(each.damage):.2f} damage" if each.damage else "",
        f"drops {safe(each.dropped)} {_percent(each.drop, plays)}" if each.drop else "",
        f"takes {float(each.cost):.2f}" if each.cost > 0 else "",
        f"gives back {-float(each.cost):.2f}" if each.cost < 0 else "",
    ]
    told = ", ".join(filter(None, parts)) or "harms no foe"
    return told if not plays or each.hit or each.drop else f"{told} ({plays:,} plays)"


def _percent(chance: Fraction, plays: int) -> str:
    """Return a chance in per cent, with its interval if it is sampled."""
    told = f"{float(chance) * 100:.1f} %"
    if not plays:
        return told
    low, high = interval(chance, plays)
    return f"{told} ({plays:,} plays, {low * 100:.1f} to {high * 100:.1f} %)"


def best_of_each_side(prospects: Sequence[RankedLine], most: int) -> tuple[RankedLine, ...]:
    """Return the best actions of each side, one side after another."""
    sides = dict.fromkeys(each.side for each in prospects)
    return tuple(each for side in sides for each in [one for one in prospects if one.side == side][:most])


def _remarks(best: Ranking, shown: int) -> Iterator[str]:
    """Yield what is not in the list."""
    if more := len(best.prospects) - shown:
        yield f"and {more} more: suggest --all"
    if best.without_dice:
        yield f"and {best.without_dice} more that change no health: see actions"


def _facts(each: RankedLine, number: int) -> Prospect:
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
