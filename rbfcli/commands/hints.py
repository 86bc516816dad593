"""Hints for lines that cannot be read: the nearest line, another verb, another system, another file."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from rbfcli.config import aliases_now
from rbfcli.core.errors import (
    MEANT,
    Hint,
    InvalidFile,
    NoSuchFile,
    RbfError,
    UnknownWord,
    UsageError,
    invalid,
    misuse,
    no_such_file,
    shown,
    succeeds,
    unknown,
)
from rbfcli.core.matching import SAY, nearest, shortened
from rbfcli.core.text import are_faces, in_quotes, is_digits, quoted
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import no_such_verb
from rbfcli.language import verbs
from rbfcli.language.grammar import DASHES, Grammar, grammar_of, looks_like_option
from rbfcli.language.line_errors import UnknownOption, hint_for_verb
from rbfcli.language.names import EVERYONE, FOES
from rbfcli.language.parser import SYSTEM, Line, fight_verbs, one_liner_verbs, parse_line, read
from rbfcli.language.shorthand import is_dice
from rbfcli.language.topics import SETTINGS
from rbfcli.model.commands import Command
from rbfcli.session.session import Session
from rbfcli.storage.files import read_file
from rbfcli.storage.paths import DEFAULT_SAVE, config_files, file_meant
from rbfcli.systems.registry import SHIPPED as SHIPPED_SYSTEMS
from rbfcli.systems.registry import every

Holds = Callable[[Sequence[str]], bool]
MOST_WORDS = 12
NOBODY: Mapping[str, str] = {}
SEPARATOR = ";"
OPPOSITES = {"damage": "heal", "heal": "damage"}


def with_suggestion(
    wrong: RbfError,
    typed: Line,
    kinds: Mapping[str, type[Command]],
    accepts: Holds,
    *,
    people: Mapping[str, str] = NOBODY,
    asked: str = "",
) -> RbfError:
    """Return a line's error, with the first line that differs in one thing and that it `accepts` now as its hint.

    `people` are the combatants with their names, and `asked` is the text before the line.
    """
    for place, word in enumerate(typed.words):
        if word.endswith(SEPARATOR):
            first = " ".join(map(quoted, [*typed.words[:place], word.rstrip(SEPARATOR)])).strip()
            hint = Hint("{}, then the next command", first)
            return misuse(f"a line takes one command: {SEPARATOR} only works in an alias", hint=hint)
    if elsewhere := _said_elsewhere(typed):
        return elsewhere
    kind = kinds.get(typed.verb) if len(typed.words) <= MOST_WORDS else None
    if kind is None or "" in typed.words:
        return wrong
    if DASHES in typed.words:
        if any(map(looks_like_option, typed.words[typed.words.index(DASHES) + 1 :])):
            return wrong
        typed = parse_line([each for each in typed.words if each != DASHES])
    number = _number_for_dice(wrong, typed.rest)
    if meant := next(filter(accepts, _changes(typed, grammar_of(kind), number, people)), None):
        line = " ".join(in_quotes(word) if "*" in word else quoted(word) for word in meant)
        wrong.hint = Hint(MEANT, f"{asked}{line}")
    elif number and "--dice" in grammar_of(kind).options:
        wrong.hint = f"for dice rolled at the table: --dice {_as_faces(number)}"
    return wrong


def _number_for_dice(wrong: RbfError, words: Sequence[str]) -> str:
    """Return a number in place of a name, if it ends the words or an option follows; else an empty string."""
    word = wrong.word if isinstance(wrong, UnknownWord) and wrong.word in words else ""
    behind = words[words.index(word) + 1 :] if word else ()
    return word if are_faces(word) and all(map(looks_like_option, behind[:1])) else ""


def _as_faces(number: str) -> str:
    return number if "," in number else ",".join(number)


def _said_elsewhere(typed: Line) -> RbfError | None:
    """Return the error for a word that belongs to another verb or file: `set physical=ask`, `systems rpj`; or None."""
    word = typed.rest[0].partition("=")[0].replace("-", "_") if len(typed.rest) == 1 else ""
    if typed.verb == "set" and word in SETTINGS:
        at_prompt = "type dice ask at the prompt" if word == "physical" else ""
        place = f"set it in rbf.toml, or as {SETTINGS[word].variable} in the shell"
        where = (at_prompt, place, Hint("see {}", "help config"))
        return misuse(f"{word} is a setting of the program, not a value of the fight", hint=where)
    if typed.verb == "systems" and word in SHIPPED_SYSTEMS:
        return misuse(f"unexpected {shown(word)}", hint=Hint("{} prints its rules", f"rules {word}"))
    return None


def _changes(line: Line, grammar: Grammar, number: str, people: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the line with one change.

    A name of two words is joined, faces come after `--dice`, an option gets its dashes, a key its equals sign
    (`--hp 10`, `joss.hp=5`), `--from BLOCK` a name, and a negative amount the opposite verb. `number` is a number in
    place of a name.
    """
    verb, words = line.verb, line.rest
    names = {each.casefold() for who, name in people.items() for each in (who, name)}
    kinds = {parameter.spec.kind for parameter in grammar.positionals}
    for place, word in enumerate(words):
        before, behind, next_word = words[:place], words[place + 1 :], "".join(words[place + 1 : place + 2])
        joined = (each for each in (f"{word}{next_word}", f"{word} {next_word}") if each.casefold() in names)
        yield from ((verb, *before, each, *behind[1:]) for each in joined if next_word)
        name = word.lstrip("-")
        if before[-2:-1] == ("--dice",) and is_digits(word):
            yield (verb, *before[:-1], f"{before[-1]},{word}", *behind)
        elif ("," in word and are_faces(word)) or word == number != "":
            yield (verb, *before, "--dice", _as_faces(word), *behind)
        elif f"--{word}" in grammar.options:
            yield (verb, *before, f"--{word}", *behind)
        elif word in EVERYONE:
            yield (verb, *before, FOES if "targets" in kinds else "*", *behind)
        elif word == f"-{name}" and is_digits(name) and verb in OPPOSITES:
            yield (OPPOSITES[verb], *before, name, *behind)
        elif word in grammar.options:
            if grammar.options[word].spec.kind == "block" and next_word and not before:
                yield (verb, next_word, *words)
        elif "pairs" in kinds and word.startswith("--") and before and not looks_like_option(before[0]):
            yield (verb, *before, name, *behind) if "=" in name else (verb, *before, f"{name}={next_word}", *behind[1:])
        elif "pairs" in kinds and "." in word:
            yield (verb, *before, *word.split(".", 1), *behind)


