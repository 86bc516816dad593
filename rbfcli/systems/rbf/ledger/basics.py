"""Tests, initiative, turns, and the end."""

from rbfcli.systems.rbf.ledger.entry import CRITICALS, GENERAL, OURS, PRONE, START, done, told

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
        "Each point of a character's critical range lowers the 6 by one, for all its rolls.",
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
)
