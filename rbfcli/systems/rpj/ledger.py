"""The rules of RPJ in our words, each with its section of the sheet, its state, and the option that overrules it."""

from rbfcli.kernel.rules import RuleEntry


def _rule(rule: str, section: str, summary: str, option: str = "") -> RuleEntry:
    return RuleEntry(id=rule, summary=summary, source=f"cheat sheet, section {section}", state="done", option=option)


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    return (*_BATTLEFIELD, *_ACTIONS, *_COVER, *_SPECIAL, *_DAMAGE, *_GRAPPLING)


_BATTLEFIELD = (
    _rule("RPJ-FIELD-1", "1", "The ground is cut into regions some 30 m across: by default a line, numbered from 0."),
    _rule("RPJ-FIELD-2", "1", "A ground may be a graph instead: range counts the fewest links; none, no range."),
    _rule("RPJ-FIELD-3", "1, 3", "Those close together in a region form an adjacency group; each is in one, or alone."),
    _rule("RPJ-FIELD-4", "1", "A melee attack reaches only somebody of the same adjacency group."),
    _rule(
        "RPJ-FIELD-5",
        "1; in part our reading",
        "Within a region the range is 0; every region further adds 1. A weapon without a range reaches everywhere.",
    ),
    _rule("RPJ-TIME-1", "3", "A round lasts a minute, an action five seconds; `show` tells the time gone by."),
)
_ACTIONS = (
    _rule("RPJ-ACT-1", "2", "A turn has 2 actions, 3 from Dexterity 5 on, 4 from Dexterity 10 on."),
    _rule("RPJ-ACT-2", "2", "A move takes 1 action: over one link, into a group there or none, or between groups."),
    _rule(
        "RPJ-ACT-3",
        "2; in part our reading",
        "An attack takes 1 action: 4d6, skill and attribute bonus reach the melee or ranged defense value, or miss.",
        "rounding, untrained, unarmed_damage, melee_base, ranged_base",
    ),
    _rule("RPJ-ACT-4", "2", "Everybody has one free attack a round, for turns that are not its own."),
    _rule("RPJ-ACT-5", "2", "It may strike a foe that leaves one's group; who falls by it falls where it stood."),
    _rule("RPJ-ACT-6", "2", "It may strike an adjacent foe that makes a ranged attack."),
    _rule(
        "RPJ-ACT-7",
        "3; our decision",
        "Turns go by 4d6 and Dexterity, highest first; ties by Dexterity, then as in the file. A turn may be held.",
        "initiative_dice",
    ),
)
_COVER = (
    _rule("RPJ-COV-1", "4", "Cover is written quality/flanking distance: +3/1f, or +2/* where nothing flanks it."),
    _rule("RPJ-COV-2", "4", "Cover adds its quality to the ranged defense value, never to melee.", "cover_actions"),
    _rule("RPJ-COV-3", "4", "Against an attacker just at the flanking distance half counts, rounded down."),
    _rule("RPJ-COV-4", "4", "Nearer than the flanking distance cover counts nothing, farther it counts whole."),
    _rule("RPJ-COV-5", "4", "Cover with * counts whole at any range, and half against an adjacent attacker."),
    _rule(
        "RPJ-COV-6", "4", "Reorienting, a Move action in cover, turns its protection to those nearer than the flank."
    ),
    _rule("RPJ-COV-7", "4", "Nobody gets a free attack because someone reorients."),
    _rule("RPJ-COV-8", "4", "A second Move action turns the protection back."),
    _rule("RPJ-COV-9", "4; our decision", "Who leaves its region or its group leaves its cover.", "cover_left_behind"),
)
_SPECIAL = (
    _rule("RPJ-AIM-1", "5", "Aimed fire takes 2 actions and gives one ranged attack +1 to hit."),
    _rule("RPJ-SUP-1", "5", "Suppressive fire takes 2 actions: one ranged attack past cover, without damage."),
    _rule("RPJ-SUP-2", "5", "Its hit suppresses the target; several shooters can suppress the same one."),
    _rule("RPJ-SUP-3", "5", "Suppressed: half the base attack modifier, and no aimed fire.", "rounding"),
    _rule("RPJ-SUP-4", "5", "When the target moves, its suppressor may spend the free attack on a shot at it."),
    _rule(
        "RPJ-SUP-5",
        "5; our decision",
        "Suppression ends when the shooter's next turn starts, or the shooter is incapacitated.",
        "suppression_turns",
    ),
    _rule("RPJ-OVR-1", "5", "Overwatch takes 1 action and watches one region."),
    _rule(
        "RPJ-OVR-2",
        "5",
        "When a foe enters it, the watcher may end the overwatch for a shot past any cover.",
        "overwatch_targets",
    ),
    _rule("RPJ-OVR-3", "5", "Overwatch is over when the watcher's next turn starts."),
    _rule("RPJ-CAU-1", "5", "Cautious movement is a whole turn, for one region at most."),
    _rule("RPJ-CAU-2", "5", "It wakes no overwatch, and no free attack of those whose group is left."),
    _rule("RPJ-CAU-3", "5", "Suppressors' free attacks on it have half the base attack modifier.", "rounding"),
    _rule("RPJ-CAU-4", "5", "Ending such a turn out of cover counts as cover +1/0f until one's next turn."),
)
_DAMAGE = (
    _rule(
        "RPJ-DMG-1",
        "6",
        "Defences are layers of target numbers; the base is the layer named so, else the last, and any other is outside.",
        "base_saves",
    ),
    _rule("RPJ-DMG-2", "6", "Damage meets the best save: the lowest number of the outermost layer not broken."),
    _rule("RPJ-DMG-3", "6", "The damage is added to that number; 4d6 have to reach it."),
    _rule("RPJ-DMG-4", "6", "Reached: that one number is crossed out."),
    _rule("RPJ-DMG-5", "6", "Not reached: every number of the layer is crossed out."),
    _rule("RPJ-DMG-6", "6", "A layer without a number left is broken."),
    _rule("RPJ-DMG-7", "6", "Base layer broken: incapacitated. Overwatch, suppression and grapples end; no actions."),
    _rule("RPJ-STB-1", "6", "Incapacitated, one rolls 4d6 on each own turn, or a minute apart: 18 stabilises."),
    _rule(
        "RPJ-STB-2",
        "6; in part our decision",
        "Five failures in a row are death. Stabilised, one rolls no more, until fresh damage begins the count anew.",
        "damage_restarts",
    ),
)
_GRAPPLING = (
    _rule("RPJ-GRP-1", "7", "4d6 + Dexterity against 16 + the target's Dexterity grapples it.", "grapple_actions"),
    _rule("RPJ-GRP-2", "7", "Melee attacks on somebody in a grapple have +2, ranged ones -2."),
    _rule("RPJ-GRP-3", "7", "In a grapple nobody moves."),
    _rule("RPJ-GRP-4", "7", "A turn in a grapple is a check: 4d6 + Grappling of both; ties do nothing.", "grapple_tie"),
    _rule(
        "RPJ-GRP-5",
        "7; in part our decision",
        "Who wins its check may let go, or make the other save on its base layer against -4 damage.",
        "grapple_damage, grapple_other_chooses",
    ),
)
