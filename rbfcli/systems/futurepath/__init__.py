"""FuturePath: complete combat actions, with d20 and advantage dice, teams, squares and typed actions."""

from functools import partial

from rbfcli.core.lazy import later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model.commands import Command
from rbfcli.model.conditions import words as words_of
from rbfcli.model.display import CARRYING
from rbfcli.model.rules import Hooks, Messages, OutcomeRoles, Reaction, Rules, kinds_by, read_rules
from rbfcli.systems.futurepath import commands, conditions, economy, outcome, sheet
from rbfcli.systems.futurepath.economy import acting

later, in_rbfcli = later_in(__name__), later_in("rbfcli")

ACTIONS: dict[type[Command], str] = {
    commands.Attack: "attack.attack",
    commands.FullAttack: "attack.full_attack",
    commands.OffHand: "attack.off_hand",
    commands.CoupDeGrace: "attack.coup_de_grace",
    commands.Throw: "hazards.throw",
    commands.Technique: "techniques.technique",
    commands.AttackObject: "attack.attack_object",
    commands.Move: "movement.move",
    commands.Sprint: "movement.hurry",
    commands.Withdraw: "movement.hurry",
    commands.Step: "movement.step",
    commands.Stand: "movement.stand",
    commands.Prone: "movement.prone",
    commands.Drag: "movement.drag",
    commands.Open: "tasks.open_thing",
    commands.Ready: "reactions.ready",
    commands.TrapWork: "hazards.trap_work",
    commands.Free: "tasks.free",
    commands.Use: "tasks.use",
}

REFERENCES = {
    "weapons": "weapon",
    "held": "weapon",
    "off_hand": "weapon",
    "ammo": "weapon",
    "proficiencies": "weapon",
    "techniques": "technique",
    "technique_actions": "technique",
    "skills": "skill",
    "feats": "feat",
    "items": "item",
    "combatants.turn.attacked": "combatant or object",
    "combatants.turn.attacked_with": "weapon",
    "combatants.turn.yields_to": "combatant",
    "board.lying.weapon": "weapon",
    "board.charges.weapon": "weapon",
    "board.charges.team": "team",
    "board.charges.by": "combatant",
    "board.charges.target": "combatant",
    "board.traps.damage": "dice",
    "options.dying_damage": "dice",
    "options.stabilize_slip": "dice",
}

NEVER_ASK = (
    *("turn", "damage", "heal", "damage-save", "stabilize", "coup-de-grace", "throw", "trap", "draw", "holster"),
    *("reload", "stand", "prone", "open", "ready", "free", "use", "speak", "map"),
)
KINDS = (
    *("weapon", "thing", "technique", "fumble", "skill", "feat"),
    *("item", "team", "object", "place", "trap", "ground"),
)
RULES = Rules(
    name="futurepath",
    title="FuturePath: Complete Combat Actions",
    dice="1d20",
    fight=sheet.FuturePathFight,
    sheet=sheet.Character,
    prepare=later("entry.prepare"),
    rested=later("entry.rested"),
    migrate=later("entry.migrate"),
    settled=later("entry.settled"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        verbs.Damage: gm.for_each_target(later("health.damage")),
        verbs.Heal: gm.for_each_target(later("health.heal")),
        **{kind: acting(later(function)) for kind, function in ACTIONS.items()},
        commands.Draw: acting(in_rbfcli("engine.weapons.draw")),
        commands.Holster: acting(in_rbfcli("engine.weapons.holster")),
        commands.Reload: acting(in_rbfcli("engine.weapons.reload")),
        commands.DamageSave: later("health.damage_save"),
        commands.Stabilize: later("health.stabilize"),
        commands.Speak: later("tasks.speak"),
        commands.Map: later("picture.draw"),
    },
    one_liners={
        commands.AttackNumbers: later("offers.attack"),
        commands.DamageSaveNumbers: later("offers.damage_save"),
        commands.StabilizeNumbers: later("offers.stabilize"),
    },
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        end_turn=later("turns.end_turn"),
        fall=later("health.let_go"),
        after_command=later("turns.after_command"),
        set_by_hand=later("health.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=conditions.takes_turns,
    can_attack=economy.can_attack,
    status=later("view.status"),
    details=later("details.details"),
    sight=later("picture.sight"),
    order_of=later("turns.order_of"),
    give_count=later("turns.give_count"),
    next_steps=later("view.next_steps"),
    candidates=later("offers.candidates"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("view.vocabulary"), *KINDS),
    meaning=later("details.meaning"),
    mistakes=later("entry.mistakes"),
    warnings=later("entry.warnings"),
    outcomes=outcome.OUTCOMES,
    words=Messages(__name__, CARRYING, words_of(conditions.CONDITIONS)),
    conditions=conditions.CONDITIONS,
    carrying=later("economy.handling"),
    references=REFERENCES,
    open_kinds=("place", "trap"),  # the rules report unfound traps themselves
    fixed_kinds=("technique", "skill", "feat", "item", "fumble"),
    reaches=later("view.reaches"),
    place_meant=later("map.place_meant"),
    whereabouts=("square", "height"),
    ledger=partial(read_rules, __name__),
    examples_on="depot-raid",
    asks={
        **dict.fromkeys((*gm.ASKS, *NEVER_ASK), ()),
        **dict.fromkeys(("attack", "full-attack", "off-hand", "object"), ("fumble",)),
        **dict.fromkeys(("move", "sprint", "step", "drag"), ("opportunity", "trap", "fumble")),
        "withdraw": ("trap",),
    },
    asking="FP-MOV-10",
    members=sheet.members,
    distance=later("map.squares_apart"),
    picture=later("picture.picture"),
    reach=later("picture.reach"),
    between=later("details.between"),
    would_catch=later("hazards.would_catch"),
    reactions=(
        Reaction(
            kind="opportunity",
            on="leaving",
            rule="FP-MOV-10",
            may=later("reactions.may_strike"),
            decided=later("reactions.said_beforehand"),
            react=later("reactions.strike_at"),
            answers=("strike", "pass"),
            weapons=later("reactions.weapons_to_strike"),
            together=True,
        ),
    ),
    attempts={
        **dict.fromkeys(("attack", "off-hand attack"), OutcomeRoles(hits=outcome.GOOD, misses=outcome.BAD)),
        "barrier": OutcomeRoles(misses=("blocked",)),
    },
)
