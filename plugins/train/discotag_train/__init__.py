"""What language packs ship, learned from data of one's own: `discotag train pack`."""
