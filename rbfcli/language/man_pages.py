"""The manual pages as data: rbf(1), the files and the dice, and a page for each system."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.matching import unknown_word
from rbfcli.language.forms import Verb, VerbForm, all_verbs, common_rows, fixed_words, option_rows, summary_of, usage_of
from rbfcli.language.grammar import Parameter, argument_label, description, grammar_of, own_options, shell_line, usage
from rbfcli.language.keys import OPTIONS, table_sections, tables_of
from rbfcli.language.page import SUMMARY, CommandLines, PageStyle, Prose, Section, Terms, page_lines
from rbfcli.language.topics import introduction_to_limits, limits_of, sections_of
from rbfcli.model.commands import RollingCommand
from rbfcli.model.rules import Rules

OF_EVERY_ROLL = frozenset(RollingCommand.__struct_fields__)
DESCRIPTION = """
rbf runs tabletop RPG combat: it tracks initiative, rolls the dice or takes the ones rolled at the table, applies the
rules, and cites the rule for every result.

All commands work in the shell, at the prompt of rbf repl, and in scripts. rbf saves the fight and the journal of its
commands, by default in encounter.toml in the current folder. You can undo any command and replay the whole fight.

Without a verb, rbf prints an overview on one screen. rbf help VERB explains one verb. Each system has a manual page
with its verbs and the keys of its encounters.
"""


class ManualPage(Struct, frozen=True):
    """A manual page: its name and number, a short summary, its sections, and related pages."""

    name: str
    number: int
    summary: str
    sections: tuple[Section, ...]
    see_also: tuple[str, ...] = ()


def manual_pages(systems: Sequence[Rules]) -> dict[str, ManualPage]:
    """Return every page by its name, such as `rbf-dice`."""
    own = [_system_page(rules, systems) for rules in systems]
    topics = (
        _topic_page("scripts", "rbf-script", 5, "scripts: commands in a file", "scripts"),
        _topic_page("encounter", "rbf-encounter", 5, "encounter files", "files", "fights"),
        _topic_page("dice", "rbf-dice", 7, "dice notation of rbf roll and rbf odds", "dice"),
    )
    pages = [_main_page(systems), *topics, *own]
    titles = {page.name: f"{page.name}({page.number})" for page in pages}
    return {
        page.name: replace(page, see_also=tuple(titles[name] for name in titles if name != page.name)) for page in pages
    }


def manual_page_lines(name: str, systems: Sequence[Rules], look: PageStyle) -> list[str]:
    """Return a manual page as lines. Raises UsageError with the nearest name if there is no such page."""
    pages = manual_pages(systems)
    wanted = next((each for each in (name or "rbf", f"rbf-{name}") if each in pages), "")
    if not wanted:
        raise unknown_word(name, pages, "manual page")
    page = pages[wanted]
    other = Section("See also", (Prose(", ".join(page.see_also)),))
    return page_lines(f"{page.name}({page.number}) - {page.summary}", [*page.sections, other], look)


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
            Section("Synopsis", (CommandLines(("rbf [options] VERB [words] [options]", "rbfcli ...")),)),
            Section("Description", tuple(Prose(" ".join(each.split())) for each in DESCRIPTION.split("\n\n"))),
            Section("Options", (Terms(common_rows({})),)),
            Section("Commands", sections=tuple(_verbs(of_the_program))),
            Section("Commands of every fight", sections=tuple(_verbs(shared))),
            *(_topic(name) for name in ("exit-codes", "config", "environment", "files", "targets")),
            _limits("work"),
            Section("Examples", (CommandLines(examples),)),
        ),
    )


def _is_shared(form: VerbForm, systems: Sequence[Rules]) -> bool:
    return not form.standalone and len(form.systems) == len(systems)


def _topic_page(topic: str, name: str, number: int, summary: str, *limits: str) -> ManualPage:
    return ManualPage(name, number, summary, (*sections_of(topic), _limits(*limits)))


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
        f"the rule system {rules.title}",
        (
            Section(
                "Description",
                (
                    Prose(
                        f'An encounter with system = "{rules.name}" uses these rules, with {rules.dice}.'
                        f" rbf rules {rules.name} prints the rules. rbf(1) explains the verbs that all systems share."
                    ),
                    CommandLines((f"rbf new {rules.name}", f"rbf rules {rules.name}")),
                ),
            ),
            Section("Verbs", sections=tuple(_verbs(own))),
            *([Section("Verbs this system does not have", (Terms(lacking),))] if lacking else []),
            Section("Options of every roll", (Terms(option_rows(options, {})),)),
            Section("Without a fight", sections=tuple(_verbs(alone))),
            Section("Encounters", sections=tuple(table_sections(each for each in tables if each not in of_options))),
            *(Section("[options] of an encounter", section.parts) for section in table_sections(of_options)),
        ),
    )


def _verbs(verbs: Iterable[Verb]) -> Iterator[Section]:
    """Yield a section for each verb with its summary and words; the options of every roll have their own section."""
    for verb in verbs:
        form = verb.forms[0]
        rows = [(argument_label(each), description(each)) for each in form.grammar.positionals]
        rows += option_rows(filter(_is_its_own, own_options(form.grammar)), form.grammar.options, fixed_words(form))
        shape = usage_of(form).removeprefix("rbf ") if form.standalone else usage(form.grammar)
        what = Prose(summary_of(form.kind))
        yield Section(shape, (what, Terms(tuple(rows))) if rows else (what,))


def _is_its_own(parameter: Parameter) -> bool:
    return parameter.field not in OF_EVERY_ROLL


def _limits(*subjects: str) -> Section:
    text = f"{introduction_to_limits()} rbf help limits lists all limits."
    return Section("Limits", (Prose(text),), limits_of(*subjects))


def _topic(name: str) -> Section:
    """Return a help topic as a single section, with its further sections inside the first."""
    first, *others = sections_of(name)
    return Section(first.title, first.parts, tuple(others))
