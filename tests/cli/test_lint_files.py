"""`discotag lint` on several files: pairs, bilingual files, folders, states, languages."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from discotag.cli.app import app
from discotag.core.errors import InputError, UsageError

ENGLISH = ("Did you sleep well?", "You should rest.", "You look tired.", "Your coffee is ready.")
MIXED = (
    "As-tu bien dormi ?",
    "Tu devrais te reposer.",
    "Tu as l'air fatigué.",
    "Votre café est prêt.",
)
UNIFORM = (*MIXED[:3], "Ton café est prêt.")
GERMAN = ("Hast du gut geschlafen?", "Du solltest dich ausruhen.", "Du siehst müde aus.",
          "Ihr Kaffee ist fertig, setzen Sie sich.")  # fmt: skip


def xliff(lines, target="fr", states=()):
    units = "".join(
        f'<trans-unit id="key.{number}">\n<source>{source}</source>'
        f"<target{f' state={state!r}' if state else ''}>{line}</target></trans-unit>"
        for number, (source, line, state) in enumerate(
            zip(ENGLISH, lines, states or [""] * len(lines), strict=True)
        )
    )
    return (
        f'<xliff version="1.2"><file original="app" source-language="en"'
        f' target-language="{target}"><body>{units}</body></file></xliff>'
    )


def tsv(lines, header="docid\tsrc\tref\n"):
    rows = zip(ENGLISH, lines, strict=True)
    return header + "".join(f"talk\t{source}\t{line}\n" for source, line in rows)


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Write files into the working folder: `put("a.xlf", text)`."""
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        text = content if isinstance(content, str) else "".join(f"{line}\n" for line in content)
        path.write_text(text, "utf-8")
        return name

    return write


def lint(*arguments):
    return CliRunner().invoke(app, ["lint", "--no-cache", *map(str, arguments)])


def found(done):
    """Return file and word of each finding of a report in JSON."""
    return [
        (item["place"]["file"], item["place"]["word"])
        for item in json.loads(done.stdout)["findings"]
    ]


def test_a_file_of_two_languages_is_linted_in_the_pair_that_is_asked_for(put):
    both = xliff(UNIFORM).replace("</xliff>", "") + xliff(GERMAN, "de").partition(">")[2]
    put("a.xlf", both)
    done = lint("a.xlf", "-s", "en", "-t", "fr", "-f", "json", "-q")
    assert (found(done), done.exit_code) == ([], 0)
    assert json.loads(done.stdout)["segments"] == 4
    done = lint("--src", "a.xlf", "-s", "en", "-t", "de", "-f", "json", "-q")
    assert json.loads(done.stdout)["segments"] == 4
    with pytest.raises(
        InputError, match="several target languages: de, fr; choose one with --target-lang"
    ):
        raise lint("a.xlf").exception


def test_a_file_of_another_language_is_told(put):
    put("a.xlf", xliff(GERMAN, "de"))
    with pytest.raises(InputError, match=r"holds no unit of the pair.*its languages: en to de"):
        raise lint("a.xlf", "-s", "en", "-t", "fr").exception


def test_a_memory_of_several_languages_is_read_in_the_pair(put):
    units = "".join(
        f'<tu tuid="u{n}"><tuv xml:lang="en"><seg>{en}</seg></tuv><tuv xml:lang="fr">'
        f'<seg>{fr}</seg></tuv><tuv xml:lang="de"><seg>x</seg></tuv></tu>'
        for n, (en, fr) in enumerate(zip(ENGLISH, MIXED, strict=True))
    )
    put("a.tmx", f'<tmx version="1.4"><header srclang="en"/><body>{units}</body></tmx>')
    done = lint("a.tmx", "-t", "fr", "-q")
    assert done.exit_code == 7
    assert "a.tmx:1: unit u3: DT101" in done.stdout
    with pytest.raises(InputError, match="several target languages: de, fr"):
        raise lint("a.tmx").exception


