"""RPJ Sci-Fi. 4d6 against target numbers, on a battlefield of regions, with layers of damage saves."""

from functools import partial

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.conditions import words as condition_words
from rbfcli.kernel.later import later_in
from rbfcli.kernel.ledger import read_rules
from rbfcli.kernel.rules import Attempt, Hooks, Rules, kinds_by
from rbfcli.systems.rpj import commands, conditions, sheet, verdict, words
from rbfcli.systems.rpj.reactions import REACTIONS

later, in_kernel = later_in(__name__), later_in("rbfcli.kernel")
RULES = Rules(
    name="rpj",
    title="RPJ Sci-Fi",
    dice="4d6",
    fight=sheet.RpjFight,
    sheet=sheet.Character,
    prepare=later("entering.prepare"),
    migrate=later("entering.migrate"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        commands.Damage: gm.to_each(later("damage.damage")),
        commands.Heal: gm.to_each(later("damage.heal")),
        commands.Attack: later("attack.attack"),
        commands.DamageSave: later("defense.damage_save"),
        commands.Stabilize: later("dying.stabilize"),
        commands.Move: later("movement.move"),
        commands.Cautious: later("movement.cautious"),
        commands.TakeCover: later("movement.take_cover"),
        commands.Reorient: later("movement.reorient"),
        commands.Suppress: later("attack.suppress"),
        commands.Overwatch: later("reactions.reactions.overwatch"),
        commands.Grapple: later("grapple.grapple"),
    },
    one_liners={
        commands.AttackNumbers: later("numbers.attack"),
        commands.DamageSaveNumbers: later("numbers.damage_save"),
        commands.StabilizeNumbers: later("numbers.stabilize"),
    },
    reactions=REACTIONS,
    references={
        "weapons": "weapon",
        "region": "place",
        "overwatch": "place",
        "grapple": "combatant",
        "board.lying.weapon": "weapon",
    },
    open_kinds=("cover", "saves"),
    until_down=("overwatch", "grapple"),
    reaches=later("status.can_reach"),
    whereabouts=("region", "group"),
    unlisted=gm.UNLISTED,
    no_verbs={"aim": "a shot is aimed as it is made, for 2 actions: attack TARGET --aimed (RPJ-AIM-1)"},
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        resume_turn=later("turns.resume_turn"),
        end_turn=later("turns.end_turn"),
        after_command=later("turns.after_command"),
    ),
    standing=conditions.standing,
    takes_turns=later("turns.takes_turns"),
    health=later("status.health"),
    status=later("status.status"),
    details=later("details.details"),
    sight=later("sight.sight"),
    next_steps=later("status.next_steps"),
    candidates=later("offers.candidates"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("status.vocabulary"), "weapon", "combatant", "place", "group", "cover"),
    meaning=later("meanings.meaning"),
    mistakes=later("mistakes.mistakes"),
    warnings=later("warnings.warnings"),
    outcomes={verdict.SUCCESS: "good", verdict.TIE: "mixed", verdict.FAILURE: "bad"},
    conditions=conditions.CONDITIONS,
    words={**condition_words(conditions.CONDITIONS), **words.WORDS},
    ledger=partial(read_rules, __name__),
    examples_on="relay-road",
    asks={**gm.ASKS, "damage": (), "heal": (), "attack": ("shooting",)},
    asking="RPJ-ACT-5",
    distance=later("status.distance"),
    picture=later("picture.picture"),
    attempts=dict.fromkeys(
        ("attack", "free attack", "overwatch"), Attempt(hits=(verdict.SUCCESS,), misses=(verdict.FAILURE,))
    ),
)
