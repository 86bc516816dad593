"""The help topic of the lab: policies, what a simulation tells and how, and the keys of its JSON."""

from rbfcli.kernel.limits import IDLE_ROUNDS
from rbfcli.language.page import CommandLines, Prose, Section, Terms

QUESTIONS = (
    ("odds COMMAND", "how a command can come out, over all dice and answers; --against puts several side by side"),
    ("suggest WHO", "what somebody could best do or answer, ranked by its odds"),
    ("simulate", "who wins, and at what cost: the fight is played to its end many times"),
    ("simulate --exact", "the same for a small fight, over all dice: exact chances"),
)
POLICIES = (
    ("weakest", "strikes at the foe that looks worst, else reloads or gets to where it can; takes the first answer"),
    ("nearest", "the same, at the nearest foe"),
    ("best", "tries each strike six times at up to three foes, and answers; it knows all numbers, and takes longer"),
    ("random", "anything that the rules accept"),
)
NUMBERS = (
    ("chance, 95 %", "the share of fights a side won; the true chance lies in the interval in 95 of 100 simulations"),
    ("out", "how often somebody is out of the fight at its end"),
    ("left", "the health somebody has at the end, on average"),
    (
        "deals, takes",
        "damage on average: of whoever attacked, rolled for it, acted, or brought the condition; else it is nobody's",
    ),
    (
        "draws",
        f"fights that were capped (--rounds), or in which nobody did anything for {IDLE_ROUNDS} rounds or was left",
    ),
    (
        "rounds",
        "those that began: of a fight under way the running one does not count (0: it ended in that), nor for --rounds",
    ),
    ("a middling fight", "half of all went better for the first side, by the health left on both, and half worse"),
)
EXACT = (
    "--exact pushes probability through the fight, command by command, as `odds` does for one; equal positions are "
    "one. Each chance has twelve digits. What is too unlikely to follow, or not over in --rounds, is undecided: it may "
    "add to any side's chance. The policies weakest and nearest can be followed, and those of packages that draw no "
    "lots. A fight of too many positions is refused with an estimate: a duel takes seconds to a minute, a skirmish is "
    "too large."
)
KEYS = (
    ("fights, seed, stopped", "how many, the seed, and whether an interrupt stopped them"),
    ("source, system", "what was played (empty: the fight as it stands)"),
    ("policies, most_rounds", "how each side played, and the cap"),
    ("sides", "of each: wins, chance, low, high"),
    ("draws", "how many nobody won"),
    ("ended", "how fights ended: over, rounds (capped), stuck (nobody did anything)"),
    ("stuck", "why nobody could do anything in the first fight that got stuck"),
    ("rounds", "mean, p5, p50, p95, counts (how many fights took so many rounds)"),
    ("combatants", "of each: name, side, down, low, high, left, dealt, taken, stuck (still up in fights that were)"),
    ("of_nobody", "damage on average that nobody of another side dealt"),
    ("median, worst", "fight (its number) and line (what prints it as a script)"),
    (
        "what_matters",
        "of each, largest first: what, fights, others (won by another), of sides (before, chance, change, low, high)",
    ),
    ("changes_left_out", "how many changes were too many"),
    ("sweep, compared", "the same keys for each value, or for the other fight"),
)
PLUGINS = (
    "A policy of your own is a function of an entry point in the group rbfcli.policies. It gets a view of what its "
    "side knows (below), and gives commands, or answers, best first: the first that the rules accept is done. "
    "If none is, the turn ends. No side may say what the GM decides (--force, --dice, --mod, --advantage, --tn and the "
    "like; set, damage and other verbs of the GM), or what its foes do (--opportunities, --react, --defend, --answer). "
    "Whoever its side does not see is not there, and in a rehearsal no foe is harmed, or reacts, so that no number of "
    "a foe is told, nor what it has in mind; names that begin with _ are not for policies."
)
VIEW = (
    ("side, people", "whose policy it is, and who of the side may act now"),
    ("question", "what is asked (kind, who, answers, facts); None where somebody acts"),
    ("fight", "the fight as `watch --players --as SIDE` shows it: health and secrets of others are left out"),
    ("foes", "ids of others who are up and seen, each with the quarters of its health, 1 to 4"),
    ("deeds", "commands that may come to mind; not all of them are accepted"),
    ("attack(who, foe)", "the plain attack with what is in hand"),
    ("is_up(who), distance(who, other)", "what shows of those who are seen; False and None for all others"),
    ("opens_an_attack(who, command)", "whether behind it a plain attack at a foe is accepted"),
    ("brings_nearer(who, command)", "whether behind it the nearest foe is nearer"),
    ("can_attack(who)", "whether somebody could still attack in this turn, at once or behind something else"),
    ("approaches(who)", "what may get somebody at a foe: ways there, a weapon in hand, standing up"),
    ("conditions(who)", "the names of what lies on somebody of the side"),
    ("is_accepted(command)", "whether the rules take a command in rehearsal"),
    ("takes_the_attack(who, command)", "whether behind it no attack is left in this turn"),
    ("rids(who, command)", "whether behind it somebody has fewer conditions"),
    ("arming(who, commands)", "those that ready an empty weapon in hand, or lead to another"),
    ("number(most)", "a number from 0 to most - 1, of a stream of the policies' own"),
    ("rules", "the system; it knows no fight"),
)
MATTERS = (
    "--what-matters plays small changes as well: one more or one fewer of everybody, half more health, half the "
    "ammunition, each number of a side one higher (above 20: by a tenth), all with the dice of the fight as it is. It "
    "takes as many times longer as there are changes."
)
SAME = (
    "Each fight has dice of its own, of the seed and its number, so the same seed gives the same result however many "
    "processes play. Ctrl-C, or SIGTERM, prints what is known so far. Who waits to come into a fight stands. "
    "Where a fight waits for an answer, each of its simulations begins with one: of the policy of whoever is asked."
)


def lab() -> tuple[Section, ...]:
    """What can be asked about a fight."""
    lines = (
        "rbf simulate dock-ambush -n 200",
        "rbf simulate duel --sweep bosun.count=1..3",
        "rbf simulate duel -n 200 --what-matters",
        "rbf simulate --policy crew=best --until-ci 0.02",
        "rbf simulate duel --seed lab --replay 7 > fight.rbf",
    )
    return (
        Section("Questions", (Terms(QUESTIONS), CommandLines(lines))),
        Section("Policies", (Terms(POLICIES), Prose(PLUGINS), Terms(VIEW))),
        Section("The numbers", (Terms(NUMBERS), Prose(MATTERS), Prose(EXACT), Prose(SAME))),
        Section(
            "Keys in the JSON", (Terms(KEYS), Prose("Every key is always there; what was not asked for is empty."))
        ),
    )
