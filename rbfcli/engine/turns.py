"""Turns, rounds, sides and initiative counts set by the GM."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rbfcli.core.errors import Hint, Refusal, misuse, must_be, refuse, to_try
from rbfcli.core.limits import COUNT, DIGITS_OF_AN_ORDER
from rbfcli.core.text import quoted, read_number
from rbfcli.engine.scene import Scene
from rbfcli.model import events
from rbfcli.model.commands import Init, Turn
from rbfcli.model.fight import Condition, Fight, TurnSlot
from rbfcli.model.rules import Rules


def given_numbers(words: Iterable[str], example: int = 9) -> dict[str, int]:
    """Return `WHO=N` words as numbers. Raises UsageError for anything else."""
    return {who: _number(who, text, example) for who, _, text in (word.partition("=") for word in words)}


def given_counts(words: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return `WHO=N` words as numbers; N may be several numbers, separated by commas. Raises UsageError."""
    split = (word.partition("=") for word in words)
    return {who: tuple(_number(who, each, 9) for each in text.split(",")) for who, _, text in split}


def _number(actor: str, text: str, example: int) -> int:
    return read_number(
        text, f"--set {actor}", most_digits=DIGITS_OF_AN_ORDER, hint=to_try(f"--set {quoted(f'{actor}={example}')}")
    )


def sides_standing(fight: Fight, rules: Rules) -> set[str]:
    """Return the sides that still have a combatant standing."""
    return {one.side for one in fight.combatants.values() if rules.standing(one)}


def multiple_sides_standing(fight: Fight, rules: Rules) -> bool:
    """Return whether more than one side still has a combatant standing."""
    first = None
    for one in fight.combatants.values():  # quicker than two sets: it is asked after each command
        if one.side != first and rules.standing(one):
            if first is not None:
                return True
            first = one.side
    return False


def next_steps(rules: Rules, fight: Fight) -> tuple[str, ...]:
    """Return the lines to type next: the system's, with `end` first if only one side is left.

    If a group of a split fight is over or may end, another one can be played.
    """
    if fight.over and fight.groups:
        return (SWITCH,)
    steps = rules.next_steps(fight)
    begun = fight.round > 0 and not fight.over
    opposed = len({one.side for one in fight.combatants.values() if not rules.is_thing(one)}) > 1
    if begun and opposed and len(sides_standing(fight, rules)) == 1 and END not in steps:
        steps = (END, *steps)
    return (*steps, SWITCH) if END in steps and fight.groups else steps


END, SWITCH = "end", "switch"


def announce_last_side(scene: Scene[Any, Any], rule: str) -> None:
    """Report `one-side-left`, with the side, if this command left only one side standing."""
    if not multiple_sides_standing(scene.fight, scene.rules) and multiple_sides_standing(scene.before, scene.rules):
        for side in sides_standing(scene.fight, scene.rules):
            scene.happen("one-side-left", rule, side=side)


def require_people(scene: Scene[Any, Any], rule: str) -> None:
    """Refuse to begin a fight without combatants."""
    if not scene.fight.combatants:
        steps = scene.rules.next_steps(scene.fight)
        line = next((each for each in steps if "add " in each), "add NAME")
        raise refuse("no combatants in the fight yet", rule, line)


def may_begin(scene: Scene[Any, Any], rule: str) -> None:
    """Refuse to begin a fight without combatants, or one that has already begun."""
    require_people(scene, rule)
    if scene.fight.round:
        scene.refuse(
            f"the fight has already begun: this is round {scene.fight.round}", rule, _what_goes_on(scene, rule)
        )


def init(scene: Scene[Any, Any], command: Init, rule: str, given: Mapping[str, int]) -> None:
    """Give everyone a count, stated or rolled, and begin the first round; in a running fight, only those named."""
    if command.who:
        join_late(scene, command.who, command.mod, given, rule)
        return
    rules: Any = scene.rules  # those of a system that has counts
    may_begin(scene, rule)
    for who in scene.fight.combatants:
        rules.give_count(scene, who, given.get(who), command.mod)
    settle_order(scene, rules.order_of(scene.fight), rule)
    begin_first_round(scene, rule)


