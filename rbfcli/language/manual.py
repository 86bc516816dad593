"""Help as plain text, from the command structs alone: the overview, a page a verb, a page a topic."""

from collections.abc import Iterable, Mapping

from rbfcli.kernel.matching import unknown
from rbfcli.language.forms import GROUPS, Verb
from rbfcli.language.page import Bare, Lines, Look, Prose, Section, Terms, plain
from rbfcli.language.topics import TOPICS
from rbfcli.language.verb_page import verb_sections
from rbfcli.language.wording import noted

SUMMARY = "Fights of tabletop role-playing games on the command line."
EXAMPLES = ("rbf roll 2d8+3", "rbf start dock-ambush")
PLAIN = Bare()


def short_help(verbs: Iterable[Verb], look: Look = PLAIN) -> list[str]:
    """The verbs by name alone, behind two examples."""
    names = tuple((group, ", ".join(verb.name for verb in found)) for group, found in grouped(verbs).items())
    hints = ("rbf repl", "a prompt with completion"), ("rbf help", "what each verb does"), ("rbf help VERB", "its page")
    sections = [
        Section("Examples", (Lines(EXAMPLES),)),
        Section("Verbs", (Terms(names),)),
        Section("More", (Terms(hints),)),
    ]
    return plain(f"rbf - {SUMMARY}", sections, look)


def overview(verbs: Iterable[Verb], look: Look = PLAIN) -> list[str]:
    """Every verb in its group with what it does, and the topics, behind two examples."""
    prompt = "rbf repl opens a prompt with completion; the same words work there, without rbf."
    topics = tuple((name, summary) for name, (summary, _) in TOPICS.items())
    sections = [
        Section("Examples", (Lines(EXAMPLES),)),
        Section("Usage", (Lines(("rbf VERB [words] [options]",)), Prose(prompt))),
        *verb_lists(verbs),
        Section("Topics, by rbf help TOPIC", (Terms((("VERB", "a verb: examples, words and options"), *topics)),)),
    ]
    return plain(f"rbf - {SUMMARY}", sections, look)


def verb_page(verb: Verb, look: Look = PLAIN) -> list[str]:
    """The page of a verb with all its forms: examples first, then what it takes."""
    return plain(f"{verb.name} - {verb.summary}", verb_sections(verb), look)


def topic(name: str, look: Look = PLAIN) -> list[str]:
    """The page of a topic. Raises UsageError where there is none."""
    if name not in TOPICS:
        raise unknown(name, TOPICS, "help topic")
    summary, sections = TOPICS[name]
    return plain(f"{name} - {summary}", sections(), look)


def page(word: str, verbs: Mapping[str, Verb], look: Look = PLAIN) -> list[str]:
    """The page of a verb or a topic, or with no word the overview. Raises UsageError with the nearest there is."""
    if not word:
        return overview(verbs.values(), look)
    if word in verbs:
        return verb_page(verbs[word], look)
    if word in TOPICS:
        return topic(word, look)
    raise unknown(word, (*verbs, *TOPICS), "verb or help topic")


def verb_lists(verbs: Iterable[Verb]) -> list[Section]:
    """The verbs of each group with what they do, and whose they are where not all systems have them."""
    known = list(verbs)
    systems = frozenset(system for verb in known for system in verb.systems)
    rows = {group: tuple((verb.name, _told(verb, systems)) for verb in each) for group, each in grouped(known).items()}
    return [Section(group.capitalize(), (Terms(each),)) for group, each in rows.items()]


def _told(verb: Verb, systems: frozenset[str]) -> str:
    return noted(verb.summary, sorted(verb.systems) if verb.systems != systems else ())


def grouped(verbs: Iterable[Verb]) -> dict[str, list[Verb]]:
    """Verbs by their group, in the order in which the manual lists groups."""
    known = list(verbs)
    found = {group: [verb for verb in known if verb.group == group] for group in GROUPS}
    return {group: each for group, each in found.items() if each}
