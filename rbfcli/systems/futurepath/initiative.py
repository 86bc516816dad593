"""Teams in the order of their initiative, and whose turn it is (FP-INI)."""

from rbfcli.kernel import turns, verbs
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import Slot
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.settings import numbers_by_hand
from rbfcli.systems.futurepath.check import D20, FpScene
from rbfcli.systems.futurepath.people import character, members, team_of, teams
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight, ability_modifier

RULE = "FP-INI-1"


def init(scene: FpScene, command: verbs.Init) -> None:
    """The team with the highest initiative acts first; the order stays for all rounds (FP-INI-1, FP-INI-2)."""
    if not scene.fight.combatants:
        raise impossible("no team has a member yet", RULE, "add NAME side=TEAM hp=10")
    by_hand = numbers_by_hand(command.set, example=4)
    for who, one in scene.fight.combatants.items():
        scene.change(who, "initiative", by_hand.get(who, score_of(one)), "FP-INI-2")
    counts = {team: by_hand[team] if team in by_hand else count_of(scene, team, command) for team in teams(scene.fight)}
    turns.settle_order(scene, ranked(scene, counts), RULE)
    turns.begin_first_round(scene, RULE)


def score_of(one: Character) -> int:
    """A member's score: Dexterity and Wisdom modifiers and what else it has (FP-INI-2)."""
    return ability_modifier(one, "dexterity") + ability_modifier(one, "wisdom") + one.initiative_misc


def average(fight: FuturePathFight, team: str) -> int:
    """The average score of a team's members, rounded up (FP-INI-2)."""
    scores = [fight.combatants[who].initiative for who in members(fight, team)]
    known = [score for score in scores if score is not None]
    return -(-sum(known) // max(1, len(known)))


def count_of(scene: FpScene, team: str, command: verbs.Init) -> int:
    """A team's initiative: the average, and by the option a d20 with it (FP-INI-2)."""
    score = average(scene.fight, team)
    if scene.fight.options.initiative == "average":
        return score + command.mod
    modifiers = (Modifier(score, "average", "FP-INI-2"), Modifier(command.mod, "modifier"))
    return scene.roll(team, "team initiative", "FP-INI-2", sides=D20, count=1, modifiers=modifiers).total


def ranked(scene: FpScene, counts: dict[str, int]) -> list[Slot]:
    """Highest first; of equals the highest Dexterity, then the initiative check of the top member (FP-INI-2)."""
    tops = {team: top_member(scene.fight, team) for team in counts}
    keys = {team: (count, dexterity_of(scene.fight, tops[team])) for team, count in counts.items()}
    tied = [team for team in counts if list(keys.values()).count(keys[team]) > 1]
    checks = {team: initiative_check(scene, tops[team]) for team in tied}
    order = sorted(counts, key=lambda team: (*keys[team], checks.get(team, 0)), reverse=True)
    return [Slot(who=team, count=counts[team]) for team in order]


def top_member(fight: FuturePathFight, team: str) -> str:
    """The member with the highest Dexterity, of equals with the highest score."""
    return max(members(fight, team), key=lambda who: (dexterity_of(fight, who), fight.combatants[who].initiative or 0))


def dexterity_of(fight: FuturePathFight, who: str) -> int:
    """A Dexterity score."""
    return fight.combatants[who].dexterity


def initiative_check(scene: FpScene, who: str) -> int:
    """d20 and the score of one, to break a tie (FP-INI-2)."""
    score = Modifier(character(scene, who).initiative or 0, "score", "FP-INI-2")
    return scene.roll(who, "initiative check", "FP-INI-2", sides=D20, count=1, modifiers=(score,)).total


def turn(scene: FpScene, command: verbs.Turn) -> None:
    """On to the next team, or back to the one before (FP-INI-1)."""
    turns.take_step(scene, command, RULE, hold)


def hold(_scene: FpScene, _until: int | None) -> None:
    """No team holds its turn: each character waits by itself. Raises Refusal (FP-RDY-1)."""
    raise impossible("a team does not hold its turn: each character waits by itself", "FP-RDY-1", "ready WHO TRIGGER")


def newcomers(fight: FuturePathFight) -> list[str]:
    """Teams that have members and no place in the order."""
    placed = {slot.who for slot in fight.order}
    return [team for team in dict.fromkeys(team_of(one) for one in fight.combatants.values()) if team not in placed]


def settle_newcomers(scene: FpScene) -> None:
    """With a new round, teams that came into the fight take their places (FP-INI-1)."""
    new = newcomers(scene.fight)
    if not new:
        return
    for who, one in scene.fight.combatants.items():
        if one.initiative is None:
            scene.change(who, "initiative", score_of(one), "FP-INI-2")
    slots = [*scene.fight.order, *(Slot(who=team, count=average(scene.fight, team)) for team in new)]
    order = sorted(slots, key=lambda slot: slot.count, reverse=True)
    turns.settle_order(scene, order, RULE)
