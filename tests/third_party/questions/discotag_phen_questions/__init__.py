"""A phenomenon from elsewhere: how a French question is formed."""
