"""Dutch treebanks in one style: lemmas without cuts, today's parts of speech."""

from pathlib import Path

import pytest

from training.pipelines.dutch import Today, plain, sentences

OLD = """1\tMijn\tmijn\tDET\t_\t_\t2\tdet\t_\t_
2\thuis\thuis\tNOUN\t_\t_\t0\troot\t_\t_
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_
"""


def row(form: str, lemma: str, upos: str, feats: str = "_") -> list[str]:
    return ["1", form, lemma, upos, "_", feats, "0", "root", "_", "_"]


@pytest.mark.parametrize(
    ("form", "lemma", "upos", "expected"),
    [
        ("opleidingsploegen", "opleiding_ploeg", "NOUN", "opleidingsploeg"),
        ("regeringsleden", "regering_lid", "NOUN", "regeringslid"),
        ("24-jarige", "24_jarig", "ADJ", "24-jarig"),
        ("BASISTAKEN", "basis_taak", "NOUN", "basistaak"),
        ("Spa-Francorchamps", "Spa_Francorchamps", "PROPN", "Spa-Francorchamps"),
        ("meegesprongen", "mee_springen", "VERB", "meespringen"),
        ("houden", "bezig_houden", "VERB", "houden"),
        ("huis", "huis", "NOUN", "huis"),
        ("_", "_", "PUNCT", "_"),
    ],
)
def test_a_plain_lemma_is_one_word(form: str, lemma: str, upos: str, expected: str) -> None:
    assert plain(form, lemma, upos) == expected


def test_a_lost_text_is_put_together(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(OLD, encoding="utf-8")
    ((text, rows),) = sentences(path)
    assert (text, len(rows)) == ("Mijn huis.", 3)


def test_old_parts_of_speech_become_todays() -> None:
    possessive = row("mijn", "mijn", "PRON", "Person=1|Poss=Yes")
    modal = row("moest", "moeten", "AUX", "Tense=Past|VerbForm=Fin")
    today = Today([[possessive]] * 8 + [[modal]] * 8)
    old = [
        row("mijn", "mijn", "DET"),
        row("moesten", "moeten", "VERB", "Tense=Past|VerbForm=Fin"),
        row("zestiende", "zestien", "NUM"),
        row("mannen", "man", "NOUN"),
    ]
    found = [(new[3], new[5]) for new in today.renewed(old)]
    assert found == [
        ("PRON", "Person=1|Poss=Yes"),
        ("AUX", "Tense=Past|VerbForm=Fin"),
        ("ADJ", "_"),
        ("NOUN", "_"),
    ]
