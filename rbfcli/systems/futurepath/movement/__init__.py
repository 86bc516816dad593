"""Ways: planned, and gone square by square."""
