"""Parts of runs, all pairs of systems, one line per system, test sets on disk."""

from __future__ import annotations

import json

import pytest

from discotag.testing.program import run_program

ENGLISH = ("Do you know your way?", "You can sleep here.")
FORMAL = ("Connaissez-vous votre chemin ?", "Vous pouvez dormir ici.")
PLAIN = ("Connais-tu ton chemin ?", "Tu peux dormir ici.")
FEW = ("--samples", "200", "--trials", "200")
DOCUMENTS = 12


def write(place, name, lines):
    path = place / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    place = tmp_path_factory.mktemp("parts")
    write(place, "src", ENGLISH * DOCUMENTS)
    write(place, "ref", FORMAL * DOCUMENTS)
    write(place, "good", FORMAL * DOCUMENTS)
    write(place, "bad", PLAIN * DOCUMENTS)
    domains = ("chat" if number < 4 else "news" for number in range(DOCUMENTS))
    write(place, "ids", [f"d{n}\t{d}" for n, d in enumerate(domains) for _ in ENGLISH])
    return place


@pytest.fixture(scope="module")
def done(texts):
    return ran(texts, "--ref", texts / "ref", "--by", "domain", "--docids", texts / "ids")


@pytest.fixture(scope="module")
def folder(texts, done):
    assert not done.returncode, done.stderr
    return texts / "run"


def ran(texts, *more):
    return run_program(
        "run", "--src", texts / "src", "-s", "en", "-t", "fr", "-p", "formality",
        "--hyp", f"good={texts / 'good'}", "--hyp", f"bad={texts / 'bad'}", *FEW,
        "--scorers", "compare_mt,choice,chrf", "--unit", "line", "--no-cache", "--no-report",
        "--out", texts / "run", *more,
    )  # fmt: skip


def test_run_prints_each_domain(done):
    assert "== domain: chat ==" in done.stdout
    assert "== domain: news ==" in done.stdout


def test_parts_of_a_run_need_its_folder(texts):
    found = run_program(
        "run", "--src", texts / "src", "--ref", texts / "ref", "--hyp", f"A={texts / 'good'}",
        "-s", "en", "-t", "fr", "--by", "domain",
    )  # fmt: skip
    assert (found.returncode, "--by needs --out" in found.stderr) == (2, True)


def test_compare_by_domain_as_data(folder):
    found = run_program("compare", folder, *FEW, "--by", "domain", "-f", "json", "-q")
    data = json.loads(found.stdout)
    assert (data["by"], list(data["parts"])) == ("domain", ["chat", "news"])
    support = {
        part: next(
            item["support"]
            for item in scores["scores"]
            if (item["scorer"], item["phenomenon"]) == ("choice", "formality")
        )
        for part, scores in data["parts"].items()
    }
    assert support["news"] == 2 * support["chat"] > 0


def test_all_pairs_rank_the_systems(folder):
    found = run_program("compare", folder, *FEW, "--all-pairs", "-f", "json", "-q")
    boards = {(item["scorer"], item["phenomenon"]): item for item in json.loads(found.stdout)}
    board = boards["chrf", None]
    assert [(item["system"], item["cluster"]) for item in board["systems"]] == [
        ("good", 1),
        ("bad", 2),
    ]
    (pair,) = board["pairs"]
    assert (pair["better"], pair["worse"]) == ("good", "bad")
    assert pair["p_holm"] < 0.05
    text = run_program("compare", folder, *FEW, "--all-pairs", "-q").stdout
    assert "cluster" in text
    assert "signature: #:1|p:en-fr" in text


def test_one_line_holds_a_system(folder):
    lines = run_program("compare", folder, *FEW, "--one-line", "-q").stdout.splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["good", "bad"]
    assert all("choice: formality" in line and "#:1|p:en-fr" in line for line in lines)