def test_several_files_are_linted_each_in_its_own_languages_with_one_summary(put):
    put("fr.xlf", xliff(MIXED))
    put("good.xlf", xliff(UNIFORM))
    put("de.xlf", xliff(GERMAN, "de-DE"))
    put("table.tsv", tsv(MIXED, "docid\ten\tfr-CA\n"))
    done = lint("fr.xlf", "good.xlf", "de.xlf", "table.tsv")
    assert done.exit_code == 7, done.output
    assert "# fr.xlf: app\nfr.xlf:4: unit key.3: DT101" in done.stdout
    assert "table.tsv:5: DT101" in done.stdout
    assert "good.xlf" not in done.stdout
    assert "in 16 segments of 4 documents in 4 files" in done.stderr
    assert done.stderr.count("findings (") == 1
    assert lint("good.xlf", "-q").output == ""


def test_findings_name_units_in_every_format(put):
    put("fr.xlf", xliff(MIXED))
    (finding,) = json.loads(lint("fr.xlf", "-f", "json", "-q").stdout)["findings"]
    assert finding["place"]["unit"] == "key.3"
    (run,) = json.loads(lint("fr.xlf", "-f", "sarif", "-q").stdout)["runs"]
    document, unit = run["results"][0]["locations"][0]["logicalLocations"]
    assert document == {"fullyQualifiedName": "app", "kind": "module"}
    assert unit == {"name": "key.3", "fullyQualifiedName": "app/key.3", "kind": "member"}
    assert "unit key.3" in lint("fr.xlf", "-f", "html", "-q").stdout


def test_units_of_version_2_are_named_with_their_segments(put):
    segments = "".join(
        f'<unit id="u{n}"><segment id="s1"><source>{en}</source><target>{fr}</target></segment>'
        "</unit>"
        for n, (en, fr) in enumerate(zip(ENGLISH, MIXED, strict=True))
    )
    put("a.xlf", f'<xliff version="2.0" srcLang="en" trgLang="fr"><file id="f">{segments}</file>'
        "</xliff>")  # fmt: skip
    assert ": unit u3/s1: DT101" in lint("a.xlf", "-q").stdout


def test_one_log_and_one_object_hold_all_files(put):
    put("a/fr.xlf", xliff(MIXED))
    put("a/de.xlf", xliff(GERMAN, "de"))
    data = json.loads(lint("a", "-f", "json", "-q").stdout)
    assert data["pair"] is None
    assert set(data["signatures"]) == {"en-de", "en-fr"}
    assert [(file["target"], file["segments"]) for file in data["files"]] == [
        ("a/de.xlf", 4),
        ("a/fr.xlf", 4),
    ]
    (run,) = json.loads(lint("a", "-f", "sarif", "-q").stdout)["runs"]
    uris = {
        place["physicalLocation"]["artifactLocation"]["uri"]
        for result in run["results"]
        for place in result["locations"]
    }
    assert "a/fr.xlf" in uris


def test_folders_and_patterns_are_searched_hidden_ones_are_not(put):
    for name in ("l/fr.xlf", "l/deep/b.xliff", "l/.git/c.xlf", "l/d.tsv", "l/e.txt"):
        put(name, xliff(UNIFORM) if "xl" in name else tsv(UNIFORM))
    data = json.loads(lint("l", "-f", "json", "-q").stdout)
    assert [file["target"] for file in data["files"]] == ["l/deep/b.xliff", "l/fr.xlf"]
    data = json.loads(lint("l/**/*.xl*", "l/*.tsv", "-s", "en", "-t", "fr", "-f", "json").stdout)
    assert [file["target"] for file in data["files"]] == ["l/deep/b.xliff", "l/fr.xlf", "l/d.tsv"]


