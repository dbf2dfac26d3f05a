"""Files: text read strictly, files that appear whole, and how tags are stored."""
