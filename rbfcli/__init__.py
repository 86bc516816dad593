"""Tabletop-RPG combat on the command line: rules, dice, fights and their language.

For programs: the names in `__all__`, which `rbfcli.api` defines. It is imported when one of them is first used.
"""

__version__ = "0.1.0"

__all__ = (
    "CommandChances",
    "DiceChances",
    "DiceRoll",
    "Fight",
    "OpenQuestion",
    "PossibleAction",
    "RbfError",
    "Result",
    "SimulatedCombatant",
    "SimulatedFights",
    "SimulatedSide",
    "odds",
    "roll",
    "simulate",
)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'rbfcli' has no attribute {name!r}")
    return getattr(__import__("rbfcli.api", fromlist=(name,)), name)


def __dir__() -> list[str]:
    return ["__version__", *__all__]
