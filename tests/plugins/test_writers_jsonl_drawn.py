"""Whatever is tagged comes back from JSON Lines as it was."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discotag.core.document import Alignment, Cluster, Document, Mention, Side
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import Tokens
from discotag.files.tags import read_tags
from discotag.plugins.writers.marks import TagsJsonlWriter

EVERYTHING = {"columns": ["lemmas", "upos", "xpos", "feats", "heads", "deprels"]}

words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6)
names = st.text(st.characters(codec="utf-8"), max_size=8)
unit = st.floats(0, 1)
feats = st.dictionaries(
    st.sampled_from(["Case", "Number", "Person[psor]"]), st.sampled_from(["A", "B,C", "1"])
)


@st.composite
def columns(draw, size):
    def column(values):
        return draw(st.none() | st.tuples(*[values] * size))

    return {
        "lemmas": column(words),
        "upos": column(words),
        "xpos": column(names),
        "feats": column(feats),
        "heads": column(st.integers(-1, size - 1)),
        "deprels": column(words),
    }


@st.composite
def segments(draw):
    forms = tuple(draw(st.lists(words, max_size=4)))
    text, starts = draw(names), []
    for form in forms:
        starts.append(len(text))
        text += form + draw(names)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text, forms, tuple(starts), ends, **draw(columns(len(forms))))


def places(tokens):
    return [(i, j) for i, segment in enumerate(tokens) for j in range(len(segment))]


@st.composite
def clusters(draw, tokens):
    mentions = [
        Mention(
            i,
            j,
            draw(st.integers(j + 1, len(tokens[i]))),
            j,
            draw(st.sampled_from(["pronoun", "noun", "name"])),
        )
        for i, j in places(tokens)
    ]
    chosen = (
        draw(st.lists(st.sampled_from(mentions), min_size=2, unique=True))
        if len(mentions) > 1
        else []
    )
    if len(chosen) < 2:
        return ()
    scores = draw(st.none() | st.tuples(*[unit] * len(chosen)))
    return (Cluster(tuple(sorted(chosen)), scores),)


@st.composite
def sides(draw, size):
    tokens = tuple(draw(st.tuples(*[segments()] * size)))
    return Side(
        language=draw(st.sampled_from(["en", "zh-tw"])),
        segments=tuple(segment.text for segment in tokens),
        tokens=tokens,
        clusters=draw(st.none() | clusters(tokens)),
    )


@st.composite
def alignments(draw, source, target):
    pairs = [(i, j) for i in range(len(source)) for j in range(len(target))]
    links = sorted(draw(st.sets(st.sampled_from(pairs)))) if pairs else []
    return Alignment(tuple(links), draw(st.none() | st.tuples(*[unit] * len(links))))


@st.composite
def mark_of(draw, source, target):
    segment, token = draw(st.sampled_from(places(target)))
    known = [TokenRef("target", *place) for place in places(target)]
    known += [TokenRef("source", *place) for place in places(source)]
    linked = range(len(source[segment]))
    return Mark(
        phenomenon=draw(st.sampled_from(["formality", "pronouns"])),
        label=draw(names),
        segment=segment,
        token=token,
        source_tokens=tuple(draw(st.sets(st.sampled_from(linked)))) if linked else (),
        evidence=tuple(draw(st.lists(st.sampled_from(known), max_size=3))),
        is_unresolved=draw(st.booleans()),
    )


@st.composite
def tagged_documents(draw):
    size = draw(st.integers(0, 3))
    source, target = draw(sides(size)), draw(sides(size))
    pairs = [alignments(*pair) for pair in zip(source, target, strict=True)]
    marks = st.lists(mark_of(source, target), max_size=4) if places(target) else st.just([])
    return TaggedDocument(
        Document(
            id=draw(names),
            source=source,
            target=target,
            system=draw(names),
            role=draw(st.sampled_from(["reference", "hypothesis"])),
            alignment=draw(st.none() | st.tuples(*pairs)),
            domain=draw(st.none() | names),
        ),
        tuple(draw(marks)),
        tuple(draw(st.lists(names, max_size=2))),
    )


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    written=st.lists(
        tagged_documents(),
        min_size=1,
        max_size=2,
        unique_by=lambda d: (d.document.system, d.document.id),
    )
)
def test_what_is_written_comes_back(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("tags") / "x.jsonl"
    with TagsJsonlWriter.create(EVERYTHING).open(path) as write:
        for one in written:
            write(one)
    assert list(read_tags(path)) == written
    assert len(path.read_text("utf-8").splitlines()) == len(written)