def test_report_writes_tables_of_parts_and_no_page(folder):
    found = run_program("report", folder, *FEW, "--by", "domain", "-f", "markdown", "-o", "-", "-q")
    assert "# domain: chat" in found.stdout
    page = run_program("report", folder, *FEW, "--by", "domain", "-q")
    assert (page.returncode, "markdown and latex" in page.stderr) == (2, True)


def test_profile_counts_by_domain(folder):
    found = run_program("profile", folder, "--by", "domain", "--format", "json")
    whole = json.loads(run_program("profile", folder, "--format", "json").stdout)[0]
    parts = json.loads(found.stdout)
    assert [item["text"] for item in parts] == ["ref, chat", "ref, news"]
    for key in ("documents", "segments", "tokens"):
        assert sum(item[key] for item in parts) == whole[key]
    tags = [item["phenomena"]["formality"]["tags"] for item in parts]
    assert sum(tags) == whole["phenomena"]["formality"]["tags"]
    assert run_program("profile", folder, "--by", "distance").returncode == 2


QUOTED = ["You must come.", "She said: “You can stay.”", "You see?"]
TWO_VOICES = ["Vous devez venir.", "Elle a dit : « Tu peux rester. »", "Vous voyez ?"]
ONE_VOICE = ["Vous devez venir.", "Elle a dit : « Vous pouvez rester. »", "Tu vois ?"]


@pytest.fixture(scope="module")
def quoting(texts):
    place = texts / "quoting"
    place.mkdir()
    write(place, "src", QUOTED)
    write(place, "good", TWO_VOICES)
    write(place, "bad", ONE_VOICE)
    return place


def test_profile_counts_by_voice(quoting):
    run = run_program(
        "run", "--src", quoting / "src", "--ref", f"good={quoting / 'good'}", "-s", "en",
        "-t", "fr", "-p", "formality", "--no-cache", "--no-report", "--out", quoting / "run",
    )  # fmt: skip
    assert not run.returncode, run.stderr
    found = run_program("profile", quoting / "run", "--by", "voice", "--format", "json")
    whole = json.loads(run_program("profile", quoting / "run", "--format", "json").stdout)[0]
    parts = {item["text"]: item for item in json.loads(found.stdout)}
    assert list(parts) == ["good, text", "good, quotation"]
    assert sum(item["tokens"] for item in parts.values()) == whole["tokens"]
    assert [item["segments"] for item in parts.values()] == [3, 1]
    marks = [item["phenomena"]["formality"]["marks"] for item in parts.values()]
    assert sum(marks) == whole["phenomena"]["formality"]["marks"]
    assert all(marks)


def test_choose_sums_costs_by_voice(quoting):
    words = (
        "choose", "--src", quoting / "src", "-s", "en", "-t", "fr", "-q", "--no-cache",
        "--hyp", f"good={quoting / 'good'}", "--hyp", f"bad={quoting / 'bad'}", "--by", "voice",
    )  # fmt: skip
    (item,) = json.loads(run_program(*words, "--json").stdout)
    for text in item["texts"].values():
        assert sum(text["voices"].values()) == pytest.approx(text["cost"])
    assert "quotation" not in item["texts"]["bad"]["voices"]
    assert item["texts"]["bad"]["voices"]["text"] > 0
    table = run_program(*words).stdout
    assert [line.split()[0] for line in table.splitlines()[1:]] == ["text", "quotation", "all"]


def test_choose_sums_costs_by_domain(texts):
    words = (
        "choose", "--src", texts / "src", "-s", "en", "-t", "fr", "--docids", texts / "ids",
        "--hyp", f"good={texts / 'good'}", "--hyp", f"bad={texts / 'bad'}", "-q", "--no-cache",
    )  # fmt: skip
    text = run_program(*words, "--by", "domain").stdout
    assert [line.split()[0] for line in text.splitlines()[1:]] == [
        "chat", "chat", "news", "news", "all", "all",
    ]  # fmt: skip
    data = json.loads(run_program(*words, "--json").stdout)
    assert {item["domain"] for item in data} == {"chat", "news"}


