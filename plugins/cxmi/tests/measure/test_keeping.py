"""A run is not lost: all is checked first, what is done is kept, and a stop changes no byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.measure.run import Settings, measure
from discotag_cxmi.measure.texts import Sizes, Text

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = Settings(Sizes.of(None, 0, 2), has_control=False)
KILLS = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)
"""How many pools a run begins before it is killed, in an order that is drawn."""
POOLS = 40
DRIVER = """
import os, random, signal, sys, time
os.environ["TOKENIZERS_PARALLELISM"] = "false"  # its threads do not outlive a fork
import torch
torch.set_num_threads(1)
import typer
from discotag_cxmi.measure.command import cxmi

app = typer.Typer()
app.command()(cxmi)
from discotag_cxmi.scoring import batching, local
from discotag_cxmi.scoring.local import DecoderOnly
from discotag_cxmi.scoring.local import EncoderDecoder

batching.POOL = local.POOL = 20
folder, kills, *words = sys.argv[1:]
progress = folder + "/progress"  # a byte for each pool that is begun


def slowly(scored):
    def values(self, rows):
        with open(progress, "ab") as stream:
            stream.write(b".")
        time.sleep(0.02)
        return scored(self, rows)
    return values

for kind in (DecoderOnly, EncoderDecoder):
    kind._values = slowly(kind._values)


def begun():
    return os.path.getsize(progress) if os.path.exists(progress) else 0


def run(out):
    app(["--out", out, *words], standalone_mode=False)


def started(out):
    if begun():
        os.remove(progress)
    child = os.fork()
    if child:
        return child
    try:
        run(out)
    except BaseException as error:
        print(repr(error), file=sys.stderr)
        os._exit(1)
    os._exit(0)


def tell(*words):
    os.write(told, (" ".join(map(str, words)) + "\\n").encode())


def ended(child):
    return os.waitpid(child, 0)[1]


def wait(child, count):
    while begun() < count and os.waitid(
        os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT
    ) is None:
        time.sleep(0.001)

told = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
run(folder + "/whole")  # what it imports, the others have
tell("whole", begun())
draw = random.Random()
kills = [int(number) for number in kills.split(",")]
draw.shuffle(kills)
for number in kills:
    child = started(folder + "/killed")
    wait(child, number)
    time.sleep(draw.uniform(0, 0.05 if number else 0.5))
    os.kill(child, signal.SIGKILL)
    status = ended(child)
    has_results = os.path.exists(folder + "/killed/scores.jsonl")
    tell("killed", os.WIFSIGNALED(status), has_results, begun(), number)
