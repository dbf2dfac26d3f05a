"""No form tells who wrote what: systems and the reference stand in the key alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag_annotate.forms.writing import Form, write_forms
from discotag_annotate.instruments import choice, rank
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from pathlib import Path

FORMS = (Form.HTML, Form.TSV, Form.LABEL_STUDIO)


def handed_out(folder: Path, sample: Any) -> tuple[str, str]:
    """Return the text of all forms, and of the key."""
    study = write_study(folder, sample)
    texts = [path.read_text(encoding="utf-8") for path in write_forms(study, FORMS)]
    return "\n".join(texts).casefold(), (folder / "key.jsonl").read_text("utf-8").casefold()


def test_ranks_are_blind(tmp_path: Path, testset: Any, test_item: Any, of_language: Any) -> None:
    item = test_item("anaphora", "She left.", Hydra=("He left.", "he"), Orion=("It left.", "it"))
    drawn = rank.sample(
        testset("anaphora", item), size=1, with_source=True, any_error=False, seed=1
    )
    forms, key = handed_out(tmp_path / "study", of_language(drawn, "fr", ("en",)))
    assert "hydra" in key
    assert "hydra" not in forms
    assert "orion" not in forms
    assert '"reference"' not in forms


def test_choices_are_blind(tmp_path: Path, testset: Any, test_item: Any, of_language: Any) -> None:
    item = test_item("connectives", "So she left.", focus="so", Hydra=("She left.", None))
    drawn = choice.sample(testset("connectives", item), size=1, against="system", seed=1)
    forms, key = handed_out(tmp_path / "study", of_language(drawn, "fr", ("en",)))
    assert "hydra" in key
    assert "hydra" not in forms
    assert "against" not in forms
