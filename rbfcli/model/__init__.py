"""The data of a fight, its events and its commands, and what a rule system is."""
