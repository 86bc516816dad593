"""Tests, initiative, turns and the end; actions, bonus actions, reactions."""

from rbfcli.systems.rbf.ledger.entry import ACTIONS, CRITICALS, GENERAL, OURS, PRONE, START, done, told

ENTRIES = (
    done("RBF-TST-1", GENERAL, "A test is 2d8, a skill and modifiers against a target number (TN)."),
    done(
        "RBF-TST-2",
        PRONE,
        "Each advantage adds a die and the highest two count; each disadvantage adds one and the lowest two count. "
        "Sources of both cancel first.",
    ),
    done(
        "RBF-TST-3",
        CRITICALS,
        "Critical success: 6 or more over the TN, or both dice kept show 8.",
        "critical_margin",
    ),
    done(
        "RBF-TST-4",
        CRITICALS,
        "Each point of a character's critical range lowers the 6 by one, for its attacks; for all its rolls if the "
        "option says so.",
        "critical_range",
    ),
    done(
        "RBF-TST-5",
        GENERAL,
        "Success from the TN on, struggle up to 5 below it, failure from 6 below it, or on two ones however "
        "high the sum.",
        "failure_margin",
    ),
    done("RBF-TST-6", CRITICALS, "Two kept eights or two kept ones decide before the margin does."),
    done("RBF-TIME-1", START, "A round is 6 seconds; `show` says which seconds it covers.", "round_seconds"),
    done(
        "RBF-MODE-1",
        START,
        "Combat or crisis (board.mode). In a crisis the players act in initiative order with 2 actions and a declared "
        "`intent`; enemies have a count only if given one, and dice fall only where a `check` is asked for.",
        "board.mode",
    ),
    done("RBF-INI-1", START, "Players roll initiative: 2d8 and their best combat skill."),
    done(
        "RBF-INI-2",
        START,
        "The GM places enemies: `initiative` in the file or `init --set`; the others are spread evenly among "
        "the players' results.",
    ),
    done("RBF-INI-3", START, "The highest count acts first; of equals players first, then the order of the file."),
    done("RBF-INI-4", START, "A player may `hold` its turn, whole, until a later count of the round."),
    done(
        "RBF-INI-5",
        GENERAL,
        "A boss, three actions or more, may split them over several counts: by `hold` between actions, by `counts` in "
        "the file, or by `init --set boss=18,12,6`.",
    ),
    told(
        "RBF-END-1",
        "When combat ends",
        "Combat ends when nobody is in danger any more: the engine says so once one side alone stands, and "
        "the GM types `end`.",
    ),
    told(
        "RBF-NO-1",
        OURS,
        "Killing the helpless in calm, the lines of sight that decide a cover's category, and when a fight of snipers "
        "begins are the GM's: `damage`, `set WHO cover=…` and `init` write down what the GM decides.",
    ),
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
        "`items`; the medical kit and the repair kit are known. What reaches somebody reaches along the ground and in "
        "height, whichever is further (our reading).",
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
        "`cast` needs 1 or more in an arcane focus skill, of an enemy too, but for what the GM improvises. A player's "
        "spell is rolled against the enemy's TN and misses on a struggle; a critical success of one that does damage "
        "lets its caster choose, as that of an attack does; an enemy's is met with Meditation. Spells stand in the "
        "encounter's `spells`, or on the line.",
        "arcane_skills, spell_struggle",
    ),
    done(
        "RBF-ACT-7",
        ACTIONS,
        "`--autofire`, said before the roll: 2 more damage on hits and misses, or two targets near each other, the "
        "same roll judged against each apart (TN, cover, prone, what a critical success brings); then the weapon has "
        "to be reloaded.",
        "adjacent",
    ),
    done(
        "RBF-ACT-8",
        ACTIONS,
        "`overwatch`: an action now, for an attack with one technique made just before the first enemy in range moves "
        "or acts, whatever that costs it; until one's next turn. A move is watched at its start, where it comes into "
        "range, and at its end (our reading: it gets that far first). With --ask it asks first.",
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
        "turn. An Expert Duelist strikes back after a critical Dodge, before the next defends, and an attacker "
        "it fells attacks no further (our reading); Counterspell rolls against the TN of an enemy that casts.",
        "counterspell_skill",
    ),
)