tell("last", ended(started(folder + "/killed")), begun())
"""


@pytest.fixture
def corpus(tmp_path: Path) -> list[str]:
    """Forty documents of three lines, as options."""
    source = ["The cat sleeps.", "It is old, and it snores.", "Do you see the lamp?"]
    target = ["Le chat dort.", "Il est vieux et il ronfle.", "Vois-tu la lampe ?"]
    names = [one + other for one in "abcde" for other in "fghijklm"]
    for name, lines in (("src", source), ("tgt", target)):
        (tmp_path / name).write_text(
            "".join(f"{line} {name}\n" for name in names for line in lines), "utf-8"
        )
    (tmp_path / "ids").write_text("".join(f"d{number}\n" * 3 for number in range(40)))
    files = {"--src": "src", "--tgt": "tgt", "--docids": "ids"}
    return [word for option, name in files.items() for word in (option, str(tmp_path / name))]


@pytest.mark.engine
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_a_run_killed_at_random_ten_times_writes_the_same_bytes(
    kind: str, corpus: list[str], marian_folder: Path, llama_folder: Path, tmp_path: Path
) -> None:
    model = str(marian_folder if kind == "marian" else llama_folder)
    words = [*corpus, "-m", model, "--device", "cpu", "--target-context", "2", "-q"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", DRIVER, str(tmp_path), str(KILLS)[1:-1], *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    [whole, *killed, last] = [line.split() for line in done.stdout.splitlines()]
    assert whole == ["whole", str(POOLS)], done.stderr
    assert [line[:3] for line in killed] == [["killed", "True", "False"]] * len(KILLS), done.stdout
    assert last[:2] == ["last", "0"], done.stderr
    begun = [int(line[3]) for line in killed] + [int(last[2])]
    # a pool that was begun is lost, those before it are not: nothing is computed a third time
    assert POOLS <= sum(begun) <= POOLS + len(KILLS), done.stdout
    assert begun[-1] <= POOLS - sum(max(number - 1, 0) for number in KILLS), done.stdout
    for name in ("scores.jsonl", "cxmi.json"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.engine
def test_what_was_scored_is_not_scored_again(
    llama_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.local import DecoderOnly
    from discotag_cxmi.scoring.scorer import ModelOptions, opened_journal

    texts = [Text(f"d{i}", ("a", "b"), ("un", f"deux {i}"), ("un", "deux")) for i in range(6)]
    monkeypatch.setattr("discotag_cxmi.scoring.local.POOL", 12)
    seen: list[int] = []
    scored = DecoderOnly._values

    def counted(self: Any, rows: Any) -> Any:
        seen.append(len(rows))
        return scored(self, rows)

    monkeypatch.setattr(DecoderOnly, "_values", counted)

    def lines(dtype: str = "float32") -> list[str]:
        model = load_model(
            str(llama_folder), ModelOptions.model_validate({"device": "cpu", "dtype": dtype})
        )
        seen.clear()
        found: list[str] = []
        with opened_journal(tmp_path / "journal") as model.journal:
            measure(model, texts, replace(SETTINGS, sizes=Sizes.of(None, 1, 1)), write=found.append)
        return found

    first = lines()
    assert len(seen) > 2
    assert lines() == first
    assert seen == []
    lines("bfloat16")
    assert len(seen) > 2, "another type of numbers has other values"


@pytest.mark.engine
def test_a_journal_belongs_to_one_run_at_a_time(tmp_path: Path) -> None:
    from discotag_cxmi.scoring.scorer import opened_journal

    with (
        opened_journal(tmp_path / "journal"),
        pytest.raises(UsageError, match="another run is at work"),
        opened_journal(tmp_path / "journal"),
    ):
        pass


@pytest.mark.engine
@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_nothing_is_scored_before_every_row_is_checked(
    kind: str, marian_folder: Path, llama_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    model = load_model(
        str(marian_folder if kind == "marian" else llama_folder), ModelOptions(device="cpu")
    )
    monkeypatch.setattr(type(model), "_values", lambda *_: pytest.fail("scored"))
    short, long = ("a",) * 3, ("b", "b " * 500, "b " * 500)
    texts = [Text("d", short, short, short), Text("e", short, long, long)]
    told = r"document 'e', segment 2: .*ha(s|ve) \d+ subwords, .* \(2 segments too long in all\)"
    with pytest.raises(InputError, match=told):
        measure(model, texts, replace(SETTINGS, sizes=Sizes.of(None, 2, 2)))


@pytest.mark.engine
def test_segments_that_are_too_long_can_be_left_out(marian_folder: Path) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    options = ModelOptions(device="cpu", when_long="leave-out")
    model = load_model(str(marian_folder), options)
    target = ("un", "le chat " * 60, "dort", "ici", "encore")
    lines: list[str] = []
    found = measure(model, [Text("d", ("a",) * 5, target, target)], SETTINGS, write=lines.append)
    # the second is long itself, the two after it have it as context
    assert [json.loads(line)["segment"] for line in lines] == [0, 4]
    assert (found.left_out, found.totals.segments) == (3, 2)


def test_what_is_left_out_is_left_out_under_every_size(model: Any, texts: Any) -> None:
    model.too_long = {("d3", 1)}
    found = measure(model, texts, SETTINGS)
    assert (found.left_out, found.totals.segments) == (1, 35)
    assert not any((e.document, e.segment) == ("d3", 1) for e in model.seen)
    assert any(e.document == "d3" and "le chatx dort" in e.target_context for e in model.seen)


def test_a_corpus_of_which_nothing_is_left_is_refused(model: Any, texts: Any) -> None:
    model.too_long = {(text.id, segment) for text in texts for segment in range(3)}
    with pytest.raises(InputError, match="nothing is left to score"):
        measure(model, texts, SETTINGS)


@pytest.mark.engine
@pytest.mark.parametrize("kind", ["marian", "llama"])
def test_a_drawn_line_is_blamed_where_it_stands(
    kind: str, marian_folder: Path, llama_folder: Path
) -> None:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    model = load_model(
        str(marian_folder if kind == "marian" else llama_folder), ModelOptions(device="cpu")
    )
    bad = ("un", "du </s> texte", "deux", "trois")
    texts = [
        Text("bad", ("a",) * 4, ("un",) * 4, bad),
        Text("good", ("a",) * 4, ("un",) * 4, ("un",) * 4),
    ]
    only_drawn = Settings(Sizes.of(None, 2, 2), context="random", has_control=False)
    told = r"document 'bad', segment 2 \(drawn as context of document 'good', segment \d\)"
    with pytest.raises(InputError, match=told):
        measure(model, texts, only_drawn)
