"""Gold coreference is read from every format, in any language, as real text with spans on it."""

import json

import pytest

from benchmarks.tasks.coref_formats import (
    read_brat,
    read_columns,
    read_knp,
    read_koconovel,
    without_text,
)
from benchmarks.tasks.coref_gold import part_of, read_corefud
from benchmarks.tasks.coref_sets import language_of, read_sets
from benchmarks.tasks.coref_text import joined
from benchmarks.tasks.harness import registry
from discotag.core.errors import InputError

FRENCH = "Anne dort. Le chat la voit.\nIl sort."
CHAIN = [["0", "2", "민수", "A"], ["8", "9", "그", "A"]]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(document):
    """Return the entity and the words of each mention."""
    texts = document.side.segments
    return [(m.entity, texts[m.segment][m.start : m.end]) for m in document.mentions]


def columns(name, *sentences, end="\n"):
    rows = [f"#begin document ({name}); part 000"]
    for sentence in sentences:
        rows += ["\t".join([name, "0", "0", word, *["_"] * 6, cell]) for word, cell in sentence]
        rows.append("")
    return end.join(rows) + end


def row(number, form, upos, head, *misc, xpos="_"):
    cells = [number, form, form.lower(), upos, xpos, "_", head, "dep", "_"]
    return "\t".join([*cells, "|".join(misc) or "_"])


def corefud(text, *rows):
    head = ["# newdoc id = d", "# global.Entity = eid-etype-head-other", f"# text = {text}"]
    return "\n".join([*head, *rows]) + "\n"


def brat(folder, *lines, text=FRENCH):
    write(folder / "a.txt", text)
    return write(folder / "a.ann", "".join(f"{line}\n" for line in lines))


def knp(*lines):
    return "".join(f"{line}\n" for line in lines)


def read_french(path):
    return read_brat(path, registry().language("fr").info)


def read_korean(path):
    return list(read_koconovel(path, registry().language("ko").info))


def test_columns_of_any_language_give_nested_chains(tmp_path):
    sentence = [("Anna", "(0)"), ("sah", "-"), ("ihren", "(1|(0)"), ("Hund", "1)"), (".", "-")]
    path = write(tmp_path / "a.conll", columns("a", sentence) + columns("b", [("Er", "(0)")]))
    first, second = read_columns(path, "de")
    assert (first.id, second.id, first.side.language) == ("a", "b", "de")
    assert first.side.segments == ("Anna sah ihren Hund.",)
    assert found(first) == [("0", "Anna"), ("1", "ihren Hund"), ("0", "ihren")]


def test_columns_may_be_parted_by_spaces(tmp_path):
    text = columns("a", [("Anna", "(0)")]).replace("\t", "  ")
    (document,) = read_columns(write(tmp_path / "a.conll", text), "nl")
    assert found(document) == [("0", "Anna")]


def test_a_mention_over_two_sentences_is_left_out(tmp_path):
    text = columns("a", [("Anna", "(0")], [("Li", "0)"), ("sie", "(0)")])
    (document,) = read_columns(write(tmp_path / "a.conll", text), "de")
    assert found(document) == [("0", "sie")]


def test_chains_without_a_beginning_are_an_error_with_their_line(tmp_path):
    path = write(tmp_path / "a.conll", columns("a", [("Anna", "(0)")], [("sie", "1)")]))
    with pytest.raises(InputError, match=r"a\.conll:4: expected chains"):
        list(read_columns(path, "de"))


@pytest.mark.parametrize(
    ("language", "words", "text"),
    [
        ("de", "Hab ' ich ' s ?", "Hab' ich's?"),
        ("de", "» Ja , « sagt er .", "»Ja,« sagt er."),
        ("nl", '" Kom , " zei -ie , " \'t regent . "', '"Kom," zei-ie, "\'t regent."'),
        ("nl", 'Hij zweeg . "', 'Hij zweeg."'),
        ("ru", "Кто - то , во - первых , ждал - да .", "Кто-то, во-первых, ждал - да."),
        ("ru", "- - Да , « мама » !", "-- Да, «мама»!"),
    ],
)  # fmt: skip
def test_words_are_joined_as_the_language_writes_them(language, words, text):
    plain, starts, ends = joined(words.split(), language)
    assert plain == text
    assert [plain[start:end] for start, end in zip(starts, ends, strict=True)] == words.split()


def test_text_that_is_only_words_between_spaces_is_put_together(tmp_path):
    rows = [row("1", "Она", "PRON", "2", "Entity=(e1)"), row("2", "ждёт", "VERB", "0")]
    path = write(tmp_path / "a.conllu", corefud("Она ждёт .", *rows, row("3", ".", "PUNCT", "2")))
    (document,) = read_corefud(path, "ru")
    assert document.side.segments == ("Она ждёт.",)
    assert found(document) == [("e1", "Она")]