def settle_order(scene: Scene[Any, Any], slots: Iterable[TurnSlot], rule: str) -> None:
    """Set the turn order from sorted slots. No turn begins yet."""
    scene.emit(events.InitiativeSet(rule=rule, slots=tuple(slots), turn=0))


def restore_order(scene: Scene[Any, Any], rule: str) -> None:
    """Return held turns to their own counts, in the order that the system gives."""
    rules: Any = scene.rules  # those of a system that has counts
    slots = tuple(rules.order_of(scene.fight))
    if slots != scene.fight.order:
        settle_order(scene, slots, rule)


def begin_first_round(scene: Scene[Any, Any], rule: str) -> None:
    """Begin round 1 with the first slot that can act."""
    somebody = anyone_can_act(scene.fight, scene.rules.takes_turns)
    begin_round(scene, 1, rule)
    _begin_from(scene, 0, rule, or_nobody=somebody)


def next_turn(scene: Scene[Any, Any], rule: str) -> None:
    """End the current turn, if any, and begin the next one, in a new round if the order is finished.

    If the end of the turn or the new round takes out the last combatant who can act, no turn begins. Raises Refusal
    if no combatant could take a turn before either.
    """
    if not (scene.fight.order or scene.fight.round):
        raise refuse("no turn order yet", rule, _what_goes_on(scene, rule))
    place = scene.fight.turn + 1 if scene.fight.active else scene.fight.turn
    somebody = anyone_can_act(scene.fight, scene.rules.takes_turns)
    end_turn(scene, rule)
    _begin_from(scene, place, rule, or_nobody=somebody)


def _what_goes_on(scene: Scene[Any, Any], rule: str) -> str:
    """Return the line to type when no one has the turn: one that begins the fight, the next turn, or the end."""
    if not scene.fight.round:
        return next(iter(scene.rules.next_steps(scene.fight)), "init")
    return "end" if scene.rehearse(lambda trial: next_turn(trial, rule)) else "turn next"


def require_turn(scene: Scene[Any, Any], actor: str, rule: str) -> None:
    """Refuse an action out of turn; before the first round, everyone can act."""
    fight, takes_turns = scene.fight, scene.rules.takes_turns
    if fight.round and fight.active != actor:
        message = f"it is not {scene.one(actor).name}'s turn"
        own = f"turn to {quoted(actor)}" if actor in [slot.who for slot in fight.order[fight.turn :]] else ""
        scene.refuse(message, rule, lambda: next_or_end(fight, takes_turns), own)


def next_or_end(fight: Fight, takes_turns: Callable[[Any, str], bool]) -> str:
    """Return the line to type after a turn: `turn next`, or `end` if no combatant in the order can act."""
    return "turn next" if anyone_can_act(fight, takes_turns) else "end"


def anyone_can_act(fight: Fight, takes_turns: Callable[[Any, str], bool]) -> bool:
    """Return whether any combatant in the order can take a turn, or any at all if the order is empty."""
    order, at = fight.order, fight.turn
    people = (slot.who for slot in order[at:] + order[:at]) if order else fight.combatants
    return any(takes_turns(fight, actor) for actor in people)


def free_to_act(fight: Fight, rules: Rules) -> list[str]:
    """Return who can act now in a phase without turns."""
    if fight.active or fight.order or not fight.round:
        return []
    return [actor for actor in fight.combatants if rules.takes_turns(fight, actor)]


def end_turn(scene: Scene[Any, Any], rule: str) -> None:
    """End the current turn. Conditions that count its end are counted down, unless it continues at a later slot."""
    fight = scene.fight
    if fight.active:
        goes_on = fight.active in [slot.who for slot in fight.order[fight.turn + 1 :] if slot.held]
        if not goes_on and fight.turn + 1 >= fight.begun:
            scene.rules.hooks.end_turn(scene, fight.active)
            _tick(scene, fight.active, "end", rule)
        scene.emit(events.TurnEnded(rule=rule, who=fight.active))


