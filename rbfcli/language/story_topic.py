"""The help topic of the story: its formats, what its numbers mean, and the keys of its JSON."""

from rbfcli.language.page import CommandLines, Prose, Section, Terms

FORMATS = (
    ("text", "the rounds in sentences, then tables and bars that fit the terminal"),
    ("markdown", "a document for a forge or a notebook"),
    ("html", "one page for a browser: no script, nothing is fetched, light and dark, for a phone too"),
    ("json", "one object for other programs"),
)
NUMBERS = (
    ("damage", "health lost, by whom: who attacked, rolled for it, or acted; GM for the GM's hand; else other causes"),
    ("hits", "attacks that hit, out of all; in part, where the rules have that"),
    ("expected", "the successes that the exact odds of each roll come to, counted before it fell"),
    ("luck", "one in how many does so well, or so badly; faces given by hand count like all others"),
    ("percentile", "how many of a hundred who roll the same do worse; half of those who do as well"),
    ("deviations", "a sum of dice that nothing judges, such as damage: standard deviations above its mean"),
)
KEYS = (
    ("title, rules, rounds", "of the whole fight"),
    (
        "people",
        "who, name, side, health (began, ended: null if gone, most), standing, dealt, taken, healed; of attacks:",
    ),
    ("", "hits, partly, attempts"),
    ("damage, healing", "round, by (an id, GM, or empty: other causes), to, amount"),
    ("falls", "round, who, by"),
    (
        "luck",
        "who, rolls, successes, expected (a fraction), expected_float, deviation, percentile, in_words; how likely:",
    ),
    ("", "as_many_or_more, as_many_or_fewer; of how many rolls: given (by hand), uncounted"),
    ("sums", "who, rolls, total, mean and variance (fractions), mean_float, deviations, given, uncounted"),
    ("chapters", "round, heading, commands (command, told: kind turn, result or detail, and text)"),
    ("faults", "what is wrong with the journal, in sentences"),
)


def story() -> tuple[Section, ...]:
    """How a fight is told."""
    lines = ("rbf log --format text", "rbf log --format html > fight.html", "rbf log --format markdown > fight.md")
    whole = (
        "The journal is played again: what was undone is left out. A line that the rules refuse today ends the story, "
        "and is named, with status 1."
    )
    return (
        Section("Formats of log --format", (Terms(FORMATS), CommandLines(lines))),
        Section("The numbers", (Terms(NUMBERS), Prose(whole))),
        Section("Keys of story in the JSON", (Terms(KEYS), Prose("Every key is always there."))),
    )
