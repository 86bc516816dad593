"""What people and programs see of a fight, in text, JSON, HTML or SVG."""
