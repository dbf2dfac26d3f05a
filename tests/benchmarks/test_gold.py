"""Gold that breaks its own format is told with file and line; the data here is made up."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks import alignment, connectives, coref_gold, ctxpro, ellipsis, lint, scat
from benchmarks.tasks.formality import read_gold
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

PAIR = "the house ||| das Haus"
WORD = "1\tBut\t_\tCCONJ\t_\t_\t0\troot\t_\t"


def aligned(folder):
    return list(alignment.gold_sets(folder, None))


def read_ctxpro(folder):
    return list(ctxpro.read(folder / "formality.en-fr.json", "formality", "fr"))


def read_elliptical(folder):
    return list(ellipsis.sentences(folder))


def read_scat(folder):
    return list(scat.items(folder, "valid"))


def read_formality(folder):
    return list(read_gold(folder))


def read_references(folder):
    return list(lint.corpora(folder))


def read_gum(folder):
    return list(coref_gold.read_gum(folder, "test"))


def read_mmax(folder):
    return list(coref_gold.read_parcor(folder))


def read_disrpt(folder):
    return list(connectives.read_disrpt(folder / "eng.pdtb.made.conllu"))


def read_gdtb(folder):
    return list(connectives.read_gdtb(folder / "made-ud-dev.conllu"))


def linted(folder):
    parser = argparse.ArgumentParser()
    lint.add_arguments(parser)
    given = parser.parse_args([])
    given.folder, given.lang = folder, None
    return lint.measure(given)


def voita(**changes):
    item = {"src": "I am . _eos You are .", "dst": ["Я . _eos Ты ."], "true_ind": 0, **changes}
    return json.dumps([item])


MMAX = {
    "EN/Basedata/a_words.xml": '<words><word id="word_1">It</word></words>',
    "EN/Markables/a_sentence_level.xml": '<m><markable span="word_1"/></m>',
    "EN/Markables/a_coref_level.xml": '<m><markable coref_class="x" span="word_1"/></m>',
}
CASES = {
    "word pairs": (aligned, {"deen.src-tgt": f"{PAIR}\nno bars", "deen.gold": "1-1\n1-1"},
                   r"deen\.src-tgt:2: expected words \|\|\| words"),
    "links": (aligned, {"deen.src-tgt": PAIR, "deen.gold": "1-1 2=2"},
              r"deen\.gold:1: expected i-j or ipj in place of '2=2'"),
    "no links": (aligned, {"deen.src-tgt": PAIR}, r"deen\.gold: cannot be opened"),
    "fewer links": (aligned, {"deen.src-tgt": f"{PAIR}\n{PAIR}", "deen.gold": "1-1"},
                    r"1 line in the deen\.gold"),
    "table": (aligned, {"de/dev.tsv": "a\tb\t0-0\na\tb\tx"}, r"dev\.tsv:2: expected English TAB"),
    "segments": (aligned, {"t.en": "a", "t.de": "b", "de-en.ref.wa": "1 0 0 S\n2 0 0 S"},
                 r"de-en\.ref\.wa:2: expected SEGMENT .*from 1 to 1"),
    "ids": (aligned, {"g_de/G.parallel.txt": PAIR, "g_de/G.gold.txt": "0\t0-0\n1\t0-0"},
            r"G\.gold\.txt:2: expected ID TAB .*from 0 to 0"),
    "word ids": (aligned, {"en-de/alignment.json": "[{\n}, 7]", "en-de/en.conllu": WORD + "_",
                           "en-de/target.conllu": WORD + "_"}, r"alignment\.json:2: "),
    "ctxpro": (read_ctxpro, {"formality.en-fr.json": '[\n{"rule": "x"}]'},
               r"formality\.en-fr\.json:2: .*document id"),
    "no JSON": (read_ctxpro, {"formality.en-fr.json": "rule: x"}, r"json:1: no JSON list"),
    "open tree": (read_elliptical, {"a.mrg": "((S (PRP I)))\n((S (PRP I))"},
                  r"a\.mrg:2: the tree that begins here does not end"),
    "closed tree": (read_elliptical, {"a.mrg": "((S (PRP I)))\n)"}, r"a\.mrg:2: a bracket closes"),
    "no zip": (read_elliptical, {"a.zip": "PK"}, r"a\.zip: is no zip archive"),
    "scat": (read_scat, {"highlighted.valid.context.en": "a\nb", "highlighted.valid.en": "a\nb",
                         "highlighted.valid.context.fr": "a\nb", "highlighted.valid.fr": "a"},
             r"1 line in the highlighted\.valid\.fr"),
    "formality": (read_formality, {"x.en": "a\nb", "x.formal.annotated.fr": "a"},
                  r"1 line in the x\.formal\.annotated\.fr"),
    "references": (read_references, {"docids.txt": "d\tnews", "src.en": "a\nb", "ref.A.fr": "a\nb"},
                   r"1 line in the docids\.txt"),
    "tico": (read_references, {"all.en-fr.tsv": 'tuid="A:1\ta\tb\ntuid="A:2\ta'},
             r"all\.en-fr\.tsv:2: expected tuid"),
    "versions": (linted, {"deixis_dev.json": voita(dst=["Я . Ты ."])},
                 r"deixis_dev\.json:1: expected as many lines"),
    "no version": (linted, {"deixis_dev.json": voita(true_ind="first")},
                   r"deixis_dev\.json:1: true_ind"),
    "contexts": (linted, {"x.current.src": "a\na", "x.current.trg": "b\nc",
                          "x.c3.context.src": "a\na\na", "x.c3.context.trg": "a\na\na"},
                 r"x\.c3\.context\.src: 3 lines for 2"),
    "gum": (read_gum, {"en_gum-ud-test.conllu": f"# newdoc id = a\n\n{WORD}_"},
            r"conllu:3: expected a sentence with # text"),
    "mmax": (read_mmax, {**MMAX, "EN/Basedata/a_words.xml": "<words>\n<word>"},
             r"a_words\.xml:3: is no XML"),
    "spans": (read_mmax, {**MMAX, "EN/Markables/a_coref_level.xml": '<m><markable span="1"/></m>'},
              r"a_coref_level\.xml: expected spans"),
    "columns": (read_disrpt, {"eng.pdtb.made.conllu": "# newdoc id = a\n\n# text = But\n1\tBut"},
                r"conllu:3: expected words of 10 columns"),
    "relations": (read_gdtb, {"made-ud-dev.conllu": "# newdoc id = a\n"
                              f"# text = But\n{WORD}PDTB=Explicit:comparison:x:7:8"},
                  r"conllu:1: expected PDTB="),
}  # fmt: skip


@pytest.mark.parametrize(("read", "files", "told"), CASES.values(), ids=list(CASES))
def test_what_breaks_a_format_is_named(tmp_path: Path, read, files, told):
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", "utf-8")
    with pytest.raises(InputError, match=told):
        read(tmp_path)


def test_what_is_no_gold_is_left_alone(tmp_path):
    (tmp_path / "notes.tsv").write_text("one\ttwo\tthree\n", "utf-8")
    assert aligned(tmp_path) == []