def test_spans_by_document_and_voice(folder):
    whole = json.loads(run_program("span", folder, "-f", "json", "-q").stdout)["rows"][0]
    for by in ("document", "voice", "domain"):
        found = run_program("span", folder, "--by", by, "-f", "json", "-q", "--samples", "100")
        rows = json.loads(found.stdout)["rows"]
        parts = [row for row in rows if row["domain"] and row["phenomenon"] is None]
        assert sum(row["known"] for row in parts) == whole["known"]
    assert "document" in run_program("span", folder, "--by", "document", "-q").stdout


def test_latex_without_intervals_and_for_one_column(folder):
    def table(option):
        return run_program("compare", folder, *FEW, "-f", "latex", "--set", option, "-q").stdout

    rows = table("latex.intervals=false").partition("\\midrule")[2].partition("\\bottomrule")[0]
    assert "good & 1.000" in rows
    assert "[" not in rows
    narrow = table("latex.one_column=true")
    assert " & good & bad & support" in narrow
    assert "\\footnotesize\\setlength" in narrow


def test_a_test_set_on_disk_is_read_and_none_is_fetched(texts, tmp_path, monkeypatch):
    import sacrebleu.utils

    monkeypatch.setattr(sacrebleu.utils, "SACREBLEU_DIR", str(tmp_path))
    (tmp_path / "tiny22").mkdir()
    for field, name in (("src", "src"), ("ref-A", "ref"), ("ref-B", "bad"), ("origlang", "src")):
        text = (texts / name).read_text("utf-8")
        (tmp_path / "tiny22" / f"tiny22.en-fr.{field}").write_text(text, "utf-8")
    ids = [f"d{n}" for n in range(DOCUMENTS) for _ in ENGLISH]
    write(tmp_path / "tiny22", "tiny22.en-fr.docid", ids)
    words = ("-p", "formality", "--no-cache", "--hyp", f"A={texts / 'good'}", "-q", *FEW)
    found = run_program("run", "-t", "tiny22", "-l", "en-fr", *words, "--one-line")
    assert not found.returncode, found.stderr
    assert "#:2|p:en-fr" in found.stdout
    missing = run_program("run", "-t", "tiny22", "-l", "en-de", *words)
    assert (missing.returncode, "nothing is fetched here" in missing.stderr) == (3, True)
    both = run_program("run", "-t", "tiny22", "-l", "en-fr", "--src", texts / "src", *words)
    assert both.returncode == 2
    assert run_program("run", *words).returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-l", "en-fr"), ""),
        (("-l", "enfr"), "is not a language pair"),
        (("-l", "en-fr", "-s", "en"), "remove -s and -t"),
        ((), "both as -l PAIR"),
        (("-t", "fr"), "both as -l PAIR"),
    ],
)
@pytest.mark.parametrize("command", ["run", "tag"])
def test_a_pair_can_be_told_in_one_option(texts, command, words, said):
    translation = ("--ref" if command == "run" else "--tgt", texts / "ref")
    given = ("--src", texts / "src", *translation, "-p", "formality", "--no-cache", "-q")
    found = run_program(command, *given, *words)
    assert (found.returncode, said in found.stderr) == (2 if said else 0, True), found.stderr
    if not said:
        apart = run_program(command, *given, "-s", "en", "-t", "fr")
        assert found.stdout == apart.stdout


def test_lint_takes_a_pair(texts):
    given = ("lint", "--src", texts / "src", "--tgt", texts / "bad", "--format", "json")
    pair, apart = run_program(*given, "-l", "en-fr"), run_program(*given, "-s", "en", "-t", "fr")
    assert (pair.returncode, pair.stdout) == (apart.returncode, apart.stdout)
    assert pair.stdout
    assert run_program(*given, "-l", "en-fr", "-t", "fr").returncode == 2
