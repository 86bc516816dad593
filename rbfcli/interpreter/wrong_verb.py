"""A word that is no verb, typed in a fight: what would have been right; imported only when one is typed."""

import os
from collections.abc import Collection, Sequence

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.matching import MOST_NEAR, SAY, nearest, shortened, unknown_word
from rbfcli.kernel.run import no_such_verb
from rbfcli.kernel.visible import quoted
from rbfcli.language import verbs
from rbfcli.language.fights import fight_verbs
from rbfcli.language.reader import find_verb
from rbfcli.language.synonyms import BLOWS, LEAVING, VERSION, shown_the_way
from rbfcli.language.words import looks_like_option
from rbfcli.session.proposals import is_accepted
from rbfcli.session.session import Session
from rbfcli.store.paths import config_files

ATTACK = "attack"
PROGRAM = ("rbf", "rbfcli", "$")
LISTED = "`help` lists the verbs"


def no_verb(session: Session, words: Sequence[str], also: Sequence[str] = ()) -> RbfError:
    """The error for a line in a fight whose first word is no verb there; those known `also` are named."""
    if form := wrong_form(words):
        return form
    rules, verb = session.rules, words[0]
    if verb in rules.no_verbs:
        return no_such_verb(rules, verb)
    if wrong := _of_others(session, verb) or _a_name(session, words) or _a_blow(session, words):
        return wrong
    known = (*verbs.VERBS, *fight_verbs(rules), *also)
    return _own_words(session, words, known) or unknown_verb(verb, known)


def wrong_form(words: Sequence[str]) -> UsageError | None:
    """The error for a line that is no line of this language: options alone, JSON, one that names the program."""
    first, typed = words[0], [each for each in words if each not in PROGRAM]
    if looks_like_option(first):
        hint = "`help VERB` explains one; rbf --version is for a shell"
        return UsageError(f"a line begins with its verb, and {shortened(first)!r} is an option", hint=hint)
    if first.startswith("{") and ":" in " ".join(words):
        return UsageError("a line is a command as one types it, and this is JSON", hint=LISTED)
    if first in PROGRAM:
        line = " ".join(map(quoted, typed[find_verb(typed) :]))
        line = f"; did you mean `{shortened(line)}`?" if line else ""
        return UsageError(f"a line goes without {shortened(first)!r}", hint=f"its verb comes first{line}")
    if first in LEAVING or first == VERSION:
        return shown_the_way(first)
    return None


def unknown_verb(verb: str, known: Sequence[str]) -> RbfError:
    """The error for a verb that there is not; words that people try are shown the way, and aliases what they are."""
    if any(config_files(os.environ)):
        from rbfcli.config.alias_table import table_now

        if alias := table_now(os.environ).aliases.get(verb):
            return UsageError(f"{verb} is an alias, and scripts know none", hint=f"write {alias.shown}")
    known = [each for each in known if each != verb]
    error = shown_the_way(verb) or _begun(verb, known) or unknown_word(verb, known, "verb")
    error.hint = error.hint if error.suggestions or not error.hint.startswith("nearest") else LISTED
    return error


def _begun(verb: str, known: Sequence[str]) -> UsageError | None:
    """The error for the beginning of verbs: which they are; None where too many or none begin so."""
    meant = tuple(dict.fromkeys(each for each in known if each.startswith(verb.casefold())))
    if not 0 < len(meant) <= MOST_NEAR:
        return None
    hint = f"did you mean {' or '.join(meant)}?"
    return UsageError(f"there is no verb {shortened(verb)!r}", hint=hint, suggestions=meant)


def _of_others(session: Session, verb: str) -> UsageError | None:
    """The error for a verb of other systems."""
    from rbfcli.interpreter.other_systems import systems_with

    others = systems_with(verb)
    if not others:
        return None
    message = f"{verb} belongs to {' and '.join(others)}; this fight is {session.rules.name}"
    return UsageError(message, hint=f"{LISTED} of this fight")


def _a_name(session: Session, words: Sequence[str]) -> UsageError | None:
    """The error for a line that begins with whoever acts: `ada attacks thug1`."""
    who = _named(session, words[0].casefold())
    if not who:
        return None
    wrong = f"a line begins with its verb, and {words[0]!r} is a combatant"
    verb = _verb_of(words[1].casefold(), fight_verbs(session.rules)) if len(words) > 1 else ""
    meant = (verb, who, *words[2:])
    is_right = verb and is_accepted(meant, session)
    hint = f"did you mean `{' '.join(map(quoted, meant))}`?" if is_right else f"`{verb or 'VERB'} {who} ...`; {LISTED}"
    return UsageError(wrong, hint=hint)


def _named(session: Session, word: str) -> str:
    """The only combatant with this id, or with this word in its name."""
    people = session.fight.combatants
    found = [who for who, one in people.items() if word in (who.casefold(), *one.name.casefold().split())]
    return word if word in people else found[0] if len(found) == 1 else ""


def _verb_of(word: str, known: Collection[str]) -> str:
    """The verb that a word of speech is a form of: attacks, moves, punches."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"))
    return next((each for each in forms if each in known), ATTACK if any(each in BLOWS for each in forms) else "")


def _a_blow(session: Session, words: Sequence[str]) -> UsageError | None:
    """The error for a word that means an attack, where the rest of the line is one."""
    line = [ATTACK, *words[1:]]
    if words[0] not in BLOWS or len(words) == 1:
        return None
    if not is_accepted(line, session):
        return None
    meant = " ".join(map(quoted, line))
    return UsageError(f"there is no verb {words[0]!r}", hint=f"did you mean `{meant}`?", suggestions=(meant,))


def _own_words(session: Session, words: Sequence[str], known: Sequence[str]) -> UsageError | None:
    """The error for words that answer no open question as they are, where it takes own words behind `say`."""
    asked = [each for each in open_now(session.fight) if each.free_text]
    if not asked or (len(words) == 1 and nearest(words[0], known)):
        return None
    text = shortened(" ".join(words))
    hint = f'{SAY} "{text}" answers in your own words, and show has the answers'
    return UsageError(f"{text!r} is neither a verb nor an answer", hint=hint)
