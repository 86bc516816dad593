"""The actions of a BGC round: declaration, handling weapons, moving, and other tasks."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from rbfcli.core.errors import Refusal, for_example, refuse
from rbfcli.core.matching import match
from rbfcli.core.text import is_digits, quoted, read_number
from rbfcli.engine import weapons
from rbfcli.engine.turns import require_turn
from rbfcli.model import commands as verbs
from rbfcli.model.commands import Command
from rbfcli.model.events import Modifier
from rbfcli.model.rules import WeaponHandling
from rbfcli.systems.bgc import commands, conditions, sheet
from rbfcli.systems.bgc.checks import BgcScene, passes, skill_of, test, wounds
from rbfcli.systems.bgc.sheet import BARE_HANDS, CATEGORIES, UNARMED, BgcFight, Category, Extra, Fighter, Weapon

Action = TypeVar("Action")
MOST_DECLARED = 100
NO_RISK = Modifier(0, "risk")


def declare(scene: BgcScene, command: commands.Declare) -> None:
    """Declare the round's actions; at most half of them are Movement while engaged (BGC-ACT-1, BGC-ACT-3).

    At 0 levels a combatant can only crawl (BGC-WND-5).
    """
    fighter = scene.one(command.who)
    counted = categories_with_numbers(command.categories)
    check_round(scene, "actions can only be declared", "BGC-ACT-1")
    check_senses(scene, fighter, crawling=all(name == "movement" for name, _ in counted))
    left = fighter.actions - fighter.defended
    if fighter.acted > fighter.defended:
        scene.refuse(f"{fighter.name} has already acted this round", "BGC-ACT-1")
    wanted = sum(number for _, number in counted)
    if wanted > left:
        message = f"{fighter.name} has {left} action{'' if left == 1 else 's'}, not {wanted}"
        scene.refuse(message, "BGC-INI-2")
    declared = tuple(each for each, number in counted for _ in range(number))
    check_moves(scene, fighter, declared.count("movement"))
    scene.change(command.who, "declared", declared, "BGC-ACT-1")
    scene.happen("declares", "BGC-ACT-1", who=command.who, plan=", ".join(declared), short=in_short(declared))
    if len(declared) < left:
        scene.happen("undeclared", "BGC-ACT-1", who=command.who, count=left - len(declared))


def categories_with_numbers(words: Sequence[str]) -> list[tuple[Category, int]]:
    """Return categories with their counts: 1, or the number after the name, as in `attack 3 defend`."""
    counted: list[tuple[Category, int]] = []
    open_to_number = False
    for word in " ".join(words).replace(",", " ").split() or words[:1]:
        if not is_digits(word):
            counted.append((category(word), 1))
        elif open_to_number:
            name = counted.pop()[0]
            counted.append((name, read_number(word, f"the number of {name} actions", low=1, high=MOST_DECLARED)))
        else:
            raise refuse(
                f"missing action category before {word}", "BGC-ACT-1", hint=for_example("declare WHO attack 3 defend")
            )
        open_to_number = not is_digits(word)
    return counted


def in_short(declared: Iterable[str]) -> str:
    """Return categories with counts, in order of first declaration: `attack 3, defend`."""
    numbers = Counter(declared)
    return ", ".join(each if number == 1 else f"{each} {number}" for each, number in numbers.items())


def category(word: str) -> Category:
    """Return the category with this name or beginning. Raises Refusal for anything else."""
    return cast("Category", match(word, CATEGORIES, "action category", Refusal, "BGC-ACT-1"))


def has_to_declare(fight: BgcFight, fighter: Fighter) -> bool:
    """Return whether a combatant still has to declare its actions this round (BGC-ACT-1)."""
    has_begun = fighter.acted > fighter.defended or bool({*fighter.declared} - {"defend"})
    asked = fight.options.must_declare and bool(fight.round) and conditions.standing(fighter)
    return asked and not has_begun and undeclared(fighter) > 0


def can_attack(fight: BgcFight, actor: str) -> bool:
    """Return whether an attack is left, or can still be declared or risked (BGC-ACT-1, BGC-RSK-1)."""
    fighter = fight.combatants[actor]
    if not conditions.standing(fighter):
        return False
    declared = has_left(fight, fighter, "attack") or has_to_declare(fight, fighter)
    return not fight.round or declared or next_extra(fighter, "attack") is not None or may_risk(fight, fighter)


def may_risk(fight: BgcFight, fighter: Fighter) -> bool:
    """Return whether some skill is high enough for one more extra action (BGC-RSK-3)."""
    return max(fighter.skills.values(), default=0) - next_penalty(fight, fighter) > fight.options.critical_band


def check_round(scene: BgcScene, what: str, rule: str) -> None:
    """Raise Refusal before the first round has begun."""
    if not scene.fight.round:
        raise refuse(f"{what} after the round has begun", rule, "init")


def check_senses(scene: BgcScene, fighter: Fighter, *, crawling: bool = False) -> None:
    """Refuse to act when dead, unconscious, or at 0 except to crawl (BGC-WND-2, -5, -7)."""
    if "dead" in fighter.conditions:
        scene.refuse(f"{fighter.name} is dead", "BGC-WND-7")
    elif not conditions.awake(fighter):
        scene.refuse(f"{fighter.name} is unconscious", "BGC-WND-2")
    elif not (conditions.standing(fighter) or crawling):
        scene.refuse(f"{fighter.name} is incapacitated and can only speak or crawl", "BGC-WND-5")


def check_moves(scene: BgcScene, fighter: Fighter, moves: int) -> None:
    """Refuse more Movement than half the round's actions while engaged (BGC-ACT-3)."""
    most = fighter.actions // 2
    if fighter.engaged and moves > most:
        scene.refuse(f"{fighter.name} can use at most {most} of {fighter.actions} actions to move", "BGC-ACT-3")


