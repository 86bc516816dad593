"""The rules of FuturePath in our words, each with the part of the page it stands in, and the options that overrule it."""

from rbfcli.kernel.rules import RuleEntry

BESIDE = "the system's public pages, beside the one of combat actions"
ROUNDS, TABLE = "Combatants Actions", "Time and actions in a round of combat"
SQUARES, MOVEMENT, MOVES = "Character Placement", "Movement", "Move Actions"
ATTACKS, CHECKS, DETAIL = "Attack Actions", "Critical Checks", "Attack Actions in Detail"
FULL, SIMPLE, FREE = "Full Round Actions", "Simple Actions", "Free Actions"
VARIES, OTHER, COVER = "Varies Action Types", "Other Actions and Situations", "Cover"


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    return tuple(RuleEntry(rule, summary, source, "done", option) for rule, source, summary, option in LEDGER)


LEDGER = (
    ("FP-TIME-1", ROUNDS, "A round stands for about three seconds; `show` tells how many have gone by.", "round_seconds"),
    ("FP-INI-1", ROUNDS, "Teams take turns, the highest initiative first, in the same order every round. A team is a side, or what `team` on a sheet says; one without members has no turn.", ""),
    ("FP-INI-2", BESIDE, "A member scores its Dexterity and Wisdom modifiers and what else it has; a team the average, rounded up. Ties: the highest Dexterity, then the top members' d20 and score. `init --set TEAM=N` overrules.", "initiative"),
    ("FP-INI-3", ROUNDS, "The members of a team act in any order in its turn. With `--after NAME` an action hangs on a teammate: if that one failed, the turn ends without it.", ""),
    ("FP-ECO-1", TABLE, "A turn holds a Standard, a Simple and a Free action; or one Full Round action, which ends it.", ""),
    ("FP-ECO-2", FREE, "A second Free action takes the Simple one, a third the Standard one, a fourth the whole round. Beside a Full Round action they come during it (`--during`), not before or after.", ""),
    ("FP-ECO-3", TABLE, "What a turn no longer holds is refused, and the refusal says what is left.", ""),
    ("FP-ECO-4", ROUNDS, "Every action has its type, and `actions` lists what can still be done.", ""),
    ("FP-FLD-1", SQUARES, "Squares of 5 ft in eight directions, a diagonal one square; height is the third direction. Large ones take up several squares.", ""),
    ("FP-FLD-2", SQUARES, "Squares of friends, of neutrals and of unconscious enemies are difficult terrain; those of other enemies are closed, unless one overruns. Nobody stops where somebody is.", "neutral"),
    ("FP-FLD-3", SQUARES, "Everybody threatens 5 ft around, and as far as the reach of the weapon in hand.", ""),
    ("FP-FLD-4", SQUARES, "A gap of half a square or less is difficult terrain.", ""),
    ("FP-MOV-1", MOVES, "A Standard move is one's speed, usually 30 ft; walking is half of that.", ""),
    ("FP-MOV-2", MOVES, "A sprint is a Full Round of up to three times the speed.", "sprint_factor"),
    ("FP-MOV-3", MOVES, "Climbing, crawling and swimming go at half speed, or at twice that for a Full Round, which cannot be stealthy.", ""),
    ("FP-MOV-4", MOVEMENT, "Difficult squares cost two of movement; uneven ground takes 10 ft off a move once.", "difficult_factor, uneven_feet"),
    ("FP-MOV-5", MOVEMENT, "Sprint, withdraw, charge and overrun over difficult terrain take Acrobatics against 15; who fails lies prone about halfway and has done nothing.", ""),
    ("FP-MOV-6", MOVES, "Drawing or holstering is Simple; changing one weapon in hand for another is Standard, as the page's table lists it.", ""),
    ("FP-MOV-7", MOVES, "Reloading is Standard unless the weapon says otherwise. Rounds are counted, and an empty weapon does not fire.", ""),
    ("FP-MOV-8", MOVES, "Dropping prone, sitting or kneeling is Free where there is gravity; standing up again is Simple.", ""),
    ("FP-MOV-9", SIMPLE, "A 5-foot step is Simple and ends the turn. Leaving a threat range by it gives a Tactical Opportunity.", ""),
    ("FP-MOV-10", SIMPLE, "Leaving a threatened square gives each enemy that threatens it one melee attack: a saved question, or `--opportunities`. A withdrawal, a Full Round, gives none.", "opportunities, opportunity, withdraw_factor"),
    ("FP-MOV-12", MOVES, "Opening a door slowly and the like is Standard, or a Full Round.", ""),
    ("FP-MOV-11", MOVES, "With Strength 3 or less nobody moves an object. What is not light moves at half speed, or at twice that for a Full Round.", ""),
    ("FP-ADV-1", BESIDE, "Advantages and disadvantages cancel one for one; what is left adds that many advantage dice to the d20, or takes them off.", ""),
    ("FP-ADV-2", BESIDE, "The advantage die is a d4, from level 8 a d6, from level 15 a d8, or the sheet's own; three dice count at most.", "advantage_low, advantage_middle, advantage_high, middle_level, high_level, advantage_most"),
    ("FP-ATK-1", ATTACKS, "The accuracy check is d20, advantage dice, Strength in melee or Dexterity at range, and the weapon's accuracy, against the target's AC.", ""),
    ("FP-ATK-2", DETAIL, "A weapon has to be in hand, and a melee target within the threat range.", ""),
    ("FP-ATK-3", ATTACKS, "Damage is the die of the weapon's level and its bonus; melee adds Strength. A hit does 1 at least.", "damage_dice, least_damage"),
    ("FP-ATK-4", DETAIL, "Each range increment beyond the weapon's range is a disadvantage.", ""),
    ("FP-CRT-1", ATTACKS, "A natural 20, or a roll within the weapon's critical range, hits and rolls the damage dice as often as its multiplier says.", ""),
    ("FP-CRT-2", ATTACKS, "A natural 1 does nothing, and the GM may add something: an offer that lapses, or `--fumble`.", ""),
    ("FP-XTR-1", ATTACKS, "Extra Damage rolls the damage die so many times more on a hit of a full attack.", "extra_damage"),
    ("FP-XTR-2", CHECKS, "A critical counts for the first damage die; for each Extra Damage another accuracy check decides.", ""),
    ("FP-XTR-3", CHECKS, "If that fails, this and all further Extra Damage are rolled plainly, without checks.", ""),
    ("FP-XTR-4", CHECKS, "If it succeeds, the multiplier counts for this die too, and the checks go on.", ""),
    ("FP-XTR-5", CHECKS, "If it is a natural 19 or 20, the multiplier grows by one first, up to five; the weapon's wider range only succeeds.", ""),
    ("FP-XTR-6", CHECKS, "If it is a natural 1, there is no further Extra Damage; what is rolled stands.", ""),
    ("FP-FUL-1", DETAIL, "A full attack, a Full Round, makes every Extra Attack a further accuracy check with its own damage.", ""),
    ("FP-OFF-1", DETAIL, "The Bonus Attack with a proficient off-hand weapon is Simple and comes after an attack; after a full attack only at its target. It has no Extra Damage.", ""),
    ("FP-OFF-2", DETAIL, "Its weapon is of level 0 to 2, or of 3 to 5 if versatile.", ""),
    ("FP-OFF-3", DETAIL, "It gets no advantage, unless by the feat Akimbo Specialist.", ""),
    ("FP-OFF-4", DETAIL, "In melee its die is a level lower, under a d2 just 1, unless by Niten Ichi; at range it has a disadvantage, unless by Gun-Fu.", ""),
    ("FP-GRN-1", DETAIL, "A throw is a Full Round, as far as 30 ft and 5 ft for each point of the Strength and Dexterity modifiers.", ""),
    ("FP-GRN-2", DETAIL, "Two d10 scatter it, left to right and short to long: 3 to 8 on the mark, 2 and 1 or 9 and 10 by one and two squares.", ""),
    ("FP-GRN-3", DETAIL, "It goes off at the end of its target's team's turn and harms everyone inside; a save halves.", "blast_save, blast_dc"),
    ("FP-GRN-4", DETAIL, "Cooked by Wisdom against 25 it goes off at the start of that turn. A failure wastes it; a natural 1 is its maximum for the hand that holds it, without a save.", ""),
    ("FP-TEC-1", DETAIL, "A Combat Technique, a Full Round unless the sheet says otherwise, is saved against with 10, an advantage die, its level and Strength. Shipped: bull rush, grapple, trip, disarm, charge, overrun.", "technique_base, bull_rush_feet, charge_factor, charge_advantage"),
    ("FP-OBJ-1", DETAIL, "An object that cannot move is hit without a check; damage comes off its hardness, and below zero it breaks.", ""),
    ("FP-COV-1", COVER, "Partial cover is a disadvantage for the attacker, heavy cover two; it is the sheet's or the ground's, or `--cover`.", ""),
    ("FP-COV-2", COVER, "Full cover lets no shot through. With AP, or where the barrier is weak, a d10 of 6 or more does, and then there is a disadvantage.", ""),
    ("FP-COV-3", COVER, "Glare and smoke are as partial cover, fog as full cover one can shoot into; gear may see through.", ""),
    ("FP-CDG-1", FULL, "A coup de grace on the helpless is a sure critical hit; who survives it saves with Constitution against the damage, with an advantage for each Extra Attack and Damage of the attacker, or dies.", ""),
    ("FP-DIE-1", BESIDE, "At 0 HP one is unconscious and dying and loses Constitution each round. At Constitution 0, or by one blow below minus Constitution, one is dead.", "dying_damage"),
    ("FP-STB-1", FULL, "Treat Injury with a field medical kit and a rank stabilises: 1 HP, still unconscious. A natural 1 costs the patient Constitution.", "stabilize_dc, stabilize_slip"),
    ("FP-RDY-1", OTHER, "Waiting for a trigger takes the turn; when it comes there is one action at once. If that meets somebody's roll, the higher initiative check goes first.", ""),
    ("FP-TRP-1", OTHER, "Traps are found by Perception, in passing by 10 and its bonus, and made safe by Disable Device.", "passive_base, trap_notice, search"),
    ("FP-TRP-2", OTHER, "In combat that is a Full Round with a disadvantage: more than 5 short, or a natural 1, sets the trap off; less short is a round to wait.", ""),
    ("FP-SPK-1", FREE, "Words overlap everything, also out of turn, about three seconds a round; and one gesture a round.", "speech_words"),
    ("FP-SKL-1", VARIES, "A skill is a Full Round or Free, feats and talents a Full Round unless they say otherwise (`use --as`).", ""),
)  # fmt: skip
