"""Makes the steps that both experiments have: texts, training, decoding, scoring."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import UsageError
from discotag_cxmi.reproduce.settings import context_of
from discotag_experiments.experiment import filled
from discotag_experiments.steps import Given, Step, folder_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_cxmi.reproduce.settings import Config, Settings, Texts

Words = list[str | Path | Given]
HYPOTHESIS = "hypothesis.txt"
SCORES = "scores.json"


@dataclass(slots=True)
class Maker:
    """Collects the steps of an experiment; a step that was made before is not made twice.

    Args:
        experiment: the configuration.
        out: the experiment's folder.
        base: the configuration's folder, where its paths start.
        steps: name → step, in order.
    """

    experiment: Config
    out: Path
    base: Path
    steps: dict[str, Step] = field(default_factory=dict)
    _underway: list[str] = field(default_factory=list)

    def add(
        self,
        name: str,
        key: str,
        words: Sequence[str | Path | Given],
        outputs: tuple[str, ...],
        stdout: str | None = None,
    ) -> Path:
        """Add a step; return its folder."""
        self.steps.setdefault(name, Step(name, key, tuple(words), outputs, stdout))
        return folder_of(self.out, name)

    def given(self, text: str, key: str, pair: str) -> Given:
        """Fill in a path of the configuration; UsageError for an unknown placeholder."""
        source, _, target = pair.partition("-")
        made = folder_of(self.out, f"texts/{pair}")
        names = {"pair": pair, "source": source, "target": target, "invented": str(made)}
        return filled(text, key, self.base, names)

    def texts(self) -> None:
        """Make the invented texts, where they are wanted."""
        wanted = self.experiment.invented
        if wanted is None:
            return
        for pair in self.experiment.pairs:
            name = f"texts/{pair}"
            words: Words = ["reproduce", "texts", folder_of(self.out, name), "--pair", pair]
            words += ["--documents", str(wanted.documents), "--seed", str(wanted.seed)]
            if wanted.hint is not None:
                words += ["--hint", str(wanted.hint)]
            source, _, target = pair.partition("-")
            stems = ("train", "dev", "test")
            made = [f"{stem}.{end}" for stem in stems for end in (source, target, "docids")]
            self.add(name, "invented", words, tuple(made))

    def model(self, name: str, pair: str) -> Given:
        """Return a model's folder; makes the steps that train it."""
        model, key = self.experiment.models[name], f"models.{name}"
        if model.folder is not None:
            return self.given(model.folder, f"{key}.folder", pair)
        if name in self._underway:
            raise UsageError(f"{key}.from: goes round in a circle: {' → '.join(self._underway)}")
        self._underway.append(name)
        start = None if model.start is None else self.start(model.start, f"{key}.from", pair)
        self._underway.pop()
        texts = (model.train, model.dev)
        return self.train(name, key, pair, model.settings, start=start, texts=texts)

    def start(self, name: str, key: str, pair: str) -> Given:
        """Return what a training continues from: a model of the configuration, or a folder."""
        if name in self.experiment.models:
            return self.model(name, pair)
        return self.given(name, key, pair)

    def train(
        self,
        name: str,
        key: str,
        pair: str,
        settings: Mapping[str, str | int | float | bool],
        *,
        start: Given | None,
        texts: tuple[str, str | None],
    ) -> Given:
        """Add a training on texts and development texts; return the model's folder."""
        step = f"train/{pair}/{name}"
        folder = folder_of(self.out, step) / "model"
        settings = {"device": self.experiment.device, **settings}
        context_of(key, settings)
        words: Words = ["cxmi", "train", "--out", folder, *self.corpus(texts[0], pair)]
        if texts[1] is not None:
            words += self.corpus(texts[1], pair, before="--dev-")
        if start is not None:
            words += ["--from", start]
        for setting, value in settings.items():
            option = f"--{setting.replace('_', '-')}"
            words += [option, self.given(str(value), f"{key}.tokenizer", pair)
                      if setting == "tokenizer" else str(value)]  # fmt: skip
        self.add(step, key, words, ("model/context.json", "model/model.safetensors"))
        return Given(folder, key)

    def decode(self, name: str, key: str, pair: str, model: Given, options: Settings) -> Given:
        """Add a translation of the test texts by a model; return its file."""
        texts = self.experiment.texts["test"]
        step = f"decode/{pair}/{name}"
        out = folder_of(self.out, step) / HYPOTHESIS
        words: Words = ["cxmi", "decode", "--model", model, "--out", out]
        words += ["--device", self.experiment.device]
        words += self._files(texts, "texts.test", pair, {"src": "--src", "docids": "--docids"})
        if options.get("context") == "gold":
            if texts.tgt is None:
                raise UsageError(
                    f"{key}.context: gold context needs texts.test.tgt, a file of lines"
                )
            words += ["--ref", self.given(texts.tgt, "texts.test.tgt", pair)]
        for option, value in options.items():
            words += [f"--{option.replace('_', '-')}", str(value)]
        self.add(step, key, words, (HYPOTHESIS,))
        return Given(out, key)

    def score(
        self, name: str, pair: str, systems: Mapping[str, Given], *, baseline: str | None
    ) -> Path:
        """Add the scoring of systems' translations of the test texts; return the run's folder."""
        texts, how = self.experiment.texts["test"], self.experiment.scoring
        source, _, target = pair.partition("-")
        folder = folder_of(self.out, f"score/{pair}/{name}") / "run"
        words: Words = ["run", "--no-report", "--out", folder, "-s", source, "-t", target]
        words += self._files(
            texts, "texts.test", pair, {"src": "--src", "tgt": "--ref", "docids": "--docids"}
        )
        for system, given in systems.items():
            words += ["--hyp", replace(given, before=f"{system}=")]
        if baseline is not None:
            words += ["--baseline", baseline]
        words += ["--scorers", ",".join(how.scorers), "--profile", how.profile]
        if how.phenomena is not None:
            words += ["--phenomena", ",".join(how.phenomena)]
        for option, values in (
            ("--analyzer", how.analyzers),
            ("--aligner", how.aligners),
            ("--coref", how.corefs),
        ):
            words += [word for value in values for word in (option, value)]
        for option, value in how.settings.items():
            words += ["--set", f"{option}={value}"]
        for option in ("samples", "trials", "seed"):
            words += [f"--{option}", str(getattr(how, option))]
        self.add(f"score/{pair}/{name}", "scoring", words, (f"run/{SCORES}",))
        return folder

    def corpus(self, name: str, pair: str, *, before: str = "--") -> Words:
        """Return the options of texts to train on."""
        options = {"src": f"{before}src", "tgt": f"{before}tgt", "docids": f"{before}docids"}
        return self._files(self.experiment.texts[name], f"texts.{name}", pair, options)

    def _files(
        self, texts: Texts, key: str, pair: str, options: Mapping[str, str]
    ) -> list[str | Path | Given]:
        words: Words = []
        for part, option in options.items():
            value: str | None = getattr(texts, part)
            if value is not None:
                words += [option, self.given(value, f"{key}.{part}", pair)]
        if texts.reader and "--dev-src" not in options.values():
            words += ["--reader", texts.reader]
        return words
