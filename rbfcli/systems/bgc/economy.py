"""What a round of BGC lets somebody do: declared actions, and extra ones taken at a risk (BGC-ACT, BGC-RSK)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, passes, skill_of, test, wounds
from rbfcli.systems.bgc.conditions import awake, standing
from rbfcli.systems.bgc.sheet import CATEGORIES, Category, Fighter

PLAIN = Modifier(0, "risk")


def declare(scene: BgcScene, command: commands.Declare) -> None:
    """Say what each action will be; at most half of them moves, while engaged (BGC-ACT-1, BGC-ACT-3)."""
    one = scene.one(command.who)
    declared = tuple(category(each) for each in command.categories)
    check_round(scene, "actions are declared", "BGC-ACT-1")
    check_senses(scene, one)
    if one.acted:
        scene.refuse(f"{one.name} has acted already this round", "BGC-ACT-1")
    if len(declared) > one.actions:
        scene.refuse(f"{one.name} has {one.actions} actions, not {len(declared)}", "BGC-INI-2", "declare fewer")
    check_moves(scene, one, declared.count("movement"))
    scene.change(command.who, "declared", declared, "BGC-ACT-1")
    scene.happen("declares", "BGC-ACT-1", who=command.who, plan=", ".join(declared))
    if len(declared) < one.actions:
        scene.happen("undeclared", "BGC-ACT-1", who=command.who, count=one.actions - len(declared))


def category(word: str) -> Category:
    """A category by its name or the start of it. Raises Refusal on anything else."""
    match [each for each in CATEGORIES if each.startswith(word.casefold())]:
        case [("attack" | "defend" | "movement" | "other") as found]:
            return found
        case _:
            raise impossible(f"{word!r} is no category of action", "BGC-ACT-1", ", ".join(CATEGORIES))


def check_round(scene: BgcScene, what: str, rule: str) -> None:
    """Refuse what belongs to a round before the first has begun."""
    if not scene.fight.round:
        raise impossible(f"{what} once the round has begun", rule, "init")


def check_senses(scene: BgcScene, one: Fighter, *, crawling: bool = False) -> None:
    """Refuse where someone is dead, unconscious, or at 0 and does more than crawl (BGC-WND-2, -5, -7)."""
    if "dead" in one.conditions:
        scene.refuse(f"{one.name} is dead", "BGC-WND-7")
    elif not awake(one):
        scene.refuse(f"{one.name} is unconscious", "BGC-WND-2")
    elif not (standing(one) or crawling):
        scene.refuse(f"{one.name} is incapacitated and can only speak or crawl", "BGC-WND-5")


def check_moves(scene: BgcScene, one: Fighter, moves: int) -> None:
    """Refuse more movement than half a round's actions, while engaged (BGC-ACT-3)."""
    if one.engaged and moves > one.actions // 2:
        scene.refuse(f"at most {one.actions // 2} of {one.actions} actions may be movement", "BGC-ACT-3")


def may_act(scene: BgcScene, who: str, *, crawling: bool = False) -> None:
    """Refuse where someone cannot act at all, or it is not its turn (BGC-INI-5, BGC-WND-5)."""
    one = scene.one(who)
    check_senses(scene, one, crawling=crawling)
    if scene.fight.round and scene.fight.active != who:
        scene.refuse(f"it is not {one.name}'s turn", "BGC-INI-5", "turn next")


def has_left(scene: BgcScene, one: Fighter, wanted: str) -> bool:
    """Whether a round's own actions hold one more of a category: declared, or never declared (BGC-ACT-1)."""
    undeclared = not one.declared and not scene.fight.options.must_declare and one.acted < one.actions
    return wanted in one.declared or undeclared


