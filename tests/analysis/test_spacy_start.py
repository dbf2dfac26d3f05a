"""spaCy starts without its command line and torch, which are there as soon as they are wanted."""

import subprocess
import sys

TOLD = """
import sys
from discotag.language.spacy_start import import_spacy
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


TORCH = """
import sys
from pathlib import Path
folder = Path({folder!r})
(folder / "torch").mkdir()
(folder / "torch" / "__init__.py").write_text(
    "__version__ = '2.0.0'\\nfrom . import utils, cuda, backends\\n"
)
for name, text in {{
    "utils/__init__": "",
    "utils/dlpack": "",
    "cuda/__init__": "from . import amp\\ndef device_count(): return 0\\n",
    "cuda/amp/__init__": "from . import common\\n",
    "cuda/amp/common": "def amp_definitely_not_available(): return True\\n",
    "backends/__init__": "",
}}.items():
    path = folder / "torch" / f"{{name}}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
sys.path.insert(0, str(folder))
from discotag.language import spacy_start
{rest}
"""


def with_a_torch(folder, rest: str) -> None:
    code = TORCH.format(folder=str(folder), rest=rest)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_library_has_torch_in_spacy(tmp_path):
    with_a_torch(
        tmp_path,
        "spacy_start.import_spacy(); import thinc.util\n"
        "assert thinc.util.has_torch and 'torch' in sys.modules",
    )


def test_a_program_has_spacy_without_torch_until_a_pipeline_may_need_it(tmp_path):
    with_a_torch(
        tmp_path,
        "spacy_start.spare_torch(); spacy_start.import_spacy()\n"
        "import thinc.util, thinc.layers.pytorchwrapper as wrapper\n"
        "assert not thinc.util.has_torch and 'torch' not in sys.modules\n"
        "spacy_start.import_spacy()\n"
        "assert not thinc.util.has_torch\n"
        "spacy_start.import_spacy(with_torch=True)\n"
        "import torch\n"
        "assert thinc.util.has_torch and wrapper.torch is torch is thinc.util.torch",
    )


def test_torch_stays_where_pipelines_may_have_its_layers(tmp_path):
    (tmp_path / "spacy_transformers.py").touch()
    with_a_torch(
        tmp_path,
        "spacy_start.spare_torch(); spacy_start.import_spacy()\n"
        "import thinc.util\n"
        "assert thinc.util.has_torch",
    )


def test_without_torch_there_is_none_to_give(tmp_path):
    with_a_torch(
        tmp_path,
        "sys.modules['torch'] = None\n"
        "spacy_start.spare_torch(); spacy_start.import_spacy()\n"
        "spacy_start.import_spacy(with_torch=True)\n"
        "import thinc.util\n"
        "assert not thinc.util.has_torch",
    )
