"""Team initiative, the start and end of turns, and checks after every command (FP-INI)."""

from msgspec.structs import fields

from rbfcli.core.errors import refuse
from rbfcli.core.mistakes import refuse_new
from rbfcli.engine import turns
from rbfcli.engine.turns import announce_last_side, given_numbers
from rbfcli.model import commands
from rbfcli.model.events import InitiativeSet, Modifier
from rbfcli.model.fight import TurnSlot, waiting_combatants
from rbfcli.systems.futurepath.checks import D20, FpScene, initiative_check
from rbfcli.systems.futurepath.conditions import held_by, hindrance, is_dead
from rbfcli.systems.futurepath.hazards import due, overdue
from rbfcli.systems.futurepath.health import bleed, come_down
from rbfcli.systems.futurepath.map import distance, name_of, place, put_off_the_map, threat_range
from rbfcli.systems.futurepath.paths import come_to, nearest_free
from rbfcli.systems.futurepath.sheet import FuturePathFight, TurnState, members, score_of, team_of, teams

RULE = "FP-INI-1"
SPEECH = ("words", "gesture")


def init(scene: FpScene, command: commands.Init) -> None:
    """Set the turn order by team initiative; it is the same for all rounds (FP-INI-1, FP-INI-2)."""
    given = given_numbers(command.set, example=4)
    if command.who:
        by_team = {team_of(scene.one(who)): who for who in command.who}
        counts = {who: given[team] for team, who in by_team.items() if team in given}
        turns.join_late(scene, by_team.values(), command.mod, {**given, **counts}, RULE)
        return
    turns.may_begin(scene, RULE)
    for who, one in scene.fight.combatants.items():
        scene.change(who, "initiative", given.get(who, score_of(one)), "FP-INI-2")
    counts = {team: given[team] if team in given else count_of(scene, team, command.mod) for team in teams(scene.fight)}
    turns.settle_order(scene, ranked(scene, counts), RULE)
    turns.begin_first_round(scene, RULE)


