"""The manual pages as data: rbf(1), the files and the dice, and a page for each system."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rbfcli.core.matching import unknown_word
from rbfcli.language.forms import Verb, VerbForm, all_verbs, common_rows, option_rows, summary_of, usage_of
from rbfcli.language.grammar import Parameter, argument_label, description, grammar_of, own_options, shell_line, usage
from rbfcli.language.keys import OPTIONS, table_sections, tables_of
from rbfcli.language.page import SUMMARY, CommandLines, PageStyle, Prose, Section, Terms, page_lines
from rbfcli.language.topics import introduction_to_limits, limits_of, sections_of
from rbfcli.model.commands import RollingCommand
from rbfcli.model.rules import Rules

OF_EVERY_ROLL = frozenset(RollingCommand.__struct_fields__)
DESCRIPTION = """\
rbf plays the fights of tabletop role-playing games: it keeps the order of turns, rolls the dice or takes those rolled
at the table, applies the rules and names the one it applied.

The same words work in the shell, at the prompt of rbf repl, and in scripts. A fight is kept in a save, by default
encounter.toml in the current folder, with the journal of all commands: each can be undone, and the whole replayed.

Without a verb rbf prints what there is on one screen; rbf help VERB explains one verb. What a system adds, and the keys
of its encounters, is in the manual page of that system.\
"""


class Chapter(Struct, frozen=True):
    """A titled part of a manual page, with sections of its own."""

    title: str
    parts: tuple[Prose | CommandLines | Terms, ...] = ()
    sections: tuple[Section, ...] = ()


class ManualPage(Struct, frozen=True):
    """A manual page: its name and number, what it is about in half a line, how to type it, chapters, other pages."""

    name: str
    number: int
    summary: str
    chapters: tuple[Chapter, ...]
    see_also: tuple[str, ...]


def manual_pages(systems: Sequence[Rules]) -> dict[str, ManualPage]:
    """Every page by its name, such as `rbf-dice`."""
    own = [_system_page(rules, systems) for rules in systems]
    pages = [_main_page(systems), _script_page(), _encounter_page(), _dice_page(), *own]
    numbers = {page.name: page.number for page in pages}
    return {
        page.name: ManualPage(
            page.name,
            page.number,
            page.summary,
            page.chapters,
            tuple(f"{name}({number})" for name, number in numbers.items() if name != page.name),
        )
        for page in pages
    }


def manual_page_lines(name: str, systems: Sequence[Rules], look: PageStyle) -> list[str]:
    """A manual page as lines. Raises UsageError with the nearest where there is none of this name."""
    pages = manual_pages(systems)
    wanted = next((each for each in (name or "rbf", f"rbf-{name}") if each in pages), "")
    if not wanted:
        raise unknown_word(name, pages, "manual page")
    page = pages[wanted]
    sections = [
        section
        for chapter in page.chapters
        for section in (*([Section(chapter.title, chapter.parts)] if chapter.parts else []), *chapter.sections)
    ]
    other = Section("See also", (Prose(", ".join(page.see_also)),))
    return page_lines(f"{page.name}({page.number}) - {page.summary}", [*sections, other], look)


def _main_page(systems: Sequence[Rules]) -> ManualPage:
    verbs = all_verbs(systems).values()
    of_the_program = [Verb(verb.name, (form,)) for verb in verbs for form in verb.forms if not form.systems]
    shared = [Verb(verb.name, (form,)) for verb in verbs for form in verb.forms if _is_shared(form, systems)]
    examples = tuple(shell_line(verb.examples[0]) for verb in of_the_program if verb.examples)
    return ManualPage(
        "rbf",
        1,
        f"{SUMMARY[0].lower()}{SUMMARY[1:].rstrip('.')}",
        (
            Chapter("Synopsis", (CommandLines(("rbf [options] VERB [words] [options]", "rbfcli ...")),)),
            Chapter("Description", tuple(Prose(" ".join(each.split())) for each in DESCRIPTION.split("\n\n"))),
            Chapter("Options", (Terms(common_rows({})),)),
            Chapter("Commands", sections=tuple(_verbs(of_the_program))),
            Chapter("Commands of every fight", sections=tuple(_verbs(shared))),
            *(_topic(name) for name in ("exit-codes", "config", "environment", "files", "targets")),
            _limits("work"),
            Chapter("Examples", (CommandLines(examples),)),
        ),
        (),
    )


def _is_shared(form: VerbForm, systems: Sequence[Rules]) -> bool:
    return not form.standalone and len(form.systems) == len(systems)


def _script_page() -> ManualPage:
    return ManualPage(
        "rbf-script", 5, "scripts of rbf: fights as text", (*_chapters("scripts"), _limits("scripts")), ()
    )


def _dice_page() -> ManualPage:
    return ManualPage(
        "rbf-dice", 7, "the dice notation of rbf roll and rbf odds", (*_chapters("dice"), _limits("dice")), ()
    )


def _encounter_page() -> ManualPage:
    chapters = (*_chapters("encounter"), _limits("files", "fights"))
    return ManualPage("rbf-encounter", 5, "encounter files: what a fight starts from", chapters, ())


def _system_page(rules: Rules, systems: Sequence[Rules]) -> ManualPage:
    forms = [Verb(verb.name, (form,)) for verb in all_verbs(systems).values() for form in verb.forms]
    its = [verb for verb in forms if rules.name in verb.systems]
    alone = [Verb(verb.name, (form,)) for verb in all_verbs([rules]).values() for form in verb.forms if form.standalone]
    own = [verb for verb in its if not verb.forms[0].standalone and not _is_shared(verb.forms[0], systems)]
    options = grammar_of(RollingCommand).options.values()
    lacking = tuple((verb, reason) for verb, reason in rules.no_verbs.items())
    tables = tables_of(rules)
    of_options = [each for each in tables if each.heading == f"[{OPTIONS}]"]
    return ManualPage(
        f"rbf-{rules.name}",
        7,
        f"fights by the rules of {rules.title}",
        (
            Chapter(
                "Description",
                (
                    Prose(
                        f'An encounter with system = "{rules.name}" is played by these rules, with {rules.dice};'
                        f" rbf rules {rules.name} prints them all, each with its source. rbf(1) has the verbs that all"
                        " systems share."
                    ),
                    CommandLines((f"rbf new {rules.name}", f"rbf rules {rules.name}")),
                ),
            ),
            Chapter("Verbs", sections=tuple(_verbs(own))),
            *([Chapter("Verbs that it has not", (Terms(lacking),))] if lacking else []),
            Chapter("Options of every roll", (Terms(option_rows(options, {})),)),
            Chapter("Without a fight", sections=tuple(_verbs(alone))),
            Chapter("Encounters", sections=tuple(table_sections(each for each in tables if each not in of_options))),
            *(Chapter("[options] of an encounter", section.parts) for section in table_sections(of_options)),
        ),
        (),
    )


def _verbs(verbs: Iterable[Verb]) -> Iterator[Section]:
    """Each verb with what it does and takes; the options of every roll are explained once."""
    for verb in verbs:
        form = verb.forms[0]
        rows = [(argument_label(each), description(each)) for each in form.grammar.positionals]
        rows += option_rows(filter(_is_its_own, own_options(form.grammar)), form.grammar.options)
        shape = usage_of(form).removeprefix("rbf ") if form.standalone else usage(form.grammar)
        what = Prose(summary_of(form.kind))
        yield Section(shape, (what, Terms(tuple(rows))) if rows else (what,))


def _is_its_own(parameter: Parameter) -> bool:
    return parameter.field not in OF_EVERY_ROLL


def _limits(*subjects: str) -> Chapter:
    """The limits that a page speaks of."""
    return Chapter(
        "Limits", (Prose(f"{introduction_to_limits()} rbf help limits lists all limits."),), limits_of(*subjects)
    )


def _topic(name: str) -> Chapter:
    """A topic of help as a chapter."""
    sections = sections_of(name)
    first = sections[0]
    return Chapter(first.title, first.parts, sections[1:])


def _chapters(name: str) -> tuple[Chapter, ...]:
    """A topic of help as the chapters of a page."""
    return tuple(Chapter(each.title, each.parts) for each in sections_of(name))
