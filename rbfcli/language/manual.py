"""Help as plain text, from the command structs: an overview, a page per verb, a page per topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rbfcli.core.errors import Hint, RbfError
from rbfcli.core.matching import unknown_word
from rbfcli.language.forms import GROUPS, SHARED, Verb, statements, verb_sections
from rbfcli.language.grammar import with_remarks
from rbfcli.language.line_errors import hint_for_verb
from rbfcli.language.page import (
    SUMMARY,
    CommandLines,
    PageStyle,
    PlainStyle,
    Prose,
    Section,
    Terms,
    page_lines,
)
from rbfcli.language.topics import ALIAS, MAP, TOPICS, sections_of, summary_of
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.model.display import signs_in
from rbfcli.model.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.language.aliases import Alias, Aliases

# One screen of help has no room for every topic; config refers to alias, and the verb is on the screen where it exists.
ON_ONE_SCREEN = tuple(name for name in TOPICS if name not in (ALIAS, MAP))
TOUR = ("rbf tour", "play a first fight in two minutes")
BEGINNING = ("rbf start dock-ambush", "start a fight; then: rbf init, rbf show, rbf actions")
ELSEWHERE = ("rbf new generic", "your game is not listed? generic plays most")
IN_A_FIGHT = ("rbf show", "show the fight; then: rbf actions, to see what can be done")
FIRST_STEPS = (
    TOUR,
    ("rbf roll 2d8+3", "roll dice"),
    BEGINNING,
    ELSEWHERE,
    ("rbf repl", "open a prompt with completion for the same commands"),
    ("rbf help attack", "explain a verb or topic; rbf help --all lists all"),
)
COMMON_OPTIONS = ("-e SAVE", "--json", "-q", "-n", "--explain", "--force", "--plain", "-h")
EXAMPLES = ("rbf roll 2d8+3", "rbf tour")
PLAIN = PlainStyle()
EVERYTHING = "*"
NO_VERBS: Mapping[str, Verb] = {}


def one_screen(verbs: Mapping[str, Verb], system: str = "", look: PageStyle = PLAIN) -> list[str]:
    """Return the first screen of help, at most 80 × 24: shared verbs, and those of this fight's `system` if any."""
    general = [verb for verb in verbs.values() if verb.name in SHARED or verb.name in VERBS]
    own = [verb.name for verb in verbs.values() if system and verb not in general]
    groups = [(group, [verb.name for verb in found]) for group, found in by_group(general).items()]
    lists = (*groups, (system, own), ("topics", ON_ONE_SCREEN), ("options", COMMON_OPTIONS))
    rows = tuple((name, ", ".join(words)) for name, words in lists if words)
    in_fight = tuple(IN_A_FIGHT if step == BEGINNING else step for step in FIRST_STEPS if step != TOUR)
    steps = in_fight if system else FIRST_STEPS
    sections = [Section("Examples", (Terms(steps),)), Section("Verbs and more", (Terms(rows),))]
    return page_lines(f"rbf - {SUMMARY}", sections, look)


def overview(verbs: Iterable[Verb], look: PageStyle = PLAIN) -> list[str]:
    """Return the overview: two examples, every verb by group with its summary, and the topics."""
    prompt = "rbf repl opens a prompt with completion, where you type the same commands without rbf."
    topics = tuple((name, summary_of(name)) for name in TOPICS)
    sections = [
        Section("Examples", (CommandLines(EXAMPLES),)),
        Section("Usage", (CommandLines(("rbf VERB [words] [options]",)), Prose(prompt))),
        *verb_lists(verbs),
        Section("Topics (rbf help TOPIC)", (Terms((("VERB", "a verb: examples, words and options"), *topics)),)),
    ]
    return page_lines(f"rbf - {SUMMARY}", sections, look)


def verb_page(verb: Verb, look: PageStyle = PLAIN) -> list[str]:
    """Return the page of a verb with all its forms: examples first, then its arguments and options."""
    return page_lines(f"{verb.name} - {verb.summary}", verb_sections(verb), look)


def topic_page(
    name: str, look: PageStyle = PLAIN, systems: Iterable[Rules] = (), verbs: Mapping[str, Verb] = NO_VERBS
) -> list[str]:
    """Return a topic's page, then the statement or verb of the same name. Raises UsageError for an unknown topic."""
    if name not in TOPICS:
        raise unknown_word(name, TOPICS, "help topic")
    own = _pictures(systems) if name == "screen" else ()
    return page_lines(f"{name} - {summary_of(name)}", [*sections_of(name), *own, *besides(name, verbs)], look)


