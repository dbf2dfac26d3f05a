"""`python -m discotag`: the program."""

from discotag._cli import main

main()
