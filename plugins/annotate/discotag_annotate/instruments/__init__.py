"""The four studies: what each shows, asks and draws."""
