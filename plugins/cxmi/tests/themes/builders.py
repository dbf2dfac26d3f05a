"""Small scores and tags."""

from __future__ import annotations

from discotag_cxmi.measure.records import SegmentRecord, WordRecord, line_of


def record(document, segment, words, *, source="", context=None, sizes=("1",)):
    """Build a segment from words `form:gain`, one subword each; the last size has the gain."""
    forms = [word.rpartition(":")[0] for word in words]
    gains = [float(word.rpartition(":")[2]) for word in words]
    target = " ".join(forms)
    starts = [len(" ".join([*forms[:place], ""])) for place in range(len(forms))]
    spans = tuple((start, start + len(form)) for start, form in zip(starts, forms, strict=True))
    share = {size: (place + 1) / len(sizes) for place, size in enumerate(sizes)}
    return SegmentRecord(
        document=document,
        segment=segment,
        source=source or f"source {segment}",
        target=target,
        context=context,
        subwords=spans,
        logprobs={
            "0": tuple(-9.0 for _ in gains),
            **{size: tuple(-9 + gain * part for gain in gains) for size, part in share.items()},
        },
        eos=dict.fromkeys(("0", *sizes), -1.0),
        words=tuple(
            WordRecord(
                start=span[0],
                end=span[1],
                form=form,
                subwords=(place,),
                pcxmi={size: gain * part for size, part in share.items()},
            )
            for place, (span, form, gain) in enumerate(zip(spans, forms, gains, strict=True))
        ),
    )


def written(path, records):
    """Write a file of scores."""
    path.write_text("".join(map(line_of, records)), "utf-8")
    return path
