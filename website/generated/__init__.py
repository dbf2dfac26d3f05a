"""Pages made from code, each by a function `page()` that gives Markdown."""
