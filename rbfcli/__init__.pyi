from rbfcli.api import Action as Action
from rbfcli.api import CombatantResult as CombatantResult
from rbfcli.api import DiceOdds as DiceOdds
from rbfcli.api import Fight as Fight
from rbfcli.api import Odds as Odds
from rbfcli.api import Question as Question
from rbfcli.api import Result as Result
from rbfcli.api import Roll as Roll
from rbfcli.api import SideResult as SideResult
from rbfcli.api import Simulation as Simulation
from rbfcli.api import odds as odds
from rbfcli.api import roll as roll
from rbfcli.api import simulate as simulate
from rbfcli.core.errors import RbfError as RbfError

__version__: str
