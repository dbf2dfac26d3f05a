"""Glossary files: CSV, TSV and TBX, and what is wrong in them by file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.core.errors import InputError
from discotag.core.language import LanguagePack
from discotag_lint.terminology.glossary import Entry, read_glossary

if TYPE_CHECKING:
    from pathlib import Path

PACKS = tuple(
    LanguagePack(schema_version=1, code=code, name=name, package="x")
    for code, name in (("en", "English"), ("de", "German"))
)


def read(folder: Path, text: str, name: str = "g.csv") -> list[Entry]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_glossary(path, *PACKS)


TWO = [
    Entry(source="account", target="Konto"),
    Entry(source="account", target="Rechnung", status="forbidden", case=True, note="a, b"),
]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.csv", ('source,target,status,case,note\naccount,Konto\n\n'
         'account,Rechnung,forbidden,yes,"a, b"\n')),
        ("g.csv", 'account,Konto\naccount,Rechnung,forbidden,yes,"a, b"\n'),
        ("g.csv", 'en;de;status;case;note\naccount;Konto;;;\naccount;Rechnung;deprecated;1;a, b\n'),
        ("g.tsv", "account\tKonto\naccount\tRechnung\tforbidden\tyes\ta, b\n"),
        ("g.tsv", ("German\tEnglish\tNotes\tstatus\tcase\nKonto\taccount\t\t\t\n"
         "Rechnung\taccount\ta, b\tForbidden\tTrue\n")),
        ("g.tsv", ("id\tsource term\ttarget term\tstatus\tcase\tnote\n1\taccount\tKonto\t\t\t\n"
         "2\taccount\tRechnung\tforbidden\tyes\ta, b\n")),
    ],
    ids=["CSV", "no header", "semicolons, codes", "TSV without header", "names", "more columns"],
)  # fmt: skip
def test_tables(tmp_path: Path, name: str, text: str) -> None:
    assert read(tmp_path, text, name) == TWO


def test_quotes_of_a_tsv_are_its_own(tmp_path: Path) -> None:
    [found] = read(tmp_path, '"too big to fail" problem\t„too big“\n', "g.tsv")
    assert found.source == '"too big to fail" problem'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("account,Konto\nuser\n", "g.csv:2: has no target term"),
        ("account,Konto\n,Nutzer\n", "g.csv:2: has no source term"),
        ("account,Konto,good\n", "g.csv:1: unknown status 'good'; expected preferred, admitted or"),
        ("account,Konto,,maybe\n", "g.csv:1: case 'maybe': expected yes or no"),
        ("source,target\n", "g.csv: holds no pair of terms"),
        ("source,status\naccount,forbidden\n", "g.csv:1: has no column target"),
        ("source,source,target\na,b,c\n", "g.csv:1: has the column source twice"),
        ("en,fr\naccount,compte\n", "g.csv:1: the first line names en, fr; expected"),
        ('account,"Konto\nuser,Nutzer\n', "g.csv:1: is no good CSV"),
        ("account,Konto\naccount,Konto,forbidden\n", "g.csv:2: 'account' → 'Konto' is forbidden"),
        ("", "g.csv: the file is empty"),
        ("%PDF-1.4\n", "g.csv: is PDF; a glossary is CSV, TSV or TBX"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    name = "g.csv" if not text.startswith("%PDF") else "g.pdf"
    with pytest.raises(InputError) as told:
        read(tmp_path, text, name)
    assert message.replace("g.csv", name) in str(told.value)


def test_what_is_no_utf8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_bytes("account,Kontoführung\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"g\.csv:1: byte .* is not UTF-8"):
        read_glossary(path, *PACKS)


V2 = """<?xml version="1.0"?>
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1"><note>bank</note>
<langSet xml:lang="en-US"><tig><term>account</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Konto</term></tig>
<ntig><termGrp><term>Rechnung</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts\
</termNote></termGrp></ntig></langSet>
<langSet xml:lang="fr"><tig><term>compte</term></tig></langSet>
</termEntry></body></text></martif>
"""
V3 = """<tbx xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min"
 type="TBX"><text><body>
<conceptEntry id="1"><langSec xml:lang="en"><termSec><term>account</term></termSec>
</langSec><langSec xml:lang="de"><termSec><term>Konto</term>
<min:administrativeStatus>admittedTerm-admn-sts</min:administrativeStatus><note>new</note></termSec>
</langSec></conceptEntry></body></text></tbx>
"""


def test_tbx_of_both_versions(tmp_path: Path) -> None:
    assert read(tmp_path, V2, "g.tbx") == [
        Entry(source="account", target="Konto", note="bank"),
        Entry(source="account", target="Rechnung", status="forbidden", note="bank"),
    ]
    assert read(tmp_path, V3, "g.tbx") == [
        Entry(source="account", target="Konto", status="admitted", note="new")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (V2.replace('"de"', '"it"'), "no entry with terms in en and de; languages: en-US, fr"),
        (V2.replace("deprecatedTerm-admn-sts", "odd"), "g.tbx:6: unknown status 'odd'"),
        (V2.replace("<term>Konto</term>", "<term> </term>"), "g.tbx:5: holds an entry without a"),
        (V2.replace("</martif>", ""), "is no well-formed XML"),
        ("<tmx><body/></tmx>", "begins with <tmx> where <martif> or <tbx> is expected"),
    ],
)
def test_what_is_wrong_in_tbx(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as told:
        read(tmp_path, text, "g.tbx")
    assert message in str(told.value)


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    text = '<!DOCTYPE martif [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n' + V2.partition("\n")[2]
    with pytest.raises(InputError, match="declares entities"):
        read(tmp_path, text.replace("Konto", "&x;"), "g.tbx")