def take_step(scene: Scene[Any, Any], command: Turn, rule: str, hold: Callable[[Any, int | None], None]) -> None:
    """Carry out a `turn` command: next, back, to or order. Any other step calls `hold(scene, until)`."""
    if command.until is not None and command.step not in ("hold", "delay"):
        raise refuse("--until only applies to `turn hold` and `turn delay`", rule)
    if wrong := _missing_name(command):
        raise misuse(wrong, FORMS.get(command.step, ""), rule=rule)
    match command.step:
        case "next":
            next_turn(scene, rule)
        case "back":
            previous_turn(scene, rule)
        case "to":
            call_up(scene, slot_owner(scene, command.who, rule), rule)
            next_turn(scene, rule)
        case "order":
            owner, other = (slot_owner(scene, each, rule) for each in (command.who, command.other))
            change_order(scene, owner, other, after=command.side == "after", rule=rule)
        case _:
            hold(scene, command.until)


def _missing_name(command: Turn) -> str:
    """Return what is wrong with the names in a `turn` command, or an empty string."""
    if command.step == TO and (not command.who or command.side):
        return "missing combatant whose turn is next" if not command.who else "`turn to` takes one combatant"
    if command.step == ORDER and not command.other:
        return "missing combatant to act before or after"
    return "only `turn to` and `turn order` take a combatant" if command.who and command.step not in (TO, ORDER) else ""


TO, ORDER = "to", "order"
FORMS = {TO: "turn to WHO", ORDER: "turn order WHO before|after OTHER"}


def slot_owner(scene: Scene[Any, Any], actor: str, rule: str) -> str:
    """Return the owner of the slot a combatant acts in: the combatant or its team. Raises Refusal if there is none."""
    fight: Fight = scene.fight
    if not fight.round:
        raise refuse("the fight has not begun", rule, "init")
    for slot in fight.order:
        if actor == slot.who or actor in scene.rules.members(fight, slot.who):
            return slot.who
    name = fight.combatants[actor].name if actor in fight.combatants else actor
    raise refuse(f"{name} is not in the turn order", rule, f"init {quoted(actor)}")


def call_up(scene: Scene[Any, Any], actor: str, rule: str) -> None:
    """Move a combatant to the next place in the order. The others keep their turns."""
    fight = scene.fight
    name = fight.combatants[actor].name if actor in fight.combatants else actor
    if actor == fight.active or not scene.rules.takes_turns(fight, actor):
        raise refuse(f"{name} {'already has the turn' if actor == fight.active else 'cannot take turns'}", rule)
    waiting = still_to_act(scene)
    if not waiting:
        raise refuse("the round is over", rule, "turn next")
    if actor not in waiting:
        scene.refuse(f"{name} has already had a turn this round", rule)
    move_to(scene, actor, fight.turn + 1 if fight.active else fight.turn, rule)


def still_to_act(scene: Scene[Any, Any]) -> list[str]:
    """Return who still gets a turn in this round after the current one."""
    fight = scene.fight
    here = fight.turn + 1 if fight.active else fight.turn
    return [slot.who for slot in fight.order[here:] if scene.rules.takes_turns(fight, slot.who)]


def move_to(scene: Scene[Any, Any], actor: str, here: int, rule: str) -> None:
    """Move a combatant to a place in the order, with the count of the slot that was there."""
    fight = scene.fight
    rest = [slot for slot in fight.order if slot.who != actor]
    place = here - sum(slot.who == actor for slot in fight.order[:here])
    turn = fight.turn - sum(slot.who == actor for slot in fight.order[: fight.turn])
    count = rest[min(place, len(rest) - 1)].count if rest else fight.order[0].count
    slots = (*rest[:place], TurnSlot(who=actor, count=count), *rest[place:])
    is_earlier = place <= turn if fight.active else place < turn
    scene.emit(events.InitiativeSet(rule=rule, slots=slots, turn=turn + is_earlier))


