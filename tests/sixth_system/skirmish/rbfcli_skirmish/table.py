"""What the table sees of a skirmish: how someone stands, what it can do, the words, and the rules."""

from collections.abc import Mapping

from rbfcli.kernel.rules import ActionLeft, RuleEntry
from rbfcli_skirmish.fighting import standing
from rbfcli_skirmish.sheet import Fighter, SkirmishFight

WORDS = {
    "field.stamina": "stamina",
    "field.acted": "",
    "roll.attack": "{who} strikes at {target}",
    "roll.taunt": "{who} taunts {target}",
    "condition.out": "is out of the fight",
    "condition.rattled": "is rattled",
    "unmoved": "{who} only laughs",
    "one-side-left": "only {side} is left in the yard",
}
LEDGER = (
    RuleEntry("SKI-TURN-1", "Turns go by wits, highest first; ties as in the file.", "turns", "done"),
    RuleEntry("SKI-TURN-2", "A turn has one action: an attack or a taunt.", "turns", "done"),
    RuleEntry("SKI-ATK-1", "As many d6 as might; the highest has to show 4 and takes 1.", "blows", "done", "hit_on"),
    RuleEntry("SKI-ATK-2", "A six is a clean hit and takes 2.", "blows", "done"),
    RuleEntry(
        "SKI-TNT-1", "As many d6 as wits; a hit costs the foe a die in its next turn.", "words", "done", "hit_on"
    ),
    RuleEntry("SKI-SAVE-1", "Against stated damage a hit takes 1 off, a clean one all.", "blows", "done", "hit_on"),
    RuleEntry("SKI-OUT-1", "At 0 stamina one is out.", "blows", "done"),
)


def vigour(one: Fighter) -> tuple[int, int]:
    """Stamina now, and at most."""
    return one.stamina, one.most


def status(fight: SkirmishFight, who: str) -> Mapping[str, str]:
    """The facts of one fighter that a table shows, by their column."""
    one = fight.combatants[who]
    return {"stamina": f"{one.stamina}/{one.most}", "might": str(one.might), "wits": str(one.wits)}


def actions(fight: SkirmishFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now: strike or taunt a foe, once a turn (SKI-TURN-2)."""
    one = fight.combatants[who]
    if not standing(one) or one.acted or (fight.round and fight.active != who):
        return ()
    foes = [each for each, other in fight.combatants.items() if other.side != one.side and standing(other)]
    blows = [ActionLeft(f"attack {who} {foe}", "the action", "SKI-ATK-1") for foe in foes]
    return (*blows, *(ActionLeft(f"taunt {who} {foe}", "the action", "SKI-TNT-1") for foe in foes))


def next_steps(fight: SkirmishFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    active = fight.combatants.get(fight.active)
    return ("turn next",) if active is None or active.acted else ()


def vocabulary(_fight: SkirmishFight, kind: str, _who: str) -> tuple[str, ...]:
    """The words of a kind that only skirmish knows."""
    return ("rattled", "out") if kind == "condition" else ()
