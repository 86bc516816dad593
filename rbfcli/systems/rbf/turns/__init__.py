"""Initiative, turns and rounds, and what follows every command."""
