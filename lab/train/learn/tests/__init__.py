"""What the trainer promises; python3 -m unittest discover -s learn/tests -t . runs it."""
