"""Rule systems from other packages: found, loaded, and their faults named by package, file and line."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions
from itertools import islice
from types import FrameType, TracebackType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import PLUGIN_THINGS
from rbfcli.core.mistakes import Mistake
from rbfcli.engine.questions import Stopping, SuspendCommand
from rbfcli.model import events
from rbfcli.model.commands import Command
from rbfcli.model.display import Facts, Picture, Visibility
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import (
    Hooks,
    InterruptedAction,
    Reaction,
    Rules,
    WeaponHandling,
    Words,
)


class Guest(Struct, frozen=True, kw_only=True):
    """A rule system from outside: where its rules are, and the distribution it is installed with.

    `wrong` says why it cannot be used at all; it is empty where nothing is known against it.
    """

    system: str
    value: str
    distribution: str = ""
    version: str = ""
    wrong: str = ""

    @property
    def module(self) -> str:
        """The module that its rules are in."""
        return self.value.partition(":")[0].strip()

    @property
    def root(self) -> str:
        """The package that all its modules are in."""
        return self.module.partition(".")[0]

    @property
    def package(self) -> str:
        """The distribution and its version, in words."""
        return f"{self.distribution or self.root} {self.version}".rstrip()

    def fault(self, what: str, place: str = "") -> PluginBug:
        """What is wrong with it, at a place: a file and a line, or what its metadata say."""
        where = f" ({place})" if place else ""
        hint = f"nothing has changed; whoever made the plug-in {self.package} can mend it"
        return PluginBug(f"{self.system or self.package}{where}: {what}", hint=hint, system=self.system)

    def refused(self) -> PluginBug:
        """Why it is not used at all."""
        return PluginBug(f"the plug-in {self.package} cannot be used: {self.wrong}", system=self.system)


LONGEST = 200
BACKSLASH = "\\"


class Misfit(Exception):
    """Something that a plug-in made is not of the type it has to be of; says so in words."""


def fault(guest: Guest, error: BaseException, called: Any = None, place: str = "") -> PluginBug | None:
    """The fault of a plug-in whose code ran: `called`, or what stands at a `place` of its metadata.

    None where nothing of the plug-in has to do with it.
    """
    where = _place_of(guest, error) or place
    where = where or (_definition(guest, called) if isinstance(error, Misfit) else "")
    return guest.fault(_said(error), where) if where else None


def fault_in(guest: Guest, error: BaseException) -> PluginBug | None:
    """The fault of a plug-in that an exception came out of on its way; None where it came out of others alone."""
    where = "" if isinstance(error, KeyboardInterrupt) else _place_of(guest, error)
    return guest.fault(_said(error), where) if where else None


def place_of_rules(guest: Guest) -> str:
    """The line on which the rules of a plug-in are made; else what its metadata say."""
    module = sys.modules.get(guest.module)
    file, name = getattr(module, "__file__", None), guest.value.partition("[")[0].partition(":")[2].strip()
    try:
        with open(str(file), encoding="utf-8") as source:  # noqa: PTH123 - pathlib is not loaded for this alone
            lines = source.read().splitlines()
    except (OSError, ValueError):
        return guest.value
    found = next((number for number, line in enumerate(lines, 1) if line.startswith((f"{name} ", f"{name}="))), 0)
    return _line_of(guest, str(file), found) if found else guest.value


def _place_of(guest: Guest, error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename and guest.root in _parts(error.filename):
        return _line_of(guest, error.filename, error.lineno or 0)
    found = next((each for each in _frames(error.__traceback__) if _root(each.tb_frame) == guest.root), None)
    return _line_of(guest, found.tb_frame.f_code.co_filename, found.tb_lineno) if found is not None else ""


def _frames(traceback: TracebackType | None) -> list[TracebackType]:
    """The innermost first."""
    found = []
    while traceback is not None:
        found.append(traceback)
        traceback = traceback.tb_next
    return found[::-1]


def _root(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _definition(guest: Guest, called: Any) -> str:
    """Where a function of the plug-in begins; empty for a function of somebody else."""
    inside = called.function if isinstance(called, LazyFunction) else called
    code = getattr(inside, "__code__", None)
    if code is None or str(getattr(inside, "__module__", "")).partition(".")[0] != guest.root:
        return ""
    return _line_of(guest, code.co_filename, code.co_firstlineno)


def _line_of(guest: Guest, file: str, line: int) -> str:
    """A file as it is called inside its package, and a line."""
    parts = _parts(file)
    at = len(parts) - 1 - parts[::-1].index(guest.root) if guest.root in parts else len(parts) - 1
    return f"{'/'.join(file.replace(BACKSLASH, '/').split('/')[at:])}:{line}"


def _parts(file: str) -> list[str]:
    """The folders of a path and the name of the file, without its ending."""
    return file.replace(BACKSLASH, "/").removesuffix(".py").split("/")


def _said(error: BaseException) -> str:
    """An exception in words; its own may fail as well."""
    if isinstance(error, MemoryError):
        return "it ran out of memory"
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error).partition("\n")[0][:LONGEST]
    except Exception:  # noqa: BLE001 - an exception of a plug-in is code of a plug-in
        text = ""
    if isinstance(error, Misfit):
        return text
    return f"{type(error).__name__}{f': {text}' if text else ''}"


OF_SOMEBODY = (events.FieldChanged, events.ConditionGained, events.CombatantJoined)
OF_NO_TYPE = (events.FieldChanged, events.CombatantJoined)


@contextmanager
def checked(scene: Any) -> Iterator[None]:
    """Check each event of a scene before it counts, and that nothing else came of it. Raises Misfit."""
    if "emit" in vars(scene):
        yield
        return
    emit = _Emit(scene)
    scene.emit = emit
    try:
        yield
    except SuspendCommand:
        emit.hold_all()
        raise
    finally:
        del scene.emit
    emit.hold_all()


class _Emit:
    """The verb of a scene that all the others end in."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self._emit = scene.emit
        self._known: dict[int, Any] = {id(scene.fight): scene.fight}

    def __call__(self, event: Any) -> None:
        """Let an event happen. Raises Misfit, and then it has not."""
        scene, before, mark = self._scene, self._scene.fight, self._scene.mark()
        self.hold(before)
        _fit_event(event)
        self._emit(event)
        self._known[id(scene.fight)] = scene.fight
        try:
            _fit_fight(event, scene.fight, before, scene.rules)
        except Misfit:
            scene.fight = before
            scene.take_back(mark)
            raise

    def know(self, fight: Any) -> None:
        """Take a fight for one that events have made, as odds do with the end of a part that they know already."""
        self._known[id(fight)] = fight

    def hold_all(self) -> None:
        """See that nothing was put into the scene behind its verbs. Raises Misfit."""
        self.hold(self._scene.fight)
        if not isinstance(self._scene.outcome, str):
            raise Misfit(f"it ends with the outcome {self._scene.outcome!r:.60}, which is no word")
        if other := next((each for each in self._scene.all_events() if not isinstance(each, events.Event)), None):
            raise Misfit(f"{other!r:.60} is no event")
        if self._scene.recording.is_by_seed:
            fit(self._scene.fight, self._scene.rules.fight)

    def hold(self, fight: Any) -> None:
        """See that a fight came of events. Raises Misfit."""
        if id(fight) not in self._known:
            raise Misfit("the fight is not the one that events have made: only verbs of the scene change it")