def without_everyone(wrong: RbfError, typed: Line) -> RbfError:
    """Return the error of a line such as `show everyone`, which shows everyone if it names no combatant."""
    if isinstance(wrong, UnknownWord) and wrong.word in EVERYONE.intersection(typed.rest[:1]):
        wrong.hint = Hint(MEANT, " ".join(map(quoted, (typed.verb, *typed.rest[1:]))))
    return wrong


def hint_other_system(wrong: UsageError, system: str) -> UsageError:
    """Return the error for an option that only other systems have, naming them; other errors unchanged."""
    if not isinstance(wrong, UnknownOption):
        return wrong
    options = {
        rules.name: {verb: grammar_of(kind).options for verb, kind in fight_verbs(rules).items()}
        for rules in every()[0]
    }
    others = [name for name in options if name != system and wrong.option in options[name].get(wrong.verb, ())]
    if not others or any(wrong.option in each for each in options.get(system, {}).values()):
        return wrong
    message = f"{wrong.option} is an option of {' and '.join(others)}; this fight is {system}"
    return misuse(message, hint=Hint("{} lists those of this fight", f"help {wrong.verb}"))


def hint_one_liner(wrong: RbfError, typed: Line, asked: str = "") -> RbfError:
    """Return the error of a line without a fight, with the form that needs none; `asked` precedes it."""
    verb, able = typed.verb, {rules.name: one_liner_verbs(rules) for rules in every()[0]}
    able = {name: verbs for name, verbs in able.items() if verb in verbs}
    if not able or any(not looks_like_option(each) for each in typed.rest[:1]):
        return wrong
    fitting = [name for name, verbs in able.items() if typed.rest and succeeds(read, typed, verbs)]
    line = " ".join(map(quoted, [*typed.command, SYSTEM, *fitting[:1]]))
    others = f" (or {', '.join(fitting[1:])})" if fitting[1:] else ""
    alone = Hint(f"from numbers alone: {{}}{others}", f"{asked}{line}")
    wrong.hints += (alone if fitting else Hint("from numbers alone: {}, Without a fight", f"help {verb}"),)
    return wrong


SCRIPT, SAVE, ENCOUNTER, PEOPLE = "script", "save", "encounter", "people"
TAKEN_BY = {SCRIPT: ("run {}",), SAVE: ("show -e {}",), ENCOUNTER: ("start {}", "check {}")}
WITH_ARTICLE = {SCRIPT: "a script", SAVE: "a save", ENCOUNTER: "an encounter", PEOPLE: "a table of people"}
MISSING = {
    ENCOUNTER: (Hint("{} lists the bundled ones", "rbf systems"), "or use the path of a file"),
    PEOPLE: "check its name and its folder",
}
FROM_A_SAVE = ("export people FILE.csv -e {}",)


