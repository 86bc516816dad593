"""What the engine needs, imported in less time than an `import` takes."""

from __future__ import annotations

import sys


def import_msgspec() -> None:
    """Import msgspec as it is imported where typing_extensions is not installed.

    It takes from there what `typing` has since Python 3.11, and that module, with those of the standard library that
    nobody else imports here, costs a start of the program a fifth. Whoever imports it later gets it as ever.
    """
    if "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment] # Python's word for: there is none
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["typing_extensions"]
