"""What the documentation's site needs besides the pages of docs/: pages made from code."""
