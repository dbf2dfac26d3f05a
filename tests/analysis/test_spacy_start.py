"""spaCy starts without its command line, which is there as soon as somebody wants it."""

import subprocess
import sys

TOLD = """
import sys
from discotag._analysis.spacy_start import import_spacy
import_spacy()
import spacy
assert "spacy" in sys.modules and not any(name.startswith("spacy.cli") for name in sys.modules)
import_spacy()
{rest}
"""


def python(rest: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", TOLD.format(rest=rest)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_can_be_imported_afterwards():
    assert python("import spacy.cli; print(spacy.cli.info.__module__)") == "spacy.cli.info\n"


def test_info_is_spacys_own():
    assert "spacy_version" in python("print(sorted(spacy.info(silent=True)))")
