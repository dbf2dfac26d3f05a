"""Plumbing of the analyzer `stanza`, on models that know three sentences."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("torch")
stanza = pytest.importorskip("stanza")

import torch  # noqa: E402

from discotag.plugin import ROOT, ComponentError, PluginError, UsageError  # noqa: E402
from discotag.plugin.embedded import Readable  # noqa: E402
from discotag_neural.stanza_analyzer.analyzer import (  # noqa: E402
    BATCHED,
    StanzaAnalyzer,
    to_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.engine

WORDS = ["Le", "chat", "du", "voisin", "dort", "Il", "va", "au", "jardin", "Vous", "dormez"]
MARKS = (".", " !", ".", " ?", "")


@pytest.fixture(scope="module")
def analyzer(french_models: Path) -> StanzaAnalyzer:
    from discotag.testing.builders import context

    made = context("fr", name="stanza", bound="target", dir=french_models, device="cpu")
    return StanzaAnalyzer.create(made)


def lines(count: int, *, seed: int = 7) -> list[str]:
    dice = random.Random(seed)
    return [
        " ".join(dice.choices(WORDS, k=dice.randint(1, 12))) + dice.choice(MARKS)
        for _ in range(count)
    ]


def test_words_lie_where_they_stand_in_the_line(analyzer: StanzaAnalyzer) -> None:
    text = " Le chat  dort.\u2028Il va au jar\u00addin. "
    (tokens,) = analyzer.analyze([text])
    assert tokens.text == text
    assert tokens.forms == (
        "Le", "chat", "dort", ".", "Il", "va", "à", "le", "jar\u00addin", "."
    )  # fmt: skip
    whole = [index for index, form in enumerate(tokens.forms) if form not in {"à", "le"}]
    assert all(
        text[tokens.starts[index] : tokens.ends[index]] == tokens.forms[index] for index in whole
    )


def test_the_words_of_a_multi_word_token_share_its_offsets(analyzer: StanzaAnalyzer) -> None:
    (tokens,) = analyzer.analyze(["Il va au jardin."])
    assert tokens.forms[2:4] == ("à", "le")
    assert tokens.starts[2:4] == (6, 6)
    assert tokens.ends[2:4] == (8, 8)
    assert tokens.lemmas == ("il", "aller", "à", "le", "jardin", ".")


def test_words_that_make_up_their_token_have_their_own_offsets() -> None:
    rows = [{"id": (1,), "text": "can't", "start_char": 1, "end_char": 6, "misc": "MWT=Yes"}]
    document = stanza.Document([rows], " can't")
    document.set_mwt_expansions(["ca n't"], process_manual_expanded=False)
    tokens = to_tokens(" can't", Readable(" can't"), [(0, document)])
    assert (tokens.forms, tokens.starts, tokens.ends) == (("ca", "n't"), (1, 3), (3, 6))


def test_each_sentence_of_a_segment_keeps_its_root(analyzer: StanzaAnalyzer) -> None:
    (tokens,) = analyzer.analyze(["Le chat dort. Il va au jardin."])
    roots = [tokens.forms[index] for index, head in enumerate(tokens.heads or ()) if head == ROOT]
    assert roots == ["dort", "va"]
    subject = tokens.forms.index("Il")
    assert tokens[tokens[subject].head].form == "va"
    assert tokens[subject].feats["PronType"] == "Prs"


def test_a_blank_segment_has_no_tokens(analyzer: StanzaAnalyzer) -> None:
    counts = [len(tokens) for tokens in analyzer.analyze(["", " \t\u200b", "Il dort.", "\x00"])]
    assert counts == [0, 0, 3, 0]


def test_nothing_to_analyse_gives_nothing(analyzer: StanzaAnalyzer) -> None:
    assert analyzer.analyze([]) == ()


def test_a_segment_does_not_depend_on_its_batch(
    in_french: Callable[..., Any], french_models: Path
) -> None:
    texts = [
        *lines(60),
        " ".join(lines(40, seed=1)),
        *lines(5, seed=3),
        " ".join(lines(45, seed=2)),
    ]
    assert sum(len(text) > BATCHED for text in texts) == 2
    together = StanzaAnalyzer.create(in_french(batch_segments=7)).analyze(texts)
    pipeline = stanza.Pipeline(
        "fr", dir=str(french_models), download_method=None, device="cpu", verbose=False
    )
    alone = [to_tokens(text, Readable(text), [(0, pipeline(text))]) for text in texts]
    assert list(together) == alone


def test_a_very_long_line_is_cut_and_its_offsets_go_on(
    analyzer: StanzaAnalyzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Le chat dort. Il va au jardin. Vous dormez au jardin !"
    (whole,) = analyzer.analyze([text])
    monkeypatch.setattr("discotag_neural.stanza_analyzer.analyzer.WINDOW", 32)
    (cut,) = analyzer.analyze([text])
    assert (cut.forms, cut.starts, cut.heads) == (whole.forms, whole.starts, whole.heads)


def test_stanza_is_asked_for_the_processors_that_a_package_has(
    analyzer: StanzaAnalyzer, french_models: Path
) -> None:
    assert set(analyzer._pipeline.processors) == {"tokenize", "mwt", "pos", "lemma", "depparse"}
    assert analyzer.digest.startswith(f"{stanza.__version__}-")


def test_the_digest_follows_the_models(
    analyzer: StanzaAnalyzer, french_models: Path, tmp_path: Path
) -> None:
    import shutil

    from discotag.testing.builders import context

    copy = shutil.copytree(french_models, tmp_path / "copy")
    other = torch.load(copy / "fr/mwt/tiny.pt", weights_only=True)
    other["model"] = {name: value + 1 for name, value in other["model"].items()}
    torch.save(other, copy / "fr/mwt/tiny.pt")
    made = StanzaAnalyzer.create(context("fr", name="stanza", dir=copy, device="cpu"))
    assert made.digest != analyzer.digest


class Small:
    """A pipeline that runs out of memory on more than so many documents."""

    def __init__(self, pipeline: Any, most: int) -> None:
        self.pipeline, self.most, self.sizes = pipeline, most, []

    def bulk_process(self, documents: Any) -> Any:
        self.sizes.append(len(documents))
        if len(documents) > self.most:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return self.pipeline.bulk_process(documents)


def test_a_batch_that_does_not_fit_is_halved(analyzer: StanzaAnalyzer) -> None:
    small = Small(analyzer._pipeline, 3)
    texts = lines(10)
    assert StanzaAnalyzer(small).analyze(texts) == analyzer.analyze(texts)
    assert small.sizes == [10, 5, 2, 3, 5, 2, 3]


def test_a_line_that_does_not_fit_alone_is_named(analyzer: StanzaAnalyzer) -> None:
    with pytest.raises(ComponentError, match=r"single line of 8 .*'Il dort\.'.*device=cpu"):
        StanzaAnalyzer(Small(analyzer._pipeline, 0)).analyze(["Il dort.", "Il va."])


def test_a_missing_folder_is_told_with_the_cure(
    in_french: Callable[..., Any], tmp_path: Path
) -> None:
    with pytest.raises(PluginError, match=f"discotag download fr --engine stanza --dir {tmp_path}"):
        StanzaAnalyzer.create(in_french(dir=tmp_path))


def test_an_unknown_package_is_told_with_those_that_are_there(
    in_french: Callable[..., Any],
) -> None:
    with pytest.raises(UsageError, match=r"no 'tokenize' model 'gsd' for fr; it has: .*tiny"):
        StanzaAnalyzer.create(in_french("gsd"))


def test_a_broken_checkpoint_is_told_with_the_cure(
    in_french: Callable[..., Any], french_models: Path, tmp_path: Path
) -> None:
    import shutil

    copy = shutil.copytree(french_models, tmp_path / "copy")
    (copy / "fr/pos/tiny.pt").write_bytes(b"no checkpoint")
    with pytest.raises(
        PluginError, match=r"cannot be loaded by Stanza .*fetch them again: discotag"
    ):
        StanzaAnalyzer.create(in_french(dir=copy))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_told(in_french: Callable[..., Any]) -> None:
    with pytest.raises(
        UsageError, match=r"analyzer stanza: device .cuda. cannot be used here .* take cpu"
    ):
        StanzaAnalyzer.create(in_french(device="cuda"))


def test_an_unknown_option_is_told(in_french: Callable[..., Any]) -> None:
    with pytest.raises(UsageError, match="batch_word: Nothing of this name"):
        StanzaAnalyzer.create(in_french(batch_word=3))
