"""Simulation and exact solution of fights, and the odds of commands."""
