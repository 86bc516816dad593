"""Running what belongs to a plug-in: in the time it has, and whatever comes out of it."""

from collections.abc import Callable
from typing import Any

from rbfcli.guests.blame import Misfit, TookTooLong, fault, is_raised_in
from rbfcli.guests.guest import Guest
from rbfcli.guests.watch import WATCH
from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.kernel.reactions import Interrupted
from rbfcli.kernel.recording import Stopping


class Guard:
    """What stands around the code of one plug-in."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def run(self, act: Callable[[], Any], called: Any = None, place: str = "") -> Any:
        """Do something that runs code of the plug-in: `called`, or what is at a `place` of its metadata.

        Raises PluginFault, and as they are what stops a rule by right: refusals, questions, interruptions.
        """
        WATCH.enter(self.guest)
        try:
            return act()
        except (PluginFault, RbfError, Stopping, Interrupted):
            raise
        except BaseException as wrong:
            found = self.fault(wrong, called, place)
            if found is None:
                raise
            raise found from wrong
        finally:
            WATCH.leave()

    def fault(self, wrong: BaseException, called: Any = None, place: str = "") -> PluginFault | None:
        """What the plug-in did wrong; None for a bug of rbf that never came near its code, and for a real interrupt."""
        if isinstance(wrong, KeyboardInterrupt) and not is_raised_in(self.guest, wrong):
            return None
        found = fault(self.guest, wrong, called, place)
        if found is None and isinstance(wrong, TookTooLong | Misfit):
            return self.guest.fault(str(wrong))
        return found
