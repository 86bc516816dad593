"""RBF: Combat and Crises. 2d8 and a skill against target numbers; players roll for everything."""

from functools import partial

from rbfcli.core.lazy import later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model import conditions as table
from rbfcli.model.display import CARRYING
from rbfcli.model.rules import Hooks, OutcomeRoles, Rules, kinds_by, read_rules
from rbfcli.systems.rbf import commands, conditions, messages, sheet
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
    prepare=later("entry.prepare"),
    verbs={
        **{kind: act for kind, act in gm.VERBS.items() if kind is not verbs.Add},
        commands.Add: later("entry.add"),
        verbs.Turn: later("turns.turn"),
        verbs.Damage: gm.for_each_target(later("health.damage")),
        verbs.Heal: gm.for_each_target(later("health.heal")),
        **deeds(
            {
                commands.Init: later("turns.init"),
                commands.Attack: later("attack.attack"),
                commands.DamageSave: later("health.damage_save"),
                commands.Stabilize: later("health.stabilize"),
                commands.Move: later("movement.move"),
                commands.Reload: later("economy.reload_weapon"),
                commands.Push: later("techniques.push_through"),
                commands.Aim: later("economy.aim"),
                verbs.Draw: later("economy.draw"),
                verbs.Holster: later("economy.holster"),
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
        ),
    },
    one_liners={
        commands.AttackNumbers: later("offers.attack"),
        commands.DamageSaveNumbers: later("offers.damage_save"),
        commands.StabilizeNumbers: later("offers.stabilize"),
    },
    unlisted={
        **gm.UNLISTED,
        "check": "a skill and a number, where the GM asks for them",
        "fall": "where the GM says that somebody falls",
        "intent": "in words of one's own",
        "speak": "in words of one's own",
    },
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        resume_turn=later("economy.resume"),
        end_turn=later("turns.end_turn"),
        fall=later("health.let_go"),
        after_command=later("turns.after_command"),
        added=later("entry.added"),
        set_by_hand=later("health.set_by_hand"),
    ),
    standing=conditions.takes_part,
    takes_turns=conditions.takes_turns,
    health=sheet.health,
    status=later("view.status"),
    details=later("details.details"),
    sight=later("view.sight"),
    next_steps=later("view.next_steps"),
    turn_is_over=later("view.turn_is_over"),
    candidates=later("offers.candidates"),
    strikes=later("magic.strikes"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("view.vocabulary"), *KINDS),
    meaning=later("details.meaning"),
    mistakes=later("entry.mistakes"),
    warnings=later("entry.warnings"),
    outcomes={"critical": "great", "success": "good", "struggle": "mixed", "failure": "bad"},
    words={**CARRYING, **table.words(conditions.CONDITIONS), **messages.WORDS},
    conditions=conditions.CONDITIONS,
    ledger=partial(read_rules, __name__),
    asks={**gm.ASKS, "set": ("bonus",), "damage": (), "heal": ()},
    asking="RBF-REA-1",
    examples_on="dock-ambush",
    distance=later("view.distance"),
    picture=later("view.picture"),
    reactions=REACTIONS,
    carrying=later("economy.handling"),
    migrate=later("entry.migrate"),
    open_kinds=("place",),
    until_down=("aim",),
    reaches=later("view.reaches"),
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