def test_a_file_of_another_language_in_a_folder_is_left_out_with_a_note(put):
    put("l/fr.xlf", xliff(UNIFORM))
    put("l/de.xlf", xliff(GERMAN, "de"))
    done = lint("l", "-t", "fr")
    assert done.exit_code == 0, done.output
    assert "note: l/de.xlf: is in another language and left out" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none",), "none"),
        (("empty",), "the folder empty holds no bilingual file"),
        (("*.nothing",), "no file fits the pattern"),
        (("a.en", "a.fr"), "give plain lines as --src FILE --tgt FILE"),
        (("--src", "a.en", "--src", "b.en", "--tgt", "a.fr"), "2 --src and 1 --tgt"),
        (("--src", "a.en", "--tgt", "a.fr", "--docids", "x", "--docids", "y"), "1 --src and 2"),
        (("--tgt", "a.fr"), "0 --src and 1 --tgt"),
        (("--src", "-", "--tgt", "-"), r"standard input \(-\) can be given only once"),
        (("--src", "a.en", "--tgt", "a.fr"), "give --source-lang and --target-lang"),
        (("plain.tsv",), "plain.tsv does not name its languages"),
        (("plain.tsv", "--states", "final"), "no file is read as such"),
        (("fr.xlf", "--states", "finished"), "unknown state 'finished'; there are final"),
        ((), "give files, or --src and --tgt"),
    ],
)  # fmt: skip
def test_what_makes_no_list_of_files_is_told(put, tmp_path, arguments, message):
    (tmp_path / "empty").mkdir()
    for name, content in (("a.en", ENGLISH), ("a.fr", MIXED), ("b.en", ENGLISH),
                          ("plain.tsv", tsv(MIXED)), ("fr.xlf", xliff(MIXED))):  # fmt: skip
        put(name, content)
    done = lint(*arguments)
    assert isinstance(done.exception, UsageError | InputError), done.output
    with pytest.raises(type(done.exception), match=message):
        raise done.exception


def test_pairs_are_linted_in_their_order(put):
    for name, content in (("a.en", ENGLISH), ("a.fr", UNIFORM), ("b.en", ENGLISH), ("b.fr", MIXED)):
        put(name, content)
    done = lint("--src", "a.en", "--tgt", "a.fr", "--src", "b.en", "--tgt", "b.fr",
                "-s", "en", "-t", "fr", "-f", "json", "-q")  # fmt: skip
    assert found(done) == [("b.fr", "Votre")]
    assert done.exit_code == 7


def test_one_faulty_file_is_named_and_the_others_go_on(put):
    put("a.xlf", "<xliff")
    put("b.xlf", xliff(MIXED))
    put("c.xlf", xliff(UNIFORM, "tlh"))
    done = lint("a.xlf", "b.xlf", "c.xlf", "none.xlf", "-f", "json", "-q")
    assert done.exit_code == 3
    assert found(done) == [("b.xlf", "Votre")]
    faults = json.loads(done.stdout)["faults"]
    assert [fault["file"] for fault in faults] == ["a.xlf", "c.xlf", "none.xlf"]
    assert "discotag: error: a.xlf:1: is no well-formed XML" in done.stderr
    assert "c.xlf: unknown language 'tlh'" in done.stderr
    (run,) = json.loads(lint("a.xlf", "b.xlf", "-f", "sarif", "-q").stdout)["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert "1 file could not be read" in lint("a.xlf", "b.xlf").stderr


def test_states_choose_units(put):
    put("a.xlf", xliff(MIXED, states=("final", "translated", "", "needs-translation")))
    for option, names, segments in (
        ("--states", "final,translated", 2),
        ("--states", "none", 1),
        ("--skip-states", "needs-translation,new", 3),
    ):
        done = lint("a.xlf", option, names, "-f", "json")
        assert json.loads(done.stdout)["segments"] == segments, names
        assert f"{4 - segments} unit" in done.stderr
        assert "in other states left out" in done.stderr


def test_suppressions_hold_for_all_files_or_for_one(put):
    put("a.xlf", xliff(MIXED))
    put("l/b.xlf", xliff(MIXED))
    put("ok.toml", '[[suppress]]\ncode = "DT101"\nfile = "l/*.xlf"\nreason = "agreed"\n')
    done = lint("a.xlf", "l", "--suppressions", "ok.toml", "-f", "json")
    assert found(done) == [("a.xlf", "Votre")]
    assert "covers nothing" not in done.stderr
    assert lint("a.xlf", "l", "--write-suppressions", "all.toml", "-q").exit_code == 0
    assert lint("a.xlf", "l", "--suppressions", "all.toml", "-q").exit_code == 0
    done = lint("a.xlf", "--suppressions", "ok.toml")
    assert "DT101 l/*.xlf covers nothing; take it out" in done.stderr


@pytest.mark.parametrize("command", ["run", "tag", "span", "explain"])
def test_a_second_source_never_takes_the_place_of_the_first(put, command):
    put("a.en", ENGLISH)
    arguments = [command, "--src", "a.en", "--src", "a.en", "-s", "en", "-t", "fr"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2
    assert "--src is given twice" in done.output
