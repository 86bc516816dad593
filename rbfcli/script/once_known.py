"""Whether a word that names nothing now ever named anything in a fight: else it is misspelt, and no rule says no."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.matching import candidates
from rbfcli.kernel.rules import Rules
from rbfcli.language.words import split_words
from rbfcli.session.entries import Entry
from rbfcli.session.session import Session

Names = dict[str, tuple[str, ...]]


def ever_known(session: Session) -> Names:
    """Whatever in a fight has a name, had one at its start, or had one when it was taken out."""
    known = {**_names_in(session.rules, session.start), **_names_in(session.rules, session.fight)}
    for entry in session.entries:
        known |= _taken_out(entry)
    return known


def is_among(word: str, known: Names) -> bool:
    """Whether a word names any of these: by its beginning too, or as a pattern."""
    if any(mark in word for mark in "*?["):
        return any(fnmatchcase(each.casefold(), word.casefold()) for each in known)
    return bool(candidates(word, known))


def _names_in(rules: Rules, fight: Fight) -> Names:
    """Whatever words of its own a fight has for people and things, with their names."""
    kinds = {kind: rules.words_of(fight, kind) for kind in rules.kinds}
    things = {each: () for words in kinds.values() for each in words}
    return {**things, **_people(fight.combatants.items())}


def _people(people: Iterable[tuple[str, Combatant]]) -> Names:
    """People by their ids, and the sides that they are on as they are typed."""
    found: Names = {}
    for who, one in people:
        found |= {who: (one.name,), f"@{one.side}": ()}
    return found


def _taken_out(entry: Entry) -> Names:
    """Who left by a line of the journal; of a line that was read from a save, what it names is all that is known."""
    if not entry.deed:
        verb, *named = split_words(entry.text) or [""]
        return dict.fromkeys(named, ()) if verb == "remove" else {}
    before, after = entry.deed.before.combatants, entry.deed.after.combatants
    return _people((who, one) for who, one in before.items() if who not in after) if len(after) < len(before) else {}