def _fit_event(event: Any) -> None:
    if not isinstance(event, events.Event):
        raise Misfit(f"{event!r} is no event")
    try:
        raw = msgspec.to_builtins(event)
        if not isinstance(event, OF_NO_TYPE):
            msgspec.convert(raw, type(event))
    except (TypeError, ValueError, RecursionError) as wrong:
        raise Misfit(f"{_name(event)}: {wrong}") from None


def _fit_fight(event: Any, fight: Fight, before: Fight, rules: Rules) -> None:
    """See that what an event changed is still of the type it has to be of. Raises Misfit."""
    if fight is before:
        return
    try:
        if isinstance(event, OF_SOMEBODY) and event.who:
            fit(fight.combatants[event.who], rules.sheet)
        elif fight.combatants is before.combatants:
            fit(replace(fight, combatants={}), rules.fight)
    except Misfit as wrong:
        raise Misfit(f"{_name(event)}: {wrong}") from None


def fit(value: Any, kind: type[Fight] | type[Combatant]) -> None:
    """See that a sheet or a fight would read back as what it is. Raises Misfit."""
    if type(value) is not kind:
        raise Misfit(f"expected {kind.__name__}, got {type(value).__name__}")
    try:
        same: Any = msgspec.convert(msgspec.to_builtins(value), kind)
    except (TypeError, ValueError, RecursionError) as wrong:
        raise Misfit(str(wrong)) from None
    if same != value:
        fields = [name for name in kind.__struct_fields__ if getattr(same, name) != getattr(value, name)]
        raise Misfit(f"{', '.join(fields)} would not read back as it is")