def may_act(scene: BgcScene, actor: str, *, crawling: bool = False) -> None:
    """Raise Refusal if a combatant cannot act or it is not its turn (BGC-INI-5, BGC-WND-5)."""
    check_senses(scene, scene.one(actor), crawling=crawling)
    require_turn(scene, actor, "BGC-INI-5")


def has_left(fight: BgcFight, fighter: Fighter, wanted: str) -> bool:
    """Return whether the round's own actions include one more of a category, declared or open (BGC-ACT-1)."""
    if wanted in fighter.declared:
        return True
    return undeclared(fighter) > 0 and (wanted == "defend" or not fight.options.must_declare)


def undeclared(fighter: Fighter) -> int:
    """Return the actions neither declared nor used; they can serve to defend (BGC-ACT-1)."""
    return fighter.actions - fighter.acted - len(fighter.declared)


def penalty_for(scene: BgcScene, actor: str, wanted: Category) -> Modifier:
    """Return the penalty of the next action of a category: none if declared, the risk's if extra.

    Raises Refusal, before any roll, if it is neither (BGC-ACT-1, BGC-RSK-1).
    """
    fighter = scene.one(actor)
    if not scene.fight.round or has_left(scene.fight, fighter, wanted):
        return NO_RISK
    extra = next_extra(fighter, wanted)
    if extra is not None:
        return Modifier(-extra.penalty, "risk", "BGC-RSK-1")
    left = in_short(fighter.declared) or "nothing"
    scene.refuse(
        f"{fighter.name} has no {wanted} action left; declared: {left}", "BGC-ACT-1", way_to(scene, actor, wanted)
    )
    return NO_RISK


def way_to(scene: BgcScene, actor: str, wanted: Category) -> str:
    """Return the command that would provide an action of a category: declare, or risk if that can succeed."""
    fighter = scene.one(actor)
    if not (fighter.declared or fighter.acted):
        return f"declare {quoted(actor)} {wanted} …"
    return "" if scene.rehearse(lambda trial: take_risk(trial, actor, wanted)) else f"risk {quoted(actor)} {wanted}"


def spend(scene: BgcScene, actor: str, wanted: Category) -> None:
    """Use up a declared action or, without one, an extra action (BGC-ACT-1)."""
    fighter = scene.one(actor)
    if not scene.fight.round:
        return
    extra = next_extra(fighter, wanted)
    if extra is not None and not has_left(scene.fight, fighter, wanted):
        scene.change(actor, "at_risk", _without(fighter.at_risk, extra), "BGC-RSK-1")
        return
    scene.change(actor, "acted", fighter.acted + 1, "BGC-TIME-1")
    scene.change(actor, "declared", _without(fighter.declared, wanted), "BGC-ACT-1")
    if wanted == "defend":
        scene.change(actor, "defended", fighter.defended + 1, "BGC-ACT-1")