def penalty_for(scene: BgcScene, who: str, wanted: str) -> Modifier:
    """What the next action of a category costs: nothing if it is declared, a risk's penalty if it is extra.

    Refuses, before any die is cast, an action that is neither (BGC-ACT-1, BGC-RSK-1).
    """
    one = scene.one(who)
    if not scene.fight.round or has_left(scene, one, wanted):
        return PLAIN
    for place, each in enumerate(one.at_risk, one.risks - len(one.at_risk) + 1):
        if each == wanted:
            return Modifier(-scene.fight.options.risk_step * place, "risk", "BGC-RSK-1")
    left = ", ".join(one.declared) or "nothing"
    hint = f"risk {who} {wanted}" if one.declared or one.acted else f"declare {who} {wanted} …"
    scene.refuse(f"{one.name} has no {wanted} left; declared: {left}", "BGC-ACT-1", hint)
    return PLAIN


def spend(scene: BgcScene, who: str, wanted: Category) -> None:
    """Take an action out of the declaration, or use up the risk taken for it (BGC-ACT-1)."""
    one = scene.one(who)
    if not scene.fight.round:
        return
    if wanted in one.at_risk and not has_left(scene, one, wanted):
        scene.change(who, "at_risk", _without(one.at_risk, wanted), "BGC-RSK-1")
        return
    scene.change(who, "acted", one.acted + 1, "BGC-TIME-1")
    scene.change(who, "declared", _without(one.declared, wanted), "BGC-ACT-1")


def _without(actions: tuple[Category, ...], gone: Category) -> tuple[Category, ...]:
    """The same actions without the first of a category."""
    place = actions.index(gone) if gone in actions else len(actions)
    return (*actions[:place], *actions[place + 1 :])


def risk(scene: BgcScene, command: commands.Risk) -> None:
    """Take on an extra action; its roll is made at -10 more than the one before (BGC-RSK-1)."""
    take_risk(scene, command.who, category(command.category))


def take_risk(scene: BgcScene, who: str, wanted: Category) -> None:
    """One more action of a category than the round gives (BGC-RSK-1, BGC-RSK-3)."""
    one = scene.one(who)
    check_round(scene, "extra actions are taken", "BGC-RSK-1")
    check_senses(scene, one)
    penalty = Modifier(-scene.fight.options.risk_step * (one.risks + 1), "risk", "BGC-RSK-1")
    score = one.skills.get("defend", 0) if wanted == "defend" else max(one.skills.values(), default=0)
    check_risk(scene, one, score, penalty, (wounds(scene, one),))
    scene.change(who, "risks", one.risks + 1, "BGC-RSK-1")
    scene.change(who, "at_risk", (*one.at_risk, wanted), "BGC-RSK-1")
    scene.happen("risks", "BGC-RSK-1", who=who, action=wanted, penalty=penalty.value)


def check_risk(scene: BgcScene, one: Fighter, score: int, penalty: Modifier, others: Iterable[Modifier] = ()) -> None:
    """Refuse an extra action that only a critical success could bring off (BGC-RSK-3)."""
    left = score + penalty.value + sum(each.value for each in others)
    if penalty.value and left <= scene.fight.options.critical_band:
        scene.refuse(
            f"an extra action at {penalty.value} leaves {one.name} {max(0, left)}: only a critical success would do",
            "BGC-RSK-3",
        )


def act(scene: BgcScene, who: str, wanted: Category, skill: str, mod: int) -> bool:
    """One Movement or Other action; with a skill it is rolled, and as an extra one it needs a skill (BGC-RSK-2)."""
    one = scene.one(who)
    penalty = penalty_for(scene, who, wanted)
    if not skill:
        if penalty.value:
            scene.refuse(f"an extra {wanted} action needs a skill roll", "BGC-RSK-2", "--skill NAME")
        spend(scene, who, wanted)
        return True
    score, others = skill_of(one, skill), (wounds(scene, one), Modifier(mod, "modifier"))
    check_risk(scene, one, score, penalty, others)
    spend(scene, who, wanted)
    rolled = test(scene, who, skill, "BGC-ACT-2", score=score, modifiers=(penalty, *others))
    scene.conclude(rolled.outcome)
    return passes(rolled)
