"""Questions about fights: the exact odds of a command, and what many played fights come to."""
