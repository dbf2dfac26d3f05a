"""`python -m discotag`: the program."""

from discotag.cli import main

main()