def change_order(scene: Scene[Any, Any], actor: str, other: str, *, after: bool, rule: str) -> None:
    """Let a combatant act right before or after another from now on.

    It gets the other's initiative count or, if that does not give this order, the next, and moves those who have it.
    """
    fight, order_of = scene.fight, scene.rules.order_of
    if order_of is None or actor == other:
        raise refuse("a combatant cannot act before or after itself", rule)
    natural = order_of(fight)
    wanted = [slot.who for slot in natural if slot.who != actor]
    if len(natural) != len(wanted) + 1 or wanted.count(other) != 1:
        raise refuse("a combatant with several initiative counts keeps them", rule, "set WHO counts=N,N")
    place = wanted.index(other) + after
    ahead, step = (wanted[place:], -1) if after else (wanted[:place][::-1], 1)
    wanted.insert(place, actor)
    counts, rest = {slot.who: slot.count for slot in natural}, [each.who for each in fight.order if each.who != actor]
    for first in (counts[other], counts[other] + step):
        last, moved = first, {actor: first}
        for who in ahead if last != counts[other] else ():
            if (counts[who] - last) * step > 0:
                break
            last = moved[who] = last + step
        order = tuple(replace(slot, count=moved.get(slot.who, slot.count)) for slot in fight.order)
        place = rest.index(other) + after
        slots, turn = _placed(fight, (order, fight.turn), TurnSlot(who=actor, count=first), place)
        people = {
            who: replace(fight.combatants[who], initiative=moved[who]) for who in moved if who in fight.combatants
        }
        then = replace(fight, order=slots, turn=turn, combatants={**fight.combatants, **people})
        if [slot.who for slot in order_of(then)] == wanted:
            for who in people:
                scene.change(who, "initiative", moved[who], rule)
            scene.emit(events.InitiativeSet(rule=rule, slots=slots, turn=turn))
            return
    raise refuse("combatants who share an initiative count act together", rule)


def replace_slots(scene: Scene[Any, Any], people: Collection[str], rule: str) -> None:
    """Move combatants to the places in the order that their counts give, and insert newcomers.

    A slot that holds, or that `turn to` has moved, is not where its count on the sheet gives it a place.
    """
    fight, order_of = scene.fight, scene.rules.order_of
    if not fight.round or order_of is None:
        return
    natural = order_of(fight)
    ranks = {slot.who: place for place, slot in enumerate(natural)}
    order, turn, unmoved = fight.order, fight.turn, {*people}
    for actor in people:
        unmoved.discard(actor)
        own = [slot for slot in natural if slot.who == actor]
        if len(own) == 1:
            rest = [slot for slot in order if slot.who != actor]
            at_count = (not each.held and each in natural and each.who not in unmoved for each in rest)
            settled = [(n, each.who) for n, (each, is_there) in enumerate(zip(rest, at_count, strict=True)) if is_there]
            behind = (n for n, who in settled if ranks.get(who, -1) > ranks[actor])
            order, turn = _placed(fight, (order, turn), own[0], next(behind, len(rest)))
    if order != fight.order:
        scene.emit(events.InitiativeSet(rule=rule, slots=order, turn=turn))


def merge_order(scene: Scene[Any, Any], others: Fight, rule: str) -> None:
    """Insert the places of combatants or teams who come from another group, by their counts.

    Those who had their turn in the round of their group get no second one, and those who had not act in this round.
    """
    fight, had_a_turn = scene.fight, others.turn + bool(others.active)
    order, turn = fight.order, fight.turn
    for at, slot in enumerate(others.order):
        if slot.who in [each.who for each in fight.order]:
            continue
        place = next((at for at, each in enumerate(order) if each.count < slot.count), len(order))
        count = slot.count
        if at < had_a_turn:
            place, turn = min(place, turn), turn + 1
        elif place <= turn and fight.active:
            place, count = turn + 1, order[turn].count
        else:
            place = max(place, turn)
        order = (*order[:place], replace(slot, count=count), *order[place:])
    if order != fight.order:
        scene.emit(events.InitiativeSet(rule=rule, slots=order, turn=turn))


def _placed(
    fight: Fight, now: tuple[tuple[TurnSlot, ...], int], slot: TurnSlot, place: int
) -> tuple[tuple[TurnSlot, ...], int]:
    """Return the order with a slot moved to a place among the others, and the current turn's new place.

    The change never gives a second turn in a round or takes one away. A slot still to act that moves before the
    current turn acts next; one that has acted uses its new place from the next round on.
    """
    order, turn = now
    rest = [each for each in order if each.who != slot.who]
    first = turn + 1 if fight.active else turn
    at = next((place for place, each in enumerate(order) if each.who == slot.who), -1)
    if at < 0:
        turn += place < first
    elif at == turn and fight.active:
        place = at
    elif at < turn:
        place = min(place, turn - 1)
    elif place < first:
        place = first
        if slot.who in fight.combatants:
            slot = TurnSlot(who=slot.who, count=order[turn].count)
    return (*rest[:place], slot, *rest[place:]), turn


