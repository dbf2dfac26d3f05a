"""A language from elsewhere: Swedish."""
