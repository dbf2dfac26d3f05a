"""Every reader gives a result or an error of our own for a few hundred damaged files."""

from __future__ import annotations

import random

import pytest

from benchmarks.fuzz import tried
from benchmarks.fuzzing.mutation import mutated
from benchmarks.fuzzing.targets import targets

FOUND = targets()
SLOW = {"report", "run-folder"}
"""Targets that do much with each file."""


@pytest.mark.parametrize("name", FOUND)
def test_sound_files_are_read(name, tmp_path):
    for seed in FOUND[name].seeds:
        assert tried(FOUND[name], seed, tmp_path) == "read"


@pytest.mark.parametrize("name", FOUND)
def test_damaged_files_are_read_or_refused(name, tmp_path):
    rng = random.Random(name)
    seeds = FOUND[name].seeds
    for _ in range(20 if name in SLOW else 100):
        data = mutated(rng.choice(seeds), seeds, rng)
        assert tried(FOUND[name], data, tmp_path) in {"read", "refused"}, data


def test_damage_follows_from_the_random_numbers_alone():
    first, second = (mutated(b"one two", [b"three"], random.Random(3)) for _ in range(2))
    assert first == second