def test_empty_nodes_stand_where_their_verbs_do_and_take_no_text(tmp_path):
    path = write(
        tmp_path / "a.conllu",
        corefud(
            "Ana llega y duerme.",
            row("1", "Ana", "PROPN", "2", "Entity=(e1--1)"),
            row("2", "llega", "VERB", "0"),
            row("3", "y", "CCONJ", "4"),
            row("3.1", "_", "PRON", "_", "Entity=(e1--1)(e2--2").replace(
                "\t_\tEnt", "\t4:nsubj\tEnt"
            ),
            row("4", "duerme", "VERB", "2", "Entity=e2)|SpaceAfter=No"),
            row("5", ".", "PUNCT", "2"),
        ),
    )
    (document,) = read_corefud(path, "es")
    assert found(document) == [("e1", "Ana"), ("e2", "duerme")]
    (zero,) = document.zeros
    assert (zero.entity, zero.deprel) == ("e1", "nsubj")
    assert document.side.segments[0][zero.start : zero.end] == "duerme"
    assert document.side[0].forms == ("Ana", "llega", "y", "duerme", ".")


def test_words_of_a_contraction_lie_in_it(tmp_path):
    range_row = "\t".join(["1-2", "du", *["_"] * 8])
    words = [row("1", "de", "ADP", "3", "Entity=(e1)"), row("2", "le", "DET", "3", "Entity=(e2)")]
    lines = [range_row, *words, row("3", "chat", "NOUN", "0")]
    (document,) = read_corefud(write(tmp_path / "a.conllu", corefud("du chat", *lines)), "fr")
    assert [words for _, words in found(document)] == ["du", "u"]


@pytest.mark.parametrize("text", ["Ana come.", "# text"], ids=["other word", "no text"])
def test_a_sentence_without_its_words_is_an_error_with_its_line(tmp_path, text):
    path = write(
        tmp_path / "a.conllu", corefud(text, row("1", "duerme", "VERB", "0", "SpaceAfter=No"))
    )
    with pytest.raises(InputError, match=r"a\.conllu:1: expected a sentence"):
        list(read_corefud(path, "es"))


def test_of_a_mention_in_parts_the_longest_is_kept(tmp_path):
    path = write(
        tmp_path / "a.conllu",
        corefud(
            "Ana vio a Luis Gil.",
            row("1", "Ana", "PROPN", "2", "Entity=(e1[1/2])"),
            row("2", "vio", "VERB", "0"),
            row("3", "a", "ADP", "4"),
            row("4", "Luis", "PROPN", "2", "Entity=(e1[2/2]"),
            row("5", "Gil", "PROPN", "4", "Entity=e1[2/2])|SpaceAfter=No"),
            row("6", ".", "PUNCT", "2"),
        ),
    )
    (document,) = read_corefud(path, "es")
    assert found(document) == [("e1", "Luis Gil")]


def test_a_korean_noun_with_particles_is_a_noun_whatever_its_upos(tmp_path):
    noun = row("1", "서울에서", "ADV", "2", "Entity=(e1)", xpos="nq+jca")
    verb = row("2", "산다", "VERB", "0", "Entity=(e2)", xpos="pvg+ef")
    path = write(tmp_path / "a.conllu", corefud("서울에서 산다", noun, verb))
    (document,) = read_corefud(path, "ko")
    assert [m.is_nominal for m in document.mentions] == [True, False]


def test_brat_mentions_lie_in_the_sentences_of_the_text(tmp_path):
    path = brat(
        tmp_path,
        "T1\tPER 0 5\tAnne ",
        "T2\tPER 19 21\tla",
        "T3\tPER 11 18\tLe chat",
        "T4\tPER 28 30\tIl",
        "T5\tPER 23 30\tit.\nIl",
        "R1\tCoreference Arg1:T2 Arg2:T1",
        "*\tCoreference T4 T3",
    )
    document = read_french(path)
    assert document.side.segments == ("Anne dort.", "Le chat la voit.", "Il sort.")
    assert found(document) == [("T1", "Anne"), ("T3", "Le chat"), ("T1", "la"), ("T3", "Il")]
    assert {m.etype for m in document.mentions} == {"PER"}


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("T1\tPER 0 500\tAnne", r"a\.ann:1: "),
        ("T1\tPER Anne", r"a\.ann:1: "),
        ("R1\tCoreference Arg1:T7 Arg2:T8", r"a\.ann: expected mentions T7 and T8"),
    ],
    ids=["offset", "no offsets", "unknown mention"],
)
def test_a_damaged_annotation_of_brat_is_an_error(tmp_path, line, place):
    with pytest.raises(InputError, match=place):
        read_french(brat(tmp_path, line))


