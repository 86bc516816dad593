"""The rules of BGC in our words, each with its section of the page, its state, and the option that overrules it."""

from rbfcli.kernel.rules import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the page."""
    return tuple(
        RuleEntry(f"BGC-{rule}", summary, f"section {section}", "done", option)
        for section, rules in SECTIONS.items()
        for rule, summary, option in rules
    )


SECTIONS = {
    "Combat Rounds and Combat Phases": (
        ("TIME-1", "A round is one minute, split into phases of about ten seconds; an action of one character takes a phase. `show` tells round, phase and time passed.", ""),
        ("TIME-2", "Resisting something takes no phase; the GM can let somebody miss its next ones: `skip-phase`.", ""),
    ),
    "Initiative and Actions": (
        ("INI-1", "Everybody who is awake tests Speed at the start of every round, with whatever the situation adds: `init --mod`, `set WHO speed-bonus=N`.", ""),
        ("INI-2", "Speed gives the actions of a round: up to 40 two, 60 three, 75 four, 85 five, 100 six; above that as many.", "most_actions"),
        ("INI-3", "A test passed by 50, or critically, brings one action more; one failed by 25, or botched, costs one. The steps do not add up.", "least_actions, speed_steps_stack"),
        ("INI-4", "The wider the margin, the earlier one acts; of equals the higher Speed, then the order of the file.", "order_ties"),
        ("INI-5", "In its turn a character takes all its actions, or delays what is left to a later point of the round: `turn delay`.", ""),
    ),
    "Declaring Actions": (
        ("ACT-1", "Every action is declared beforehand as Attack, Defend, Movement or Other, and taken as declared.", "must_declare"),
        ("ACT-2", "Attack is what does damage, Defend meets the next attack, even one that misses, Other is everything else: a clip, a repair, first aid.", "miss_uses_defend"),
        ("ACT-3", "A Movement action is about five seconds of going, up to 50 m; while engaged at most half of a round's actions move.", ""),
    ),
    "Taking Risks": (
        ("RSK-1", "More actions than one has can be taken, each at 10 more off its roll than the one before: `risk`, `attack --risk`.", "risk_step"),
        ("RSK-2", "Extra Attack and Defend are always open; extra Movement and Other need a skill roll.", ""),
        ("RSK-3", "No further extra action once only a critical success could bring it off.", "critical_band"),
    ),
    "Game Rules": (
        ("TST-1", "Of two opposed rolls the wider margin wins and a pass beats a fail; ties and two fails are the defender's.", "undecided, critical_wins"),
        ("TST-2", "A d100 passes at or under the score; 1 to 5 within it is a critical success, 96 to 100 a botch.", "critical_band, botch_from"),
    ),
    "Damage and Armour": (
        ("ATK-1", "An attack hits when its roll passes and no Defend beats it.", ""),
        ("DMG-1", "First step of damage: an attack that hits.", ""),
        ("DMG-2", "Second step: the weapon's penetration against the armour, an opposed roll; unless the weapon wins, nothing happens.", ""),
        ("DMG-3", "Third step: a weapon one quality better adds D5, two better D10; a worse one loses as much.", ""),
        ("DMG-4", "What results, at least nothing, comes off the damage levels.", "least_damage"),
        ("DMG-5", "Penetration above 100 always passes, and the armour may still pass by more. Neither is critical or botched.", ""),
    ),
    "Critical Success and Botches": (
        ("CRT-1", "A critical hit doubles the levels that got through all armour.", ""),
        ("BOT-1", "A botch of an attack or a Defend breaks the weapon, or gives the opponent one strike that hits and cannot be met; armour still counts. Rolled, or stated with `--botch`; the GM tells what an explosion does.", "strike_back_rolls"),
    ),
    "Called Shots": (
        ("CAL-1", "A called shot is taken at 25 to 50 off the score, 30 as a rule; if it hits, damage and penetration are doubled.", "called_least, called_most"),
        ("CAL-2", "A critical called shot kills outright.", ""),
    ),
    "Partial Armour": (
        ("ARM-1", "A gap in partial armour is struck at 15 off; there only natural armour counts.", "gap_penalty"),
    ),
    "Derived Values": (
        ("DRV-1", "Damage levels are a fifth of Tough, rounded up, and ten.", ""),
        ("DRV-2", "Bare hands do a thirtieth of Tough, rounded up.", ""),
        ("DRV-3", "They penetrate with a quarter of Tough, rounded up.", ""),
        ("DRV-4", "Natural armour is a third of Tough, rounded up, and ten.", ""),
        ("DRV-5", "Bare hands on a bare body make one roll, unmodified, that has to be above the natural armour; against anything worn they penetrate as weapons do.", "bare_body"),
    ),
    "Mega Damage": (
        ("MEGA-1", "A hit by something more than twice one's size kills outright, unless armour or a device is proof against it.", "mega_factor"),
    ),
    "Effects of Damage": (
        ("EFF-1", "Every five levels lost take 5 off all actions, for those who are not hardened; tests of Speed and Willpower are no actions.", "wound_penalty, wound_step, wound_cost"),
    ),
    "Knocking Characters Out and Bleeding": (
        ("WND-1", "With half the levels or more nothing further happens.", ""),
        ("WND-2", "Below half, Willpower at +15 or out of the fight; first aid or medicine of another wakes. What has no will feels no shock.", "will_half"),
        ("WND-3", "At a quarter, rounded up, Willpower as it stands; waking and treating are at -10.", "quarter_mark, will_quarter, wake_quarter"),
        ("WND-4", "Below a quarter one bleeds: a level every five rounds, and half the time one more for those who fight. What has no will does not bleed.", "bleed_rounds, bleed_levels, bleed_chance"),
        ("WND-5", "At 0 one can speak and crawl, no more, and tests Willpower at -15; an NPC at 0 or below is dead.", "will_zero, npc_dies_at_zero"),
        ("WND-6", "Below 0 one is unconscious and loses three levels every five rounds until treated.", "bleed_below_zero"),
        ("WND-7", "Below -10 there is only death.", "death_below"),
        ("WND-8", "A blow that crosses several lines calls for the test of the worst alone.", "every_shock"),
        ("STB-1", "Another character's first aid or medicine stops the bleeding.", "treat_above_zero"),
    ),
}  # fmt: skip
