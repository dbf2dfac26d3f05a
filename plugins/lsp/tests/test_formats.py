"""JSON and PO in the editor: findings at their units, fixes as the file writes them."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Editor

pytestmark = pytest.mark.skipif(
    find_spec("discotag_localization") is None, reason="discotag-localization is not installed"
)
ENGLISH = {
    "rest": 'You should "rest", {{name}}.',
    "evening": "The evening was long.",
    "coffee": "Your coffee is ready.",
    "account": 'The "account" was closed.',
}
FRENCH = {
    "rest": 'Tu devrais "te reposer", {{name}}.',
    "evening": "La soirée était longue.",
    "coffee": "🎉 Votre café est prêt.",
}
GERMAN = {"account": 'Die "Rechnung" wurde geschlossen.'}
PO = r"""msgid ""
msgstr ""
"Language: fr\n"
"X-Source-Language: en\n"

#. of the reader
msgid "You should \"rest\"."
msgstr "Tu devrais "
"\"te reposer\"."

msgid "Your coffee is ready."
msgstr "{} café est prêt."
"""


def written(data: dict[str, str]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def word(text: str, found: Any) -> str:
    """Return what a diagnostic marks; the editor counts in UTF-16."""
    place = found.range
    assert place.start.line == place.end.line
    line = text.splitlines()[place.start.line].encode("utf-16-le")
    return line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")


def actions(editor: Editor, uri: str, found: Any) -> list[Any]:
    context = types.CodeActionContext([])
    wanted = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, context)
    return editor.wait(editor.client.text_document_code_action_async(wanted))


def applied(text: str, edit: Any) -> str:
    lines = text.splitlines(keepends=True)
    place = edit.range
    assert place.start.line == place.end.line
    line = lines[place.start.line]
    lines[place.start.line] = (
        line[: place.start.character] + edit.new_text + line[place.end.character :]
    )
    return "".join(lines)


@pytest.fixture
def app(folder: Path) -> Path:
    """Make the files of an app."""
    (folder / "json").mkdir(exist_ok=True)
    for code, data in (("en", ENGLISH), ("fr", FRENCH), ("de", GERMAN)):
        (folder / "json" / f"{code}.json").write_text(written(data), "utf-8")
    return folder / "json"


def test_a_finding_in_json_stands_at_its_word_and_goes_when_it_is_mended(
    app: Path, editor: Editor
) -> None:
    text = (app / "fr.json").read_text("utf-8")
    uri = editor.open(app / "fr.json")
    (found,) = editor.codes(uri, "DT101")
    assert word(text, found) == "Votre"
    (related,) = found.related_information
    assert related.location.range.start.line == 1
    editor.change(uri, text.replace("Votre", "Ton"))
    editor.codes(uri)
    editor.change(uri, text.replace("}}.", "}}. {"))
    editor.codes(uri, "DT101")
    editor.change(uri, text.replace('",\n', '"\n', 1))
    (broken,) = editor.codes(uri, "not-checked")
    assert "fr.json:3: is not JSON" in broken.message
    editor.close(uri)


def test_the_glossarys_word_is_written_as_json_has_it(app: Path, editor: Editor) -> None:
    text = (app / "de.json").read_text("utf-8")
    uri = editor.open(app / "de.json")
    (found,) = editor.codes(uri, "DT203")
    assert word(text, found) == "Rechnung"
    write, *_ = actions(editor, uri, found)
    (edit,) = write.edit.document_changes[0].edits
    changed = applied(text, edit)
    assert json.loads(changed) == {"account": 'Die "Konto" wurde geschlossen.'}
    editor.change(uri, changed)
    editor.codes(uri)
    editor.close(uri)


def test_po_is_checked_as_it_is_typed(folder: Path, editor: Editor) -> None:
    path = folder / "fr.po"
    path.write_text(PO.replace("{}", "Votre"), "utf-8")
    uri = editor.open(path)
    (found,) = editor.codes(uri, "DT101")
    assert word(PO.replace("{}", "Votre"), found) == "Votre"
    assert found.related_information[0].location.range.start.line == 7
    editor.change(uri, PO.replace("{}", "Ton"))
    editor.codes(uri)
    accepted = PO.replace("{}", "Votre").replace(
        'msgid "Your', '# discotag: ignore DT101 another reader\nmsgid "Your'
    )
    editor.change(uri, accepted)
    editor.change(uri, accepted + "\n")
    editor.codes(uri)
    editor.close(uri)
