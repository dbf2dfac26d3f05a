"""Readers of contrastive sets, one per published format, and a plain one."""
