"""A player's attack roll and what comes of it."""

from rbfcli.systems.rbf.ledger.entry import CRITICALS, GENERAL, MISSES, OURS, done, told

ENTRIES = (
    done("RBF-ATK-1", GENERAL, "A player attacks with 2d8, a combat skill and modifiers against the enemy's TN."),
    done(
        "RBF-ATK-2",
        GENERAL,
        "Critical success: double damage, or the hit and one thing more: a technique, killed silently, thrown back, "
        "stunned, or an effect in words, which is told. A saved question, or --critical.",
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
        "A blast does half damage on a struggle, and reaches all within its radius.",
        "blast_struggle",
    ),
    done("RBF-ATK-8", OURS, "Halves round down, and are at least 1.", "halves"),
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
)