def besides(name: str, verbs: Mapping[str, Verb]) -> Iterator[Section]:
    """Yield the sections on a statement and a verb with the name of a topic."""
    if statement := statements().get(name):
        lines = tuple(dict.fromkeys((statement.form, *statement.example)))
        what = f"{name} is also a statement of scripts (rbf help scripts): {statement.meaning}."
        yield Section(f"The statement {name}", (Prose(what), CommandLines(lines)))
    if name in verbs:
        yield Section(f"The verb {name}", (Prose(f"{name} is also a verb. {verbs[name].summary}"),))
        yield from verb_sections(verbs[name])


def statement_page(word: str, look: PageStyle = PLAIN) -> list[str]:
    """Return the page of a script statement."""
    statement = statements()[word]
    sections = (
        Section("Examples", (CommandLines(statement.example),)),
        Section("Usage", (CommandLines((statement.form,)), Prose("In scripts, and at the prompt of rbf repl."))),
        Section("See also", (Prose("rbf help scripts"),)),
    )
    return page_lines(f"{word} - {statement.meaning}", sections, look)


def alias_page(alias: Alias, look: PageStyle = PLAIN) -> list[str]:
    """Return the page of an alias, with the lines it expands to."""
    sections = (
        Section("Stands for", (CommandLines(alias.lines),)),
        Section("See also", (Prose("rbf help config"),)),
    )
    return page_lines(f"{alias.name} - an alias of the configuration file", sections, look)


def _pictures(systems: Iterable[Rules]) -> Iterator[Section]:
    for rules in systems:
        if signs := signs_in(rules.words):
            yield Section(f"In {rules.name}", (Terms(signs),))


def page(
    word: str,
    verbs: Mapping[str, Verb],
    look: PageStyle = PLAIN,
    system: str = EVERYTHING,
    *,
    aliases: Aliases | None = None,
    systems: Iterable[Rules] = (),
) -> list[str]:
    """Return the page of a word; without a word, the first screen or the overview.

    Raises UsageError with the nearest.
    """
    aliases = aliases or {}
    if not word:
        lines = overview(verbs.values(), look) if system == EVERYTHING else one_screen(verbs, system, look)
        rows = Terms(tuple((name, each.shown) for name, each in sorted(aliases.items())))
        return [*lines, *page_lines("", [Section("Aliases", (rows,))], look)] if aliases else lines
    if word in aliases:
        return alias_page(aliases[word], look)
    if word in TOPICS:
        return topic_page(word, look, systems, verbs)
    if word in statements() and word not in verbs:
        return statement_page(word, look)
    if word in SYNONYMS and word not in verbs:
        word = SYNONYMS[word][0]
    if word in verbs:
        return verb_page(verbs[word], look)
    raise _no_page(word, (*verbs, *TOPICS, *statements(), *aliases))


def _no_page(word: str, known: Sequence[str]) -> RbfError:
    """Return the error for a word without a page: verbs that it begins, a command to use, or the nearest names."""
    begun = [each for each in known if each.startswith(f"{word.casefold()}-")]
    error = unknown_word(word, begun or known, "command or help topic")
    way = None if begun else hint_for_verb(word)
    if way:
        error.hint = way.hints
    elif not error.suggestions:
        error.hint = Hint("{} lists all commands and topics", "help --all")
    return error


def verb_lists(verbs: Iterable[Verb]) -> list[Section]:
    """Return the verbs of each group with their summaries, and with their systems unless all have them."""
    known = list(verbs)
    systems = frozenset(system for verb in known for system in verb.systems)
    rows = {
        group: tuple((verb.name, _summary_with_systems(verb, systems)) for verb in each)
        for group, each in by_group(known).items()
    }
    return [Section(group.capitalize(), (Terms(each),)) for group, each in rows.items()]


def _summary_with_systems(verb: Verb, systems: frozenset[str]) -> str:
    return with_remarks(verb.summary, sorted(verb.systems) if verb.systems != systems else ())


def by_group(verbs: Iterable[Verb]) -> dict[str, list[Verb]]:
    """Return verbs by group, in the order of the manual."""
    known = list(verbs)
    found = {group: [verb for verb in known if verb.group == group] for group in GROUPS}
    return {group: each for group, each in found.items() if each}
