"""How much context tags need: texts read, windows tried, figures with intervals, reports."""
