"""Experiments: papers' tables set again from a configuration, step by step."""
