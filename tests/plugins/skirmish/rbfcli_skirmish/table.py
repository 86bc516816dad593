"""What the table sees of a skirmish: facts, possible actions, texts and rules."""

from collections.abc import Iterator

from rbfcli.model.commands import Turn
from rbfcli.model.display import Fact, Facts, Visibility, health_fact
from rbfcli.model.rules import CandidateAction, RuleEntry
from rbfcli_skirmish.commands import Attack, Taunt
from rbfcli_skirmish.sheet import Fighter, SkirmishFight

WORDS = {
    "field.stamina": "stamina",
    "field.acted": "",
    "roll.attack.clean": "{who} hits {target} cleanly",
    "roll.attack.hit": "{who} hits {target}",
    "roll.attack.miss": "{who} misses {target}",
    "roll.taunt.clean": "{who} rattles {target}",
    "roll.taunt.hit": "{who} rattles {target}",
    "roll.taunt.miss": "{target} only laughs at {who}",
    "question.clean": "{who} has a clean hit on {target}: what does it do?",
    "question.step-in": "does {who} step in front of {target}?",
    "answer.hurt": "it takes 2",
    "answer.rattle": "it takes 1, and strikes with a die fewer",
    "answer.step": "the blow falls on the friend, for its action",
    "answer.stay": "the blow falls as it was meant",
    "one-side-left": "only {side} is left in the yard",
    "part.one-side-left": "pending",
}
LEDGER = (
    RuleEntry("SKI-TURN-1", "Turns go by wits, highest first; ties as in the file.", "turns", "done"),
    RuleEntry("SKI-TURN-2", "A turn has one action: an attack or a taunt.", "turns", "done"),
    RuleEntry("SKI-ATK-1", "As many d6 as might; the highest has to show 4 and takes 1.", "blows", "done", "hit_on"),
    RuleEntry("SKI-ATK-2", "A six is a clean hit: it takes 2, or 1 and rattles the foe.", "blows", "done"),
    RuleEntry("SKI-STEP-1", "A friend who has not acted may step in and take the blow.", "blows", "done"),
    RuleEntry(
        "SKI-TNT-1", "As many d6 as wits; a hit costs the foe a die in its next turn.", "words", "done", "hit_on"
    ),
    RuleEntry("SKI-SAVE-1", "Against stated damage a hit takes 1 off, a clean one all.", "blows", "done", "hit_on"),
    RuleEntry("SKI-OUT-1", "At 0 stamina one is out.", "blows", "done"),
)
SIGHT = Visibility(fields=("acted",), questions=("clean", "step-in"))


def health(combatant: Fighter) -> tuple[int, int]:
    """Stamina now, and at most."""
    return combatant.stamina, combatant.most


def status(fight: SkirmishFight, actor: str) -> Facts:
    """The facts of one fighter that a screen shows."""
    one = fight.combatants[actor]
    return (
        health_fact("stamina", health(one)),
        Fact("might", str(one.might)),
        Fact("wits", str(one.wits)),
    )


def candidates(fight: SkirmishFight, actor: str) -> Iterator[CandidateAction]:
    """Yield everything a fighter might do: attack or taunt an enemy, or end the turn."""
    side = fight.combatants[actor].side
    for foe, other in fight.combatants.items():
        if other.side != side:
            yield CandidateAction(Attack(who=actor, targets=(foe,)), "the action", "SKI-ATK-1")
            yield CandidateAction(Taunt(who=actor, target=foe), "the action", "SKI-TNT-1")
    yield CandidateAction(Turn(), "the turn", "SKI-TURN-1")


def next_steps(fight: SkirmishFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    active = fight.combatants.get(fight.active)
    return ("turn next",) if active is None or active.acted else ()
