"""What the table sees: facts, possible actions, and next steps."""

from collections.abc import Iterator

from rbfcli.engine.turns import next_or_end
from rbfcli.model.commands import Turn
from rbfcli.model.display import Fact, Facts, Visibility, health_fact
from rbfcli.model.rules import CandidateAction

from rbfcli_newgame import sheet
from rbfcli_newgame.commands import Attack, Guard
from rbfcli_newgame.fighting import takes_turns

SIGHT = Visibility(fields=("acted",))


def health(one: sheet.Fighter) -> tuple[int, int]:
    """Return current and full health."""
    return one.health, one.most


def status(fight: sheet.NewgameFight, who: str) -> Facts:
    """Return the facts about a fighter for the screen."""
    one = fight.combatants[who]
    return (health_fact("health", health(one)), Fact("skill", f"{one.skill:+d}"), Fact("nerve", str(one.nerve)))


def candidates(fight: sheet.NewgameFight, who: str) -> Iterator[CandidateAction]:
    """Yield everything a combatant might do; a rehearsal decides what is allowed."""
    side = fight.combatants[who].side
    for foe, other in fight.combatants.items():
        if other.side != side:
            yield CandidateAction(Attack(who=who, targets=(foe,)), "the action", "NEWGAME-ATK-1")
    yield CandidateAction(Guard(who=who), "the action", "NEWGAME-GRD-1")
    yield CandidateAction(Turn(), "the turn", "NEWGAME-TURN-1")


def next_steps(fight: sheet.NewgameFight) -> tuple[str, ...]:
    """Return the commands to type next."""
    if not fight.round:
        return ("init",) if fight.combatants else ("add NAME",)
    active = fight.combatants.get(fight.active)
    return (next_or_end(fight, takes_turns),) if active is None or active.acted else ()
