"""Units: lines, or sentences that are translated together, as the segments of documents."""
