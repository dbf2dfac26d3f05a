"""A language from elsewhere: Danish."""
