"""The rules of the tracker in our words, each with its source and state."""

from rbfcli.kernel.rules import RuleEntry

PHASES = "Combat, Phases"
OUTCOMES = "Offense Outcomes, Defence Outcomes"
TRACKER = "Combat Threat & Action Tracker"
TABLES = "Complications & Ultra Successes"
BESIDE = "the system's public pages beside the seed"

LEDGER = (
    ("THR-START-1", "A PC takes part only in the combat zone and noticed by the enemy: two flags.", "Combat", ""),
    ("THR-END-1", "It ends when every enemy is defeated, or the crew retreats or escapes.", "Combat", ""),
    ("THR-PHASE-1", "Offense and then Defence make a round; it normally starts on Offense.", PHASES, "first_phase"),
    ("THR-OFF-1", "In Offense the players choose who acts, PCs or allies, in no set order.", PHASES, "crew"),
    ("THR-OFF-2", "Offense failure: no damage, and the tracker moves one space more.", OUTCOMES, ""),
    ("THR-OFF-3", "Offense partial success: damage, and a complication.", OUTCOMES, ""),
    ("THR-OFF-4", "Offense success: damage.", OUTCOMES, ""),
    ("THR-OFF-5", "Offense ultra success: damage, and something amazing.", OUTCOMES, ""),
    ("THR-DEF-1", "In Defence an enemy attacks and its target's player rolls.", PHASES, "defence_attribute"),
    ("THR-DEF-2", "Defence failure: all the damage.", OUTCOMES, ""),
    ("THR-DEF-3", "Defence partial success: a complication, with damage only if it brings some.", OUTCOMES, ""),
    ("THR-DEF-4", "Defence success: the tracker moves one space more.", OUTCOMES, ""),
    ("THR-DEF-5", "Defence ultra success: Offense at once, and something amazing.", OUTCOMES, ""),
    ("THR-ROLL-1", "2d6: to 6 failure, to 9 partial, from 10 success; two natural 6s are an ultra.", OUTCOMES, ""),
    ("THR-ROLL-2", "Modifiers count for the total alone; an edge is one die more, two of which count.", OUTCOMES, "edge_dice"),
    ("THR-TRACK-1", "The referee sets the threat: 1 for the crew, 3 even, 5 against it.", TRACKER, "threat"),
    ("THR-TRACK-2", "A phase's tracker starts on the space under the present threat.", TRACKER, "sheet"),
    ("THR-TRACK-3", "Each action moves it one space, 3, 2, 1; then the phase changes, nothing is carried over.", TRACKER, ""),
    ("THR-TRACK-4", "The referee may change the threat, say when half the enemies or a boss are down.", TRACKER, ""),
    ("THR-ATK-1", "Everybody attacks at most once a phase.", TRACKER, ""),
    ("THR-ATK-2", "Anybody can be attacked any number of times in a Defence.", TRACKER, ""),
    ("THR-TAG-1", "A tag team is one action; after one in Offense both are done for the phase.", TRACKER, ""),
    ("THR-TAG-2", "Each of a tag team gives one die and an attribute; the better weapon counts.", BESIDE, "tag_damage"),
    ("THR-CMP-1", "A complication is chosen, put in words, or rolled of six.", TABLES, "complications"),
    ("THR-CMP-2", "What each complication does; what is worn twice is broken.", TABLES, "factor_first"),
    ("THR-ULT-1", "An ultra result is chosen, put in words, or rolled of seven.", TABLES, "ultras"),
    ("THR-ULT-2", "What each ultra result does; one that means nothing here is rolled again.", TABLES, "ultra_again"),
    ("THR-DMG-1", "Damage is the weapon's less armour, at least 0; enemies never roll to hit.", BESIDE, "unarmed_damage"),
    ("THR-DMG-2", "An accessory takes all damage of one source, once.", BESIDE, "accessory"),
    ("THR-DMG-3", "At 0 HP a PC is knocked out or makes a last stand; an NPC is dead.", BESIDE, "at_zero"),
    ("THR-BOSS-1", "One boss move a mission, off the tracker; a boss short of helpers attacks again.", BESIDE, "boss_moves"),
    ("THR-ACT-1", "Other tasks than attacks use the tracker like any action.", PHASES, ""),
)  # fmt: skip


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    return tuple(
        RuleEntry(rule, summary, source, "done", option and f"options.{option}")
        for rule, summary, source, option in LEDGER
    )
