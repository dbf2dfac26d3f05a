"""A real client of the server, which runs as an editor runs it: a process of its own."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

collect_ignore_glob = [] if find_spec("discotag_lsp") and find_spec("pygls") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""

PATIENCE = 120.0


def _converter() -> Any:
    """Read code actions as what they are; with a command, lsprotocol takes them for commands."""
    from typing import Union

    from lsprotocol import types
    from pygls.protocol import default_converter

    made = default_converter()

    def action(told: Any, _: Any) -> Any:
        kind = types.Command if isinstance(told.get("command"), str) else types.CodeAction
        return made.structure(told, kind)

    made.register_structure_hook(Union[types.Command, types.CodeAction], action)  # noqa: UP007
    return made


class Editor:
    """An editor: it opens files, changes them, and sees what the server shows.

    Args:
        root: the folder that is open.
    """

    def __init__(self, root: Path) -> None:
        from pygls.lsp.client import LanguageClient

        self.root = root
        self.shown: dict[str, list[Any]] = {}
        self.times: dict[str, int] = {}
        self.documents: list[Any] = []
        self._versions: dict[str, int] = {}
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.client = LanguageClient("test-editor", "1", converter_factory=_converter)
        self._hear()

    def _hear(self) -> None:
        from lsprotocol import types

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def shown(params: types.PublishDiagnosticsParams) -> None:
            with self._news:
                self.shown[params.uri] = list(params.diagnostics)
                self.times[params.uri] = self.times.get(params.uri, 0) + 1
                self._news.notify_all()

        @self.client.feature(types.WINDOW_SHOW_DOCUMENT)
        def document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.documents.append(params)
            return types.ShowDocumentResult(success=True)

    def wait(self, task: Any) -> Any:
        """Return what a coroutine of the client gives."""
        return asyncio.run_coroutine_threadsafe(task, self._loop).result(PATIENCE)

    def start(self, options: Any = None, encodings: list[Any] | None = None) -> Any:
        """Start the server; return what it says of itself."""
        from lsprotocol import types

        command = "from discotag.cli import main; main()"
        self.wait(self.client.start_io(sys.executable, "-c", command, "lsp", "--stdio"))
        return self.wait(
            self.client.initialize_async(
                types.InitializeParams(
                    capabilities=types.ClientCapabilities(
                        general=types.GeneralClientCapabilities(position_encodings=encodings),
                        window=types.WindowClientCapabilities(
                            show_document=types.ShowDocumentClientCapabilities(support=True)
                        ),
                    ),
                    root_uri=self.root.as_uri(),
                    initialization_options=options,
                )
            )
        )

    def begin(self) -> None:
        """Tell the server that the editor is ready."""
        from lsprotocol import types

        self._tell(self.client.initialized, types.InitializedParams())

    def _tell(self, notify: Callable[[Any], None], params: Any) -> None:
        async def told() -> None:
            notify(params)

        self.wait(told())

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file; return its address."""
        from lsprotocol import types

        uri = path.as_uri()
        self._versions[uri] = 1
        item = types.TextDocumentItem(
            uri, "plaintext", 1, path.read_text("utf-8") if text is None else text
        )
        self._tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str) -> None:
        """Type: the file holds another text now."""
        from lsprotocol import types

        self._versions[uri] += 1
        self._tell(
            self.client.text_document_did_change,
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=self._versions[uri], uri=uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            ),
        )

    def close(self, uri: str) -> None:
        """Close a file."""
        from lsprotocol import types

        identifier = types.TextDocumentIdentifier(uri)
        self._tell(
            self.client.text_document_did_close, types.DidCloseTextDocumentParams(identifier)
        )

    def seen(self, uri: str, *, until: Callable[[list[Any]], bool]) -> list[Any]:
        """Wait until what is shown of a file is as wanted; return it."""
        end = time.monotonic() + PATIENCE
        with self._news:
            while uri not in self.shown or not until(self.shown[uri]):
                left = end - time.monotonic()
                assert left > 0, f"shown: {self.shown.get(uri)}"
                self._news.wait(left)
            return self.shown[uri]

    def codes(self, uri: str, *wanted: str) -> list[Any]:
        """Wait until findings with these codes, and no others, are shown; return them."""
        return self.seen(uri, until=lambda found: [item.code for item in found] == [*wanted])

    def stop(self) -> int | None:
        """End the server as an editor does; return its exit code."""
        try:
            self.wait(self.client.shutdown_async(None))
            self._tell(self.client.exit, None)
            self.wait(asyncio.wait_for(self.client._server.wait(), 20))
            code = self.client._server.returncode
            self.wait(self.client.stop())
            return code
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5)
            self._loop.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a configuration and a few files."""
    root = tmp_path_factory.mktemp("work")
    (root / "discotag.toml").write_text(
        """
[lint]
source_language = "en"
glossary = "terms.csv"

[[lint.files]]
source = "src/*.txt"
target = "{lang}/*.txt"
languages = ["de", "fr"]

[[lint.files]]
source = "json/en.json"
target = "json/{lang}.json"
"""
    )
    (root / "terms.csv").write_text("source,target\naccount,Konto\n")
    for name in ("src", "de", "fr"):
        (root / name).mkdir()
    return root


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    """Start the server for all tests of a module."""
    made = Editor(folder)
    made.start()
    made.begin()
    yield made
    assert made.stop() == 0