def next_extra(fighter: Fighter, wanted: str) -> Extra | None:
    """Return the next extra action of a category, in the order they were taken, or None (BGC-RSK-1)."""
    return next((extra for extra in fighter.at_risk if extra.category == wanted), None)


def _without(actions: tuple[Action, ...], gone: Action) -> tuple[Action, ...]:
    """Return the actions without the first one equal to `gone`."""
    place = actions.index(gone) if gone in actions else len(actions)
    return (*actions[:place], *actions[place + 1 :])


def take_action(scene: BgcScene, actor: str, wanted: Category, skill: str, mod: int) -> bool:
    """Take a Movement or Other action, rolled with a skill if given; an extra one needs a skill (BGC-RSK-2)."""
    fighter = scene.one(actor)
    penalty = penalty_for(scene, actor, wanted)
    if not skill:
        if mod:
            raise refuse("this task has no roll to modify", "BGC-ACT-2", "--skill NAME")
        if penalty.value:
            scene.refuse(f"an extra {wanted} action needs a skill roll", "BGC-RSK-2", "--skill NAME")
        spend(scene, actor, wanted)
        return True
    score, others = skill_of(fighter, skill), (wounds(scene.fight.options, fighter), Modifier(mod, "modifier"))
    check_risk(scene, fighter, score, penalty.value, others)
    spend(scene, actor, wanted)
    rolled = test(scene, actor, skill, "BGC-ACT-2", score=score, modifiers=(penalty, *others))
    scene.conclude(rolled.outcome)
    return passes(rolled)


def risk(scene: BgcScene, command: commands.Risk) -> None:
    """Take an extra action, rolled at a further -10 for each one (BGC-RSK-1)."""
    take_risk(scene, command.who, category(command.category))


def take_risk(scene: BgcScene, actor: str, wanted: Category) -> None:
    """Add an extra action of a category (BGC-RSK-1, BGC-RSK-3)."""
    fighter = scene.one(actor)
    check_round(scene, "extra actions can only be taken", "BGC-RSK-1")
    check_senses(scene, fighter)
    penalty = next_penalty(scene.fight, fighter)
    score = fighter.skills.get("defend", 0) if wanted == "defend" else max(fighter.skills.values(), default=0)
    check_risk(scene, fighter, score, -penalty, (wounds(scene.fight.options, fighter),))
    scene.change(actor, "risks", fighter.risks + 1, "BGC-RSK-1")
    extra = Extra(category=wanted, penalty=penalty)
    scene.change(actor, "at_risk", (*fighter.at_risk, extra), "BGC-RSK-1")
    scene.happen("risks", "BGC-RSK-1", who=actor, action=wanted, penalty=-penalty)


def next_penalty(fight: BgcFight, fighter: Fighter) -> int:
    """Return the penalty of the next extra action (BGC-RSK-1)."""
    return fight.options.risk_step * (fighter.risks + 1)


def check_risk(scene: BgcScene, fighter: Fighter, score: int, penalty: int, others: Iterable[Modifier]) -> None:
    """Refuse an extra action that only a critical success could pass (BGC-RSK-3)."""
    left = score + penalty + sum(modifier.value for modifier in others)
    if penalty and left <= scene.fight.options.critical_band:
        leaves = f"an extra action at {penalty} leaves {fighter.name} a skill of {max(0, left)}"
        scene.refuse(f"{leaves}: only a critical success counts", "BGC-RSK-3")


NO_WORDS = "acts"


def handling() -> WeaponHandling:
    """Return the rules for handling weapons: one hand; actions are spent before."""
    return CARRYING


def weapon_named(fight: BgcFight, weapon_id: str) -> Weapon | None:
    """Return the fight's weapon with this id, including bare hands, or None."""
    return BARE_HANDS if weapon_id == UNARMED else fight.weapons.get(weapon_id)


def weapon_in_hand(scene: BgcScene, actor: str, wanted: str) -> tuple[str, Weapon]:
    """Return an attack's weapon. Raises Refusal if it is not in hand, failed or empty (BGC-ACT-2, BGC-BOT-1)."""
    fighter = scene.one(actor)
    weapon_id, weapon = weapons.in_hand(scene, actor, wanted)
    if weapon_id == UNARMED:
        return weapon_id, sheet.bare_hands(fighter)
    if weapon_id in fighter.failed:
        hint = f"other {quoted(actor)} --repair {quoted(weapon_id)} --skill NAME"
        scene.refuse(f"{fighter.name}'s {weapon.name} has failed", "BGC-BOT-1", hint)
    weapons.require_loaded(scene, actor, weapon_id)
    return weapon_id, weapon


