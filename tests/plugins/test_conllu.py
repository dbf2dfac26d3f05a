"""The CoNLL-U analyzer and its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.analyzers.conllu import ConlluAnalyzer, parse_conllu

if TYPE_CHECKING:
    from pathlib import Path

ROWS = """\
# sent_id = 1
# text = Elle parle du chat.
1 Elle lui PRON _ Number=Sing|Person=3 2 nsubj _ _
2 parle parler VERB _ Mood=Ind|Person=3 0 root _ _
3-4 du _ _ _ _ _ _ _ _
3 de de ADP _ _ 5 case _ _
4 le le DET _ Definite=Def 5 det _ _
5 chat chat NOUN _ Gender=Masc 2 obl _ SpaceAfter=No
6 . . PUNCT _ _ 2 punct _ _

# sent_id = 2
# text = Il dort.
1 Il lui PRON _ Number=Sing|Person=3 2 nsubj _ _
2 dort dormir VERB _ Mood=Ind|Person=3 0 root _ SpaceAfter=No
2.1 bien bien ADV _ _ _ _ _ _
3 . . PUNCT _ _ 2 punct _ _

# sent_id = 3
1 Oui oui INTJ _ _ 0 root _ SpaceAfter=No
2 . . PUNCT _ _ 1 punct _ _
"""


def tabbed(rows: str) -> str:
    lines = rows.splitlines()
    return (
        "\n".join(line if line.startswith("#") else line.replace(" ", "\t") for line in lines)
        + "\n\n"
    )


@pytest.fixture
def parsed(tmp_path: Path) -> Path:
    path = tmp_path / "parsed.conllu"
    path.write_text(tabbed(ROWS), encoding="utf-8")
    return path


def test_a_sentence_becomes_a_segment_s_tokens(parsed: Path) -> None:
    (tokens,) = ConlluAnalyzer(parsed).analyze(["Il dort."])
    assert tokens.forms == ("Il", "dort", ".")
    assert tokens.lemmas == ("lui", "dormir", ".")
    assert tokens.heads == (1, -1, 1)
    assert tokens.deprels == ("nsubj", "root", "punct")
    assert tokens[1].feats["Mood"] == "Ind"


def test_words_of_a_multi_word_token_share_its_offsets(parsed: Path) -> None:
    text = "Elle parle du chat."
    (tokens,) = ConlluAnalyzer(parsed).analyze([text])
    assert tokens.forms[2:4] == ("de", "le")
    assert [text[tokens.starts[j] : tokens.ends[j]] for j in (2, 3)] == ["du", "du"]


def test_a_segment_may_hold_several_sentences(parsed: Path) -> None:
    text = "Elle parle du chat.  Il dort. Oui."
    (tokens,) = ConlluAnalyzer(parsed).analyze([text])
    assert tokens.heads is not None
    assert [tokens.forms[j] for j, head in enumerate(tokens.heads) if head == -1] == [
        "parle",
        "dort",
        "Oui",
    ]
    assert text[tokens.starts[6] : tokens.ends[6]] == "Il"
    assert tokens.heads[6] == 7


def test_empty_nodes_are_skipped(parsed: Path) -> None:
    (tokens,) = ConlluAnalyzer(parsed).analyze(["Il dort."])
    assert "bien" not in tokens.forms


def test_a_blank_segment_has_no_tokens(parsed: Path) -> None:
    tokens, _ = ConlluAnalyzer(parsed).analyze([" ", "Oui."])
    assert len(tokens) == 0
    assert tokens.heads == ()


def test_layers_a_file_does_not_hold_are_absent(tmp_path: Path) -> None:
    path = tmp_path / "forms.conllu"
    path.write_text(
        tabbed("1 Oui _ _ _ _ _ _ _ SpaceAfter=No\n2 . _ _ _ _ _ _ _ _\n"), encoding="utf-8"
    )
    (tokens,) = ConlluAnalyzer(path).analyze(["Oui."])
    assert tokens.lemmas is tokens.upos is tokens.feats is tokens.heads is None


def test_a_folder_is_read_whole(parsed: Path) -> None:
    (parsed.parent / "more.conllu").write_text(
        tabbed("1 Non non INTJ _ _ 0 root _ _\n"), encoding="utf-8"
    )
    tokens, other = ConlluAnalyzer(parsed.parent).analyze(["Non", "Il dort."])
    assert (tokens.forms, len(other)) == (("Non",), 3)


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        ("Elle chante.", r"parsed\.conllu: no sentence begins the segment 'Elle chante\.'"),
        ("Elle parle du chat. Il mange.", r"parsed\.conllu:1: sentences from here on"),
        ("Elle parle du", r"parsed\.conllu: no sentence begins"),
    ],
)
def test_a_segment_that_no_file_holds_is_named(parsed: Path, segment: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ConlluAnalyzer(parsed).analyze([segment])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1 Oui oui INTJ", "line 1: 4 columns"),
        ("2 Oui oui INTJ _ _ 0 root _ _", "line 1: word 2 where 1"),
        ("x Oui oui INTJ _ _ 0 root _ _", "line 1: 'x' is not a number"),
        ("1 Oui oui INTJ _ _ 4 root _ _", "line 1: head 4 of 1"),
        ("1 Oui oui INTJ _ _ up root _ _", "line 1: 'up' is not a number"),
        ("2-3 du _ _ _ _ _ _ _ _", "line 1: range 2-3"),
        ("1-2 du _ _ _ _ _ _ _ _\n1 de de ADP _ _ 0 root _ _", "a range ends behind"),
    ],
    ids=["columns", "order", "id", "head", "head text", "range", "range end"],
)
def test_a_malformed_line_is_named(rows: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(parse_conllu(tabbed(rows).splitlines(keepends=True), "bad.conllu"))


def test_bytes_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    path = tmp_path / "latin.conllu"
    path.write_bytes(b"1\t\xe9t\xe9\n")
    with pytest.raises(InputError, match=r"latin\.conllu: not UTF-8"):
        ConlluAnalyzer(path)


def test_words_that_are_not_the_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.conllu"
    path.write_text(tabbed("# text = Oui.\n1 Non non INTJ _ _ 0 root _ _\n"), encoding="utf-8")
    with pytest.raises(InputError, match=r"wrong\.conllu:1: the words are not those"):
        ConlluAnalyzer(path).analyze(["Oui."])


def test_the_path_is_the_argument_or_an_option(parsed: Path) -> None:
    pack = LanguagePack(schema_version=1, code="fr", name="French", package="none")
    given = Context("conllu", source=pack, target=pack, side="target", argument=str(parsed))
    assert len(ConlluAnalyzer.create(given).analyze(["Oui."])[0]) == 2
    option = Context(
        "conllu", source=pack, target=pack, side="target", options={"path": str(parsed)}
    )
    assert len(ConlluAnalyzer.create(option).analyze(["Oui."])[0]) == 2
    with pytest.raises(UsageError, match="name a file"):
        ConlluAnalyzer.create(Context("conllu", source=pack, target=pack, side="target"))


def test_the_digest_follows_the_file(parsed: Path) -> None:
    before = ConlluAnalyzer(parsed).digest
    parsed.write_text(
        parsed.read_text(encoding="utf-8").replace("dormir", "rêver"), encoding="utf-8"
    )
    assert ConlluAnalyzer(parsed).digest != before
