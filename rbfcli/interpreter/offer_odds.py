"""The odds of what `actions` offers; only `--odds` waits for it, and for what it imports."""

from collections.abc import Sequence

from rbfcli.interpreter.command_odds import odds_facts, odds_in_short
from rbfcli.interpreter.reply import OfferOdds
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.offers import Offer
from rbfcli.lab.odds import command_odds
from rbfcli.render.actions import rolls
from rbfcli.session.session import Session


def odds_of_offers(session: Session, found: Sequence[Offer], budget: Budget) -> dict[int, OfferOdds]:
    """The odds of what rolls, by its number, or why there are none; one budget serves for all."""
    rolling = {number: each.command for number, each in enumerate(found, 1) if each.played and rolls(each.played)}
    odds = dict[int, OfferOdds]()
    for left, (number, command) in zip(range(len(rolling), 0, -1), rolling.items(), strict=True):
        part = budget.share(left)
        try:
            exact = command_odds(session.rules, session.fight, command, part)
            odds[number] = OfferOdds(odds_in_short(exact, session), odds_facts(exact))
        except RbfError as wrong:
            odds[number] = OfferOdds(f"no odds: {wrong.message}")
        budget.give_back(part)
    return odds