def _name(event: Any) -> str:
    """What an event does, in words."""
    match event:
        case events.FieldChanged(who=who, field=field, after=after):
            return f"{who or 'the fight'}: {field} becomes {after!r:.60}"
        case events.ConditionGained(who=who, name=name):
            return f"{who} gets {name!r:.60}"
        case _:
            return str(type(event).__struct_config__.tag)


class Guard:
    """What stands around the code of one plug-in."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def run(self, act: Callable[[], Any], called: Any = None, place: str = "") -> Any:
        """Do something that runs code of the plug-in: `called`, or what is at a `place` of its metadata.

        What it prints goes to standard error. Raises PluginFault, and as they are what stops a rule by right: refusals,
        questions, interruptions.
        """
        stdout, sys.stdout = sys.stdout, sys.stderr
        try:
            return act()
        except (PluginBug, RbfError, Stopping, InterruptedAction):
            raise
        except BaseException as wrong:
            found = self.fault(wrong, called, place)
            if found is None:
                raise
            raise found from wrong
        finally:
            sys.stdout = stdout

    def fault(self, wrong: BaseException, called: Any = None, place: str = "") -> PluginBug | None:
        """What the plug-in did wrong; None for a bug of rbf that never came near its code, and for an interrupt."""
        if isinstance(wrong, KeyboardInterrupt):
            return None
        found = fault(self.guest, wrong, called, place)
        if found is None and isinstance(wrong, Misfit):
            return self.guest.fault(str(wrong))
        return found


TEXTS = tuple[str, ...]
COMMANDS = tuple[Command, ...]
# What only a reader sees: where it fails, that is said, and everything else is shown.
SHOWN = ("status", "details", "meaning", "next_steps", "picture", "reach", "warnings")
# A fight and a sheet are of the system's own types, and what is declared of weapons and sight has functions of its own.
OWN_TYPES = ("prepare", "authored", "carrying", "sight", "watch")
TABLES_OF_FUNCTIONS = ("verbs", "one_liners", "kinds")
HINTS: Mapping[str, Any] = get_type_hints(
    Rules, localns={"Facts": Facts, "Picture": Picture, "Visibility": Visibility, "Mistake": Mistake}
)


def _function_in(hint: Any) -> Any:
    """What a field holds, if that is a function or None; else None."""
    return next((each for each in (hint, *get_args(hint)) if get_origin(each) is Callable), None)


def _answer_in(function: Any) -> Any:
    """The type that a function answers; what may be gone through once is a tuple."""
    answer = get_args(function)[-1]
    return tuple[(*get_args(answer), ...)] if get_origin(answer) is Iterable else answer  # type: ignore[misc]


FUNCTIONS = {
    name: found for name, hint in HINTS.items() if name not in TABLES_OF_FUNCTIONS and (found := _function_in(hint))
}
ANSWERS = {name: _answer_in(hint) for name, hint in FUNCTIONS.items() if name not in OWN_TYPES}
DATA = {
    name: hint
    for name, hint in HINTS.items()
    if name not in (*FUNCTIONS, *TABLES_OF_FUNCTIONS, "name", "fight", "sheet")
}
Function = Callable[..., Any]
Complain = Callable[[PluginBug], None]
Declared = TypeVar("Declared", bound=Struct)


def guarded(rules: Rules, guard: Guard, complain: Complain) -> Rules:
    """Rules whose functions raise PluginFault for all that goes wrong in them; a refusal stays what it is."""
    answering = {
        name: _view(guard, getattr(rules, name), _of(kind))
        for name, kind in ANSWERS.items()
        if getattr(rules, name) is not None
    }
    shown = {name: _shown(answering[name], _nothing_of(name), complain) for name in SHOWN if name in answering}
    return replace(
        rules,
        prepare=_view(guard, rules.prepare, lambda sheet: _fitting(sheet, rules.sheet)),
        authored=_view(guard, rules.authored, lambda fight: _fitting(fight, rules.fight)),
        verbs={kind: _scenic(guard, function) for kind, function in rules.verbs.items()},
        one_liners={
            kind: _view(guard, function, lambda made: _stand_in(made, rules))
            for kind, function in rules.one_liners.items()
        },
        hooks=Hooks(**{name: _scenic(guard, getattr(rules.hooks, name)) for name in Hooks.__struct_fields__}),
        reactions=tuple(_reaction(guard, row) for row in rules.reactions),
        kinds={kind: _view(guard, words, _of(Words)) for kind, words in rules.kinds.items()},
        carrying=rules.carrying and _view(guard, rules.carrying, lambda declared: _carrying(guard, declared, rules)),
        sight=rules.sight and _view(guard, rules.sight, lambda declared: _sight(guard, declared, rules)),
        **{**answering, **shown},
    )


def _nothing_of(name: str) -> Any:
    """What is shown where a function fails: no text, or no facts."""
    return (get_origin(ANSWERS[name]) or ANSWERS[name])()


def _view(guard: Guard, function: Function, taken: Callable[[Any], Any]) -> Function:
    """A function whose answer is used as far as it can be `taken`."""

    def viewed(*given: Any) -> Any:
        return guard.run(lambda: taken(function(*given)), function)

    return _around(viewed, function)


def _scenic(guard: Guard, function: Function) -> Function:
    """A function that speaks through a scene."""

    def act(scene: Any, given: tuple[Any, ...]) -> Any:
        with checked(scene):
            return function(scene, *given)

    def acted(scene: Any, *given: Any) -> Any:
        return guard.run(lambda: act(scene, given), function)

    return _around(acted, function)


def _shown(function: Function, otherwise: Any, complain: Complain) -> Function:
    """A function that only a reader needs: where it fails, somebody is told, and something else is shown."""

    def shown(*given: Any) -> Any:
        try:
            return function(*given)
        except PluginBug as wrong:
            complain(wrong)
            return otherwise

    return _around(shown, function)


def _around(outer: Any, inner: Function) -> Function:
    outer.__wrapped__ = inner
    return outer  # type: ignore[no-any-return]


def _reaction(guard: Guard, row: Reaction) -> Reaction:
    return replace(
        row,
        may=_view(guard, row.may, _of(bool)),
        react=_scenic(guard, row.react),
        decided=_view(guard, row.decided, _of(str)),
    )


def _carrying(guard: Guard, declared: Any, rules: Rules) -> WeaponHandling:
    found = _declared(declared, WeaponHandling, "find", "spend", "loads", "two_handed", "failed", "where", "also_at")
    missing = [each for each in ("weapons", "ammo", *found.hands) if each not in rules.sheet.__struct_fields__]
    if missing:
        raise Misfit(f"who carries weapons needs the fields {', '.join(missing)} on the sheet")
    return replace(
        found,
        find=_view(guard, found.find, lambda weapon: weapon),
        spend=_scenic(guard, found.spend),
        loads=_view(guard, found.loads, _of(bool)),
        two_handed=_view(guard, found.two_handed, _of(bool)),
        failed=_view(guard, found.failed, _of(bool)),
        where=_view(guard, found.where, _of(str)),
        also_at=_view(guard, found.also_at, _of(TEXTS)),
    )


def _sight(guard: Guard, declared: Any, rules: Rules) -> Visibility:
    found = _declared(declared, Visibility, "players", "hides", "ground", "known")
    return replace(
        found,
        players=_view(guard, found.players, _of(TEXTS)),
        hides=_view(guard, found.hides, _of(bool)),
        ground=_view(guard, found.ground, _of(Picture)),
        known=_view(guard, found.known, lambda fight: _one_of(fight, rules.fight)),
    )


def _declared(declared: Any, kind: type[Declared], *functions: str) -> Declared:
    """Something that is of a type, and each of its fields of its own. Raises Misfit."""
    if not isinstance(declared, kind):
        raise Misfit(f"expected {kind.__name__}, got {type(declared).__name__}")
    for name in kind.__struct_fields__:
        value = getattr(declared, name)
        if name not in functions:
            _fitted(value, kind.__annotations__[name], f"{kind.__name__}.{name}: ")
        elif not callable(value):
            raise Misfit(f"{kind.__name__}.{name}: expected a function")
    return declared


def _fitted(value: Any, kind: Any, what: str) -> Any:
    """A value as one of a type. Raises Misfit."""
    try:
        return msgspec.convert(value, kind)
    except (TypeError, ValueError) as wrong:
        raise Misfit(f"{what}{wrong}") from None


def _of(kind: Any) -> Callable[[Any], Any]:
    """What takes an answer of a type, and no other. Raises Misfit."""
    is_list = get_origin(kind) is tuple and get_args(kind)[-1] is ...

    def taken(answer: Any) -> Any:
        if kind == COMMANDS:
            return _commands(_listed(answer))
        try:
            found = msgspec.convert(_listed(answer) if is_list else answer, kind)
            if kind == ANSWERS["candidates"]:
                _candidates(found)
            elif is_list:
                msgspec.convert(msgspec.to_builtins(found), kind)
        except (TypeError, ValueError, RecursionError) as wrong:
            raise Misfit(f"it answers nonsense: {wrong}") from None
        return found

    return taken


def _commands(found: tuple[Any, ...]) -> tuple[Command, ...]:
    """Return commands, which msgspec cannot convert without their system's types. Raises Misfit."""
    for each in found:
        if not isinstance(each, Command):
            raise Misfit(f"it answers nonsense: {each!r:.80} is not a command")
        _fitted(msgspec.structs.asdict(each), type(each), "it answers nonsense: ")
    return found


