"""The start and end of a fight, phases and threat (THR-PHASE-1, THR-TRACK, THR-END-1)."""

from rbfcli.core.errors import for_example, must_be, refuse
from rbfcli.core.text import natural, other_digits
from rbfcli.engine.turns import require_people
from rbfcli.model.events import FightEnded
from rbfcli.systems.threat import commands, conditions, economy, results
from rbfcli.systems.threat.checks import ThreatScene
from rbfcli.systems.threat.sheet import Phase, ThreatFight

MOST_DIGITS = 3


def init(scene: ThreatScene, command: commands.Init) -> None:
    """Set the threat and begin the first phase, normally Offense (THR-TRACK-1, THR-PHASE-1)."""
    fight = scene.fight
    require_people(scene, "THR-TRACK-1")
    if fight.phase:
        scene.refuse("the fight has already begun", "THR-TRACK-1", "threat N")
    threat = fight.options.threat if command.threat is None else command.threat
    economy.check_threat(fight.options, threat)
    first: Phase = "defence" if (command.phase or fight.options.first_phase) == "defence" else "offense"
    scene.change("", ("options", "crew"), fight.crew_side(), "THR-OFF-1")
    scene.change("", ("board", "threat"), threat, "THR-TRACK-1")
    scene.change("", ("board", "first"), first, "THR-PHASE-1")
    economy.begin_phase(scene, first, "THR-PHASE-1")


def turn(scene: ThreatScene, command: commands.Turn) -> None:
    """Change the phase early, if no combatant can still attack in it (THR-PHASE-1, THR-ATK-1)."""
    if not scene.fight.phase:
        require_people(scene, "THR-TRACK-1")
        raise refuse("the fight has not begun", "THR-TRACK-1", "init")
    if command.who:
        side = "the crew acts" if scene.fight.phase == "offense" else "the enemies attack"
        message = f"it is {scene.fight.phase.capitalize()}: {side} in any order, and turn takes only next"
        raise refuse(message, "THR-PHASE-1", hint=economy.who_can_attack(scene.fight))
    left = economy.attackers_left(scene.fight)
    if left:
        tracker = scene.fight.board.tracker
        actions = "1 action" if tracker == 1 else f"{tracker} actions"
        phase = scene.fight.phase.capitalize()
        scene.refuse(f"{phase} has {actions} left; {', '.join(left)} can attack", "THR-TRACK-3")
    if not economy.crew_left(scene.fight):
        scene.refuse("none of the crew is standing", "THR-END-1", "end")
    economy.change_phase(scene, "THR-PHASE-1")


def threat(scene: ThreatScene, command: commands.Threat) -> None:
    """Change the threat; the next phase's tracker starts from it (THR-TRACK-4)."""
    before = scene.fight.board.threat
    if not scene.fight.phase:
        require_people(scene, "THR-TRACK-1")
        raise refuse("the fight has not begun", "THR-TRACK-1", "init --threat N")
    after = threat_meant(command.to, before)
    economy.check_threat(scene.fight.options, after)
    if after == before:
        raise refuse(f"the threat is already {after}", "THR-TRACK-4")
    economy.shift_threat(scene, after - before, "THR-TRACK-4")


def threat_meant(word: str, present: int) -> int:
    """Return the threat that `3`, `+1` or `-1` means. Raises UsageError for other words."""
    sign, digits = (word[0], word[1:]) if word[:1] in ("+", "-") else ("", word)
    number = natural(digits, MOST_DIGITS)
    if number is None:
        wanted = f"a number from 0 to {10**MOST_DIGITS - 1}, or a change such as +1"
        raise must_be("threat", wanted, word, hint=other_digits(word) or for_example("threat +1"))
    return {"+": present + number, "-": present - number}.get(sign, number)


def end(scene: ThreatScene, command: commands.End) -> None:
    """End the fight: the crew retreats or escapes, or the GM ends it (THR-END-1)."""
    told = " ".join(command.reason)
    reason = told or (results.ESCAPED if command.escaped else "the GM ended it")
    scene.conclude("escaped" if command.escaped else "ended")
    scene.emit(FightEnded(rule="THR-END-1", reason=reason))


def after_command(scene: ThreatScene) -> None:
    """Check whether the fight is over, and suggest threat changes (THR-END-1, THR-TRACK-4)."""
    results.resume(scene)
    if states_of(scene.before) == states_of(scene.fight):
        return
    results.settle_end(scene)
    if scene.fight.phase and not scene.fight.over:
        suggest_threat(scene)
        if economy.crew_left(scene.before) and not economy.crew_left(scene.fight):
            scene.happen("crew-down", "THR-END-1")


def states_of(fight: ThreatFight) -> dict[str, object]:
    """Return all combatants with their conditions."""
    return {who: one.conditions for who, one in fight.combatants.items()}


def suggest_threat(scene: ThreatScene) -> None:
    """Suggest lowering the threat when half the enemies, or a boss, are neutralized (THR-TRACK-4)."""
    lower = scene.fight.board.threat - 1
    if lower < economy.columns(scene.fight.options).lowest:
        return
    if half_neutralised(scene.fight) and not half_neutralised(scene.before):
        scene.happen("suggest-threat", "THR-TRACK-4", why="half the enemies are neutralized", lower=lower)
    fallen = bosses_down(scene.fight) - bosses_down(scene.before)
    for who in sorted(fallen):
        name = scene.fight.combatants[who].name
        scene.happen("suggest-threat", "THR-TRACK-4", why=f"{name}, a boss, is neutralized", lower=lower)


def half_neutralised(fight: ThreatFight) -> bool:
    """Return whether at least half of the enemies are down."""
    all_of_them = fight.enemies().values()
    return 2 * sum(not conditions.standing(one) for one in all_of_them) >= len(all_of_them) > 0


def bosses_down(fight: ThreatFight) -> set[str]:
    """Return the enemy bosses that are down."""
    return {who for who, one in fight.enemies().items() if one.boss and not conditions.standing(one)}
