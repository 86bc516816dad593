"""RPJ Sci-Fi. 4d6 against target numbers, on a battlefield of regions, with layers of damage saves."""

from functools import partial

from rbfcli.core.lazy import later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model.conditions import words as condition_words
from rbfcli.model.rules import Hooks, Messages, OutcomeRoles, Reaction, Rules, kinds_by, read_rules
from rbfcli.systems.rpj import commands, conditions, outcome, sheet

later = later_in(__name__)


def _row(kind: str, on: str, rule: str, *, may: str, react: str, weapons: str) -> Reaction:
    """Return a reaction that asks all eligible combatants together and can be skipped."""
    return Reaction(
        kind=kind,
        on=on,
        rule=rule,
        may=later(f"reactions.{may}"),
        react=later(f"reactions.{react}"),
        weapons=later(f"reactions.{weapons}"),
        answers=(commands.ATTACK, commands.PASS),
        decided=later("reactions.decided"),
        together=True,
        lapses=True,
    )


REACTIONS = (
    _row("leaving", "leaves", "RPJ-ACT-5", may="may_strike", react="strike_beside", weapons="melee_weapons"),
    _row("moving", "moved", "RPJ-SUP-4", may="may_shoot_mover", react="shoot_mover", weapons="guns"),
    _row("entering", "moved", "RPJ-OVR-2", may="may_shoot_intruder", react="shoot_intruder", weapons="guns"),
    _row("shooting", "shot", "RPJ-ACT-6", may="may_strike", react="strike_beside", weapons="melee_weapons"),
)
RULES = Rules(
    name="rpj",
    title="RPJ Sci-Fi",
    dice="4d6",
    fight=sheet.RpjFight,
    sheet=sheet.Character,
    prepare=later("entry.prepare"),
    rested=later("entry.rested"),
    migrate=later("entry.migrate"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        commands.Damage: gm.for_each_target(later("health.damage")),
        commands.Heal: gm.for_each_target(later("health.heal")),
        commands.Attack: later("attack.attack"),
        commands.DamageSave: later("health.damage_save"),
        commands.Stabilize: later("health.stabilize"),
        commands.Move: later("movement.move"),
        commands.Cautious: later("movement.cautious"),
        commands.TakeCover: later("movement.take_cover"),
        commands.Reorient: later("movement.reorient"),
        commands.Suppress: later("attack.suppress"),
        commands.Overwatch: later("reactions.overwatch"),
        commands.Grapple: later("attack.grapple"),
    },
    one_liners={
        commands.AttackNumbers: later("offers.attack"),
        commands.DamageSaveNumbers: later("offers.damage_save"),
        commands.StabilizeNumbers: later("offers.stabilize"),
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
    reaches=later("view.can_reach"),
    place_meant=later("map.place_meant"),
    whereabouts=("region", "group", "cover"),
    settled=later("map.settled"),
    no_verbs={
        "aim": "aim as part of the shot, for 2 actions: attack TARGET --aimed (RPJ-AIM-1)",
        "map": "regions change with add region, add link and remove; see `help map`",
    },
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        resume_turn=later("turns.resume_turn"),
        end_turn=later("turns.end_turn"),
        after_command=later("turns.after_command"),
        set_by_hand=later("movement.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=later("turns.takes_turns"),
    health=later("view.health"),
    status=later("view.status"),
    details=later("details.details"),
    sight=later("view.sight"),
    order_of=later("turns.order_of"),
    give_count=later("turns.give_count"),
    next_steps=later("view.next_steps"),
    candidates=later("offers.candidates"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("view.vocabulary"), "weapon", "place", "group", "cover"),
    meaning=later("details.meaning"),
    mistakes=later("entry.mistakes"),
    warnings=later("entry.warnings"),
    outcomes={outcome.SUCCESS: "good", outcome.TIE: "mixed", outcome.FAILURE: "bad"},
    conditions=conditions.CONDITIONS,
    words=Messages(__name__, condition_words(conditions.CONDITIONS)),
    ledger=partial(read_rules, __name__),
    examples_on="relay-road",
    asks={**gm.ASKS, "damage": (), "heal": (), "attack": ("shooting",)},
    asking="RPJ-ACT-5",
    distance=later("view.distance"),
    picture=later("view.picture"),
    between=later("details.between"),
    would_catch=later("attack.would_catch"),
    attempts=dict.fromkeys(
        ("attack", "free attack", "overwatch"), OutcomeRoles(hits=(outcome.SUCCESS,), misses=(outcome.FAILURE,))
    ),
)
