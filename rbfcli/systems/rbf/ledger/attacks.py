"""A player's attack and what comes of it; defense, health and dying; techniques."""

from rbfcli.systems.rbf.ledger.entry import CRITICALS, GENERAL, MISSES, OURS, PAGES, TECHNIQUES, done, told

ENTRIES = (
    done(
        "RBF-ATK-1",
        GENERAL,
        "A player attacks with 2d8, a combat skill and modifiers against the enemy's TN, or that of a thing such as a "
        "fuel tank: `add tank --object tn=8 hp=10`. A thing has no turn and no side.",
        "object_tn, object_hp",
    ),
    done(
        "RBF-ATK-2",
        GENERAL,
        "Critical success: double damage, or the hit and one thing more: a technique, killed silently, thrown back, "
        "stunned, or an effect in words, which is told. A saved question, or --critical. Cleave, pierce and leap are "
        "among the techniques where somebody else, or a drop, is there for them; double a technique done instead of "
        "damage is the technique and the damage (our reading).",
        "critical, thrown_back",
    ),
    done(
        "RBF-ATK-3", GENERAL, "Success: the weapon's damage and the skill with it; an enemy's armour is part of its HP."
    ),
    done("RBF-ATK-4", GENERAL, "Struggle: half damage in melee and brawl; a shot misses and hits something nearby."),
    done(
        "RBF-ATK-5",
        CRITICALS,
        "Failure: no damage whatever else helps, and a complication: melee weapons and bows are dropped, brawlers fall "
        "prone, guns run dry; --complication names another (broken, jammed, ally hit, explodes, or words).",
        "complication",
    ),
    done("RBF-ATK-6", MISSES, "Who has a graze does that damage on a struggle that would do none, never on a failure."),
    done(
        "RBF-ATK-7",
        MISSES,
        "A blast does half damage on a struggle. It reaches all within its radius that is known, each judged apart; of "
        "one's own side a player defends, an enemy takes its damage (our reading), unless it fails. --only spares all "
        "but those named.",
        "blast_struggle, blast_tn",
    ),
    done("RBF-ATK-8", OURS, "Halves, of damage or of a speed, round down; of damage they are at least 1.", "halves"),
    told(
        "RBF-MISS-1",
        MISSES,
        "A miss may hit what is behind or near the target: an event asks the GM what; `damage` or `note` says it.",
    ),
    done(
        "RBF-ATK-9",
        MISSES,
        "`push` turns the struggle just rolled into a success, once: for 1 experience, else 1d6 HP, or a cost in "
        "words. That the GM allows it is said by typing it.",
        "push_experience, push_damage",
    ),
    done(
        "RBF-DEF-1",
        GENERAL,
        "A player defends with 2d8 and Dodge (attacks, explosions), Resilience (poison, cold, radiation) or Meditation "
        "(magic, psionics) against the enemy's TN. A defence skill never trained counts -2. The enemy's aim, hiding, "
        "prepared position and second weapon raise or lower the TN it demands, and its damage; a sheet may say "
        "attack-tn and defense-tn apart (tn stands for both).",
        "untrained",
    ),
    done("RBF-DEF-2", GENERAL, "Critical success: no harm at all."),
    done("RBF-DEF-3", GENERAL, "Success: half damage less damage reduction, at least 1."),
    done("RBF-DEF-4", GENERAL, "Struggle: normal damage less damage reduction, at least 1."),
    done(
        "RBF-DEF-5",
        CRITICALS,
        "Failure: the most the enemy can do, armour breaks and does not count, and the enemy may place a condition: a "
        "question that may be left open, or --condition.",
    ),
    done("RBF-DEF-6", CRITICALS, "Broken armour takes nothing off until a repair kit mends it."),
    done(
        "RBF-DEF-7",
        PAGES,
        "An enemy's damage is dice, normal as rolled and at most what they can show, or two numbers; one that says "
        "nothing and carries no weapon does, and has, what is typical of its TN.",
        "typical_tn, typical_damage, typical_damage_max, typical_hp",
    ),
    done("RBF-HP-1", "Combat and crises", "A typical player has 15 HP. At 0 HP an enemy is out.", "player_hp"),
    done(
        "RBF-DIE-1",
        PAGES,
        "A player at 0 HP is dying: dead in 1d4+1 rounds, rolled hidden, unless stabilized; a blow with "
        "--nonlethal only knocks out.",
        "mortal_wounds, dying_rounds",
    ),
    done(
        "RBF-STB-1",
        PAGES,
        "`stabilize`: an action, a medical kit and Medicine against 8, and 2 more for each bad condition the GM names; "
        "then no longer dying, at 0 HP.",
        "stabilize_tn, stabilize_step",
    ),
    done("RBF-IMM-1", "Immunities", "Who is immune to a kind of damage takes none of it, and it is said."),
    done(
        "RBF-VEH-1",
        "Combat and crises",
        "In a crisis others help a vehicle with general skills: `check`, as an action or --free.",
    ),
    done(
        "RBF-TAL-1",
        PAGES,
        "Known talents: Expert Fighter, Expert Duelist, Hammer Expert, Expert Telekinetic, Stalker, Sniper, Berserker, "
        "Brute, Axe Expert, Speedy, and Counterspell. Any other name is a note.",
        "sniper_advantage, sniper_damage, rage_advantage, brute_damage, speedy",
    ),
    done(
        "RBF-TEC-1",
        TECHNIQUES,
        "On a hit a player may apply one technique instead of damage; an Expert Fighter does both.",
    ),
    done(
        "RBF-TEC-2",
        TECHNIQUES,
        "Conditions last one round: until the end of the enemy's next turn.",
        "condition_rounds",
    ),
    done("RBF-TEC-3", TECHNIQUES, "`shake-off`: a boss ends a condition for 5 HP."),
    done(
        "RBF-TEC-4",
        TECHNIQUES,
        "Requirements are checked; what is missing is refused with the reason. --force is the GM's yes.",
    ),
    done(
        "RBF-TEC-BLIND",
        TECHNIQUES,
        "Blind, any weapon: it cannot see for a turn, so it attacks badly.",
        "blind_disadvantage",
    ),
    done(
        "RBF-TEC-CLEAVE",
        TECHNIQUES,
        "Cleave, long bladed melee weapon: a second enemy beside the first takes the same.",
        "adjacent",
    ),
    done("RBF-TEC-STRAFE", TECHNIQUES, "Strafe, any weapon: one metre of movement with the attack (--to)."),
    done("RBF-TEC-CRIPPLE", TECHNIQUES, "Cripple, any weapon: half speed on its next turn."),
    done(
        "RBF-TEC-DISARM",
        TECHNIQUES,
        "Disarm: it drops its weapon, does half damage without it, and picks it up with `draw`.",
        "disarmed_divisor",
    ),
    done(
        "RBF-TEC-GRAPPLE",
        TECHNIQUES,
        "Grapple, Brawl: no moving, and disadvantage on all, defense included, but a brawl blow at the grappler; if "
        "that hits (`free` strikes it), it is free. It ends too where the one is no longer within the other's reach, "
        "and where the grappler falls.",
        "hold_rounds",
    ),
    done(
        "RBF-TEC-LACERATE",
        TECHNIQUES,
        "Lacerate, bladed: 1d6 at the start of each of its turns until treated; a machine leaks instead.",
        "bleeding_damage, bleeding_rounds",
    ),
    done(
        "RBF-TEC-LEAP",
        TECHNIQUES,
        "Leap, from higher ground, melee or Brawl: 1d6 more for each 3 m dropped; on a miss it is the attacker's.",
        "fall_damage, fall_metres",
    ),
    done("RBF-TEC-LUNGE", TECHNIQUES, "Lunge, melee or Brawl: an enemy one metre out of reach.", "melee_reach"),
    done(
        "RBF-TEC-PIERCE",
        TECHNIQUES,
        "Pierce, projectile or long thrusting: one more behind takes the same.",
        "adjacent",
    ),
    done(
        "RBF-TEC-PIN",
        TECHNIQUES,
        "Pin, thrusting or large projectile: no moving and disadvantage to attack until `free` takes an action.",
        "hold_rounds",
    ),
    done(
        "RBF-TEC-SHOVE",
        TECHNIQUES,
        "Shove: back one metre for each 2 points of margin, at least one, by a shot just one; what is in the "
        "way is the GM's.",
        "shove_points, shove_by_shot",
    ),
    done(
        "RBF-TEC-STUN",
        TECHNIQUES,
        "Stun, Hammer Expert and blunt: one action less on the next turn it really takes, held and split ones too.",
    ),
    done(
        "RBF-TEC-SUNDER", TECHNIQUES, "Sunder: TN lower by 1, and 1 more for each 3 points of margin.", "sunder_points"
    ),
    done(
        "RBF-TEC-THROW",
        TECHNIQUES,
        "Throw, while grappling: up to 3 m a level of Brawl; it lies prone and takes a die for each 3 m.",
        "fall_damage, fall_metres",
    ),
    done("RBF-TEC-TRIP", TECHNIQUES, "Trip: prone."),
)
