"""Attacks of RPJ: plain, aimed, suppressive, and grappling."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import missing, misuse, refuse
from rbfcli.core.text import quoted
from rbfcli.engine.questions import eligible_reactors
from rbfcli.engine.rolling import total
from rbfcli.model.commands import Command
from rbfcli.model.events import Modifier, Rolled
from rbfcli.model.rules import Trigger
from rbfcli.systems.rpj import commands, economy, health
from rbfcli.systems.rpj.checks import DICE, SIDES, RpjScene, half, test
from rbfcli.systems.rpj.conditions import SUPPRESSED_BY, dead, standing, suppressed
from rbfcli.systems.rpj.map import adjacent, cover_against, members, notation, place_in_words, way_to
from rbfcli.systems.rpj.outcome import FAILURE, SUCCESS, TIE, opposed
from rbfcli.systems.rpj.sheet import RpjFight, Weapon

Manner = Literal["plain", "aimed", "suppressive"]
COSTS: dict[Manner, tuple[int, str]] = {
    "plain": (1, "RPJ-ACT-3"),
    "aimed": (2, "RPJ-AIM-1"),
    "suppressive": (2, "RPJ-SUP-1"),
}
AIM_BONUS = 1
MELEE_ON_GRAPPLER, RANGED_ON_GRAPPLER = 2, -2


class Strike(Struct, frozen=True, kw_only=True):
    """A permitted attack: its weapon, and whether it ignores cover, deals damage or has half its base modifier."""

    who: str
    target: str
    weapon: Weapon
    label: str = "attack"
    rule: str = "RPJ-ACT-3"
    aimed: bool = False
    past_cover: bool = False
    harmless: bool = False
    halved: bool = False
    mod: int = 0


def attack(scene: RpjScene, command: commands.Attack) -> None:
    """Attack one target, or with a blast its whole adjacency group (RPJ-ACT-3, RPJ-AIM-1)."""
    targets = tuple(dict.fromkeys(command.targets))
    if len(targets) > 1:
        raise refuse("an attack has one target", "RPJ-ACT-3", f"attack {quoted(command.who)} {quoted(targets[0])}")
    manner: Manner = "aimed" if command.aimed else "plain"
    first = prepared(scene, command, targets[0], manner)
    able = () if first.weapon.melee else eligible_reactors(scene, Trigger("shot", command.who))
    told = economy.told_beforehand(scene, command, able)
    economy.spend(scene, command.who, *COSTS[manner])
    outcomes = [strike(scene, replace(first, target=target)) for target in caught(scene.fight, first)]
    scene.conclude(SUCCESS if SUCCESS in outcomes else FAILURE)
    if not first.weapon.melee:
        scene.trigger("shot", command.who, told=told)


def suppress(scene: RpjScene, command: commands.Suppress) -> None:
    """Roll a ranged attack that ignores cover and deals no damage; a hit suppresses (RPJ-SUP-1, RPJ-SUP-2)."""
    fire = prepared(scene, command, command.target, "suppressive")
    if not standing(scene.one(command.target)):
        scene.refuse(f"{scene.one(command.target).name} is down and cannot be suppressed", "RPJ-SUP-2")
    told = economy.told_beforehand(scene, command, eligible_reactors(scene, Trigger("shot", command.who)))
    economy.spend(scene, command.who, *COSTS["suppressive"])
    outcome = strike(scene, replace(fire, label="suppressive fire", rule="RPJ-SUP-1", past_cover=True, harmless=True))
    scene.conclude(outcome)
    if outcome == SUCCESS:
        turns = scene.fight.options.suppression_turns
        scene.afflict(command.target, f"{SUPPRESSED_BY} {command.who}", "RPJ-SUP-2", by=command.who, amount=turns)
    scene.trigger("shot", command.who, told=told)


def prepared(scene: RpjScene, command: commands.Attack | commands.Suppress, target: str, manner: Manner) -> Strike:
    """Return an attack after every check, before any dice."""
    who = command.who
    cost, rule = COSTS[manner]
    economy.may_act(scene, who, cost)
    economy.must_be_free(scene, who)
    one, other = scene.one(who), scene.one(target)
    if who == target:
        raise refuse(f"{one.name} cannot attack themself", "RPJ-ACT-3")
    if dead(other):
        scene.refuse(f"{other.name} is dead", "RPJ-STB-2")
    weapon = economy.weapon_of(scene.fight, economy.choose_weapon(scene, who, target, command.weapon))
    if weapon.melee and manner != "plain":
        message = f"{manner} fire needs a ranged weapon, and the {weapon.name} is a melee weapon"
        raise refuse(message, rule, "--with WEAPON")
    economy.check_reach(scene, who, target, weapon)
    if manner == "aimed" and suppressed(one):
        scene.refuse(f"{one.name} is suppressed and cannot aim", "RPJ-SUP-3")
    return Strike(who=who, target=target, weapon=weapon, aimed=manner == "aimed", mod=command.mod)


def would_catch(scene: RpjScene, command: Command) -> tuple[str, ...] | None:
    """Return who is inside the blast of an attack; None for any other command (RPJ-FIELD-3)."""
    if not isinstance(command, commands.Attack):
        return None
    blow = prepared(scene, command, command.targets[0], "plain")
    return caught(scene.fight, blow) if blow.weapon.blast else None


def caught(fight: RpjFight, attack: Strike) -> tuple[str, ...]:
    """Return the target, followed in a blast by its adjacency group (RPJ-FIELD-3)."""
    target = fight.combatants[attack.target]
    group = members(fight, target.region, target.group) if attack.weapon.blast else ()
    living = [each for each in group if not dead(fight.combatants[each])]
    return tuple(dict.fromkeys((attack.target, *living)))


def strike(scene: RpjScene, attack: Strike) -> str:
    """Roll 4d6 + base attack modifier against the defense value; a hit on one with saves does damage (RPJ-ACT-3)."""
    against = defense_value(scene, attack)
    rolled = test(
        scene,
        attack.who,
        attack.label,
        attack.rule,
        target=attack.target,
        against=against,
        modifiers=tuple(accuracy(scene.fight, attack)),
    )
    if rolled.outcome == SUCCESS and not attack.harmless and scene.one(attack.target).layers:
        health.take_damage(scene, attack.target, attack.weapon.damage)
    return rolled.outcome


def accuracy(fight: RpjFight, attack: Strike) -> Iterator[Modifier]:
    """Yield the base attack modifier (halved if suppressed), aim and grapple modifiers, with their rules."""
    one, target = fight.combatants[attack.who], fight.combatants[attack.target]
    parts = economy.effective_attack(fight, one, attack.weapon)
    yield from parts
    if attack.halved:
        base = total(parts)
        yield Modifier(half(base, fight.options.rounding) - base, "cautious target: half", "RPJ-CAU-3")
    if attack.aimed:
        yield Modifier(AIM_BONUS, "aimed", "RPJ-AIM-1")
    if target.grapple:
        on_grappler = MELEE_ON_GRAPPLER if attack.weapon.melee else RANGED_ON_GRAPPLER
        yield Modifier(on_grappler, "target in a grapple", "RPJ-GRP-2")
    yield Modifier(attack.mod, "modifier")


def defense_value(scene: RpjScene, attack: Strike) -> int:
    """Return the melee defense value, or the ranged one plus cover, which is reported (RPJ-COV-2 to RPJ-COV-6)."""
    fight, melee = scene.fight, attack.weapon.melee
    bare = health.defense_of(fight, scene.one(attack.target), melee=melee)
    cover = None if melee or attack.past_cover else cover_against(fight, attack.who, attack.target)
    if cover is None:
        return bare
    bonus, rule = cover
    text = notation(fight, attack.target)
    scene.happen("covered", rule, who=attack.target, target=attack.who, cover=text, bonus=f"{bonus:+d}")
    return bare + bonus


TOUCH = 16
CHOICES = ("leave", "hurt", "neither")


def grapple(scene: RpjScene, command: commands.Grapple) -> None:
    """Enter a grapple, or make the grapple check of one already entered (RPJ-GRP-1, RPJ-GRP-4)."""
    if scene.one(command.who).grapple:
        grapple_check(scene, command)
    else:
        enter(scene, command)


def enter(scene: RpjScene, command: commands.Grapple) -> None:
    """Roll a touch check on an adjacent target: 4d6 + Dexterity against 16 + its Dexterity (RPJ-GRP-1)."""
    cost = scene.fight.options.grapple_actions
    economy.may_act(scene, command.who, cost)
    check_grapple_target(scene, command)
    economy.spend(scene, command.who, cost, "RPJ-GRP-1")
    one, target = scene.one(command.who), scene.one(command.target)
    modifiers = (Modifier(one.dexterity, "Dexterity", "RPJ-GRP-1"), Modifier(command.mod, "modifier"))
    rolled = test(
        scene,
        command.who,
        "touch check",
        "RPJ-GRP-1",
        target=command.target,
        against=TOUCH + target.dexterity,
        modifiers=modifiers,
    )
    scene.conclude(rolled.outcome)
    if rolled.outcome == SUCCESS:
        scene.change(command.who, "grapple", command.target, "RPJ-GRP-1")
        scene.change(command.target, "grapple", command.who, "RPJ-GRP-1")
        scene.happen("grapples", "RPJ-GRP-1", who=command.who, target=command.target)


def check_grapple_target(scene: RpjScene, command: commands.Grapple) -> None:
    """Refuse a missing, fallen, already grappled or non-adjacent target, or oneself (RPJ-GRP-1)."""
    if not command.target:
        raise missing("TARGET", f"grapple {quoted(command.who)} TARGET", rule="RPJ-GRP-1")
    if command.then:
        raise misuse("--then only applies during a grapple", rule="RPJ-GRP-5")
    one, target = scene.one(command.who), scene.one(command.target)
    if command.who == command.target:
        raise refuse(f"{one.name} cannot grapple themself", "RPJ-GRP-1")
    if not standing(target):
        raise refuse(f"{target.name} is down", "RPJ-GRP-1")
    if target.grapple:
        raise refuse(f"{target.name} is already in a grapple", "RPJ-GRP-1")
    if not adjacent(one, target):
        there = place_in_words(scene.fight, target.region, target.group)
        raise refuse(
            f"{target.name} is in {there}, not adjacent to {one.name}",
            "RPJ-GRP-1",
            way_to(scene.fight, command.who, command.target),
        )


def grapple_check(scene: RpjScene, command: commands.Grapple) -> None:
    """Spend the turn on an opposed check, 4d6 + Grappling; the option decides a tie (RPJ-GRP-4)."""
    who, other = command.who, scene.one(command.who).grapple
    if command.target not in ("", other):
        raise refuse(f"{scene.one(who).name} is grappling {scene.one(other).name}", "RPJ-GRP-4")
    economy.may_act(scene, who, cost=1)
    if not economy.whole_turn_left(scene, who):
        scene.refuse("a grapple check takes a whole turn", "RPJ-GRP-4", "turn next")
    economy.spend(scene, who, scene.one(who).actions_left, "RPJ-GRP-4")
    mine, tie = roll_grappling(scene, who, other, "check", mod=command.mod).total, scene.fight.options.grapple_tie

    def resists(own: int, _: tuple[int, ...]) -> str:
        if own == mine and tie != "nothing":
            return SUCCESS if tie == "other" else FAILURE
        return opposed(own, mine)

    theirs = roll_grappling(scene, other, who, "resistance", against=mine, judge=resists).outcome
    outcome = {SUCCESS: FAILURE, FAILURE: SUCCESS}.get(theirs, TIE)
    scene.conclude(outcome)
    if outcome == TIE:
        scene.happen("deadlock", "RPJ-GRP-4", who=who, target=other)
    elif outcome == SUCCESS:
        scene.happen("wins-grapple", "RPJ-GRP-5", who=who, target=other)
        use_upper_hand(scene, who, command.then)
    else:
        scene.happen("wins-grapple", "RPJ-GRP-5", who=other, target=who)
        if scene.fight.options.grapple_other_chooses:
            use_upper_hand(scene, other)


def roll_grappling(scene: RpjScene, actor: str, other: str, label: str, mod: int = 0, **against: Any) -> Rolled:
    """Roll 4d6 + Grappling, for the acting combatant or against its total (RPJ-GRP-4)."""
    modifiers = (Modifier(scene.one(actor).grappling, "Grappling", "RPJ-GRP-4"), Modifier(mod, "modifier"))
    return scene.roll(
        actor,
        f"grapple {label}",
        "RPJ-GRP-4",
        target=other,
        sides=SIDES,
        count=DICE,
        modifiers=modifiers,
        **against,
    )


def use_upper_hand(scene: RpjScene, winner: str, beforehand: str = "") -> None:
    """Leave the grapple, hurt the opponent on its base saves, or do neither (RPJ-GRP-5)."""
    loser = scene.one(winner).grapple
    choice = beforehand or scene.ask(
        "grapple-won",
        winner,
        CHOICES,
        "RPJ-GRP-5",
        lapses=True,
        target=loser,
        still=lambda: health.in_grapple(scene.fight, winner, loser),
    )
    if choice == "leave":
        health.end_grapple(scene, winner, "RPJ-GRP-5")
    elif choice == "hurt":
        health.take_damage(scene, loser, scene.fight.options.grapple_damage, on_base=True)
