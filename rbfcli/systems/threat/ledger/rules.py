"""The rules of the tracker in our words: id, summary, source, the option that overrules it, and whose it is."""

COMBAT, PHASES = "Combat", "Phases"
OFFENSE, DEFENCE, OUTCOMES = "Offense Outcomes", "Defence Outcomes", "Outcomes"
TRACKER, LEVELS = "Combat Threat & Action Tracker", "Combat Threat Levels"
TABLES = "Complications & Ultra Successes"
BESIDE = "the system's public pages, beside the page named Combat"

LEDGER = (
    ("THR-START-1", "A PC is in combat, and can take combat actions, only inside the combat zone and noticed by the enemy: `set WHO in_zone=false`, `noticed=false`.", COMBAT, "", "page"),
    ("THR-END-1", "Combat ends when all enemies are defeated, or when the crew retreats or escapes (`end --escaped`); it goes on if more enemies join.", COMBAT, "", "page"),
    ("THR-PHASE-1", "Offense and then Defence make a round; combat normally starts on Offense. Once nobody is left in a phase to attack, or to be attacked, `turn next` ends it.", PHASES, "first_phase", "page"),
    ("THR-OFF-1", "In Offense the players choose freely which PC or ally acts next; there is no initiative. Who is on the crew's side is theirs; if nobody is, the side of the PCs is the crew.", PHASES, "crew", "page"),
    ("THR-DEF-1", "In Defence an enemy attacks, and the player of its target rolls the defence; a danger without an enemy is met with `damage-save`.", PHASES, "defence_attribute", "page"),
    ("THR-ROLL-1", "2d6: up to 6 a failure, 7 to 9 a partial success, from 10 a success; two natural 6s are an ultra success.", OUTCOMES, "", "page"),
    ("THR-ROLL-2", "Modifiers change the total, never the ultra, which the dice alone make; what an enemy's weapon adds is taken off the defence. An advantage adds a die and the two highest count, a disadvantage adds one and the two lowest count.", OUTCOMES, "edge_dice", "reading"),
    ("THR-OFF-2", "A failure in Offense does no damage, and the tracker moves one space more.", OFFENSE, "", "page"),
    ("THR-OFF-3", "A partial success in Offense does damage, at the price of a complication.", OFFENSE, "", "page"),
    ("THR-OFF-4", "A success in Offense does damage.", OFFENSE, "", "page"),
    ("THR-OFF-5", "An ultra success in Offense does damage, and something amazing happens.", OFFENSE, "", "page"),
    ("THR-DEF-2", "A failure in Defence takes all the damage.", DEFENCE, "", "page"),
    ("THR-DEF-3", "A partial success in Defence takes a complication, and damage only where that brings it.", DEFENCE, "", "page"),
    ("THR-DEF-4", "A success in Defence moves its tracker one space more.", DEFENCE, "", "page"),
    ("THR-DEF-5", "An ultra success in Defence begins Offense at once, and something amazing happens.", DEFENCE, "", "page"),
    ("THR-TRACK-1", "The referee sets the threat when combat starts: 1 is a crew far superior, 3 an even fight, 5 a crew in deep trouble.", LEVELS, "threat", "page"),
    ("THR-TRACK-2", "When a phase begins, its tracker starts on the space in the column of the present threat; a second printed sheet runs from 0 to 6.", TRACKER, "sheet", "sibling"),
    ("THR-TRACK-3", "After each action the tracker moves to the next lower number; after the action on 1 the phase changes. A space more than is left is lost.", TRACKER, "", "page"),
    ("THR-TRACK-4", "The referee may change the threat at any time (`threat`), and the next phase feels it. Half the enemies down, or a boss, is a good moment to lower it: the program says so.", TRACKER, "", "page"),
    ("THR-ATK-1", "Everybody, whatever the side, attacks at most once a phase.", TRACKER, "", "page"),
    ("THR-ATK-2", "One character can be attacked again and again in a Defence phase.", TRACKER, "", "page"),
    ("THR-TAG-1", "Two of the crew acting as a tag team use one action of the tracker; after one in Offense neither acts again in that phase.", TRACKER, "", "page"),
    ("THR-TAG-2", "In a tag team each partner rolls one d6 and adds an attribute; the sum is the roll, and the better of their weapons does the damage.", BESIDE, "tag_damage", "sibling"),
    ("THR-CMP-1", "The referee chooses a complication or makes one up (`--complication`, or asked for); otherwise it is rolled from a table of six.", TABLES, "complications", "page"),
    ("THR-CMP-2", "Durability: a weapon or armour is damaged, then broken. Half damage: of this action. Disadvantage: on the next action; that of an enemy is its target's advantage. Threat: +1. Trade: each side takes the other's damage. Reinforcements: to be added.", TABLES, "factor_first", "reading"),
    ("THR-ULT-1", "The table agrees on something amazing: it is asked for, or said beforehand (`--ultra`); by option it is rolled from a table of seven.", TABLES, "ultras", "page"),
    ("THR-ULT-2", "Double: damage of this action. Threat: -1. Ally: to be added. Structure: told. Armour: the enemy's is gone, or where it has none or that is meant, an accessory. Escape: the fight is over. Free attack: one that moves no tracker, earned in Defence, and never after a tag team. What means nothing in a phase is rolled again.", TABLES, "ultra_again", "reading"),
    ("THR-DMG-1", "Damage is the weapon's, less the armour of whom it hits, at least 0. Enemies never roll to hit.", BESIDE, "unarmed_damage", "sibling"),
    ("THR-DMG-2", "An accessory takes all damage of one source in its bearer's place, and is destroyed.", BESIDE, "accessory", "sibling"),
    ("THR-DMG-3", "At 0 HP a PC is knocked out, or makes a last stand: one action more, then death, and nothing reaches it before. An NPC is dead.", BESIDE, "at_zero", "sibling"),
    ("THR-BOSS-1", "A boss makes one boss move a mission, at any time and off the tracker; in a Defence with more actions than enemies it may attack again.", BESIDE, "boss_moves", "sibling"),
    ("THR-ACT-1", "Other tasks than attacks are offense actions too, and use the tracker (`act`).", PHASES, "", "page"),
)  # fmt: skip
