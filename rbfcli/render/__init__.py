"""Output for people and programs: text, JSON, HTML and SVG."""
