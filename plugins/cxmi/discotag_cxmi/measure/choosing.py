"""What the command's words mean, completed by the model's `context.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag.plugin.files import key_of
from discotag.plugin.statistics import LEAST_DOCUMENTS
from discotag_cxmi.measure.texts import ALL, Sizes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_cxmi.examples import ContextFormat, ContextModel
    from discotag_cxmi.measure.run import Measured, Settings
    from discotag_cxmi.measure.texts import Text

LONG = 80
"""Characters of a text that a signature holds as it is."""
NO_ANALYZER = (
    "words are what stands between spaces; -t LANGUAGE takes discotag's own, which join with tags"
)


def context_kind(text: str) -> tuple[str, Path | None]:
    """Read `gold`, `random` or `generated:FILE`; UsageError for anything else."""
    kind, colon, file = text.partition(":")
    if kind == "generated" and file:
        return kind, Path(file)
    if kind in {"gold", "random"} and not colon:
        return kind, None
    raise UsageError(f"--context {text!r} is not gold, random or generated:FILE")


def sizes_of(
    format: ContextFormat, source: str | None, target: str | None, sizes: str | None
) -> tuple[Sizes, list[str]]:
    """Choose sizes; what is not given is what the model was trained with.

    Returns:
        The sizes, and notes on those that the model has never seen.

    Raises:
        UsageError: they are not numbers, or nothing is said of them anywhere.
    """
    trained = {"source": format.source_sizes, "target": format.target_sizes}
    if source is None and target is None and not any(trained.values()):
        raise UsageError(
            "how much context? The model's context.json does not say what it was trained with; give"
            " --source-context K, --target-context K or both (a number, or all)"
        )
    if source is None and target is None:
        most: list[int | None] = [pair[1] if pair else 0 for pair in trained.values()]
    else:
        most = [_lines("source", source), _lines("target", target)]
        is_paired = has_pairs(format)
        if is_paired and source is None:
            most[0] = most[1]
        if is_paired and target is None:
            most[1] = most[0]
    found = Sizes.of(sizes, most[0], most[1])
    return found, [
        note
        for (side, pair), limit in zip(trained.items(), most, strict=True)
        if pair is not None
        for note in _unseen(side, pair, limit, found)
    ]


def has_pairs(format: ContextFormat) -> bool:
    """Return whether context lines are a source and its target each."""
    if format.kind not in {"prompt", "chat"}:
        return False
    is_chat = format.kind == "chat" and "{context}" not in format.template
    return is_chat or all(field in format.turn for field in ("{source}", "{target}"))


def _lines(side: str, text: str | None) -> int | None:
    if text is None:
        return 0
    if text == ALL:
        return None
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"--{side}-context {text!r} is no number and not {ALL}")
    return int(text)


def _unseen(side: str, trained: tuple[int, int], limit: int | None, sizes: Sizes) -> list[str]:
    least, most = trained
    largest = sizes.most if limit is None else min(limit, sizes.most or limit)
    notes = []
    if least > 0:
        notes.append(
            f"the model was always trained with at least {least} {side} lines of context: without"
            " any it is out of its depth, and CXMI comes out too high"
        )
    if largest is None or largest > most:
        told = ALL if largest is None else largest
        notes.append(
            f"the model was trained with at most {most} {side} lines of context, and {told} are"
            " measured"
        )
    return notes


def control_of(texts: Sequence[Text], kind: str, asked: bool | None) -> tuple[bool, list[str]]:
    """Decide whether random context can be drawn; UsageError where it is asked for and cannot."""
    notes = []
    if len(texts) == 1:
        notes.append(
            "all segments are one document, so lines of different texts may be each other's"
            " context; --docids FILE tells documents apart"
        )
        if kind == "random" or asked:
            raise UsageError(
                "random context is drawn from other documents, and there is only one; --docids FILE"
                " tells documents apart"
            )
    if kind == "random" and asked:
        raise UsageError("--context random is its own control; leave out --control")
    if len(texts) < LEAST_DOCUMENTS:
        notes.append(f"fewer than {LEAST_DOCUMENTS} documents: no intervals")
    return len(texts) > 1 and kind != "random" and asked is not False, notes


def check_settings(settings: Settings) -> None:
    """Check numbers; UsageError."""
    if settings.samples < 100:
        raise UsageError("--samples: fewer than 100 draws say nothing; leave it out for 1000")
    if settings.seed < 0:
        raise UsageError(f"--seed must not be negative: {settings.seed}")


def about(
    model: ContextModel,
    settings: Settings,
    words: str,
    languages: tuple[str | None, str | None],
    texts: Sequence[Text],
    *,
    segmentation: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return what made the numbers, `signature` and `short_signature` with it.

    `segmentation` has the `unit` and the `signature` of what found units; None = lines.
    """
    sizes = settings.sizes
    found = {
        "model": {
            "name": Path(model.name).name,
            "digest": model.digest,
            "format": model.format.model_dump(),
            "settings": model.identity,
            "source_code": model.options.source_code,
            "target_code": model.options.target_code,
            "source_prefix": model.options.source_prefix,
            "when_long": model.options.when_long,
        },
        "texts": digest_of(texts),
        "source_language": languages[0],
        "target_language": languages[1],
        "words": words,
        "context": settings.context,
        "source_context": ALL if sizes.source is None else sizes.source,
        "target_context": ALL if sizes.target is None else sizes.target,
        "sizes": list(sizes.names),
        "control": settings.has_control,
        "seed": settings.seed,
        "samples": settings.samples,
    }
    if segmentation is not None:
        found["segmentation"] = dict(segmentation)
    return found | {
        "signature": _signature(found, len(texts), is_short=False),
        "short_signature": _signature(found, len(texts), is_short=True),
    }