def join_late(scene: Scene[Any, Any], people: Collection[str], mod: int, given: Mapping[str, int], rule: str) -> None:
    """Roll initiative for combatants in a running fight, or use the given counts, and put them into the order."""
    rules = scene.rules
    if not scene.fight.round:
        raise refuse("the fight has not begun, and `init` rolls for everyone", rule, "init")
    before = scene.fight
    for who in people:
        if rules.give_count is not None:
            rules.give_count(scene, who, given.get(who), mod)
    replace_slots(scene, people, rule)
    if scene.fight.order == before.order:
        for who in people:
            count = scene.one(who).initiative
            if who in before.combatants and before.combatants[who].initiative != count:
                scene.happen("count-given", rule, who=who, count=count)
    if scene.fight is before:
        scene.happen(events.NOTHING_CHANGES, "GM")


def later_count(scene: Scene[Any, Any], until: int | None, rule: str) -> int:
    """Return the count until which the current turn can be held: `until`, else after all others. Raises Refusal.

    In a save edited by hand, the active combatant may have no place in the order.
    """
    fight = scene.fight
    if not fight.active or fight.turn >= len(fight.order):
        raise refuse("no one has the turn", rule, _what_goes_on(scene, rule))
    now = fight.order[fight.turn].count
    count = min(slot.count for slot in fight.order) - 1 if until is None else until
    if count >= now:
        raise must_be("the new initiative", f"below {now}", count, rule=rule, error=Refusal)
    if count < -COUNT:
        raise must_be("the new initiative", f"at least {-COUNT}", count, rule=rule, error=Refusal)
    if until is None and all(slot.who == fight.active for slot in fight.order[fight.turn :]):
        raise refuse("no other combatant acts later this round", rule, "turn next")
    return count


def postpone(scene: Scene[Any, Any], count: int, rule: str) -> None:
    """Hold the current turn until a later count of this round and continue with the next turn."""
    fight = scene.fight
    held = TurnSlot(who=fight.active, count=count, held=True)
    scene.emit(events.TurnEnded(rule=rule, who=fight.active))
    rest = [*fight.order[: fight.turn], *fight.order[fight.turn + 1 :]]
    place = next((i for i, slot in enumerate(rest) if i >= fight.turn and slot.count < count), len(rest))
    scene.emit(events.InitiativeSet(rule=rule, slots=(*rest[:place], held, *rest[place:]), turn=fight.turn))
    _begin_from(scene, fight.turn, rule, or_nobody=True)


def previous_turn(scene: Scene[Any, Any], rule: str) -> None:
    """Return to the previous turn of this round.

    Start-of-turn and end-of-turn effects that have happened are not repeated, neither now nor on the way forward
    again up to the turn that was current.
    """
    fight = scene.fight
    able = [place for place in range(fight.turn) if scene.rules.takes_turns(fight, fight.order[place].who)]
    if not fight.round:
        raise refuse("the fight has not begun", rule, "init")
    if not fight.active or not able:
        raise refuse(
            "cannot go back past the first turn of the round", rule, hint=Hint("use {} to go back further", "undo")
        )
    scene.emit(events.TurnEnded(rule=rule, who=fight.active))
    scene.change("", "begun", max(fight.begun, fight.turn + 1), rule)
    scene.emit(events.TurnBegan(rule=rule, who=fight.order[able[-1]].who, turn=able[-1]))


def remove_from_order(scene: Scene[Any, Any], gone: Collection[str], rule: str) -> None:
    """Remove all slots of some combatants or teams from the order, ending their current turn."""
    fight: Fight = scene.fight
    left = frozenset(gone)
    if fight.active in left:
        scene.emit(events.TurnEnded(rule=rule, who=fight.active))
    slots = tuple([slot for slot in fight.order if slot.who not in left])
    if len(slots) < len(fight.order):
        passed = sum(slot.who in left for slot in fight.order[: fight.turn])
        scene.emit(events.InitiativeSet(rule=rule, slots=slots, turn=fight.turn - passed))


