"""Initiative, turns and rounds (GEN-INI), and effects at their start and end."""

from msgspec.structs import replace

from rbfcli.core.errors import Refusal, refuse
from rbfcli.engine import turns
from rbfcli.engine.turns import announce_last_side, given_numbers
from rbfcli.model import commands as verbs
from rbfcli.model.fight import TurnSlot
from rbfcli.systems.generic import commands, conditions, economy, health
from rbfcli.systems.generic.checks import GenericScene, save, succeeded
from rbfcli.systems.generic.sheet import NO_ORDER, GenericFight, SaveEnds

RULE = "GEN-INI-1"
MINUTE = 60
MADE, FAILED = "made", "failed"


def init(scene: GenericScene, command: commands.Init) -> None:
    """Roll once for each combatant, group or side, and begin the first round (GEN-INI-1, GEN-INI-4)."""
    given, has_order = given_numbers(command.set), scene.fight.options.order != NO_ORDER
    if not has_order and (command.who or given):
        raise no_turn_order(scene.fight)
    if command.roll_hp or not command.who:
        turns.may_begin(scene, RULE)
    if command.roll_hp:
        health.roll_hp(scene, scene.fight.combatants, "no sheet has hp_dice", "set WHO hp_dice=2d8+2")
    if not has_order:
        turns.begin_round(scene, 1, "GEN-INI-4")
        return
    stated = {member: given.get(member, given[who]) for who in given for member in sharing(scene.fight, who)}
    again = dict.fromkeys(member for who in command.who for member in together(scene.fight, who))
    for who in again:
        scene.change(who, "initiative", None, RULE)
    turns.init(scene, replace(command, who=tuple(again)), RULE, stated)


def no_turn_order(fight: GenericFight) -> Refusal:
    """Return the refusal of everything that needs turns or counts in a fight without them (GEN-INI-4)."""
    return refuse("this fight has no turn order", "GEN-INI-4", "turn next" if fight.round else "init")


def sharing(fight: GenericFight, word: str) -> tuple[str, ...]:
    """Return the combatants whose count `--set` states: a group, or all who share with a combatant (GEN-INI-1)."""
    if word in fight.combatants:
        return together(fight, word)
    return tuple(who for who, one in fight.combatants.items() if one.group == word)


def together(fight: GenericFight, actor: str) -> tuple[str, ...]:
    """Return who shares a combatant's initiative: its side, its group, or itself alone (GEN-INI-1)."""
    one = fight.combatants[actor]
    if fight.options.order == "side":
        return tuple(who for who, other in fight.combatants.items() if other.side == one.side)
    if not one.group:
        return (actor,)
    return tuple(who for who, other in fight.combatants.items() if (other.group, other.side) == (one.group, one.side))


def give_count(scene: GenericScene, actor: str, count: int | None = None, mod: int = 0) -> None:
    """Give a stated count, that of those who share it, or a roll; none without an order (GEN-INI-1, GEN-INI-4)."""
    fight, one = scene.fight, scene.one(actor)
    if fight.options.order == NO_ORDER:
        if count is not None:
            raise no_turn_order(fight)
        return
    shared = [one.initiative, *(scene.one(other).initiative for other in together(fight, actor))]
    known = [each for each in (count, *shared) if each is not None]
    scene.change(actor, "initiative", known[0] if known else roll_count(scene, actor, mod), RULE)


def roll_count(scene: GenericScene, actor: str, mod: int) -> int:
    """Roll initiative in the name of a combatant, its group or its side; sides have no bonus (GEN-INI-1)."""
    options, one, bonus = scene.fight.options, scene.one(actor), mod
    if options.order == "popcorn":
        return 0
    if options.order == "side":
        roller = one.side
    else:
        roller = one.group if len(together(scene.fight, actor)) > 1 else actor
        bonus += one.initiative_bonus
    dice = f"{options.initiative}{bonus:+d}" if bonus else options.initiative
    return scene.roll_expression(roller, "initiative", RULE, dice)


def order_of(fight: GenericFight) -> list[TurnSlot]:
    """Return the turn order, highest first; ties: higher bonus, then PCs, then file order (GEN-INI-1).

    Groups stay together. Sides have no bonus; popcorn order is file order.
    """
    order, people = fight.options.order, fight.combatants
    if order == NO_ORDER:
        return []
    counts = {who: one.initiative for who, one in people.items() if one.initiative is not None}
    places = {who: place for place, who in enumerate(people)}

    def rank(actor: str) -> tuple[int, int, bool, int, int]:
        leader = together(fight, actor)[0]
        first = people[leader]
        bonus = order == "each" and first.initiative_bonus
        by_file = order == "popcorn" or not first.pc
        return -counts[actor], -bonus, by_file, places[leader], places[actor]

    return [TurnSlot(who=who, count=counts[who]) for who in sorted(counts, key=rank)]


