"""Actions, bonus actions, reactions."""

from rbfcli.systems.rbf.ledger.entry import ACTIONS, GENERAL, done

ENTRIES = (
    done(
        "RBF-ACT-1",
        GENERAL,
        "Two actions a turn, a boss as many as its sheet says; each a move, attack, skill, spell or item.",
    ),
    done(
        "RBF-ACT-2",
        ACTIONS,
        "Moving, attacking, reloading, spotting, aiming, drawing, casting, bursts, skills and items, overwatch and "
        "speaking cost one action each, unless a rule says otherwise. What an item does stands in the encounter's "
        "`items`; the medical kit and the repair kit are known.",
        "treat_tn, treat_heals, repair_tn",
    ),
    done("RBF-ACT-3", ACTIONS, "A shot takes a round; an empty weapon does not shoot, and `reload` fills it."),
    done(
        "RBF-ACT-4",
        ACTIONS,
        "`spot`: whoever sees a hidden target (seen_by) points it out, and allies can target it.",
    ),
    done("RBF-ACT-5", ACTIONS, "`aim`: +1 on the next attack, adding up; lost on attacking or on doing anything else."),
    done(
        "RBF-ACT-6",
        ACTIONS,
        "`cast` needs 1 or more in an arcane focus skill. A player's spell is rolled against the enemy's TN and misses "
        "on a struggle; an enemy's is met with Meditation. Spells stand in the encounter's `spells`, or on the line.",
        "arcane_skills, spell_struggle",
    ),
    done(
        "RBF-ACT-7",
        ACTIONS,
        "`--autofire`, said before the roll: 2 more damage on hits and misses, or two targets near each other, the "
        "same roll against each TN; then the weapon has to be reloaded.",
        "adjacent",
    ),
    done(
        "RBF-ACT-8",
        ACTIONS,
        "`overwatch`: an action now, for an attack with one technique made just before the first enemy in range moves "
        "or acts; until one's next turn. With --ask it asks first.",
    ),
    done(
        "RBF-ACT-9",
        ACTIONS,
        "`speak` costs an action towards enemies; towards allies (--allies) nothing, unless it leads them (--lead).",
    ),
    done(
        "RBF-BON-1",
        "Bonus actions",
        "One bonus action a turn, only where a feature grants it, back at the start of one's turn, never a second: "
        "`hide --bonus`, `cast --bonus`; what is left is offered when the actions are used up.",
    ),
    done(
        "RBF-REA-1",
        "Reactions",
        "One reaction a round where a feature grants it (more where `reactions` says so), back at the start of one's "
        "turn. An Expert Duelist strikes back after a critical Dodge; Counterspell rolls against the TN of "
        "an enemy that casts.",
        "counterspell_skill",
    ),
)