def _candidates(found: Iterable[Any]) -> None:
    """See that candidates are what can be rehearsed and listed. Raises TypeError."""
    for each in found:
        if not isinstance(each.command, Command) or not isinstance(each.cost, str) or not isinstance(each.rule, str):
            raise TypeError(f"{each!r:.80} is no command with its cost and its rule")


def answer_of(name: str, answer: Any) -> Any:
    """What a function of the rules answers, where it is what it has to be. Raises ValueError."""
    try:
        return _of(Words if name == "kinds" else ANSWERS[name])(answer)
    except Misfit as wrong:
        raise ValueError(str(wrong)) from None


def _listed(answer: Any) -> tuple[Any, ...]:
    """Something to go through once, such as a generator, as a tuple. Raises Misfit."""
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise Misfit(f"it answers nonsense: {type(answer).__name__} {answer!r:.60}")
    found = tuple(islice(answer, PLUGIN_THINGS + 1))
    if len(found) > PLUGIN_THINGS:
        raise Misfit(f"it answers more than {PLUGIN_THINGS:,} things")
    return found


def _one_of(answer: Any, kind: Any) -> Any:
    """Something of a type. Raises Misfit."""
    if not isinstance(answer, kind):
        raise Misfit(f"it answers nonsense: expected {kind.__name__}, got {type(answer).__name__}")
    return answer