def test_knp_puts_back_what_stood_in_brackets(tmp_path):
    text = knp(
        "# S-ID:w-1-01 括弧削除 MEMO:",
        "* 1D", "+ 1D", "猫 ねこ 猫 名詞 6 普通名詞 1 * 0 * 0 NIL",
        "は は は 助詞 9 副助詞 2 * 0 * 0 NIL",
        "* -1D", '+ -1D <rel type="ガ" target="猫" sid="w-1-01" id="0"/>',
        "鳴く なく 鳴く 動詞 2 * 0 子音動詞カ行 2 基本形 2 NIL",
        "。 。 。 特殊 1 句点 1 * 0 * 0 NIL", "EOS",
        "# S-ID:w-1-02 括弧始:（ 括弧終:） 括弧位置:1 MEMO:",
        "* -1D", '+ -1D <rel type="=" target="猫" sid="w-1-01" id="0"/>',
        "タマ たま タマ 名詞 6 人名 5 * 0 * 0 NIL", "EOS",
        "# S-ID:w-2 MEMO:",
        "* 1D", '+ 1D <rel type="=" target="タマ" sid="w-1-02" id="0"/>',
        "それ それ それ 指示詞 7 名詞形態指示詞 1 * 0 * 0 NIL",
        "が が が 助詞 9 格助詞 1 * 0 * 0 NIL",
        "* 2D", '+ 2D <rel type="=構" target="猫" sid="w-1-01" id="0"/>',
        "主役 しゅやく 主役 名詞 6 普通名詞 1 * 0 * 0 NIL",
        "* -1D", '+ -1D <rel type="ガ" target="猫" sid="w-1-01" id="0"/>',
        "寝る ねる 寝る 動詞 2 * 0 母音動詞 1 基本形 2 NIL", "EOS",
    )  # fmt: skip
    document = read_knp(write(tmp_path / "w.knp", text))
    assert document.side.segments == ("猫（タマ）は鳴く。", "それが主役寝る")
    assert [words for _, words in found(document)] == ["猫", "タマ", "それ"]
    assert len({entity for entity, _ in found(document)}) == 1
    assert [one.deprel for one in document.zeros] == ["nsubj"]  # 寝る; 鳴く has its own beside it


@pytest.mark.parametrize(
    ("rel", "line"),
    [('sid="w-9" id="0"', 1), ('sid="w-1" id="5"', 1), ('sid="w-1"', 1)],
    ids=["sentence", "number", "no number"],
)
def test_a_target_that_is_nowhere_is_an_error(tmp_path, rel, line):
    text = knp("# S-ID:w-1 MEMO:", f'+ -1D <rel type="=" target="猫" {rel}/>', "猫 a b 名詞", "EOS")
    with pytest.raises(InputError, match=rf"w\.knp:{line}: expected a target"):
        read_knp(write(tmp_path / "w.knp", text))


def test_a_morpheme_without_part_of_speech_is_an_error_with_its_line(tmp_path):
    with pytest.raises(InputError, match=r"w\.knp:3: "):
        read_knp(write(tmp_path / "w.knp", knp("# S-ID:w-1 MEMO:", "+ -1D", "猫", "EOS")))


def test_a_story_is_read_with_the_text_beside_it(tmp_path):
    lines = [{"doc_id": name, "omniscent_separate": [CHAIN]} for name in ("1_0", "1_1")]
    path = write(tmp_path / "coref.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    write(tmp_path / "1_0.txt", "민수가 왔다. 그는 웃었다.")
    (document,) = read_korean(path)
    assert document.side.segments == ("민수가 왔다.", "그는 웃었다.")
    assert found(document) == [("0", "민수"), ("0", "그")]
    assert without_text(path) == ["1_1"]


def test_words_that_are_not_where_a_story_says_are_an_error(tmp_path):
    line = {"doc_id": "1_0", "omniscent_separate": [CHAIN]}
    path = write(tmp_path / "coref.jsonl", json.dumps(line))
    write(tmp_path / "1_0.txt", "어제 민수가 왔다. 그는 웃었다.")
    with pytest.raises(InputError, match=r"coref\.jsonl:1: expected words"):
        read_korean(path)


@pytest.mark.parametrize(
    ("path", "given", "code"),
    [
        ("de_plays/Lucie.conll", None, "de"),
        ("nl/de_familie.conll", None, "nl"),
        ("ud/es_news.dev.conllu", None, "es"),
        ("plays/Lucie.conll", "de", "de"),
        ("fr_texts/a.ann", "de", "fr"),
    ],
)
def test_a_language_is_told_by_folder_then_file_then_option(tmp_path, path, given, code):
    assert language_of(tmp_path / path, tmp_path, registry(), given) == code


def test_a_file_of_an_unknown_language_is_an_error(tmp_path):
    with pytest.raises(InputError, match="--lang"):
        language_of(tmp_path / "plays/Lucie.conll", tmp_path, registry(), None)


def test_sets_are_found_by_format_language_and_part(tmp_path):
    for number in range(12):
        name = f"Text{number}"
        write(tmp_path / f"de_plays/{name}.conll", columns(name, [("Anna", "(0)")]))
    write(tmp_path / "ru_news/a.conllu", "# text = Да\n" + row("1", "Да", "PART", "0") + "\n")
    write(tmp_path / "es_x/a.conllu", corefud("Sí", row("1", "Sí", "INTJ", "0")))

    def names(**options):
        return [item.id for item in read_sets(tmp_path, registry(), **options)]

    assert names(lang="es") == ["d"]
    assert names(lang="ru") == []  # a treebank without entities
    kept, learned = names(lang="de", part="dev"), names(lang="de", part="train")
    assert kept == [name for name in sorted(kept) if part_of(name) == "dev"]
    assert sorted([*kept, *learned]) == sorted(names(lang="de"))
    assert kept
    assert learned
