"""FuturePath: complete combat actions. d20 and advantage dice, teams, squares, and what a turn holds."""

from functools import partial

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.command import Command
from rbfcli.kernel.conditions import words as words_of
from rbfcli.kernel.later import later_in
from rbfcli.kernel.ledger import read_rules
from rbfcli.kernel.rules import Attempt, Hooks, Rules, kinds_by
from rbfcli.kernel.words import CARRYING
from rbfcli.systems.futurepath import conditions, economy, reactions, verdict, words
from rbfcli.systems.futurepath.commands import fighting, moving
from rbfcli.systems.futurepath.economy import acting
from rbfcli.systems.futurepath.sheet import sheet

later, in_kernel = later_in(__name__), later_in("rbfcli.kernel")

ACTIONS: dict[type[Command], str] = {
    fighting.Attack: "attack.attack.attack",
    fighting.FullAttack: "attack.attack.full_attack",
    fighting.OffHand: "attack.attack.off_hand",
    fighting.CoupDeGrace: "attack.attack.coup_de_grace",
    fighting.Throw: "hazards.grenades.throw",
    fighting.Technique: "techniques.technique",
    fighting.AttackObject: "attack.objects.attack_object",
    moving.Move: "movement.movement.move",
    moving.Sprint: "movement.movement.sprint",
    moving.Withdraw: "movement.movement.withdraw",
    moving.Step: "movement.movement.step",
    moving.Stand: "movement.movement.stand",
    moving.Prone: "movement.movement.prone",
    moving.Drag: "movement.movement.drag",
    moving.Open: "tasks.open_thing",
    moving.Ready: "reactions.ready",
    moving.TrapWork: "hazards.traps.trap_work",
    moving.Free: "tasks.free",
    moving.Use: "tasks.use",
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
    "board.lying.weapon": "weapon",
    "board.charges.weapon": "weapon",
    "board.charges.team": "team",
    "board.charges.by": "combatant",
    "board.charges.target": "combatant",
    "board.traps.damage": "dice",
    "options.dying_damage": "dice",
    "options.stabilize_slip": "dice",
}

UNLISTED = {
    **gm.UNLISTED,
    **dict.fromkeys(("move", "sprint", "withdraw", "step", "drag"), "to any square"),
    **dict.fromkeys(("free", "speak", "ready"), "in own words"),
    "use": "any skill, also without ranks",
}

KINDS = (
    *("weapon", "thing", "technique", "fumble", "skill", "feat"),
    *("item", "team", "object", "place", "trap"),
)
RULES = Rules(
    name="futurepath",
    title="FuturePath: Complete Combat Actions",
    dice="1d20",
    fight=sheet.FuturePathFight,
    sheet=sheet.Character,
    prepare=later("entering.prepare"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        verbs.Damage: gm.to_each(later("damage.damage")),
        verbs.Heal: gm.to_each(later("damage.heal")),
        **{kind: acting(later(function)) for kind, function in ACTIONS.items()},
        moving.Draw: acting(in_kernel("carrying.draw")),
        moving.Holster: acting(in_kernel("carrying.holster")),
        moving.Reload: acting(in_kernel("carrying.reload")),
        fighting.DamageSave: later("defense.damage_save"),
        fighting.Stabilize: later("dying.stabilize"),
        moving.Speak: later("tasks.speak"),
    },
    one_liners={
        fighting.AttackNumbers: later("numbers.attack"),
        fighting.DamageSaveNumbers: later("numbers.damage_save"),
        fighting.StabilizeNumbers: later("numbers.stabilize"),
    },
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        end_turn=later("turns.end_turn"),
        fall=later("dying.let_go"),
        after_command=later("turns.after_command"),
        set_by_hand=later("damage.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=conditions.takes_turns,
    can_attack=economy.can_attack,
    health=sheet.health,
    status=later("status.status"),
    details=later("details.details"),
    sight=later("sight.sight"),
    next_steps=later("status.next_steps"),
    candidates=later("offers.candidates"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("status.vocabulary"), *KINDS),
    meaning=later("meanings.meaning"),
    mistakes=later("mistakes.mistakes"),
    warnings=later("warnings.warnings"),
    outcomes=verdict.OUTCOMES,
    words={**CARRYING, **words_of(conditions.CONDITIONS), **words.WORDS},
    conditions=conditions.CONDITIONS,
    carrying=later("carrying.handling"),
    references=REFERENCES,
    open_kinds=("place", "trap"),  # a trap that nobody has found is no word of the table, and its rule says so
    fixed_kinds=("technique", "skill", "feat", "item"),
    until_down=("ready",),
    reaches=later("status.reaches"),
    whereabouts=("square", "height"),
    beyond_reach={
        "technique charge": "it runs up first",
        "technique overrun": "it runs up first",
        "throw": "what is thrown flies on, and scatters",
    },
    unlisted=UNLISTED,
    ledger=partial(read_rules, __name__),
    examples_on="depot-raid",
    asks={**gm.ASKS, "damage": (), "heal": (), **dict.fromkeys(("attack", "full-attack", "off-hand"), ("fumble",))},
    asking="FP-MOV-10",
    members=sheet.members,
    distance=later("ground.reach.squares_apart"),
    picture=later("picture.picture"),
    reach=later("picture.reach"),
    reactions=reactions.REACTIONS,
    attempts={
        **dict.fromkeys(("attack", "off-hand attack"), Attempt(hits=verdict.GOOD, misses=verdict.BAD)),
        "barrier": Attempt(misses=("blocked",)),
    },
)