def _fitting(answer: Any, kind: Any) -> Any:
    """A sheet or a fight that is what it has to be. Raises Misfit."""
    fit(answer, kind)
    return answer


def _stand_in(made: Any, rules: Rules) -> Any:
    if not isinstance(made, tuple) or len(made) != 2 or not isinstance(made[1], Command):  # noqa: PLR2004 - a pair
        raise Misfit(f"expected a fight and a command, got {type(made).__name__}")
    fit(made[0], rules.fight)
    return made


REACTING = ("may", "react", "decided")
GROUP = "rbfcli.systems"
FILE = "entry_points.txt"


def installed(shipped: tuple[str, ...]) -> tuple[Guest, ...]:
    """Every system from outside, by name, and those that have no name to go by; nothing of them is imported."""
    found: dict[str, list[Guest]] = {}
    for distribution in distributions():
        for each in _guests_of(distribution):
            found.setdefault(each.system, []).append(_judged(each, shipped))
    return tuple(guest for name in sorted(found) for guest in _different(found[name]))


def _different(guests: list[Guest]) -> list[Guest]:
    """What is found first on the path, of a package that is there twice; two packages of one system are in the way."""
    first = list({each.distribution: each for each in reversed(guests)}.values())[::-1]
    if not first[0].system or len(first) == 1:
        return first
    several = " and ".join(each.package for each in first)
    return [replace(first[0], wrong=f"{several} both bring this system: uninstall one of them")]


def _guests_of(distribution: Distribution) -> Iterator[Guest]:
    try:
        text = distribution.read_text(FILE) or ""
    except UnicodeDecodeError as wrong:
        text = wrong.object.decode("ascii", "replace")
    if GROUP not in text:
        return
    name, version = _named(distribution)
    try:
        entries: list[EntryPoint] = list(distribution.entry_points.select(group=GROUP))
    except Exception as wrong:  # noqa: BLE001 - whatever another package says of itself
        reason = f"its {FILE} cannot be read: {type(wrong).__name__}"
        yield Guest(system="", value="", distribution=name, version=version, wrong=reason)
        return
    for each in entries:
        yield Guest(system=each.name, value=each.value, distribution=name, version=version)


def _named(distribution: Distribution) -> tuple[str, str]:
    """The name and the version of a distribution, as far as it says them."""
    try:
        return distribution.metadata["Name"] or "", distribution.version or ""
    except Exception:  # noqa: BLE001 - as above
        return "", ""


