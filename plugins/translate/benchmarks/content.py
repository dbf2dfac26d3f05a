"""How often the check of contents doubts right translations, and finds what was made wrong.

    python plugins/translate/benchmarks/content.py [--no-links] [--most N] FOLDER …

Each folder holds `src.L`, `docids.txt` and references `ref.NAME.L`. Right documents are the
references; each is then made wrong once in each way: a remark in English or in the target language
behind the last segment or a drawn one, the last segment cut in its middle, two neighbours swapped.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import islice
from pathlib import Path

from discotag.plugin import Registry, discover
from discotag_translate.content_check import ContentCheck, Links

SEED = 5
ENGLISH = (
    "Note: I kept the names in the original.",
    '(Note: "it" refers to the bridge.)',
    "I have kept the names unchanged.",
    "Let me know if you need anything else!",
)
REMARKS = {
    "de": ("Hinweis: Ich habe die Namen beibehalten.", "[Anm. d. Ü.: Der Ton ist locker.]"),
    "fr": ("Remarque : j’ai gardé les noms.", "(Note : « elle » renvoie au pont.)"),
    "ja": ("注：名前は原文のままにしました。", "名前は原文のままにしました。"),
    "ru": ("Примечание: имена оставлены без изменений.", "(Прим. пер.: тон разговорный.)"),
    "zh": ("注：人名保持原样。", "我保留了原来的人名。"),
}
WRONG = ("remark at the end", "remark inside", "cut", "swapped")
Document = list[tuple[str, str]]


def documents(source: Path, target: Path, ids: Path) -> list[Document]:
    """Read documents, segments that are blank on either side left out."""
    found: dict[str, Document] = {}
    texts = (path.read_text("utf-8").splitlines() for path in (ids, source, target))
    for name, *pair in zip(*texts, strict=True):
        if all(map(str.strip, pair)):
            found.setdefault(name.split("\t")[0], []).append((pair[0], pair[1]))
    return list(found.values())


def made_wrong(parts: list[str], how: str, language: str, drawn: random.Random) -> list[str]:
    """Return parts of a document that are wrong in one way; the same where that is not possible."""
    remark = drawn.choice((*ENGLISH, *REMARKS.get(language, ())))
    place = drawn.randrange(len(parts))
    wrong = list(parts)
    if how == "remark at the end":
        wrong[-1] += f" {remark}"
    elif how == "remark inside":
        wrong[place] += f" {remark}"
    elif how == "cut":
        wrong[-1] = wrong[-1][: len(wrong[-1]) // 2].rstrip() or wrong[-1]
    elif place:
        wrong[place - 1 : place + 1] = parts[place], parts[place - 1]
    return wrong


def measure(check: ContentCheck, texts: list[Document], language: str) -> Counter[str]:
    """Count segments, those doubted, and what was made wrong and found."""
    counts: Counter[str] = Counter()
    drawn = random.Random(SEED)
    for document in texts:
        source, right = ([pair[side] for pair in document] for side in (0, 1))
        counts["segments"] += len(source)
        counts["doubted"] += len(check.doubts(source, right))
        for how in WRONG:
            parts = made_wrong(right, how, language, drawn)
            places = {place for place, part in enumerate(parts) if part != right[place]}
            if places:
                counts[f"{how}, made"] += 1
                counts[f"{how}, found"] += bool(places & set(check.doubts(source, parts)))
    return counts


def row(name: str, counts: Counter[str]) -> str:
    """Return a line of the table."""
    alarms = 1000 * counts["doubted"] / counts["segments"]
    shares = (f"{counts[f'{how}, found']}/{counts[f'{how}, made']}" for how in WRONG)
    return f"{name:24} {counts['segments']:6} {alarms:9.1f}  " + "  ".join(
        f"{share:>{len(how)}}" for how, share in zip(WRONG, shares, strict=True)
    )


def main() -> None:
    """Print a row for each reference, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--no-links", action="store_true", help="marks and lengths alone")
    parser.add_argument("--most", type=int, help="only so many documents of each reference")
    given = parser.parse_args()
    registry = Registry(discover())
    total: Counter[str] = Counter()
    print(f"{'reference':24} segments per 1,000  {'  '.join(WRONG)}")
    for folder in given.folders:
        source = next(folder.glob("src.*"))
        for reference in sorted(folder.glob("ref.*.*")):
            languages = source.suffix[1:], reference.suffix[1:]
            links = None if given.no_links else Links.find(registry, *languages)
            texts = documents(source, reference, folder / "docids.txt")
            texts = list(islice(texts, given.most))
            counts = measure(ContentCheck(links), texts, languages[1])
            total += counts
            print(row(f"{folder.name} {reference.name}", counts), flush=True)
    print(row("all", total))


if __name__ == "__main__":
    main()
