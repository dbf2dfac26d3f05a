"""`discotag lint` as a user runs it: formats, exit codes, suppressions, what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH = ("Did you sleep well?", "You should rest.", "You look tired.", "Your coffee is ready.")
MIXED = (
    "As-tu bien dormi ?",
    "Tu devrais te reposer.",
    "Tu as l'air fatigué.",
    "Votre café est prêt.",
)
UNIFORM = (*MIXED[:3], "Ton café est prêt.")


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def lint(discotag, tmp_path):
    """Lint the English lines with a French translation."""
    source = write(tmp_path / "a.en", *ENGLISH)

    def run(*more, target=MIXED, **changes):
        file = write(tmp_path / "a.fr", *target)
        return discotag(
            "lint", "--src", source, "--tgt", file, "-s", "en", "-t", "fr", *more, **changes
        )

    return run


def test_a_change_of_address_is_told_and_fails(lint, tmp_path):
    done = lint()
    assert done.returncode == 7
    assert f"{tmp_path / 'a.fr'}:4:1: DT101 address-change (warning): " in done.stdout
    assert "[Votre] café est prêt." in done.stdout
    assert "source: Your coffee is ready." in done.stdout
    assert "1 finding (1 warning) in 4 segments of 1 document; 250.0 per 1,000" in done.stderr


def test_a_consistent_text_passes(lint):
    done = lint(target=UNIFORM)
    assert (done.returncode, done.stdout) == (0, "")
    assert "0 findings in 4 segments of 1 document; 0.0 per 1,000 segments" in done.stderr


def test_an_expected_address_is_asked_for(lint):
    assert lint("--expect", "informal", target=UNIFORM).returncode == 0
    found = lint("--expect", "formal", target=UNIFORM)
    assert found.returncode == 7
    assert found.stdout.count("DT103 unexpected-address") == 4
    refused = lint("--expect", "royal", target=UNIFORM)
    assert refused.returncode != 0
    assert "French has no such level" in refused.stderr


def test_files_of_unequal_length_are_told_by_count_with_what_to_do(lint, tmp_path):
    done = lint(target=MIXED[:3])
    assert done.returncode == 17
    assert done.stderr.splitlines()[1:] == [
        f"  4 lines in the source: {tmp_path / 'a.en'}",
        f"  3 lines in the translation: {tmp_path / 'a.fr'}",
        "  give every file one line for each segment; an empty line is an empty segment",
    ]


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("note", 7), ("never", 0)])
def test_the_user_says_what_fails(lint, level, code):
    assert lint("--fail-on", level).returncode == code


@pytest.mark.parametrize("shape", ["json", "sarif", "html"])
def test_every_format_goes_to_standard_output_or_a_file(lint, tmp_path, shape):
    out = tmp_path / "found"
    assert lint("-f", shape, "--out", out, "--quiet").stdout == ""
    printed = lint("-f", shape, "--quiet")
    assert printed.stdout == out.read_text("utf-8")
    assert printed.stderr == ""
    if shape != "html":
        assert "DT101" in json.dumps(json.loads(printed.stdout))


def test_accepted_findings_pass_from_then_on(lint, tmp_path):
    accepted = tmp_path / "accepted.toml"
    assert lint("--write-suppressions", accepted).returncode == 0
    done = lint("--suppressions", accepted)
    assert done.returncode == 0
    assert "1 suppressed" in done.stderr
    done = lint("--suppressions", accepted, target=UNIFORM)
    assert "covers nothing; take it out" in done.stderr


def test_codes_can_be_selected_and_ignored(lint):
    assert lint("--ignore", "DT101").returncode == 0
    assert lint("--select", "DT101,DT201").returncode == 7
    done = lint("--select", "DT999")
    assert done.returncode == 2
    assert "unknown code 'DT999'" in done.stderr
    assert lint("--select", "DT101", "--ignore", "DT101").returncode == 2


def test_the_codes_are_listed_with_advice(discotag):
    done = discotag("lint", "--list")
    assert done.returncode == 0
    for code in ("DT101", "DT201", "DT202", "DT301"):
        assert f"{code} " in done.stdout
    assert "Choose one form of address" in done.stdout


def test_the_translation_may_come_from_standard_input(discotag, tmp_path):
    source = write(tmp_path / "a.en", *ENGLISH)
    done = discotag(
        "lint", "--src", source, "--tgt", "-", "-s", "en", "-t", "fr",
        stdin="".join(f"{line}\n" for line in MIXED).encode(),
    )  # fmt: skip
    assert done.returncode == 7
    assert "\n-:4:1: DT101" in done.stdout


def test_a_corpus_in_one_file_needs_no_target(discotag, tmp_path):
    rows = [f"talk\t{english}\t{french}" for english, french in zip(ENGLISH, MIXED, strict=True)]
    corpus = write(tmp_path / "a.tsv", *rows)
    done = discotag("lint", "--src", corpus, "-s", "en", "-t", "fr")
    assert done.returncode == 7
    assert f"# talk\n{corpus}:4: DT101" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give files, or --src and --tgt"),
        (("--src", "none.en", "-s", "en", "-t", "fr"), "none.en"),
        (("--src", "none.en", "-s", "en", "-t", "xx"), "unknown language 'xx'"),
    ],
    ids=["nothing", "no such file", "no such language"],
)
def test_bad_calls_are_told_in_one_message(discotag, arguments, message):
    done = discotag("lint", *arguments)
    assert done.returncode in {2, 3}
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pair_without_a_phenomenon_leaves_its_check_out_with_a_note(discotag, tmp_path):
    source = write(tmp_path / "a.en", "I saw it.")
    target = write(tmp_path / "a.he", "ראיתי אותו.")
    arguments = ("lint", "--src", source, "--tgt", target, "-s", "en", "-t", "he")
    done = discotag(*arguments)
    assert done.returncode == 0
    assert "note: check address is left out: formality: not applicable" in done.stderr
    assert "note: check names is left out: it does not serve Hebrew" in done.stderr
    assert discotag(*arguments, "--select", "DT101").returncode == 2


def test_options_of_checks_are_read_and_checked(lint):
    assert lint("--set", "address.reach=1").returncode == 7
    done = lint("--set", "address.rech=1")
    assert done.returncode == 2
    assert "options it has: expect, expect_file, reach" in done.stderr


@pytest.fixture
def glossary_folder(tmp_path):
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_de")
    (tmp_path / "s.en").write_text("The account was closed.\nOpen your account.\n", "utf-8")
    (tmp_path / "t.de").write_text(
        "Die Rechnung wurde geschlossen.\nEröffnen Sie Ihr Konto.\n", "utf-8"
    )
    (tmp_path / "g.csv").write_text("source,target\naccount,Konto\n", "utf-8")
    return tmp_path


def lint_glossary(folder, *more):
    given = ["lint", "--src", folder / "s.en", "--tgt", folder / "t.de", "-s", "en", "-t", "de"]
    return run_program(*given, "--glossary", folder / "g.csv", "--no-cache", *more)


def test_a_glossary_is_kept_to(glossary_folder):
    done = lint_glossary(glossary_folder, "--select", "DT203,DT204")
    assert done.returncode == 7
    assert "t.de:1:5: DT203 other-than-glossary (warning): “account” is “Rechnung” here" in (
        done.stdout
    )
    assert "1 finding (1 warning)" in done.stderr


def test_a_faulty_glossary_is_told_with_its_line_before_any_work(glossary_folder):
    (glossary_folder / "g.csv").write_text("source,target\naccount,Konto\nuser,\n", "utf-8")
    refused = lint_glossary(glossary_folder)
    assert refused.returncode == 3
    assert f"{glossary_folder / 'g.csv'}:3: has no target term" in refused.stderr
    assert refused.stdout == ""


def test_the_signature_knows_the_glossary_by_its_content(glossary_folder):
    before = json.loads(lint_glossary(glossary_folder, "--format", "json").stdout)["signature"]
    (glossary_folder / "g.csv").write_text("source,target\naccount,Rechnung\n", "utf-8")
    done = json.loads(lint_glossary(glossary_folder, "--format", "json").stdout)
    assert done["signature"] != before
    assert [found["code"] for found in done["findings"]] == ["DT203"]
    assert done["findings"][0]["place"]["word"] == "Konto"