def _judged(guest: Guest, shipped: tuple[str, ...]) -> Guest:
    """A plug-in with what is wrong with it, as far as its metadata show; without a name if it cannot have that."""
    if guest.system in shipped:
        return replace(guest, system="", wrong=f"rbf has a system {guest.system!r} of its own: this one is not used")
    if guest.wrong or not guest.system or not all(letter.isalnum() or letter in "-_" for letter in guest.system):
        wrong = guest.wrong or f"{guest.system!r} is no name for a system: letters, digits, - and _"
        return replace(guest, system="", wrong=wrong)
    if not _is_reference(guest.value):
        return replace(guest, wrong=f"{guest.value!r} does not say where the rules are: MODULE:NAME")
    return guest


def _is_reference(value: str) -> bool:
    module, _, name = value.partition("[")[0].strip().partition(":")
    return all(part.isidentifier() for part in (*module.strip().split("."), *name.strip().split(".")))


def load(guest: Guest, complain: Complain) -> Rules:
    """The rules of a plug-in, guarded. Raises PluginFault."""
    if guest.wrong:
        raise guest.refused()
    guard = Guard(guest)
    made = guard.run(lambda: _at(guest), place=guest.value)
    try:
        found: Rules = guard.run(lambda: _checked(made, guest.system), place=guest.value)
    except PluginBug as wrong:
        wrong.message = wrong.message.replace(f"({guest.value})", f"({place_of_rules(guest)})")
        wrong.args = (wrong.message,)
        raise
    return guarded(found, guard, complain)


def load_verdict(guest: Guest) -> tuple[Callable[..., str], bool] | None:
    """The function `verdict` of the plug-in's module `outcome`, and whether it rolls under. Raises PluginFault.

    None where there is no such module.
    """
    if guest.wrong:
        raise guest.refused()
    path = f"{guest.module}.outcome"
    guard = Guard(guest)
    try:
        judge, under = guard.run(lambda: _verdict_in(import_module(path)), place=path)
    except PluginBug as wrong:
        cause = wrong.__cause__
        if isinstance(cause, ModuleNotFoundError) and cause.name == path:
            return None
        raise
    return lambda *given: str(guard.run(lambda: judge(*given), judge)), under


def _verdict_in(module: Any) -> tuple[Callable[..., str], bool]:
    return module.verdict, bool(getattr(module, "ROLL_UNDER", False))


def _at(guest: Guest) -> Any:
    found: Any = import_module(guest.module)
    for name in guest.value.partition("[")[0].partition(":")[2].strip().split("."):
        found = getattr(found, name)
    return found


def _checked(rules: Any, name: str) -> Rules:
    """Rules of which every part is of its type. Raises Misfit."""
    if not isinstance(rules, Rules) or rules.name != name:
        raise Misfit(f"it is no Rules named {name!r}")
    for field, kind in DATA.items():
        _fitted(getattr(rules, field), kind, f"{field}: ")
    for field, base in (("fight", Fight), ("sheet", Combatant)):
        found = getattr(rules, field)
        if not isinstance(found, type) or not issubclass(found, base):
            raise Misfit(f"{field} is no {base.__name__}")
    if rules.watch is not None:
        raise Misfit("watch: the story sets it, no system")
    _fitted({}, dict[str, rules.sheet], "sheet: ")
    wrong = [field for field in FUNCTIONS if not (callable(getattr(rules, field)) or _may_be_none(rules, field))]
    wrong += [f"hooks.{field}" for field in Hooks.__struct_fields__ if not callable(getattr(rules.hooks, field))]
    for field in ("verbs", "one_liners"):
        wrong += [f"{field}[{kind!r:.60}]" for kind, each in getattr(rules, field).items() if not _is_verb(kind, each)]
    reacting = [(f"{row.kind}.{field}", getattr(row, field)) for row in rules.reactions for field in REACTING]
    kinds = [(f"kinds[{kind!r:.60}]", each) for kind, each in dict[str, Any](rules.kinds).items()]
    wrong += [path for path, each in (*reacting, *kinds) if not callable(each)]
    if wrong:
        raise Misfit(f"{', '.join(wrong)}: expected a function")
    return rules


def _may_be_none(rules: Rules, field: str) -> bool:
    return getattr(rules, field) is None and type(None) in get_args(HINTS[field])


def _is_verb(kind: Any, function: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Command) and callable(function)