def begin_round(scene: Scene[Any, Any], number: int, rule: str) -> None:
    """Begin a round: count it for conditions of combatants without turns, and run the system's hook."""
    scene.emit(events.RoundBegan(rule=rule, round=number))
    count_round(scene, rule)
    scene.rules.hooks.begin_round(scene)


def _begin_from(scene: Scene[Any, Any], place: int, rule: str, *, or_nobody: bool) -> None:
    """Begin the first turn that can be taken from a place on, in a new round if needed."""
    if _begin_at(scene, place, rule):
        return
    begin_round(scene, scene.fight.round + 1, rule)
    if _begin_at(scene, 0, rule):
        return
    fight = scene.fight
    left_out = not fight.order and any(scene.rules.takes_turns(fight, actor) for actor in fight.combatants)
    if left_out or not or_nobody:
        raise refuse("no combatant in the turn order can act", hint=to_try("end"))


def _begin_at(scene: Scene[Any, Any], first: int, rule: str) -> bool:
    """Begin the first turn of this round that can be taken from a place on. Return whether there was one.

    Conditions tied to skipped turns are counted down: rounds also pass for combatants who are down.
    """
    fight, takes_turns = scene.fight, scene.rules.takes_turns
    able = (place for place in range(first, len(fight.order)) if takes_turns(fight, fight.order[place].who))
    place = next(able, len(fight.order))
    if passed := [each for each in range(first, place) if each + 1 >= fight.begun]:
        edges = _edges(scene, passed)
        _count_down(scene, lambda condition: (condition.whose, condition.edge) in edges, rule)
    if place == len(fight.order):
        return False
    slot = fight.order[place]
    scene.emit(events.TurnBegan(rule=rule, who=slot.who, turn=place))
    if place >= fight.begun and slot.held:
        scene.rules.hooks.resume_turn(scene, slot.who)
    elif place >= fight.begun:
        _tick(scene, slot.who, "start", rule)
        scene.rules.hooks.begin_turn(scene, slot.who)
    return True


def _edges(scene: Scene[Any, Any], passed: Collection[int]) -> set[tuple[str, str]]:
    """Return the turn starts and ends at some places, by combatant. A split turn has one start and one end."""
    order = scene.fight.order
    lasts = {slot.who: place for place, slot in enumerate(order) if slot.held}
    edges: set[tuple[str, str]] = set()
    for place in passed:
        members = (order[place].who, *scene.rules.members(scene.fight, order[place].who))
        if place >= scene.fight.begun and not order[place].held:
            edges.update((who, "start") for who in members)
        if place >= lasts.get(order[place].who, place):
            edges.update((who, "end") for who in members)
    return edges


def count_round(scene: Scene[Any, Any], rule: str) -> None:
    """Count the new round as a turn for combatants without a slot in the order."""
    fight = scene.fight
    if fight.round > 1:
        slots = {slot.who for slot in fight.order}
        with_turns = slots.union(*(scene.rules.members(fight, slot) for slot in slots))
        _count_down(scene, lambda condition: condition.whose not in with_turns, rule)


def _tick(scene: Scene[Any, Any], whose: str, edge: str, rule: str) -> None:
    """Count down the conditions tied to this start or end of a turn, or of a team member's."""
    members = (whose, *scene.rules.members(scene.fight, whose))
    _count_down(scene, lambda condition: condition.whose in members and condition.edge == edge, rule)


def _count_down(scene: Scene[Any, Any], due: Callable[[Condition], bool], rule: str) -> None:
    """Take one round off each condition that is due, and end it after its last."""
    for who, combatant in scene.fight.combatants.items():
        for name, condition in combatant.conditions.items():
            if condition.rounds and due(condition):
                if condition.rounds == 1:
                    scene.relieve(who, name, rule)
                else:
                    scene.change(who, ("conditions", name, "rounds"), condition.rounds - 1, rule)