def begin_round(scene: GenericScene) -> None:
    """Refill counters of the round, and roll missing counts, or by option all (GEN-CTR-2, GEN-INI-3).

    The minutes that the past rounds took are reported when another one is full. Without a turn order, the past round
    was the turn of every combatant (GEN-INI-4).
    """
    options, people = scene.fight.options, scene.fight.combatants
    minutes, now = ((scene.fight.round - ago) * options.round_seconds // MINUTE for ago in (2, 1))
    if now > max(0, minutes):
        scene.happen("elapsed", "GEN-INI-3", minutes=now)
    for who in people:
        economy.refill(scene, who, "GEN-CTR-2", "round")
    if options.order == NO_ORDER:
        for who in people if scene.fight.round > 1 else ():
            end_turn(scene, who)
            begin_turn(scene, who)
        return
    if scene.fight.round == 1 or (options.order == "popcorn" and scene.fight.order):
        return
    if options.reroll:
        for who in people:
            scene.change(who, "initiative", None, "GEN-INI-3")
    for who in people:
        give_count(scene, who)
    turns.restore_order(scene, "GEN-INI-3")


def begin_turn(scene: GenericScene, actor: str) -> None:
    """Reset actions and counters of the turn; the dying roll a death save (GEN-INI-2, GEN-CTR-2, GEN-DIE-2)."""
    scene.change(actor, "acted", 0, "GEN-INI-2")
    economy.begin_turn_of_counters(scene, actor)
    if conditions.DYING in scene.one(actor).conditions:
        health.death_save(scene, actor)


def end_turn(scene: GenericScene, actor: str) -> None:
    """Make the saves that can end a combatant's conditions (GEN-CON-3)."""
    for condition, ends in scene.one(actor).save_ends.items():
        if condition in scene.one(actor).conditions and makes_save(scene, actor, ends):
            scene.relieve(actor, condition, "GEN-CON-3")


def makes_save(scene: GenericScene, actor: str, ends: SaveEnds) -> bool:
    """Return whether a combatant makes a save that ends a condition: rolled, or given in advance (GEN-CON-3)."""
    said = scene.given("save", (MADE, FAILED, health.ROLL), "GEN-CON-3")
    if said in (MADE, FAILED):
        scene.happen(f"save-{said}", "GEN-CON-3", who=actor, save=ends.save)
        return said == MADE
    return succeeded(save(scene, actor, ends.save, ends.dc, rule="GEN-CON-3"))


def next_round(scene: GenericScene, command: verbs.Turn) -> None:
    """Begin the next round of a fight without turns (GEN-INI-4)."""
    fight = scene.fight
    if command.step != "next" or command.who:
        raise no_turn_order(fight)
    if not fight.round:
        raise refuse("the fight has not begun", "GEN-INI-4", "init")
    turns.remove_from_order(scene, [slot.who for slot in fight.order], "GEN-INI-4")
    turns.begin_round(scene, fight.round + 1, "GEN-INI-4")


def turn(scene: GenericScene, command: verbs.Turn) -> None:
    """Go to a turn, back, or hold; in popcorn order the last one chooses who begins the next round (GEN-INI-2)."""
    fight = scene.fight
    if fight.options.order == NO_ORDER:
        next_round(scene, command)
        return
    if command.step == turns.TO and fight.options.order == "popcorn" and command.who and not turns.still_to_act(scene):
        actor = turns.slot_owner(scene, command.who, "GEN-INI-2")
        if economy.takes_turns(fight, actor):
            turns.move_to(scene, actor, 0, "GEN-INI-2")
            turns.next_turn(scene, "GEN-INI-2")
            return
    turns.take_step(scene, command, "GEN-INI-2", hold)


def hold(scene: GenericScene, until: int | None) -> None:
    """Delay the turn to a later count of the round, or to its end (GEN-INI-2)."""
    count = turns.later_count(scene, until, "GEN-INI-2")
    one = scene.one(scene.fight.active)
    if not conditions.standing(one):
        raise refuse(f"{one.name} is down and cannot wait", "GEN-INI-2", "turn next")
    turns.postpone(scene, count, "GEN-INI-2")


def after_command(scene: GenericScene) -> None:
    """End lost concentration, forget saves for ended conditions, report the last side (GEN-CON-3, GEN-HP-1)."""
    for who, one in scene.fight.combatants.items():
        if one.concentration and not health.concentrates(scene, who):
            health.end_concentration(scene, who)
    for who, one in scene.fight.combatants.items():
        if one.save_ends:
            ends = {name: each for name, each in one.save_ends.items() if name in one.conditions}
            scene.change(who, "save_ends", ends, "GEN-CON-3")
    announce_last_side(scene, "GEN-HP-1")
