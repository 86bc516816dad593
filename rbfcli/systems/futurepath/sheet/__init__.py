"""What is written down: characters, and the field they stand on."""
