"""The author kit of discotag: conformance rules, new packages, and the commands for both."""
