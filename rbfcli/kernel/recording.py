"""What was said while a command waited at its questions: heard again in order when the command is played again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rbfcli.kernel.command import Command, DicedCommand
from rbfcli.kernel.dice.given import handed
from rbfcli.kernel.dice.repeated import Repeated
from rbfcli.kernel.dice.seeded import Seeded, leave, stream
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.kernel.fight import Fight, Pause
from rbfcli.kernel.limits import ANSWERS

if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice
    from rbfcli.kernel.rolling import Rolling

NO_PAUSE = Pause(before="", command="")


class Stopping(BaseException):
    """A command stops in the middle, by right: what it did so far is not an error."""


class Pausing(Stopping):
    """Nothing was said yet at a question: the command stops here, and `play` makes a pause of it."""


class RulesChanged(RbfError):
    """A command that waited for an answer does not play again as it did."""

    kind = "refused"
    status = 1


def changed(why: str = "") -> RulesChanged:
    """The error where a command that waits would come out otherwise if it were played again."""
    return RulesChanged(
        "the command that waits no longer plays as it did" + (f": {why}" if why else ""),
        hint="the fight was edited, or the rules have changed; a command with --force breaks it off",
    )


class Recording:
    """Answers and the GM's edits in their order; the last of them is said now, to the fight as it is at `present`.

    The `dice` are those that fell before, and behind them new ones: of the fight's seed, or of another source.
    """

    dice: Repeated | None = None
    pause = NO_PAUSE
    reached_now = False
    is_kept = True
    told = 0
    scene_type: "type[Any] | None" = None
    """the type of the scene in which the command is played; None: `Scene`"""
    passes_over = False
    """whether the command is finished without the offers that nobody took up"""
    _by_seed = True
    _next = 0
    _said: list[Command] = []  # noqa: RUF012 - of those to whom nothing is said; nobody appends to it
    _present: Any = None

    def __init__(self, pause: Pause = NO_PAUSE, said: Sequence[Command] = (), present: Any = None) -> None:
        if pause is not NO_PAUSE or said:
            self.take_up(pause, said, present)

    def take_up(self, pause: Pause, said: Sequence[Command] = (), present: Any = None) -> None:
        """Begin to record a command that is played from its beginning, with what was said since it paused."""
        self.pause, self._said, self._present = pause, list(said), present
        self._next, self.reached_now, self.told = 0, False, 0

    def dice_of(self, before: Fight, other: "Dice | None") -> Repeated:
        """The dice for a command that is played from its beginning."""
        faces = self.pause.faces
        self._by_seed = other is None
        self.dice = Repeated(faces, other or stream(before.seed, before.drawn + len(faces)))
        return self.dice

    def finish(self) -> None:
        """Leave the dice of the fight to the command that follows."""
        if self._by_seed and self.dice and isinstance(self.dice.then, Seeded):
            leave(self.dice.then)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that fell since the command began, apart from those given by hand."""
        return tuple(self.dice.faces) if self.dice else ()

    @property
    def is_by_seed(self) -> bool:
        """Whether the dice are those of the fight: what is played then is kept."""
        return self._by_seed

    @property
    def heard(self) -> int:
        """How much of it was heard so far."""
        return self._next

    @property
    def is_heard(self) -> bool:
        """Whether everything was heard."""
        return self._next == len(self._said)

    @property
    def now(self) -> Command | None:
        """What is said now, if anything is."""
        return self._said[-1] if self._said else None

    def peek(self, scene: "Rolling[Any]") -> Command:
        """What is said next. Raises Pausing where nothing is, RulesChanged, and LimitReached past too many answers."""
        if self.is_heard:
            raise Pausing
        if self._next >= ANSWERS:
            raise LimitReached(f"more than {ANSWERS} answers to one command", hint="--force breaks it off")
        if self._next == len(self._said) - 1 and not self.reached_now:
            if scene.fight != replace(self._present, paused=None):
                raise changed()
            self.reached_now = True
            self.told = scene.mark()
        return self._said[self._next]

    def hear(self, scene: "Rolling[Any]", spelt: Command | None = None) -> None:
        """Go on behind what is said next (`spelt` out), with the dice that come with it."""
        command = self._said[self._next]
        if spelt is not None:
            self._said[self._next] = spelt
        self._next += 1
        scene.dice = handed(command.dice if isinstance(command, DicedCommand) else (), scene.dice)

    def sow(self, fight: Fight, seed: str) -> None:
        """Draw from another seed, if the GM has changed it."""
        if self.dice and self._by_seed and fight.seed != seed:
            self.dice.then = Seeded(fight.seed, fight.drawn + self.dice.left)


class Rehearsed(Recording):
    """That of a command which is only tried: it is not kept, and whatever the command asks stays unanswered."""

    is_kept = False
