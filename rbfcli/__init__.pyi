from rbfcli.api import CommandChances as CommandChances
from rbfcli.api import DiceChances as DiceChances
from rbfcli.api import DiceRoll as DiceRoll
from rbfcli.api import Fight as Fight
from rbfcli.api import OpenQuestion as OpenQuestion
from rbfcli.api import PossibleAction as PossibleAction
from rbfcli.api import Result as Result
from rbfcli.api import SimulatedCombatant as SimulatedCombatant
from rbfcli.api import SimulatedFights as SimulatedFights
from rbfcli.api import SimulatedSide as SimulatedSide
from rbfcli.api import odds as odds
from rbfcli.api import roll as roll
from rbfcli.api import simulate as simulate
from rbfcli.core.errors import RbfError as RbfError

__version__: str
