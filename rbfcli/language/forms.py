"""Every verb with all its forms: the source of help, manual and completion."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.rules import Rules
from rbfcli.language.fights import fight_verbs, one_liner_verbs
from rbfcli.language.grammar import Grammar, grammar_of
from rbfcli.language.verbs import VERBS

GROUPS = ("dice", "fights", "table", "files", "about")
SHARED = {verb_of(kind): kind for kind in vars(verbs).values() if isinstance(kind, type) and issubclass(kind, Command)}


class VerbForm(Struct, frozen=True):
    """One command struct of a verb: the systems that have it (none: the program), and whether it needs no fight.

    `fitting` are the examples that fit the fight at hand; without one, those of the struct are shown.
    """

    kind: type[Command]
    systems: tuple[str, ...] = ()
    standalone: bool = False
    fitting: tuple[str, ...] | None = None

    @property
    def grammar(self) -> Grammar:
        """The words it takes."""
        return grammar_of(self.kind)

    @property
    def examples(self) -> tuple[str, ...]:
        """Example lines."""
        return self.kind.examples if self.fitting is None else self.fitting


class Verb(Struct, frozen=True):
    """A verb with its forms, those inside a fight first."""

    name: str
    forms: tuple[VerbForm, ...]

    @property
    def group(self) -> str:
        """The group it is listed in."""
        return self.forms[0].kind.group

    @property
    def summary(self) -> str:
        """One line about what it does, from its only form in a fight, or from the verb that all systems share."""
        in_fights = [form.kind for form in self.forms if not form.standalone]
        return summary_of(SHARED[self.name] if len(in_fights) > 1 and self.name in SHARED else self.forms[0].kind)

    @property
    def systems(self) -> frozenset[str]:
        """The systems that have it; none for a verb of the program itself."""
        return frozenset(system for form in self.forms for system in form.systems)

    @property
    def examples(self) -> tuple[str, ...]:
        """Example lines of all forms."""
        return tuple(dict.fromkeys(line for form in self.forms for line in form.examples))


def all_verbs(systems: Iterable[Rules], *, standalone: bool = True) -> dict[str, Verb]:
    """The program's own verbs and those of systems, by name, in the order of their groups.

    With `standalone`, also the forms that work without a fight.
    """
    rules = list(systems)
    forms: dict[str, list[VerbForm]] = {verb: [VerbForm(kind)] for verb, kind in VERBS.items()}
    for without_fight in (False, True) if standalone else (False,):
        for each in rules:
            for verb, kind in (one_liner_verbs if without_fight else fight_verbs)(each).items():
                _add(forms.setdefault(verb, []), VerbForm(kind, (each.name,), without_fight))
    return _ordered({name: Verb(name, tuple(each)) for name, each in forms.items()})


def standalone_verbs(rules: Rules) -> dict[str, Verb]:
    """The verbs that work without a fight: the program's own, and those of a system from numbers alone."""
    forms = {verb: VerbForm(kind, (rules.name,), standalone=True) for verb, kind in one_liner_verbs(rules).items()}
    own = {verb: VerbForm(kind) for verb, kind in VERBS.items()}
    return _ordered({name: Verb(name, (form,)) for name, form in {**forms, **own}.items()})


def summary_of(kind: type[Command]) -> str:
    """What a verb does: the first line of its docstring."""
    return (kind.__doc__ or "").strip().split("\n")[0]


def _ordered(found: Mapping[str, Verb]) -> dict[str, Verb]:
    """Verbs by group; in a group the program's own first, then those all systems share, then the others."""
    order = [name for name in dict.fromkeys([*VERBS, *SHARED, *found]) if name in found]
    return {name: found[name] for name in sorted(order, key=lambda name: GROUPS.index(found[name].group))}


def _add(forms: list[VerbForm], new: VerbForm) -> None:
    """Add a form, or its system to the same form of another system."""
    for place, form in enumerate(forms):
        if form.kind is new.kind:
            forms[place] = VerbForm(form.kind, (*form.systems, *new.systems), form.standalone)
            return
    forms.append(new)
