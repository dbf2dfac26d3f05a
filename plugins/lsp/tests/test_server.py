"""The server with a real client: what is typed is checked, told, explained and put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Editor

ENGLISH = "You should rest.\nThe evening was long.\nYour coffee is ready.\n"
MIXED = "Tu devrais te reposer.\nLa soirée était longue.\nVotre café est prêt.\n"
EVEN = MIXED.replace("Votre", "Ton")


@pytest.fixture
def talk(folder: Path, editor: Editor) -> Any:
    """Open a translation that changes its address; close it at the end."""
    (folder / "src/talk.txt").write_text(ENGLISH)
    (folder / "fr/talk.txt").write_text(MIXED)
    uri = editor.open(folder / "fr/talk.txt")
    yield uri
    editor.close(uri)
    editor.codes(uri)


def span(found: Any) -> tuple[int, int, int, int]:
    place = found.range
    return place.start.line, place.start.character, place.end.line, place.end.character


def position(line: int, character: int, uri: str) -> dict[str, Any]:
    return {
        "text_document": types.TextDocumentIdentifier(uri),
        "position": types.Position(line, character),
    }


def test_a_finding_is_shown_at_its_word_with_the_place_it_conflicts_with(
    talk: str, editor: Editor
) -> None:
    (found,) = editor.codes(talk, "DT101")
    assert span(found) == (2, 0, 2, 5)
    assert found.severity == types.DiagnosticSeverity.Warning
    assert found.source == "discotag"
    (related,) = found.related_information
    assert (related.location.uri, related.location.range.start.line) == (talk, 0)
    assert related.message.startswith("“Tu” in: Tu devrais")


def test_what_is_typed_is_checked_and_not_what_was_saved(talk: str, editor: Editor) -> None:
    editor.codes(talk, "DT101")
    editor.change(talk, EVEN)
    editor.codes(talk)
    editor.change(talk, MIXED)
    editor.codes(talk, "DT101")


def test_a_change_of_the_source_is_seen_in_its_translation(
    talk: str, editor: Editor, folder: Path
) -> None:
    editor.codes(talk, "DT101")
    source = editor.open(folder / "src/talk.txt")
    editor.change(source, ENGLISH.replace("Your coffee", "All of you, your coffee"))
    editor.codes(talk)
    editor.close(source)
    editor.codes(talk, "DT101")


def test_characters_are_counted_as_the_editor_counts_them(folder: Path, editor: Editor) -> None:
    (folder / "src/emoji.txt").write_text("You should rest.\n🎉🎉 日本 Your coffee is ready.\n")
    (folder / "fr/emoji.txt").write_text("Tu devrais te reposer.\n🎉🎉 日本 Votre café est prêt.\n")
    uri = editor.open(folder / "fr/emoji.txt")
    (found,) = editor.codes(uri, "DT101")
    assert span(found) == (1, 8, 1, 13)
    editor.close(uri)


def test_hovering_tells_the_finding_its_advice_and_the_evidence_of_the_tag(
    talk: str, editor: Editor
) -> None:
    editor.codes(talk, "DT101")
    told = editor.wait(
        editor.client.text_document_hover_async(types.HoverParams(**position(2, 2, talk)))
    )
    text = told.contents.value
    assert "**DT101** address-change (warning)" in text
    assert "Choose one form of address" in text
    assert "“Tu” (line 1 of talk\\.txt)" in text
    assert (
        editor.wait(
            editor.client.text_document_hover_async(types.HoverParams(**position(1, 2, talk)))
        )
        is None
    )


def test_the_definition_of_a_tagged_word_is_what_decides_it(talk: str, editor: Editor) -> None:
    editor.codes(talk, "DT101")
    editor.change(talk, EVEN)
    editor.codes(talk)
    found = editor.wait(
        editor.client.text_document_definition_async(types.DefinitionParams(**position(2, 1, talk)))
    )
    assert [(place.uri, place.range.start.line) for place in found] == [(talk, 0)]
    told = editor.wait(
        editor.client.text_document_hover_async(types.HoverParams(**position(2, 1, talk)))
    )
    assert "**formality** t: decided 2 segments back" in told.contents.value


def fixes(editor: Editor, uri: str, line: int, character: int) -> list[types.CodeAction]:
    place = types.Position(line, character)
    return editor.wait(
        editor.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                types.Range(place, place),
                types.CodeActionContext([]),
            )
        )
    )


def test_a_finding_is_accepted_with_a_reason_and_is_gone(
    talk: str, editor: Editor, folder: Path
) -> None:
    (found,) = editor.codes(talk, "DT101")
    (action,) = fixes(editor, talk, 2, 1)
    assert action.title == "Accept this DT101 with a reason, in accepted.toml"
    create, edit = action.edit.document_changes
    assert isinstance(create, types.CreateFile)
    (added,) = edit.edits
    accepted = folder / "accepted.toml"
    accepted.write_text(added.new_text)
    assert f'fingerprint = "{found.data["fingerprint"]}"' in added.new_text
    uri = editor.open(accepted)
    editor.codes(talk)
    editor.wait(
        editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(action.command.command, arguments=action.command.arguments)
        )
    )
    shown = editor.documents[-1]
    assert shown.uri == uri
    line = added.new_text.splitlines()[shown.selection.start.line]
    assert line[shown.selection.start.character :].startswith("accepted in the editor: “Votre”")
    editor.close(uri)
    accepted.unlink()
    editor.change(talk, MIXED + "\n")
    editor.change(talk, MIXED)
    editor.codes(talk, "DT101")


def test_the_glossarys_word_is_written_in_place_of_another(folder: Path, editor: Editor) -> None:
    (folder / "src/bank.txt").write_text("The account was closed.\nThe house is old.\n")
    (folder / "de/bank.txt").write_text("Die Rechnung wurde geschlossen.\nDas Haus ist alt.\n")
    uri = editor.open(folder / "de/bank.txt")
    (found,) = editor.codes(uri, "DT203")
    assert span(found) == (0, 4, 0, 12)
    write, accept = fixes(editor, uri, 0, 5)
    assert (write.title, write.is_preferred) == ("Write “Konto”", True)
    (edit,) = write.edit.document_changes[0].edits
    text = (folder / "de/bank.txt").read_text().splitlines()[0]
    start, end = edit.range.start.character, edit.range.end.character
    assert text[:start] + edit.new_text + text[end:] == "Die Konto wurde geschlossen."
    assert accept.title.startswith("Accept this DT203")
    editor.close(uri)


def test_what_keeps_a_file_from_being_checked_is_told_with_a_way_out(
    folder: Path, editor: Editor
) -> None:
    (folder / "src/short.txt").write_text("One line.\n")
    (folder / "de/short.txt").write_text("")
    uri = editor.open(folder / "de/short.txt")
    (found,) = editor.codes(uri, "not-checked")
    assert "short.txt" in found.message
    editor.change(uri, "Eine Zeile.\n")
    editor.codes(uri)
    editor.close(uri)


def test_a_file_that_nothing_names_is_left_alone(folder: Path, editor: Editor) -> None:
    path = folder / "notes.txt"
    path.write_text("Tu dors. Votre café est prêt.\n")
    uri = editor.open(path)
    told = editor.wait(
        editor.client.text_document_hover_async(types.HoverParams(**position(0, 1, uri)))
    )
    assert told is None
    assert uri not in editor.shown
    editor.close(uri)