def average(fight: FuturePathFight, team: str) -> int:
    """Return the average score of a team's members, rounded up (FP-INI-2)."""
    scores = [fight.combatants[who].initiative for who in members(fight, team)]
    known = [score for score in scores if score is not None]
    return -(-sum(known) // max(1, len(known)))


def count_of(scene: FpScene, team: str, mod: int = 0) -> int:
    """Return a team's initiative: the average score, optionally plus a d20 (FP-INI-2)."""
    score = average(scene.fight, team)
    if scene.fight.options.initiative == "average":
        return score + mod
    modifiers = (Modifier(score, "average", "FP-INI-2"), Modifier(mod, "modifier"))
    return scene.roll(team, "team initiative", "FP-INI-2", sides=D20, count=1, modifiers=modifiers).total


def ranked(scene: FpScene, counts: dict[str, int]) -> list[TurnSlot]:
    """Return teams by initiative; ties by highest Dexterity, then by initiative checks (FP-INI-2)."""
    people = scene.fight.combatants
    scores = {who: one.initiative or 0 for who, one in people.items()}
    tops = {
        team: max(members(scene.fight, team), key=lambda who: (people[who].dexterity, scores[who])) for team in counts
    }
    keys = {team: (count, people[tops[team]].dexterity) for team, count in counts.items()}
    tied = [team for team in counts if list(keys.values()).count(keys[team]) > 1]
    checks = {team: initiative_check(scene, tops[team], "FP-INI-2", scores[tops[team]]) for team in tied}
    order = sorted(counts, key=lambda team: (*keys[team], checks.get(team, 0)), reverse=True)
    return [TurnSlot(who=team, count=counts[team]) for team in order]


def turn(scene: FpScene, command: commands.Turn) -> None:
    """Go to the next team, or back to the previous one (FP-INI-1)."""
    turns.take_step(scene, command, RULE, hold)


def hold(_scene: FpScene, _until: int | None) -> None:
    """Raise Refusal: a team cannot hold its turn, each character waits individually (FP-RDY-1)."""
    raise refuse("a team cannot hold its turn: each character readies separately", "FP-RDY-1", "ready WHO TRIGGER")


def order_of(fight: FuturePathFight) -> list[TurnSlot]:
    """Return the teams by initiative count; ties keep their order (FP-INI-1)."""
    return sorted(fight.order, key=lambda slot: -slot.count)


def give_count(scene: FpScene, actor: str, count: int | None, mod: int) -> None:
    """Give a late team an initiative count, stated or rolled, and its place in the order (FP-INI-2)."""
    fight, team = scene.fight, team_of(scene.one(actor))
    for who in members(fight, team):
        score_if_new(scene, who)
    slot = TurnSlot(who=team, count=count_of(scene, team, mod) if count is None else count)
    known = {each.who for each in fight.order}
    slots = (*fight.order, slot) if team not in known else tuple(slot if s.who == team else s for s in fight.order)
    scene.emit(InitiativeSet(rule="FP-INI-2", slots=slots, turn=fight.turn))
    turns.replace_slots(scene, (team,), "FP-INI-2")


def settle_newcomers(scene: FpScene) -> None:
    """Add teams that joined the fight to the order at the start of a round (FP-INI-1, FP-INI-2)."""
    placed = {slot.who for slot in scene.fight.order}
    new = [team for team in teams(scene.fight) if team not in placed]
    if not new:
        return
    for who in scene.fight.combatants:
        score_if_new(scene, who)
    slots = [*scene.fight.order, *(TurnSlot(who=team, count=count_of(scene, team)) for team in new)]
    turns.settle_order(scene, sorted(slots, key=lambda slot: slot.count, reverse=True), RULE)


def score_if_new(scene: FpScene, actor: str) -> None:
    """Give a combatant without an initiative score its own (FP-INI-2)."""
    one = scene.one(actor)
    if one.initiative is None:
        scene.change(actor, "initiative", score_of(one), "FP-INI-2")


def begin_round(scene: FpScene) -> None:
    """Start a round: add new teams, roll Constitution losses, thin haze, and reset speech."""
    if scene.fight.round > 1:
        settle_newcomers(scene)
        bleed(scene)
        overdue(scene)
        thin_haze(scene)
    for who in scene.fight.combatants:
        fresh(scene, who, SPEECH)


def thin_haze(scene: FpScene) -> None:
    """Count down the rounds of each zone of haze, and remove those that expire (FP-COV-3)."""
    for name, zone in scene.fight.board.zones.items():
        if zone.rounds == 1:
            scene.change("", ("board", "zones", name), None, "FP-COV-3")
            scene.happen("haze-clears", "FP-COV-3", kind=zone.kind, square=zone.square)
        elif zone.rounds:
            scene.change("", ("board", "zones", name, "rounds"), zone.rounds - 1, "FP-COV-3")


def begin_turn(scene: FpScene, team: str) -> None:
    """Reset every member's actions and readied trigger, and set off cooked grenades (FP-ECO-1)."""
    for who in members(scene.fight, team):
        fresh(scene, who, tuple(each.name for each in fields(TurnState) if each.name not in SPEECH))
        if scene.one(who).ready:
            scene.change(who, "ready", "", "FP-RDY-1")
            scene.happen("waited", "FP-RDY-1", who=who)
    due(scene, team, "start")


def end_turn(scene: FpScene, team: str) -> None:
    """Set off grenades due at the end of a team's turn (FP-GRN-3)."""
    due(scene, team, "end")
    for who, one in scene.fight.combatants.items():
        scene.change(who, ("turn", "yields_to"), "", "FP-RDY-1")
        if one.turn.instant:
            scene.change(who, ("turn", "instant"), after=False, rule="FP-RDY-1")
            scene.happen("instant-lapses", "FP-RDY-1", who=who)


def fresh(scene: FpScene, actor: str, names: tuple[str, ...]) -> None:
    """Reset fields of a combatant's turn state."""
    for name in names:
        scene.change(actor, ("turn", name), getattr(TurnState(), name), "FP-ECO-1")


def after_command(scene: FpScene) -> None:
    """Check positions, drop and free combatants as needed, and announce the last side standing."""
    check_squares(scene)
    make_room(scene)
    for who, one in scene.fight.combatants.items():
        if one.height and hindrance(one):
            come_down(scene, who)
    free_the_held(scene)
    wait_for_nobody(scene)
    announce_last_side(scene, "FP-INI-1")


def wait_for_nobody(scene: FpScene) -> None:
    """Move grenades that wait for a team without members to the new round (FP-GRN-3)."""
    for name, charge in scene.fight.board.charges.items():
        if charge.team and not members(scene.fight, charge.team):
            scene.change("", ("board", "charges", name, "team"), "", "FP-GRN-3")


def make_room(scene: FpScene) -> None:
    """Move combatants who come back from another group off squares that are taken now (FP-FLD-2)."""
    for who in waiting_combatants(scene.before):
        one = scene.fight.combatants.get(who)
        if one is None or not one.square or is_dead(one):
            continue
        here = place(scene.fight, one.square)
        square = nearest_free(scene.fight, who, here)
        if square != here:
            come_to(scene, who, square, "FP-FLD-2")
            scene.happen("makes-room", "FP-FLD-2", who=who, square=name_of(square))


def free_the_held(scene: FpScene) -> None:
    """End grapples whose holder is out of reach or can no longer act (FP-TEC-1)."""
    people = scene.fight.combatants
    for who, one in people.items():
        holder = people.get(held_by(one))
        if holder and (hindrance(holder) or (distance(one, holder) or 0) > threat_range(scene.fight, holder)):
            scene.relieve(who, "grappled", "FP-TEC-1")


def check_squares(scene: FpScene) -> None:
    """Raise RbfError if a command put something off the map (FP-FLD-1)."""
    if scene.fight.board is not scene.before.board:
        refuse_new((), put_off_the_map(scene.before, scene.fight))
    for who, one in scene.fight.combatants.items():
        before = scene.before.combatants.get(who)
        if one.square and (before is None or before.square != one.square):
            place(scene.fight, one.square)
