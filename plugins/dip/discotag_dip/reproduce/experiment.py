"""The experiment of the DiP paper, as `discotag reproduce dip` runs it."""

from __future__ import annotations

from pathlib import Path

from discotag_dip.reproduce.config import DipConfig
from discotag_dip.reproduce.steps import steps
from discotag_dip.reproduce.tables import tables
from discotag_experiments.experiment import Experiment

DIP = Experiment("dip", DipConfig, Path(__file__).parent / "configs", steps, tables)
