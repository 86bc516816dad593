"""The odds of what `actions` offers; only `--odds` waits for it, and for what it imports."""

from collections.abc import Sequence

from rbfcli.interpreter.command_odds import odds_facts, odds_in_short, pay
from rbfcli.interpreter.reply import OfferOdds
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.offers import Offer
from rbfcli.lab.odds import odds_or_sample
from rbfcli.render.actions import rolls
from rbfcli.session.session import Session


def odds_of_offers(session: Session, found: Sequence[Offer], budget: Budget) -> dict[int, OfferOdds]:
    """The odds of what rolls, by its number, or why there are none: the same as `odds` has."""
    rolling = {number: each.command for number, each in enumerate(found, 1) if each.played and rolls(each.played)}
    odds = dict[int, OfferOdds]()
    for number, command in rolling.items():
        try:
            known = odds_or_sample(session.rules, session.fight, command)
            pay(budget, known)
            odds[number] = OfferOdds(odds_in_short(known, session), odds_facts(known))
        except RbfError as wrong:
            odds[number] = OfferOdds(f"no odds: {wrong.message}")
    return odds
