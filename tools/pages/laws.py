"""The laws of systems as a table, from the functions that hold a system to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbfcli import conformance
from tools.markdown import plain, table

if TYPE_CHECKING:
    from collections.abc import Callable

RAISES = " Raises LawBroken."
GROUPS = (
    ("a system", conformance.LAWS_OF_SYSTEMS),
    ("an encounter", conformance.LAWS_OF_ENCOUNTERS),
    ("all encounters", conformance.LAWS_OF_ALL_ENCOUNTERS),
)


def laws() -> str:
    """Every law, what it is held to, and what it says."""
    return table(("law", "of", "what it says"), (_row(law, of) for of, group in GROUPS for law in group))


def _row(law: Callable[..., object], of: str) -> tuple[str, str, str]:
    text = (law.__doc__ or "").partition("\n")[0].removesuffix(RAISES)
    return law.__name__.replace("_", " "), of, plain(text)
