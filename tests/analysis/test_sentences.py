"""Where sentences end, in all languages: cases written for this, beside the treebanks."""

from __future__ import annotations

import time

import pytest

from discotag.core.registry import Registry, open_registry
from discotag.language.sentences import SentenceSplitter

CASES = {
    # abbreviations, initials, numbers
    "en": [
        "Dr. Li met Mrs. Oduya at 5 p.m. in the U.S. embassy.|It was late.",
        "The U.S. is large.|He works at Barnes & Co. in Leeds.|They sell books.",
        "J. R. Moore wrote it in 1.5 hours.|See p. 12, fig. 3, and no. 4.",
        "We sell nuts, bolts, etc.|They are cheap.",
        "We sell nuts, bolts, etc.|Screws are sold next door.",
        # marks in a row, quotations, brackets
        "Really?!|Yes...|No way!!!",
        '"Stop!" he cried.|"Why?"|She left (it was late).',
        "(He lied.)|She knew.",
        # a mark within a word, a web address, an entry's number
        "Visit www.example.org/a.html today.|Version 2.0.1 is out.",
        "1. Open the box.|2. Take it out.",
        # chats
        "i dunno.|they said no?|whatever",
        # lines
        "A headline\nIts text.|More text",
    ],
    "de": [
        "Am 3. Oktober kam Dr. Weber.|Er blieb z. B. bis zum 5. Tag.",
        "Das war 2019.|Danach kam nichts mehr.",
        "»Halt!«, rief er.|»Wer da?«",
    ],
    "fr": [
        "Il demanda : « Pourquoi ? ».|Elle sortit.",
        "M. Dupont dit : « Venez ! »|Il sortit.",
        "Où est-il ?|Chez Mme Petit, p. 4.",
    ],
    "es": ["¿Qué pasa?|¡Nada!|El Sr. Ruiz y la Dra. Gil salieron.", "«Ven.»|Y se fue."],
    "it": [
        "Il sig. Rossi è qui.|L'avv. Bianchi no.",
        "Perché?|Non so.",
        'Finì la conferenza.|"quattro minuti per non morire", disse.',
    ],
    "pt": ["O Sr. Lima saiu.|A Dra. Reis ficou, pág. 3."],
    "nl": ["Dhr. de Vries kwam om 5 uur.|Mevr. Bos niet, d.w.z. nog niet."],
    "ro": [
        "Punctul 2.5.1 e scris.|3.4.2.2. Încercările se fac iarna.|Vezi pct. 5 și alin. (2).",
        "Dl. Pop a plecat.|D-na Ionescu nu, str. Lungă nr. 5.",
    ],
    "ru": [
        "Он любил яблоки, груши и т. п.|Сестра ела всё.",
        "Ул. Ленина, д. 5.|Там жил А. С. Пушкин.",
        "Это было в 1999 г. и т. д.|Потом он уехал.",
    ],
    "tr": [
        "Dr. Kaya 3. kata çıktı.|Orada kimse yoktu, vb. şeyler.",
        "Kim o? diye sordu.|Kimse yok! diye bağırdım.|Neden?",
    ],
    "ar": ["أين كنت؟|كنت في البيت.|لماذا؟"],
    "he": ["מתי באת?|אתמול בערב.|טוב!"],
    "ja": [
        "「早いね。」 と述べた。|終わり。",
        '"行こう。"と彼は言った。|終わり。',
        "彼は来た。|「早いね。」と私は言った。|本当？|はい！",
        # a talk without marks; with them, a predicate ends nothing
        (
            "私たちは長い間この川のそばで暮らしてきましたが水がこんなに濁ったことは一度もありませんでした|"
            "でも去年の夏に工場ができてから魚が少しずつ減っていったのです|原因を調べるために私は大学の友人たちに"
            "手紙を書いて助けを頼みました|すると三人の学生がすぐに来てくれて川の水を毎日調べ始めました|"
            "結果は秋になってようやく分かりました|工場の水は安全だと言われていますが本当は違うのです"
        ),
        "行きますから待っていてください。|雨が降っていますので傘を持って行きますしかし寒くはありません。",
    ],
    "zh": ["他说：“很早。 ”\n她来了。", "他来了。|“真早！”|她说：“你好。”|再见……|走吧。"],
    "cs": ["Dr. Novák přišel 3. října.|Kdy odešel?", "Bylo to např. v Praze.|Pak nic."],
    "sv": ["Det var t.ex. här.|Dr. Berg kom kl. 5.", "Vem?|Jag!"],
    "uk": ["Це було в 1999 р. і т. д.|Потім він поїхав.", "Хто там?|Я!"],
    "pl": ["Dr Nowak mieszka przy ul. Długiej 5.|Kto tam?", "Było to np. wczoraj.|Potem nic."],
    "ko": ["그는 왔다.|정말요?|네, 3.5킬로미터예요."],
}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return open_registry()


@pytest.mark.parametrize(
    ("code", "case"), [(code, case) for code, cases in CASES.items() for case in cases]
)
def test_sentences_end_where_they_should(registry: Registry, code: str, case: str) -> None:
    pack = registry.language(code).info
    joint = " " if pack.writing.spaces else ""
    wanted = [part for line in case.split("\n") for part in line.split("|")]
    text = "\n".join(joint.join(line.split("|")) for line in case.split("\n"))
    splitter = SentenceSplitter(pack)
    assert list(splitter.sentences(text)) == wanted


def test_spans_are_places_in_the_text(registry: Registry) -> None:
    splitter = SentenceSplitter(registry.language("en").info)
    text = "  One.  Two? \n\n\t Three "
    assert [text[begin:end] for begin, end in splitter.spans(text)] == ["One.", "Two?", "Three"]


@pytest.mark.parametrize(
    "text", ["", "   ", "\n\n", "...", "?!", "。。。", '"', "\u2028", "a\u0000b."]
)
def test_odd_texts_lose_no_letter(registry: Registry, text: str) -> None:
    splitter = SentenceSplitter(registry.language("en").info)
    kept = "".join(splitter.sentences(text))
    assert "".join(kept.split()) == "".join(text.split())


@pytest.mark.parametrize("unit", ["a.b.", "-. ", "x", ".", " ", '"." ', "! a", "No. 1 "])
def test_time_grows_with_the_length_alone(registry: Registry, unit: str) -> None:
    splitter = SentenceSplitter(registry.language("en").info)

    def seconds(length: int) -> float:
        begin = time.process_time()
        splitter.spans(unit * (length // len(unit)))
        return time.process_time() - begin

    assert seconds(100_000) < 40 * max(seconds(10_000), 0.01)
