"""What people fill in: a page, sheets, Label Studio tasks."""
