"""Tabletop-RPG combat on the command line: rules, dice, fights and their language.

For programs: the names in `__all__`, which `rbfcli.api` defines. It is imported when one of them is first used.
"""

__version__ = "0.1.0"

__all__ = (
    "Action",
    "CombatantResult",
    "DiceOdds",
    "Fight",
    "Odds",
    "Question",
    "RbfError",
    "Result",
    "Roll",
    "SideResult",
    "Simulation",
    "odds",
    "roll",
    "simulate",
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.api import (
        Action,
        CombatantResult,
        DiceOdds,
        Fight,
        Odds,
        Question,
        Result,
        Roll,
        SideResult,
        Simulation,
        odds,
        roll,
        simulate,
    )
    from rbfcli.core.errors import RbfError
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'rbfcli' has no attribute {name!r}")
        from rbfcli import api  # noqa: PLC0415 - the program starts without it

        return getattr(api, name)

    def __dir__() -> list[str]:
        return ["__version__", *__all__]
