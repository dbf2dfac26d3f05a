"""What the bridge from Stanza's documents to ours costs: analyzer and Stanza itself, side by side.

    python plugins/neural/benchmarks/analyzer.py talk.fr
    python plugins/neural/benchmarks/analyzer.py talk.fr --dir MODELS --language fr --device cuda

Without `--dir`, models of width 32 are trained on the first lines for a moment. Stanza's own are
wider and slower, so the bridge weighs less beside them.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PLAIN = "{id}\t{form}\t{form}\tX\t_\tCase=Nom\t{head}\t{deprel}\t_\t_"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text", type=Path, help="a segment per line")
    parser.add_argument("--segments", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--language", default="fr")
    parser.add_argument("--dir", type=Path, help="folder of Stanza's models")
    parser.add_argument("--device", default="cpu")
    arguments = parser.parse_args()
    texts = arguments.text.read_text(encoding="utf-8").splitlines()[: arguments.segments]
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.dir or _made(Path(folder) / "models", arguments.language, texts)
        _measure(place, arguments, texts)


def _measure(folder: Path, arguments: argparse.Namespace, texts: list[str]) -> None:
    import stanza

    from discotag.plugin.embedded import readable
    from discotag.testing.builders import context
    from discotag_neural.stanza_analyzer.analyzer import StanzaAnalyzer, to_tokens

    logging.getLogger("stanza").setLevel(logging.ERROR)
    made = context(
        arguments.language, name="stanza", bound="target", dir=folder, device=arguments.device
    )
    analyzer = StanzaAnalyzer.create(made)
    pipeline = analyzer._pipeline

    def plainly(lines: list[str] = texts) -> list[Any]:
        return list(pipeline.bulk_process([stanza.Document([], text=line) for line in lines]))

    documents = plainly([readable(text).text for text in texts])

    def bridge() -> None:
        for text, document in zip(texts, documents, strict=True):
            to_tokens(text, readable(text), [(0, document)])

    work: dict[str, Callable[[], Any]] = {
        "Stanza itself": plainly,
        "analyzer stanza": lambda: analyzer.analyze(texts),
        "bridge alone": bridge,
    }
    clock = time.process_time if arguments.device == "cpu" else time.perf_counter
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(arguments.rounds):
        for name, step in work.items():
            start = clock()
            step()
            seconds[name].append(clock() - start)
    words = sum(len(tokens) for tokens in analyzer.analyze(texts))
    print(f"{len(texts)} segments, {words} words, {arguments.rounds} rounds in turn; the least")
    for name, times in seconds.items():
        print(f"{name:16} {min(times):8.3f} s  {words / min(times):9.0f} words/s")
    own, whole, alone = (min(seconds[name]) for name in work)
    print(f"overhead: {100 * (whole / own - 1):.1f} % in all, {100 * alone / own:.1f} % the bridge")


def _made(folder: Path, language: str, texts: list[str]) -> Path:
    """Train tiny models on chains of words."""
    from discotag_neural.stanza_analyzer.tiny import make_models

    sentences = []
    for text in texts[:20]:
        words = text.split()[:20]
        rows = [
            PLAIN.format(id=i, form=word, head=i - 1, deprel="dep" if i > 1 else "root")
            for i, word in enumerate(words, start=1)
        ]
        sentences.append("\n".join([f"# text = {' '.join(words)}", *rows]))
    sentences.append(
        "# text = du pain\n1-2\tdu" + "\t_" * 8 + "\n1\tde\tde\tADP\t_\t_\t3\tcase\t_\t_\n"
        "2\tle\tle\tDET\t_\t_\t3\tdet\t_\t_\n3\tpain\tpain\tNOUN\t_\t_\t0\troot\t_\t_"
    )
    return make_models(folder, language, "\n\n".join(sentences) + "\n\n")


if __name__ == "__main__":
    main()
