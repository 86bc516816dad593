"""All fights that one command may lead to."""

from collections import Counter
from fractions import Fraction

from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.lab.answering import answer_to
from rbfcli.lab.outcomes import outcomes
from tests.kernel import asker
from tests.lab.test_merging import hold


def test_a_roll_that_a_rule_holds_at_its_question_counts_behind_it():
    """The fight that waits is the same for all six faces, but for the dice: they are no one position."""
    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: hold})
    gate = asker.at_the_gate()
    losses: Counter[int] = Counter()
    for chance, waits in outcomes(rules, gate, asker.Nag(who="ann"), Budget()):
        answer = answer_to(waits, waits.questions[0], "stop")
        for after, fight in outcomes(rules, waits, answer, Budget()):
            losses[rules.health(gate.combatants["ann"])[0] - rules.health(fight.combatants["ann"])[0]] += chance * after
    assert losses == {amount: Fraction(1, 6) for amount in range(1, 7)}
