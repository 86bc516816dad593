"""A player's defense roll, health, dying."""

from rbfcli.systems.rbf.ledger.entry import CRITICALS, GENERAL, PAGES, done

ENTRIES = (
    done(
        "RBF-DEF-1",
        GENERAL,
        "A player defends with 2d8 and Dodge (attacks, explosions), Resilience (poison, cold, radiation) or Meditation "
        "(magic, psionics) against the enemy's TN. A defence skill never trained counts -2.",
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
        "A player at 0 HP is dying: dead in 1d4+1 rounds, rolled hidden, unless stabilised; a blow with "
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
)
