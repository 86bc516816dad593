"""RBF: Combat and Crises. 2d8 and a skill against target numbers; players roll for everything."""

from functools import partial

from rbfcli.kernel import conditions as table
from rbfcli.kernel import gm, verbs
from rbfcli.kernel.later import later_in
from rbfcli.kernel.ledger import read_rules
from rbfcli.kernel.rules import Attempt, Hooks, Rules, kinds_by
from rbfcli.kernel.words import CARRYING
from rbfcli.systems.rbf import conditions, options, sheet, words
from rbfcli.systems.rbf.commands import acting, fighting
from rbfcli.systems.rbf.reactions import REACTIONS, deeds

later = later_in(__name__)

KINDS = (
    *("weapon", "technique", "critical", "complication", "affliction", "condition"),
    *("place", "spell", "thing", "skill"),
)
RULES = Rules(
    name="rbf",
    title="RBF: Combat and Crises",
    dice="2d8",
    fight=sheet.RbfFight,
    sheet=sheet.Fighter,
    prepare=later("entering.prepare"),
    verbs={
        **{kind: act for kind, act in gm.VERBS.items() if kind is not verbs.Add},
        acting.Add: later("entering.add"),
        verbs.Turn: later("turns.turns.turn"),
        verbs.Damage: gm.to_each(later("damage.damage")),
        verbs.Heal: gm.to_each(later("damage.heal")),
        **deeds(
            {
                fighting.Init: later("turns.initiative.init"),
                fighting.Attack: later("attack.attack.attack"),
                fighting.DamageSave: later("defense.damage_save"),
                fighting.Stabilize: later("dying.stabilize"),
                acting.Move: later("movement.move"),
                fighting.Reload: later("carrying.reload_weapon"),
                fighting.Push: later("attack.outcomes.push_through"),
                fighting.Aim: later("economy.aim"),
                verbs.Draw: later("carrying.draw"),
                verbs.Holster: later("carrying.holster"),
                acting.Spot: later("movement.spot"),
                acting.Hide: later("movement.hide"),
                fighting.Overwatch: later("reactions.overwatch.overwatch"),
                acting.Cast: later("magic.cast"),
                acting.Speak: later("tasks.speak"),
                acting.Use: later("tasks.use"),
                acting.Hold: later("turns.turns.hold"),
                acting.Stand: later("movement.stand"),
                acting.Prone: later("movement.prone"),
                acting.Free: later("movement.free"),
                acting.Fall: later("movement.fall_down"),
                acting.ShakeOff: later("tasks.shake_off"),
                acting.Check: later("tasks.check"),
                acting.Intent: later("tasks.intent"),
            }
        ),
    },
    one_liners={
        fighting.AttackNumbers: later("numbers.attack"),
        fighting.DamageSaveNumbers: later("numbers.damage_save"),
        fighting.StabilizeNumbers: later("numbers.stabilize"),
    },
    unlisted={
        **gm.UNLISTED,
        "check": "a skill and a number, where the GM asks for them",
        "fall": "where the GM says that somebody falls",
        "intent": "in words of one's own",
        "speak": "in words of one's own",
    },
    hooks=Hooks(
        begin_round=later("turns.turns.begin_round"),
        begin_turn=later("turns.turns.begin_turn"),
        resume_turn=later("economy.resume"),
        end_turn=later("turns.turns.end_turn"),
        fall=later("dying.let_go"),
        after_command=later("turns.afterwards.after_command"),
        added=later("entering.added"),
        set_by_hand=later("damage.set_by_hand"),
    ),
    standing=conditions.takes_part,
    takes_turns=conditions.takes_turns,
    health=sheet.health,
    status=later("status.status"),
    details=later("details.details"),
    sight=later("sight.sight"),
    next_steps=later("status.next_steps"),
    turn_is_over=later("status.turn_is_over"),
    candidates=later("offers.candidates"),
    strikes=later("magic.strikes"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("status.vocabulary"), *KINDS),
    meaning=later("meanings.meaning"),
    mistakes=later("mistakes.mistakes"),
    warnings=later("warnings.warnings"),
    outcomes={"critical": "great", "success": "good", "struggle": "mixed", "failure": "bad"},
    words={**CARRYING, **table.words(conditions.CONDITIONS), **words.WORDS},
    conditions=conditions.CONDITIONS,
    ledger=partial(read_rules, __name__),
    asks={**gm.ASKS, "set": ("bonus",), "damage": (), "heal": ()},
    asking="RBF-REA-1",
    examples_on="dock-ambush",
    distance=later("status.distance"),
    picture=later("status.picture"),
    reactions=REACTIONS,
    carrying=later("carrying.handling"),
    migrate=later("entering.migrate"),
    open_kinds=("place",),
    until_down=("aim",),
    reaches=later("status.reaches"),
    whereabouts=("at", "height", "place"),
    beyond_reach={"cast": "as far as one sees", "spot": "as far as one sees"},
    references={
        "weapons": "weapon",
        "held": "weapon",
        "off_hand": "weapon",
        "ammo": "weapon",
        "place": "place",
        "overwatch": "technique",
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
        **{f"options.{each}": "dice" for each in options.DICE},
    },
    attempts={
        **dict.fromkeys(
            ("attack", "spell", "also", "also-differs"),
            Attempt(hits=("critical", "success"), partly=("struggle",), misses=("failure",)),
        ),
        "defense": Attempt(hits=("struggle", "failure"), partly=("success",), misses=("critical",), by_target=True),
    },
    afterwards={"pushed": True},
)
