"""Help on encounter files: their tables and keys, of one system or what all have, and single keys."""

from collections.abc import Iterable, Iterator

from rbfcli.kernel.rules import Rules
from rbfcli.language.authored import ENCOUNTER
from rbfcli.language.forms import all_verbs
from rbfcli.language.keys import Table, tables_of
from rbfcli.language.page import CommandLines, PageStyle, Prose, Section, Terms, page_lines

ABOUT = "Encounters are TOML files. A # begins a comment, and no file is ever rewritten, but by check --fix."
CHECK = (
    "rbf check names every mistake in a file, and in what it includes, with its line; rbf start refuses the file with"
    " the same. A stat block is wrong once, however many build on it. What is right and perhaps not meant is a"
    " warning: nobody to fight, a defense of 0, a weapon whose skill is missing, a key that no rule will read. Mistakes"
    " end with status 3, warnings alone with 0; they are looked for once no mistake is left."
)
FIX = (
    "--fix mends what is mechanical and sure: a key or a listed value that is a slip away from a known one and from no"
    " other, capitals and spaces in a name, a number in quotes, a word where a list belongs, letters with combining"
    " characters. Comments and layout stay as they are, each change is told, and --dry-run tells what would be changed."
)
JSON = (
    "--json has for every file errors, warnings and fixed, each entry with path, line and column (from 1; 0: the file"
    " as a whole), table, key, message, hint, suggestions, rule and fix (of: key or value, new), of fixed also before."
)
EDITORS = (
    "rbf schema SYSTEM prints the JSON Schema of a system's encounters. Editors that know TOML (by taplo or tombi)"
    " complete, explain and check keys as you type, where the first line of a file is #:schema schema/rbf.json and the"
    " schema is there beside it:"
)
BEGINNING = (
    "rbf example SYSTEM prints an encounter with every key explained. Each system ships an armoury (weapons), a"
    ' bestiary (stat blocks) and a party (combatants), taken over by name: include = ["rbf/bestiary"], then'
    ' from = "wharf-rough". Weapons, places and stat blocks are also added to a fight by words'
    " (add weapon lance damage=9 skill=melee), and save-as keeps what came of it. Who comes later, in a second wave, is"
    " a stat block until then: add thug --from thug --count 3."
)
TABLES = (
    "rbf export people writes a table for a spreadsheet, with a column for each key: skills.melee is a key of a table,"
    " lists have ; between their entries, and what has tables inside is JSON. rbf import reads such a table (commas,"
    " semicolons or tabs), JSON, or an encounter of Improved Initiative, and tells all that is wrong or has no place."
)
BEGINNING_LINES = (
    "rbf example rbf ambush > mine.toml",
    "rbf save-as second-night.toml",
    "rbf import party.csv --system rbf --to party.toml",
)
SCHEMA_LINES = ("mkdir schema", "rbf schema rbf > schema/rbf.json")


def encounter_page(rules: Rules | None, look: PageStyle) -> list[str]:
    """How to write an encounter: of a system, or what those of all systems have in common."""
    of = f" of {rules.name}" if rules else ""
    return page_lines(f"encounter - how to write encounters{of}: every table and key", encounter_sections(rules), look)


def encounter_sections(rules: Rules | None) -> tuple[Section, ...]:
    """An example, every table with its keys, and how to use the file."""
    more = "Each system adds keys and tables of its own: rbf help rbf, threat, rpj, futurepath or bgc lists them all."
    example = () if rules and rules.name != "rbf" else (Section("Example", (CommandLines(ENCOUNTER),)),)
    return (
        *example,
        Section("The form", (Prose(ABOUT if rules else f"{ABOUT} {more}"),)),
        *table_sections(tables_of(rules)),
        Section("Beginning", (Prose(BEGINNING), Prose(TABLES), CommandLines(BEGINNING_LINES))),
        Section("Editors", (Prose(EDITORS), CommandLines(SCHEMA_LINES))),
        Section("Checking it", (Prose(CHECK), Prose(FIX), Prose(JSON))),
        Section("Using it", (CommandLines(("rbf check cellar.toml", "rbf start cellar.toml")),)),
    )


def system_page(rules: Rules, look: PageStyle) -> list[str]:
    """What a system plays, its own verbs, and every table and key of its encounters."""
    own = [verb.name for verb in all_verbs([rules], standalone=False).values() if verb.systems]
    more = (
        f'An encounter with system = "{rules.name}" is played by these rules, with {rules.dice};'
        f" rbf rules {rules.name} prints them all, and rbf help VERB explains a verb."
    )
    sections = (
        Section("Playing it", (Prose(more), CommandLines((f"rbf new {rules.name}", f"rbf schema {rules.name}")))),
        Section("Verbs", (Prose(", ".join(own)),)),
        *table_sections(tables_of(rules)),
    )
    return page_lines(f"{rules.name} - {rules.title}: its verbs and the keys of its encounters", sections, look)


def key_page(word: str, systems: Iterable[Rules], look: PageStyle) -> list[str]:
    """Where a key stands in the encounters of some systems, and what it takes; nothing where none has it."""
    name = word.replace("-", "_")
    sections = [section for rules in systems for section in _of_key(name, rules)]
    return page_lines(f"{name} - a key of encounters", sections, look) if sections else []


def _of_key(name: str, rules: Rules) -> Iterator[Section]:
    for table in tables_of(rules):
        for key in table.keys:
            if key.name == name:
                yield Section(
                    f"{rules.name}, {table.heading}", (Prose(f"{key.doc.text or key.name}."), Prose(key.remarks))
                )


def table_sections(tables: Iterable[Table]) -> Iterator[Section]:
    """Each table with its keys."""
    for table in tables:
        rows = tuple((key.name, key.line) for key in table.keys)
        yield Section(table.heading, (Prose(f"{table.summary}."), *((Terms(rows),) if rows else ())))
