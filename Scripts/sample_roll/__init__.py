"""Draws and writes the sample roll; `make-sample-roll` is the program."""
