"""Drawn files of every format: nothing edited gives the same bytes, one edit changes one unit."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discotag.plugin import TextEdit
from discotag.plugin.files import Notes
from discotag_localization import readers
from discotag_localization.messages import _piped_forms
from discotag_localization.texts import BREAK, Lines
from discotag_localization.units import readings

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag_localization.units import Unit

LETTERS = "abzÄß漢ж😀e\u0301 .!"
SIGNS = LETTERS + "'\"\\<>&%{}:#;=,|-\n\t"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


@dataclass(frozen=True)
class Kind:
    """How files of a format are drawn.

    Args:
        reader: the reader's class, without `Reader`.
        build: gives the file of some texts.
        alphabet: what texts are made of.
        is_trimmed: whether white space at the ends of a text is none of it.
        is_collapsed: whether white space is one space.
        refuses: whether some words cannot be written there.
    """

    reader: str
    build: Callable[[list[str]], str | bytes]
    alphabet: str = SIGNS
    is_trimmed: bool = False
    is_collapsed: bool = False
    refuses: bool = False

    def known(self, text: str) -> str:
        """Return a text as the reader gives it."""
        text = re.sub(r"\s\s+|[\n\t]", " ", text) if self.is_collapsed else BREAK.sub(" ", text)
        return text.strip() if self.is_trimmed else text


def _c(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def _json(texts: list[str]) -> str:
    return json.dumps({"a": {f"k{n}": text for n, text in enumerate(texts)}, "n": 1}, indent=1,
                      ensure_ascii=len(texts) % 2 == 0)  # fmt: skip


def _chrome(texts: list[str]) -> str:
    return json.dumps(
        {f"k{n}": {"message": text, "description": "d"} for n, text in enumerate(texts)}
    )


def _catalog(texts: list[str]) -> str:
    entries = {
        f"k{n}": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": text}}}}
        for n, text in enumerate(texts)
    }
    data = {"sourceLanguage": "en", "strings": entries, "version": "1.0"}
    return json.dumps(data, indent=2, separators=(",", " : "), ensure_ascii=len(texts) % 2 == 0)


def _arb(texts: list[str]) -> str:
    data: dict[str, object] = {"@@locale": "de"}
    for number, text in enumerate(texts):
        data |= {f"k{number}": text, f"@k{number}": {"description": "of it"}}
    return json.dumps(data, indent=2, ensure_ascii=False)


def _po(texts: list[str]) -> str:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    entries = []
    for number, text in enumerate(texts):
        half = len(text) // 2
        parts = f'""\n"{_c(text[:half])}"\n"{_c(text[half:])}"' if number % 2 else f'"{_c(text)}"'
        entries.append(f'# note\n#. more\nmsgctxt "c"\nmsgid "k{number}"\nmsgstr {parts}\n')
    return head + "\n".join(entries) + '\n#~ msgid "old"\n#~ msgstr "alt"\n'


def _properties(texts: list[str]) -> str:
    lines = ["! head"]
    for number, text in enumerate(texts):
        value = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
        half = value[: len(value) // 2].rstrip("\\ ")
        rest = value[len(half) :]
        joint = "\\\n    " if number % 2 and not rest.startswith((" ", "\\")) else ""
        lines.append(f"k{number} = " + re.sub("^ ", "\\\\ ", half + joint + rest))
    return "\r\n".join(lines).replace("\\\n    ", "\\\r\n    ")


def _latin(texts: list[str]) -> bytes:
    return "".join(
        f"k{number}={text.replace(chr(92), '')}\n" for number, text in enumerate(texts)
    ).encode("iso-8859-1")


def _strings(texts: list[str]) -> bytes:
    lines = [f'/* note */\n"k{number}" = "{_c(text)}";\n' for number, text in enumerate(texts)]
    return "".join(lines).encode("utf-16")


def _stringsdict(texts: list[str]) -> str:
    forms = "".join(
        f"<key>k{n}</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@v@</string><key>v</key>"
        f"<dict><key>one</key><string>eins</string><key>other</key><string>{escape(text)}</string>"
        "</dict></dict>\n"
        for n, text in enumerate(texts)
    )
    return f'<?xml version="1.0"?>\n<plist version="1.0"><dict>{forms}</dict></plist>'


def _android(texts: list[str]) -> str:
    lines = []
    for number, text in enumerate(texts):
        value = escape(re.sub(r"([\\'\"])", r"\\\1", text)).replace("\n", "\\n")
        if number % 3 == 1:
            lines.append(
                f'<plurals name="k{number}"><item quantity="other">{value}</item></plurals>'
            )
        else:
            lines.append(f'<!-- note --><string tools:x="y" name="k{number}">{value}</string>')
    return "<resources xmlns:tools='t'>\n" + "\n".join(lines) + "\n</resources>\n"


def _resx(texts: list[str]) -> str:
    lines = [
        f'<data name="k{n}"><value>{escape(text)}</value><comment>é</comment></data>'
        for n, text in enumerate(texts)
    ]
    return "\ufeff<?xml version='1.0' encoding='utf-8'?>\n<root>" + "\n".join(lines) + "</root>"


def _yaml(texts: list[str]) -> str:
    styles: list[Callable[[str], str]] = [
        lambda text: json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f"),
        lambda text: "'" + text.replace("'", "''").replace("\n", "\n\n      ") + "'",
        lambda text: "|\n      x" + text.replace("\n", "\n      "),
    ]
    lines = [f"  k{n}: {styles[n % 3](text)}  ".rstrip() for n, text in enumerate(texts)]
    return "# head\nde:\n" + "\n".join(lines) + "\n"


def _csv(texts: list[str]) -> str:
    rows = ["id;source;target;note"]
    rows += [f'k{n};x;"{text.replace(chr(34), chr(34) * 2)}";é' for n, text in enumerate(texts)]
    return "\r\n".join(rows)


def _html(texts: list[str]) -> str:
    lines = [f"<li id=k{n}><b>x</b> {html.escape(text)} y" for n, text in enumerate(texts)]
    return "<!doctype html><html><body><ul>" + "\n".join(lines) + "</ul></body></html>"


def _markdown(texts: list[str]) -> str:
    return "# head\n\n" + "\n\n".join(f"x{n} {text} y" for n, text in enumerate(texts)) + "\n"


def _docx(texts: list[str]) -> bytes:
    runs = "".join(
        f"<w:p><w:r><w:t>x{escape(text[:1])}</w:t></w:r><w:r><w:rPr><w:b/></w:rPr>"
        f'<w:t xml:space="preserve">{escape(text[1:])}</w:t></w:r></w:p>'
        for text in texts
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/styles.xml", "<styles/>")
        body = f'<w:document xmlns:w="{W}"><w:body>{runs}</w:body></w:document>'
        archive.writestr("word/document.xml", body)
    return packed.getvalue()


KINDS = [
    Kind("Json", _json),
    Kind("Json", _chrome),
    Kind("Catalog", _catalog),
    Kind("Arb", _arb),
    Kind("Po", _po),
    Kind("Properties", _properties, SIGNS.replace("\n", "")),
    Kind("Properties", _latin, "abzÄß .!'\"<>&%{};,|-"),
    Kind("Strings", _strings),
    Kind("Stringsdict", _stringsdict, is_trimmed=True),
    Kind("Android", _android, is_trimmed=True, is_collapsed=True),
    Kind("Resx", _resx, is_trimmed=True),
    Kind("Yaml", _yaml, is_trimmed=True, is_collapsed=True, refuses=True),
    Kind("Csv", _csv, is_trimmed=True),
    Kind("Html", _html, is_trimmed=True, is_collapsed=True, refuses=True),
    Kind("Markdown", _markdown, "abzÄß漢ж😀.", is_trimmed=True),
    Kind("Docx", _docx, SIGNS.replace("\n", "").replace("\t", ""), is_trimmed=True),
]
IDS = [kind.build.__name__.strip("_") for kind in KINDS]


def _scan(kind: Kind, data: bytes) -> list[tuple[str, str]]:
    return [(unit.id, unit.text.text) for unit in _units(kind, data)]


def _mask(kind: Kind, data: bytes, name: str) -> str:
    """Return what analyzers read of a unit."""
    (unit,) = (unit for unit in _units(kind, data) if unit.id == name)
    ((_, reading), *_) = readings(unit, Path("texts"), Lines(""), None)
    return reading.masked


def _units(kind: Kind, data: bytes) -> list[Unit]:
    reader = getattr(readers, f"{kind.reader}Reader").create({})
    with TemporaryDirectory() as folder:
        path = Path(folder, "texts")
        path.write_bytes(data)
        _, scan = reader._scan(path, Notes())
    return list(scan.units)


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_an_edit_changes_its_unit_and_no_other_byte(kind: Kind, data: st.DataObject) -> None:
    words = st.text(kind.alphabet, min_size=1, max_size=12).filter(
        lambda text: (
            bool(re.search(r"\w", kind.known(text)))
            and "]]>" not in text
            and not _piped_forms(kind.known(text))  # of plural forms, one is the unit's text
        )
    )
    texts = data.draw(st.lists(words, min_size=1, max_size=5))
    built = kind.build(texts)
    before = built if isinstance(built, bytes) else built.encode()
    units = _scan(kind, before)
    told = [text for _, text in units]
    if kind.reader not in {"Html", "Markdown", "Docx", "Stringsdict", "Yaml"}:
        wanted = texts if kind.build is not _latin else [text.strip() or text for text in texts]
        assert [text.split() for text in told] == [kind.known(text).split() for text in wanted]
    reader = getattr(readers, f"{kind.reader}Reader").create({})
    number = data.draw(st.integers(0, len(units) - 1))
    name, text = units[number]
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    new = kind.known(data.draw(words)).strip()
    edit = TextEdit(name, None, text, start, end, new)
    with TemporaryDirectory() as folder:
        path = Path(folder, "texts")
        path.write_bytes(before)
        assert reader.edited(path, []) == before
        try:
            after = reader.edited(path, [edit])
        except ValueError:
            if kind.refuses or _mask(kind, before, name)[start:end] != text[start:end]:
                return
            raise
    found = _scan(kind, after)
    assert [name for name, _ in found] == [name for name, _ in units]
    others = [text for place, (_, text) in enumerate(found) if place != number]
    assert others == [text for place, text in enumerate(told) if place != number]
    assert found[number][1].split() == (text[:start] + new + text[end:]).split()
    if kind.reader != "Docx":
        _assert_local(before, after, text)


def _assert_local(before: bytes, after: bytes, text: str) -> None:
    """Check that what differs is no longer than the unit with all its escapes."""
    left = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
                min(len(before), len(after)))  # fmt: skip
    right = 0
    while right < min(len(before), len(after)) - left and before[-right - 1] == after[-right - 1]:
        right += 1
    assert len(before) - left - right <= 12 * len(text) + 16
