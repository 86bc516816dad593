"""The laws every rule system keeps, for the tests of its author: call each of the two tuples in a test of its own."""

from rbfcli.conformance.encounters import LAWS_OF_ENCOUNTERS
from rbfcli.conformance.laws import LawBroken
from rbfcli.conformance.systems import LAWS_OF_SYSTEMS

__all__ = ["LAWS_OF_ENCOUNTERS", "LAWS_OF_SYSTEMS", "LawBroken"]
