"""What a release needs: wheels built reproducibly, and what all distributions must agree on."""
