"""The experiments of the MuDA and the CXMI papers, as `discotag reproduce` runs them."""

from __future__ import annotations

from pathlib import Path

from discotag_cxmi.reproduce import coword, muda
from discotag_cxmi.reproduce.settings import CxmiConfig, MudaConfig
from discotag_experiments.command import reproduce_command
from discotag_experiments.experiment import Experiment

CONFIGS = Path(__file__).parent / "configs"
MUDA = Experiment("muda", MudaConfig, CONFIGS, muda.steps, muda.tables)
CXMI = Experiment("cxmi", CxmiConfig, CONFIGS, coword.steps, coword.tables)
muda_command = reproduce_command(MUDA)
cxmi_command = reproduce_command(CXMI)
