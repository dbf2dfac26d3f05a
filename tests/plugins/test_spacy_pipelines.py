"""The analyzer for installed spaCy pipelines, with a pipeline built on the spot."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import spacy
from spacy.language import Language

from discotag.core.errors import PluginError, UsageError
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.analyzers.spacy_pipelines import SpacyAnalyzer

if TYPE_CHECKING:
    from spacy.tokens import Doc


@Language.component("discotag_test_parse")
def parse(doc: Doc) -> Doc:
    """Hang every token on the first, in ClearNLP's terms."""
    for token in doc:
        token.head = doc[0]
        token.dep_ = "dobj" if token.i else "ROOT"
    return doc


def context(argument: str | None, code: str = "en") -> Context:
    pack = LanguagePack(schema_version=1, code=code, name=code, package="none")
    return Context("spacy", source=pack, target=pack, side="source", argument=argument)


@pytest.fixture
def pipeline(tmp_path: Path) -> str:
    nlp = spacy.blank("en")
    nlp.add_pipe("discotag_test_parse")
    nlp.to_disk(tmp_path / "mine")
    return str(tmp_path / "mine")


def test_a_pipeline_is_loaded_from_a_directory(pipeline: str) -> None:
    tokens, blank = SpacyAnalyzer.create(context(pipeline)).analyze(["See me.", ""])
    assert tokens.forms == ("See", "me", ".")
    assert tokens.heads == (-1, 0, 0)
    assert len(blank) == 0


def test_clearnlp_relations_get_universal_names(pipeline: str) -> None:
    (tokens,) = SpacyAnalyzer.create(context(pipeline)).analyze(["See me."])
    assert tokens.deprels == ("root", "obj", "obj")


def test_layers_the_pipeline_lacks_are_absent(pipeline: str) -> None:
    (tokens,) = SpacyAnalyzer.create(context(pipeline)).analyze(["See me."])
    assert tokens.lemmas is tokens.upos is tokens.feats is None


def test_a_missing_pipeline_is_told_with_the_cure() -> None:
    with pytest.raises(PluginError, match="python -m spacy download fr_core_news_none"):
        SpacyAnalyzer.create(context("fr_core_news_none"))


def test_a_pipeline_must_be_named() -> None:
    with pytest.raises(UsageError, match="name a pipeline"):
        SpacyAnalyzer.create(context(None))


def test_a_pipeline_of_another_language_is_refused(pipeline: str) -> None:
    with pytest.raises(UsageError, match="for 'en', the text is 'fr'"):
        SpacyAnalyzer.create(context(pipeline, code="fr"))


def test_a_directory_that_is_no_pipeline_is_told(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="cannot be loaded"):
        SpacyAnalyzer.create(context(str(tmp_path)))


@pytest.mark.parametrize(
    ("factory", "cure"),
    [
        ("curated_transformer", r"pip install 'spacy-curated-transformers>=0\.3,<1'"),
        ("transformer", "pip install spacy-transformers, in an environment of its own"),
    ],
    ids=str,
)
def test_a_transformer_pipeline_without_its_package_is_told(
    pipeline: str, factory: str, cure: str
) -> None:
    config = Path(pipeline) / "config.cfg"
    text = config.read_text(encoding="utf-8").replace("discotag_test_parse", factory)
    config.write_text(text, encoding="utf-8")
    with pytest.raises(PluginError, match=rf"\({factory}\) is not installed; try: {cure}"):
        SpacyAnalyzer.create(context(pipeline))


def test_a_missing_pipeline_is_known_before_a_run() -> None:
    (lack,) = SpacyAnalyzer.missing(context("fr_core_news_none"))
    assert lack.cure == "python -m spacy download fr_core_news_none"


def test_a_pipeline_that_is_there_is_not_missing(pipeline: str) -> None:
    assert list(SpacyAnalyzer.missing(context(pipeline))) == []


def test_a_failing_download_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[-3:] == ["spacy", "download", "fr_core_news_none"]
        return subprocess.CompletedProcess(command, 1, "", "a\nno compatible package found\n")

    monkeypatch.setattr(subprocess, "run", refuse)
    with pytest.raises(PluginError, match="failed: no compatible package found"):
        SpacyAnalyzer.fetch(context("fr_core_news_none"), print)


def test_a_folder_that_is_not_there_is_not_downloaded(tmp_path: Path) -> None:
    lost = context(str(tmp_path / "no"))
    (lack,) = SpacyAnalyzer.missing(lost)
    assert lack.cure.startswith("--analyzer spacy:FOLDER")
    with pytest.raises(UsageError, match=r"there is no folder .*no; try: --analyzer spacy:FOLDER"):
        SpacyAnalyzer.fetch(lost, print)


def test_the_digest_follows_the_pipeline(pipeline: str) -> None:
    before = SpacyAnalyzer.create(context(pipeline)).digest
    nlp = spacy.load(pipeline)
    nlp.add_pipe("sentencizer")
    nlp.to_disk(pipeline)
    assert SpacyAnalyzer.create(context(pipeline)).digest not in {before, ""}
