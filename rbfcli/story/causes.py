"""Who brought something about: read from the events of a command, whatever the system calls them."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Command
from rbfcli.kernel.events import AnyEvent, Happened, Rolled
from rbfcli.kernel.rules import Attempt, Rules
from rbfcli.kernel.run import EDITS

GM, NOBODY = "GM", ""
NAMES_NO_CAUSE = (verbs.Turn, verbs.Init, verbs.DamageSave, verbs.Choose)


class Attack(Struct, frozen=True):
    """An attack of somebody on somebody, and whether it hit, or hit in part."""

    who: str
    target: str
    hit: bool
    partly: bool = False


class Causes:
    """Follows the events of commands: the attacks in them, and whose doing a loss or gain of health is.

    What it knows of a command lasts while that command waits for answers.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._decided: dict[frozenset[str], int] = {}
        self.attacks: list[Attack] = []
        self._fresh(NOBODY)

    def _fresh(self, actor: str) -> None:
        self._actor = actor
        self._strikers: dict[str, str] = {}
        self._masters: dict[str, str] = {}
        self._roller = NOBODY, ""
        self._is_attack = False
        self._by_gm = False

    def begin(self, command: Command, *, waiting: bool) -> None:
        """Begin with the events of a command, or of an answer to one that was `waiting`."""
        self._by_gm = isinstance(command, EDITS)
        if isinstance(command, verbs.Choose) or (waiting and self._by_gm):
            return
        names_nobody = self._by_gm or isinstance(command, NAMES_NO_CAUSE)
        actor = NOBODY if names_nobody else getattr(command, "who", NOBODY)
        if waiting:
            self._actor = actor
        else:
            by_gm = self._by_gm
            self._fresh(actor if isinstance(actor, str) else NOBODY)
            self._by_gm = by_gm
        self._is_attack = isinstance(command, verbs.Attack)

    def see(self, event: AnyEvent) -> None:
        """Take an event in, in its order."""
        if isinstance(event, Happened) and event.what in self._rules.afterwards:
            self._decide_anew(event)
        for attack in self._attacks(event):
            self._decided[frozenset((attack.who, attack.target))] = len(self.attacks)
            self.attacks.append(attack)
            self._strikers[attack.target] = attack.who
            self._roller = NOBODY, ""
        if isinstance(event, Happened) and event.target:
            self._masters[event.target] = event.who
        if isinstance(event, Rolled) and not event.outcome and event.against is None:
            self._roller = event.who, event.rule

    def of_loss(self, victim: str, rule: str) -> str:
        """Whose doing it is that somebody loses health now, by a rule: GM, or nobody where nobody is known.

        It is whoever attacked last, else whoever rolled for it, else who acts, else whoever did something to the one
        who acts; what befalls one alone is nobody's.
        """
        if self._by_gm:
            return GM
        roller, rolled_by = self._roller
        others = (roller if rolled_by == rule else NOBODY, self._actor, self._masters.get(victim, NOBODY))
        return self._strikers.get(victim) or next((each for each in others if each not in (NOBODY, victim)), NOBODY)

    def of_gain(self, who: str) -> str:
        """Whose doing it is that somebody gets health back."""
        return GM if self._by_gm else self._actor or who

    def _attacks(self, event: Any) -> Iterator[Attack]:
        """The attack that an event decides, if it does."""
        if not isinstance(event, Rolled | Happened) or not event.target or not event.who:
            return
        declared = self._declared(event)
        outcome = event.outcome if isinstance(event, Rolled) else str(event.facts.get("outcome", ""))
        if declared is None or outcome not in (*declared.hits, *declared.partly, *declared.misses):
            return
        who, target = (event.target, event.who) if declared.by_target else (event.who, event.target)
        yield Attack(who, target, outcome in declared.hits, outcome in declared.partly)

    def _declared(self, event: Rolled | Happened) -> Attempt | None:
        """How an event is an attack; a system that says nothing rolls its attacks with `attack`."""
        if self._rules.attempts:
            return self._rules.attempts.get(event.label if isinstance(event, Rolled) else event.what)
        if not isinstance(event, Rolled) or not self._is_attack or event.who != self._actor:
            return None
        roles = self._rules.outcomes.items()
        return Attempt(
            hits=tuple(outcome for outcome, role in roles if role in ("great", "good")),
            partly=tuple(outcome for outcome, role in roles if role == "mixed"),
            misses=tuple(outcome for outcome, role in roles if role == "bad"),
        )

    def _decide_anew(self, event: Happened) -> None:
        """What comes after an attack says whether it hits after all."""
        at = self._decided.get(frozenset((event.who, event.target)))
        if at is not None:
            self.attacks[at] = replace(self.attacks[at], hit=self._rules.afterwards[event.what], partly=False)
