"""Fuzzing of whatever people and programs hand to rbf: one module for each kind of input.

`python -m tools.fuzz` runs all of them for a while; `--help` tells the rest. Every input is drawn by a number, so that
the same seed gives the same inputs; what fails is shrunk and printed as a test.
"""
