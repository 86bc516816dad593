"""Lines of the program's own verbs, tried on a copy of the fight before anybody is told to type them."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.language import verbs
from rbfcli.language.forms import Verb, VerbForm
from rbfcli.language.parser import parse_line, read
from rbfcli.session.file_store import MemoryStorage, SessionStore, already_begun
from rbfcli.session.proposals import fitting_examples
from rbfcli.session.session import Session

# Carries out a line on a storage.
Perform = Callable[[SessionStore, Sequence[str]], object]
# The verbs that read and write nothing but the fight, and what comes with rbf.
IN_MEMORY = frozenset({"actions", "help", "log", "new", "redo", "roll", "rules", "show", "start", "systems", "undo"})


class _Trial(MemoryStorage):
    """A copy of a session; another fight takes its place only where it would in the storage of that session."""

    def __init__(self, session: Session | None, storage: SessionStore) -> None:
        super().__init__()
        self._is_kept = session is not None and not isinstance(storage, MemoryStorage)
        if session is not None:
            super().begin(session.twin(), replace=True)

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session. Raises Refusal if there is one that has to be replaced."""
        if self._is_kept and not replace:
            raise already_begun(self.name)
        super().begin(session, replace=replace)


def accepting(
    storage: SessionStore, perform: Perform, session: Session | None = None
) -> Callable[[Sequence[str]], bool]:
    """Return the function that tells whether a line of the program's own verbs would be accepted now.

    Lines that need nothing but memory are tried, by `perform`, on copies of the `session`, or of what the storage
    holds; others are read only.
    """
    known: list[Session | None] = [session] if session else []

    def accepts(words: Sequence[str]) -> bool:
        if not known:
            known.append(loaded(storage))
        line = parse_line(words)
        try:
            if line.system is not None or line.verb in IN_MEMORY:
                perform(_Trial(known[0], storage), words)
            else:
                read(line, verbs.VERBS)
        except RbfError:
            return False
        return True

    return accepts


def with_fitting_examples(verb: Verb, storage: SessionStore, perform: Perform) -> Verb:
    """Return a verb with examples that would be accepted now; as it is where there is no fight."""
    session = loaded(storage)
    if session is None:
        return verb
    accepts = accepting(storage, perform, session)

    def fitted(form: VerbForm) -> VerbForm:
        found = () if form.standalone else fitting_examples(form.kind, session, len(form.kind.examples), accepts)
        return form if form.standalone else replace(form, fitting=found)

    return replace(verb, forms=tuple(map(fitted, verb.forms)))


def loaded(storage: SessionStore) -> Session | None:
    """Return the session that a storage holds; None where there is none that can be read."""
    try:
        return storage.load()
    except (RbfError, PluginBug):
        return None
