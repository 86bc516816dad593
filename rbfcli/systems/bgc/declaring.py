"""Declared actions of BGC, their four categories, and risks (BGC-ACT, BGC-RSK)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, fighter, skill_of, test, wounds
from rbfcli.systems.bgc.sheet import CATEGORIES, Category, Fighter

NEEDS_SKILL = ("movement", "other")


def declare(scene: BgcScene, command: commands.Declare) -> None:
    """Say what each action will be; at most half of them moves, while engaged (BGC-ACT-1, BGC-ACT-3)."""
    one = fighter(scene, command.who)
    if not scene.fight.round:
        raise impossible("actions are declared once the round has begun", "BGC-ACT-1", "init")
    if one.acted:
        scene.refuse(f"{one.name} has acted already this round", "BGC-ACT-1")
    if len(command.categories) > one.actions:
        raise impossible(f"{one.name} has {one.actions} actions, not {len(command.categories)}", "BGC-INI-2")
    declared = tuple(category(each) for each in command.categories)
    moves = declared.count("movement")
    if one.engaged and moves > one.actions // 2:
        scene.refuse(f"at most {one.actions // 2} of {one.actions} actions may be movement", "BGC-ACT-3")
    scene.change(command.who, "declared", declared, "BGC-ACT-1")
    scene.happen("declares", "BGC-ACT-1", who=command.who, plan=", ".join(declared))


def category(word: str) -> Category:
    """A category by its name or the start of it. Raises Refusal on anything else."""
    found = [each for each in CATEGORIES if each.startswith(word.casefold())]
    match found:
        case ["attack"] | ["defend"] | ["movement"] | ["other"]:
            return found[0]  # type: ignore[return-value]
        case _:
            raise impossible(f"{word!r} is no category of action", "BGC-ACT-1", ", ".join(CATEGORIES))


def may_act(scene: BgcScene, who: str) -> None:
    """Refuse where someone cannot act at all, or it is not its turn (BGC-INI-5, BGC-WND-5)."""
    one = fighter(scene, who)
    hindrance = next((each for each in ("dead", "unconscious", "incapacitated") if each in one.conditions), "")
    if hindrance:
        scene.refuse(f"{one.name} is {hindrance}", "BGC-WND-5" if hindrance == "incapacitated" else "BGC-WND-2")
    if scene.fight.round and scene.fight.active != who:
        scene.refuse(f"it is not {one.name}'s turn", "BGC-INI-5", "turn next")


def penalty_for(scene: BgcScene, who: str, wanted: str) -> Modifier:
    """What the next action of a category costs: nothing if it is declared, a risk's penalty if it is extra.

    Refuses, before any die is cast, an action that is neither (BGC-ACT-1, BGC-RSK-1).
    """
    one = fighter(scene, who)
    if not scene.fight.round:
        return Modifier(0, "risk")
    if one.risk_left == wanted:
        return Modifier(-scene.fight.options.risk_step * one.risks, "risk", "BGC-RSK-1")
    if wanted in one.declared:
        return Modifier(0, "risk")
    if not one.declared and not scene.fight.options.must_declare and one.acted < one.actions:
        return Modifier(0, "risk")
    left = ", ".join(one.declared) or "nothing"
    hint = f"risk {who} {wanted}" if one.declared or one.acted else f"declare {who} {wanted} …"
    scene.refuse(f"{one.name} has no {wanted} left; declared: {left}", "BGC-ACT-1", hint)
    return Modifier(0, "risk")


def spend(scene: BgcScene, who: str, wanted: str) -> None:
    """Take an action out of the declaration, or use up the risk taken for it (BGC-ACT-1)."""
    one = fighter(scene, who)
    if not scene.fight.round:
        return
    if one.risk_left == wanted:
        scene.change(who, "risk_left", "", "BGC-RSK-1")
        return
    scene.change(who, "acted", one.acted + 1, "BGC-TIME-1")
    if wanted in one.declared:
        place = one.declared.index(category(wanted))
        scene.change(who, "declared", (*one.declared[:place], *one.declared[place + 1 :]), "BGC-ACT-1")


def risk(scene: BgcScene, command: commands.Risk) -> None:
    """Take on an extra action; its roll is made at -10 more than the one before (BGC-RSK-1)."""
    take_risk(scene, command.who, command.category)


def take_risk(scene: BgcScene, who: str, wanted: str) -> None:
    """One more action of a category than the round gives (BGC-RSK-1, BGC-RSK-3)."""
    one = fighter(scene, who)
    if not scene.fight.round:
        raise impossible("extra actions are taken in a round", "BGC-RSK-1", "init")
    if one.risk_left:
        raise impossible(f"{one.name} has an extra {one.risk_left} to take first", "BGC-RSK-1")
    options = scene.fight.options
    penalty = options.risk_step * (one.risks + 1)
    best = max(one.skills.values(), default=0)
    if best - penalty <= options.critical_band:
        raise impossible(f"at -{penalty} only a critical success would do for {one.name}", "BGC-RSK-3")
    scene.change(who, "risks", one.risks + 1, "BGC-RSK-1")
    scene.change(who, "risk_left", wanted, "BGC-RSK-1")


def check_risk(scene: BgcScene, one: Fighter, score: int, penalty: Modifier) -> None:
    """Refuse an extra action that only a critical success could bring off (BGC-RSK-3)."""
    if penalty.value and score + penalty.value <= scene.fight.options.critical_band:
        raise impossible(f"at {penalty.value} only a critical success would do for {one.name}", "BGC-RSK-3")


def move(scene: BgcScene, command: commands.Move) -> None:
    """About five seconds of movement (BGC-ACT-3)."""
    _act(scene, command.who, "movement", command.skill, command.mod)
    scene.happen("moves", "BGC-ACT-3", who=command.who, to=" ".join(command.to) or "on")


def other(scene: BgcScene, command: commands.Other) -> None:
    """Change a clip, take a weapon in hand, clear one that failed, or anything else (BGC-ACT-2)."""
    one = fighter(scene, command.who)
    weapon = scene.fight.weapons.get(one.held)
    if command.reload and (weapon is None or not weapon.ammo):
        raise impossible(f"{one.name} holds nothing that is reloaded", "BGC-ACT-2")
    if command.draw and command.draw not in one.weapons:
        raise impossible(f"{one.name} carries no {command.draw}", "BGC-ACT-2", ", ".join(one.weapons))
    if command.repair and (command.repair not in one.failed or not command.skill):
        raise impossible(f"{command.repair} has not failed, or no skill is named", "BGC-BOT-1", "--skill NAME")
    succeeded = _act(scene, command.who, "other", command.skill, command.mod)
    if command.reload and weapon is not None:
        scene.change(command.who, f"ammo.{one.held}", weapon.ammo, "BGC-ACT-2")
    if command.draw:
        scene.change(command.who, "held", command.draw, "BGC-ACT-2")
    if command.repair and succeeded:
        scene.change(command.who, "failed", tuple(each for each in one.failed if each != command.repair), "BGC-BOT-1")
    scene.happen("does", "BGC-ACT-2", who=command.who, deed=" ".join(command.what) or _small_work(command))


def _small_work(command: commands.Other) -> str:
    if command.reload:
        return "changes the clip"
    return f"draws {command.draw}" if command.draw else f"works on {command.repair}" if command.repair else "acts"


def _act(scene: BgcScene, who: str, wanted: str, skill: str, mod: int) -> bool:
    """One Movement or Other action; with a skill it is rolled, and as an extra one it needs a skill (BGC-RSK-2)."""
    may_act(scene, who)
    one = fighter(scene, who)
    penalty = penalty_for(scene, who, wanted)
    if one.risk_left == wanted and not skill:
        raise impossible(f"an extra {wanted} action needs a skill roll", "BGC-RSK-2", "--skill NAME")
    score = skill_of(one, skill) if skill else 0
    if skill:
        check_risk(scene, one, score, penalty)
    spend(scene, who, wanted)
    if not skill:
        return True
    modifiers = (penalty, wounds(scene, one), Modifier(mod, "modifier"))
    rolled = test(scene, who, skill, "BGC-ACT-2", score=score, modifiers=modifiers)
    scene.conclude(rolled.outcome)
    return rolled.outcome in ("critical", "pass")
