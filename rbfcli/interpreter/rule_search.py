"""`rules`: one by its id, those that mention words or are looked up by them, in one system or in all."""

from collections.abc import Iterable, Sequence

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.kernel.errors import PluginFault, RbfError, UsageError
from rbfcli.kernel.ledger import RuleEntry
from rbfcli.kernel.matching import nearest, shortened
from rbfcli.kernel.rules import Rules
from rbfcli.language import about_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.narration import broken
from rbfcli.render.safe import record
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage
from rbfcli.systems.catalogue import complain, every, load, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.about import Found

ORIGINS = {"page": "", "sibling": " (a sibling page)", "reading": " (our reading: the page is silent)"}
# One spelling for both sides of the Atlantic.
SPELLINGS = {"armour": "armor", "defence": "defense", "manoeuvre": "maneuver", "stabilis": "stabiliz", "metre": "meter"}
SHORTEST_NEAR = 4


def show_rules(storage: Storage, command: about_verbs.ShowRules, style: Style, common: CommonOptions) -> Reply:
    """Print one rule by its id, those that all words find, a system's whole ledger, or what systems there are."""
    words, here = list(command.words), _system_of(storage)
    if not words and not here:
        return _systems(style, common)
    system, found = _search(words, here)
    if common.json:
        facts: Found = {"system": system, "rules": found}
        return Reply(text=json_line("rules", **facts))
    if len(found) == 1:
        return lines_reply(broken(_whole(found[0]), style))
    if style.spoken:
        return lines_reply([record(each.id, each.summary) for each in found])
    return lines_reply(broken([f"{each.id:<16} {each.summary}" for each in found], style))


def _search(words: list[str], here: str) -> tuple[str, list[RuleEntry]]:
    """The one system searched (empty: all) and the rules found; `threat` is a system, and a word of others."""
    if not words:
        return here, list(load(here).ledger())
    everywhere = [entry for rules in _this_first(every()[0], here) for entry in _ledger_of(rules)]
    if words[0] not in names():
        return "", _found(words, everywhere)
    try:
        return words[0], _found(words[1:], load(words[0]).ledger())
    except UsageError as wrong:
        try:
            return "", _found(words, everywhere)
        except UsageError:
            raise wrong from None


def _found(words: Sequence[str], ledger: Sequence[RuleEntry]) -> list[RuleEntry]:
    """The rule of this id, else those that all words find. Raises UsageError where there are none."""
    found = [each for each in ledger if len(words) == 1 and each.id == words[0].upper()]
    if found:
        return found
    texts = [_text(each) for each in ledger]
    wanted = [_forms(word) for typed in words for word in typed.split()]
    for forms in wanted:
        if not any(form in text for form in forms for text in texts):
            raise _unknown(forms[0], texts)
    found = [
        each
        for each, text in zip(ledger, texts, strict=True)
        if all(any(form in text for form in forms) for forms in wanted)
    ]
    if not found:
        raise UsageError(f"no rule is about {' and '.join(forms[0] for forms in wanted)}", hint="try fewer words")
    return found


def _forms(word: str) -> tuple[str, ...]:
    """A word as it is compared, and without the s of a plural."""
    plain = _plain(word)
    return (plain, plain[:-1]) if plain.endswith("s") and len(plain) >= SHORTEST_NEAR else (plain,)


def _plain(text: str) -> str:
    plain = text.casefold()
    for british, american in SPELLINGS.items():
        plain = plain.replace(british, american)
    return plain


def _text(entry: RuleEntry) -> str:
    """All that a rule is found by."""
    return _plain(f"{entry.id} {entry.summary} {entry.terms} {entry.source}")


def _unknown(word: str, texts: Iterable[str]) -> UsageError:
    known = {each.strip(".,:;()`'?") for text in texts for each in text.split()}
    near = nearest(word, sorted(each for each in known if len(each) >= SHORTEST_NEAR))
    hint = f"did you mean {' or '.join(near)}?" if near else "rules SYSTEM lists all rules of a system"
    return UsageError(f"no rule is about {shortened(word)!r}", hint=hint, suggestions=near)


def _system_of(storage: Storage) -> str:
    """The system of the fight; empty where there is none."""
    try:
        return storage.load().rules.name
    except (RbfError, PluginFault):
        return ""


def _this_first(books: Iterable[Rules], here: str) -> list[Rules]:
    return sorted(books, key=lambda rules: rules.name != here)


def _ledger_of(rules: Rules) -> tuple[RuleEntry, ...]:
    """The rules of a system; none where a plug-in fails to tell them, which is said."""
    try:
        return rules.ledger()
    except PluginFault as fault:
        complain(fault)
        return ()


def _systems(style: Style, common: CommonOptions) -> Reply:
    """How many rules each system has, and how to read them."""
    books = every()[0]
    if common.json:
        facts: Found = {"system": "", "rules": [each for rules in books for each in _ledger_of(rules)]}
        return Reply(text=json_line("rules", **facts))
    if style.spoken:
        return lines_reply([record(each.name, str(len(_ledger_of(each))), each.title) for each in books])
    lines = [f"{rules.name:<12} {len(_ledger_of(rules)):>3} rules: {rules.title}" for rules in books]
    return lines_reply([*lines, "rules SYSTEM lists them; rules WORDS searches them all, such as `rules grenade`"])


def _whole(entry: RuleEntry) -> list[str]:
    """One rule, with where it comes from, the option that overrules it, and its examples."""
    option = [f"option: {entry.option}"] if entry.option else []
    source = f"source: {entry.source}{ORIGINS[entry.origin]}"
    lines = [entry.id, entry.summary, source, f"state: {entry.state}", *option]
    for example in entry.examples:
        begun = (f"start {example.on}",) if example.on else ()
        typed = "; ".join((*begun, *example.before, example.line))
        lines.append(f"example: {typed} -> {'refused: ' if example.refused else ''}{example.told.strip()}")
    return lines
