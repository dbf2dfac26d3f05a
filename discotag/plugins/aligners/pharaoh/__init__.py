"""Word links from files in Pharaoh format (`i-j`)."""