def is_useless(fight: BgcFight, fighter: Fighter) -> bool:
    """Return whether the weapon in hand has failed or is empty (BGC-ACT-2, BGC-BOT-1)."""
    weapon = weapon_named(fight, fighter.held)
    is_empty = weapon is not None and bool(weapon.ammo) and not weapons.rounds_left(fighter, fighter.held, weapon)
    return is_empty or fighter.held in fighter.failed


HandlingEffect = tuple[Callable[[BgcScene, Any], object], Command]
Handling = commands.Draw | commands.Holster | commands.Reload | commands.Other


def handle(scene: BgcScene, command: Handling) -> None:
    """Take an Other action and apply its effects if the skill roll, if any, passes (BGC-ACT-2, BGC-RSK-2)."""
    own = command if isinstance(command, commands.Other) else None
    if own and own.repair and not own.skill:
        raise refuse("a repair needs a skill", "BGC-BOT-1", "--skill NAME")
    effects, said = effects_of(command), " ".join(own.what) if own else ""
    may_act(scene, command.who)
    refusal = scene.rehearse(lambda trial: [act(trial, order) for act, order in effects.values()])
    if refusal is not None:
        raise refusal
    if not take_action(scene, command.who, "other", command.skill, command.mod):
        scene.happen("fails-to", "BGC-ACT-2", who=command.who, deed=said or ", ".join(effects) or NO_WORDS)
        return
    for act, order in effects.values():
        act(scene, order)
    if said or not effects:
        scene.happen("does", "BGC-ACT-2", who=command.who, deed=said or NO_WORDS)


def effects_of(command: Handling) -> dict[str, HandlingEffect]:
    """Return the effects of an Other action on weapons, each with what it does in words."""
    who, reloaded, drawn, repaired = command.who, None, "", ""
    match command:
        case commands.Holster():
            return {"holster": (weapons.holster, verbs.Holster(who=who))}
        case commands.Draw():
            drawn = command.weapon
        case commands.Reload():
            reloaded = command.weapon
        case commands.Other():
            reloaded, drawn, repaired = "" if command.reload else None, command.draw, command.repair
    return {
        **({"reload": (weapons.reload, verbs.Reload(who=who, weapon=reloaded))} if reloaded is not None else {}),
        **({f"draw {drawn}": (weapons.draw, verbs.Draw(who=who, weapon=drawn))} if drawn else {}),
        **({f"repair {repaired}": (repair, command)} if repaired else {}),
    }


def repair(scene: BgcScene, command: commands.Other) -> None:
    """Clear a failed weapon (BGC-BOT-1)."""
    fighter = scene.one(command.who)
    if command.repair not in fighter.failed:
        raise refuse(f"{fighter.name}'s {command.repair} has not failed", "BGC-BOT-1")
    scene.change(command.who, "failed", tuple(each for each in fighter.failed if each != command.repair), "BGC-BOT-1")
    scene.happen("repaired", "BGC-BOT-1", who=command.who, thing=scene.fight.weapons[command.repair].name)


def move(scene: BgcScene, command: commands.Move) -> None:
    """Move for about five seconds, if any skill roll passes; at 0 levels, crawl (BGC-ACT-3, BGC-WND-5)."""
    fighter = scene.one(command.who)
    may_act(scene, command.who, crawling=True)
    if scene.fight.round and "movement" not in fighter.declared and has_left(scene.fight, fighter, "movement"):
        check_moves(scene, fighter, fighter.moved + 1)
    succeeded = take_action(scene, command.who, "movement", command.skill, command.mod)
    if scene.fight.round:
        scene.change(command.who, "moved", fighter.moved + 1, "BGC-ACT-3")
    what = ("moves" if conditions.standing(fighter) else "crawls") if succeeded else "stays"
    scene.happen(what, "BGC-ACT-3", who=command.who, to=" ".join(command.to) or "on")


CARRYING = WeaponHandling(
    drawing="BGC-ACT-2",
    reloading="BGC-ACT-2",
    find=weapon_named,
    spend=lambda *_: None,
    loads=lambda weapon: bool(weapon.ammo),
    hands=("held",),
    bare=UNARMED,
    failed=lambda fight, who, weapon: weapon in fight.combatants[who].failed,
)