def explained(wrong: InvalidFile, path: str, wanted: str) -> InvalidFile:
    """Return the error of a file that was read as the `wanted` kind, with its real kind if that is another."""
    if isinstance(wrong, NoSuchFile):
        return no_such_file(path, hint=file_meant(path) or MISSING[wanted])
    found = _kind(path)
    if found in ("", wanted) or (found, wanted) == (ENCOUNTER, PEOPLE):
        return wrong
    message = f"{path} is {WITH_ARTICLE[found]}, not {WITH_ARTICLE[wanted]}"
    taken = FROM_A_SAVE if (found, wanted) == (SAVE, PEOPLE) else TAKEN_BY[found]
    return invalid(message, *(f"rbf {each.format(quoted(path))}" for each in taken))


def error_of_check(wrong: InvalidFile, path: str) -> InvalidFile:
    """Return the error of a file to check. The hint for a script or a missing file says what to do instead."""
    if isinstance(wrong, NoSuchFile):
        return explained(wrong, path, ENCOUNTER) if wrong.path == path != DEFAULT_SAVE else wrong
    is_script = _kind(path) == SCRIPT
    return invalid(f"{path} is a script, not an encounter", hint="rbf run plays scripts") if is_script else wrong


def _kind(path: str) -> str:
    """Return the kind of a file by its name and tables; empty if that is not clear."""
    if path.endswith(".rbf"):
        return SCRIPT
    try:
        text = read_file(path, follow=True).decode(errors="replace")
    except RbfError:
        return ""
    if "\njournal = " in text:
        return SAVE
    return ENCOUNTER if "\n[combatants" in text else ""


# What only the prompt or the shell understands.
OUTSIDE = ("quit", "exit", "q", "bye", "leave", "version")
LISTED = Hint("{} lists all commands", "help")


def no_verb(words: Sequence[str], known: Sequence[str], session: Session | None = None) -> RbfError:
    """Return the error for a line whose first word is not a verb, in a fight if there is a `session`.

    The `known` verbs are suggested, in a fight also the program's and the fight's.
    """
    if form := _wrong_form(words):
        return form
    verb = words[0]
    if session is not None:
        known = (*verbs.VERBS, *fight_verbs(session.rules), *known)
        if verb in session.rules.no_verbs:
            return no_such_verb(session.rules, verb)
        if wrong := _of_others(session, verb) or _a_name(session, verb) or _own_words(session, words, known):
            return wrong
    return _unknown_verb(verb, known)


def _wrong_form(words: Sequence[str]) -> RbfError | None:
    first = words[0]
    if looks_like_option(first):
        hint = (Hint("{} lists options", "help VERB"), "rbf --version works only in a shell")
        return misuse(f"a line begins with a command, and {shown(first)} is an option", hint=hint)
    if first.startswith("{") and ":" in " ".join(words):
        return misuse("a line begins with a command, and this is JSON", hint=LISTED)
    if first in OUTSIDE:
        return hint_for_verb(first)
    return None if parse_line(words).verb else misuse("no command given", hint=LISTED)


def _unknown_verb(verb: str, known: Sequence[str]) -> RbfError:
    if any(config_files(os.environ)) and (alias := aliases_now(os.environ).get(verb)):
        return misuse(f"{verb} is an alias, and scripts cannot use aliases", hint=f"write {alias.shown}")
    known = [each for each in known if each != verb]
    if is_dice(verb):
        return unknown("command", verb, hint=Hint("to roll dice: {}", f"roll {quoted(verb)}"))
    if are_faces(verb):
        return unknown("command", verb, hint=f"dice rolled at the table go with a command: --dice {verb}")
    if verb.removesuffix("?") in known:
        return unknown("command", verb, hint=Hint("{} explains it", f"help {verb.removesuffix('?')}"))
    return hint_for_verb(verb) or unknown("command", verb, nearest(verb, known), hint=LISTED)


def _of_others(session: Session, verb: str) -> RbfError | None:
    others = [rules.name for rules in every()[0] if verb in fight_verbs(rules)]
    if not others:
        return None
    message = f"{verb} is a command of {' and '.join(others)}; this fight is {session.rules.name}"
    way = hint_for_verb(verb)
    return misuse(message, hint=way.hints if way else Hint("{} lists all commands of this fight", "help"))


def _a_name(session: Session, word: str) -> RbfError | None:
    """Return the error for a line that begins with a combatant: `ada attack thug1`."""
    who = next((each for each in session.fight.combatants if each.casefold() == word.casefold()), "")
    if not who:
        return None
    wrong = f"{shown(word)} is a combatant, not a command"
    return misuse(wrong, hint=(Hint("begin with the command: {}", f"VERB {who} …"), LISTED))


def _own_words(session: Session, words: Sequence[str], known: Sequence[str]) -> RbfError | None:
    """Return the error for words that are not an answer, if an open question takes free text after `say`."""
    asked = [each for each in open_now(session.fight) if each.free_text]
    if not asked or (len(words) == 1 and nearest(words[0], known)):
        return None
    text = shortened(" ".join(words))
    hint = f'{SAY} "{text}" answers in your own words; show lists the answers'
    return misuse(f"{shown(text)} is neither a command nor an answer", hint=hint)