def digest_of(texts: Sequence[Text]) -> str:
    """Return the digest of what is scored: ids, lines, and lines of context; 12 hex digits."""
    parts = [[text.id, *text.source, *text.target, *text.context] for text in texts]
    return key_of(json.dumps(parts, ensure_ascii=True)).hex()[:12]


def _signature(about: dict[str, Any], documents: int, *, is_short: bool) -> str:
    """Return the line that makes the figures reproducible.

    The short form has all that differs between usual runs, and a digest of the long form.
    """
    from importlib.metadata import version

    model = about["model"]
    asked = {name: value for name, value in model["format"].items() if value not in (None, {})}
    settings = {
        name: value for name, value in model["settings"].items() if name not in {"digest", "kind"}
    }
    others = {
        "source_code": model["source_code"],
        "target_code": model["target_code"],
        "source_prefix": model["source_prefix"] or None,
        "when_long": model["when_long"],
    }
    parts: dict[str, Any] = {
        "model": f"{model['name']}.{model['digest']}",
        "texts": about["texts"],
        "context": about["context"],
        "source": about["source_context"],
        "target": about["target_context"],
        "sizes": ",".join(about["sizes"]),
        "control": "yes" if about["control"] else "no",
        "words": about["words"],
        "unit": "document",
        "documents": documents,
        **_segments(about),
        "bs": about["samples"],
        "seed": about["seed"],
        **{name: value for name, value in (asked | others | settings).items() if value is not None},
        "version": version("discotag-cxmi"),
    }
    whole = "|".join(f"{name}:{_plain(value)}" for name, value in parts.items())
    if not is_short:
        return whole
    names = ["model", "texts", "context", "source", "target", "kind", "dtype", "segments"]
    names += ["bs", "seed"]
    short = {name: parts[name] for name in names if name in parts}
    short |= {"all": key_of(whole).hex()[:8], "version": parts["version"]}
    return "|".join(f"{name}:{_plain(value)}" for name, value in short.items())


def _segments(about: dict[str, Any]) -> dict[str, str]:
    """Return what a segment is; lines are not named."""
    found = about.get("segmentation")
    if found is None:
        return {}
    return {"segments": f"{found['unit']}.{key_of(found['signature']).hex()[:8]}"}


def _plain(value: Any) -> str:
    """Return a value without what parts a signature; a long text as its digest."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    if len(text) > LONG:
        return f"#{key_of(text).hex()[:8]}"
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("|", "\\u007c")


def notes_on(model: ContextModel, measured: Measured) -> list[str]:
    """Return what the scoring met."""
    notes = list(model.notes)
    if measured.left_out:
        segments = measured.left_out + measured.totals.segments
        notes.append(
            f"{measured.left_out} of {segments} segments are too long for the model and were left"
            " out under every size; they are still context of those after them"
        )
    if model.shortened:
        notes.append(
            f"{model.shortened} examples had context lines left out, so that they fit the model"
        )
    if measured.unknown:
        notes.append(
            f"{measured.unknown} of {measured.totals.subwords} target subwords are unknown to the"
            " model's vocabulary; their values say little"
        )
    return notes
