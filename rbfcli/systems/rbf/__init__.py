"""RBF: Combat and Crises. 2d8 plus a skill against target numbers; players make every roll."""

from functools import partial
from operator import attrgetter

from msgspec.structs import replace

from rbfcli.core.lazy import LazyFunction, later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model import conditions as table
from rbfcli.model.commands import Command
from rbfcli.model.display import CARRYING
from rbfcli.model.rules import Hooks, Messages, OutcomeRoles, Reaction, Rules, VerbFunction, kinds_by, read_rules
from rbfcli.systems.rbf import commands, conditions, sheet

later = later_in(__name__)
undertake = later("economy.undertake")

KINDS = (
    "damage-type",
    *("weapon", "technique", "critical", "complication", "affliction", "condition"),
    *("place", "spell", "thing", "skill"),
)
OVERWATCH = Reaction(
    kind="overwatch",
    on="acts",
    rule="RBF-ACT-8",
    bearing="watching",
    may=later("reactions.may_fire"),
    decided=later("reactions.fires_unasked"),
    answers=("fire", "wait"),
    weapons=later("reactions.weapons_to_fire"),
    react=later("reactions.fire"),
)
REACTIONS = (
    OVERWATCH,
    replace(OVERWATCH, on="passes", may=later("reactions.may_fire_in_passing")),
    Reaction(
        kind="riposte",
        on="dodged",
        rule="RBF-REA-1",
        may=later("reactions.may_strike_back"),
        answers=("strike", "no"),
        weapons=later("reactions.weapons_to_strike_back"),
        react=later("reactions.strike_back"),
        lapses=True,
    ),
    Reaction(
        kind="counterspell",
        on="casts",
        rule="RBF-REA-1",
        may=later("reactions.may_counter"),
        decided=later("reactions.said_beforehand"),
        answers=("counter", "no"),
        react=later("reactions.counter"),
    ),
)
# What moves or acts: combatants on overwatch fire before it spends anything (RBF-ACT-8).
INTERRUPTIBLE: dict[type[Command], VerbFunction] = {
    commands.Init: later("turns.init"),
    commands.Attack: later("attack.attack"),
    commands.DamageSave: later("health.damage_save"),
    commands.Stabilize: later("health.stabilize"),
    commands.Move: later("movement.move"),
    commands.Reload: later("economy.reload_weapon"),
    commands.Push: later("results.push_through"),
    commands.Aim: later("economy.aim"),
    verbs.Draw: later("economy.draw"),
    verbs.Holster: LazyFunction("rbfcli.engine.weapons", "holster"),
    commands.Spot: later("movement.spot"),
    commands.Hide: later("movement.hide"),
    commands.Overwatch: later("reactions.overwatch"),
    commands.Cast: later("magic.cast"),
    commands.Speak: later("tasks.speak"),
    commands.Use: later("tasks.use"),
    commands.Hold: later("turns.hold"),
    commands.Stand: later("movement.stand"),
    commands.Prone: later("movement.prone"),
    commands.Free: later("movement.free"),
    commands.Fall: later("movement.fall_down"),
    commands.ShakeOff: later("tasks.shake_off"),
    commands.Check: later("tasks.check"),
    commands.Intent: later("tasks.intent"),
}
RULES = Rules(
    name="rbf",
    title="RBF: Combat and Crises",
    dice="2d8",
    fight=sheet.RbfFight,
    sheet=sheet.Fighter,
    prepare=later("entry.prepare"),
    rested=later("entry.rested"),
    settled=later("map.settled"),
    verbs={
        **{kind: act for kind, act in gm.VERBS.items() if kind is not verbs.Add},
        commands.Add: later("entry.add"),
        verbs.Turn: later("turns.turn"),
        commands.Damage: gm.for_each_target(later("health.damage")),
        verbs.Heal: gm.for_each_target(later("health.heal")),
        **{kind: partial(undertake, act) for kind, act in INTERRUPTIBLE.items()},
    },
    one_liners={
        commands.AttackNumbers: later("offers.attack"),
        commands.DamageSaveNumbers: later("offers.damage_save"),
        commands.StabilizeNumbers: later("offers.stabilize"),
    },
    no_verbs={"map": "places change with add place and remove place; see `help map`"},
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        resume_turn=later("economy.resume"),
        end_turn=later("turns.end_turn"),
        fall=later("health.let_go"),
        after_command=later("turns.after_command"),
        added=later("entry.added"),
        set_by_hand=later("entry.set_by_hand"),
    ),
    standing=conditions.takes_part,
    is_thing=attrgetter("object"),
    takes_turns=conditions.takes_turns,
    status=later("view.status"),
    details=later("details.details"),
    sight=later("view.sight"),
    order_of=later("turns.order_of"),
    give_count=later("turns.give_count"),
    next_steps=later("view.next_steps"),
    candidates=later("offers.candidates"),
    strikes=later("magic.strikes"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("view.vocabulary"), *KINDS),
    meaning=later("details.meaning"),
    mistakes=later("entry.mistakes"),
    warnings=later("entry.warnings"),
    outcomes={"critical": "great", "success": "good", "struggle": "mixed", "failure": "bad"},
    words=Messages(__name__, CARRYING, table.words(conditions.CONDITIONS)),
    conditions=conditions.CONDITIONS,
    ledger=partial(read_rules, __name__),
    asks={**gm.ASKS, "set": ("bonus",), "damage": (), "heal": ()},
    asking="RBF-REA-1",
    examples_on="dock-ambush",
    distance=later("view.distance"),
    picture=later("view.picture"),
    between=later("details.between"),
    would_catch=later("attack.would_catch"),
    reactions=REACTIONS,
    carrying=later("economy.handling"),
    migrate=later("entry.migrate"),
    open_kinds=("place", "damage-type"),
    fixed_kinds=("technique", "critical", "complication", "affliction"),
    reaches=later("view.reaches"),
    place_meant=later("map.place_meant"),
    whereabouts=("at", "height", "place"),
    references={
        "weapons": "weapon",
        "held": "weapon",
        "off_hand": "weapon",
        "ammo": "weapon",
        "place": "place",
        "overwatch": "technique",
        "overwatch_with": "weapon",
        "spells.condition": "condition",
        "items.cures": "condition",
        "seen_by": "combatant",
        "board.lying.weapon": "weapon",
        "board.struggle.who": "combatant",
        "board.struggle.targets": "combatant",
        "board.struggle.weapon": "weapon",
        "board.struggle.technique": "technique",
        "weapons.damage": "dice",
        "spells.damage": "dice",
        "items.heals": "dice",
        "damage": "dice",
        **{f"options.{each}": "dice" for each in sheet.DICE},
    },
    attempts={
        **dict.fromkeys(
            ("attack", "spell", "also", "also-differs"),
            OutcomeRoles(hits=("critical", "success"), partly=("struggle",), misses=("failure",)),
        ),
        "defense": OutcomeRoles(
            hits=("struggle", "failure"), partly=("success",), misses=("critical",), by_target=True
        ),
    },
    afterwards={"pushed": True},
)
