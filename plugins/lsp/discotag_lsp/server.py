"""The server: what the editor says and asks for, and what it is shown."""

from __future__ import annotations

import json
import logging
import threading
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path
from pygls.workspace import PositionCodec

from discotag.plugin import DiscotagError
from discotag_lint.planning import known_codes
from discotag_lsp.checker import Checker, State
from discotag_lsp.diagnostics import SHOW_REASON, Shown, accepted, actions, reason_range, uri_of
from discotag_lsp.hover import Pointed, Word, markdown
from discotag_lsp.pairs import Buffers, Pairs

if TYPE_CHECKING:
    from discotag.plugin import Registry
    from discotag_lint.configuration import FilePair
    from discotag_lsp.checker import Held

logger = logging.getLogger(__name__)
SETTINGS = frozenset({"discotag.toml", "pyproject.toml"})
LONGEST_HEADER, LONGEST_MESSAGE = 2**16, 2**26
"""Bytes of a line of a header, and of a message."""
ACCEPTED = "accepted.toml"
"""The file of accepted findings next to the configuration, where that names none."""


class Messages:
    """Standard input, of which a message that is too long is skipped.

    Args:
        stream: the bytes of messages.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Return a line of a header."""
        line = self._stream.readline(LONGEST_HEADER)
        name, colon, value = line.partition(b":")
        return b"Content-Length:" + value if colon and name.lower() == b"content-length" else line

    def read(self, size: int) -> bytes:
        """Return a message; invalid JSON in place of one that is too long."""
        if size <= LONGEST_MESSAGE:
            return self._stream.read(size)
        while size and (part := self._stream.read(min(size, LONGEST_HEADER))):
            size -= len(part)
        return b"?"


class Protocol(LanguageServerProtocol):
    """The protocol, in which a faulty request is answered with an error."""

    def structure_message(self, data: Any) -> Any:
        """Return a message as an object; JsonRpcException where it is faulty."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if isinstance(data, dict) and "method" in data and "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Handle a message; JsonRpcException for JSON that is not one."""
        if not hasattr(message, "jsonrpc"):
            error = JsonRpcInvalidRequest()
            self._send_response(cast("Any", None), error=error.to_response_error())
            raise error
        super().handle_message(message)


class Server(LanguageServer):
    """A language server for translations.

    Args:
        registry: the installed plugins.
        quiet: seconds without a change before a long document is checked as a whole.
    """

    def __init__(self, registry: Registry, *, quiet: float = 1.0) -> None:
        super().__init__(
            "discotag",
            version("discotag-lsp"),
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=Protocol,
        )
        self._registry = registry
        self._quiet = quiet
        self._lock = threading.Lock()
        self._of: dict[Path, tuple[Path, ...]] = {}
        self._begin(PositionCodec(), None)

    def _begin(self, codec: PositionCodec, configuration: Path | None) -> None:
        self.buffers = Buffers(codec)
        self.pairs = Pairs(self._registry, self.buffers, configuration)
        self.checker = Checker(self.pairs, self.show, quiet=self._quiet)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error: one line for a faulty message, all for one of our own."""
        del source
        if isinstance(error, json.JSONDecodeError):
            error_reply = JsonRpcParseError().to_response_error()
            self.protocol._send_response(cast("Any", None), error=error_reply)
        if isinstance(error, JsonRpcException | json.JSONDecodeError):
            logger.error("a message of the editor is faulty: %s", str(error).partition("\n")[0])
        else:
            logger.error("discotag lsp: a message could not be handled", exc_info=error)

    def set_up(self, wishes: Any) -> None:
        """Take what the editor and its user wish; `wishes` are `initializationOptions`."""
        given = wishes.get("configuration") if isinstance(wishes, dict) else None
        self.end()
        root = Path(self.workspace.root_path or ".")
        self._begin(self.workspace.position_codec, root / given if given else None)

    def end(self) -> None:
        """Check nothing more, and take copies away."""
        self.checker.close()
        self.buffers.close()

    def changed(self, path: Path, text: str | None, *, delay: float = 0.1) -> None:
        """Take note of a file's text in the editor (None = it was closed), and check it soon."""
        if text is None:
            self.buffers.take(path)
        else:
            self.buffers.put(path, text)
        if path.name in SETTINGS or path in self._suppressions():
            for state in self.checker.states():
                self.show(state)
            return
        for pair in self._pairs(path):
            if text is None and path == pair.file and pair.source not in self.buffers.opened():
                self.checker.drop(pair.file)
                self._publish(pair.file, [])
            elif text is not None or pair.file in self.buffers.opened():
                self.checker.touch(pair, delay=delay)

    def settings_changed(self) -> None:
        """Check all open files anew."""
        self.checker.forget()
        for path in self.buffers.opened():
            for pair in self._pairs(path):
                self.checker.touch(pair)

    def _pairs(self, path: Path) -> tuple[FilePair, ...]:
        try:
            return self.pairs.of(path)
        except DiscotagError as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, str(error)))
            return ()

    def _suppressions(self) -> set[Path]:
        return {self.suppressions(state.pair) for state in self.checker.states()}

    def suppressions(self, pair: FilePair) -> Path:
        """Return the file of accepted findings of a pair."""
        if pair.suppressions is not None:
            return pair.suppressions
        return Path(self.workspace.root_path or pair.file.parent) / ACCEPTED

    def findings(self, state: State) -> tuple[Held, ...]:
        """Return the findings of a file that are not accepted."""
        codes = known_codes(self._registry)
        path = self.suppressions(state.pair)
        return accepted(state.findings, path, self.buffers, codes)

    def show(self, state: State) -> None:
        """Show what is known of a file."""
        shown = Shown(self.buffers, state)
        self._publish(state.pair.file, shown.diagnostics(self.findings(state)))

    def _publish(self, path: Path, found: list[types.Diagnostic]) -> None:
        uri = uri_of(path)
        with self._lock:
            known = self.workspace.text_documents.get(uri)
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, found, known.version if known else None)
            )

    def at(
        self, address: str, position: types.Position
    ) -> tuple[State, tuple[Held, ...], tuple[Word, ...]] | None:
        """Return what is known of a file, and the findings and tagged words at a position."""
        path = path_of(address)
        state = self.checker.state(path) if path is not None else None
        if state is None or path is None:
            return None
        text = self.buffers.text(path)
        offset = text.offset(position)
        shown = Shown(self.buffers, state)
        found = tuple(item for item in self.findings(state) if _holds(shown.range(item), position))
        try:
            words = Pointed(self.pairs, self.buffers, state).words(offset)
        except DiscotagError as error:
            logger.warning("%s", error)
            words = ()
        return state, found, words


def path_of(address: str) -> Path | None:
    """Return the file of an address; None if it is not on this machine."""
    found = to_fs_path(address) if address.startswith("file:") else None
    return Path(found) if found else None


def _holds(place: types.Range, position: types.Position) -> bool:
    return place.start <= position <= place.end


def made_server(registry: Registry, *, quiet: float = 1.0) -> Server:
    """Return a server with all that it answers."""
    server = Server(registry, quiet=quiet)
    _listen(server)
    _answer(server)
    return server


def _listen(server: Server) -> None:
    """Let the server hear of changes."""

    @server.feature(types.INITIALIZE)
    def begin(params: types.InitializeParams) -> None:
        server.set_up(params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def watch(_: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        own = workspace.did_change_watched_files if workspace is not None else None
        if own is not None and own.dynamic_registration:
            watchers = [types.FileSystemWatcher(f"**/{name}") for name in sorted(SETTINGS)]
            await server.client_register_capability_async(
                types.RegistrationParams(
                    [
                        types.Registration(
                            "discotag-settings",
                            types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                            types.DidChangeWatchedFilesRegistrationOptions(watchers),
                        )
                    ]
                )
            )

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            server.changed(path, params.text_document.text, delay=0.0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def edited(params: types.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            text = server.workspace.get_text_document(params.text_document.uri).source
            server.changed(path, text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None and path.name in SETTINGS:
            server.settings_changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            server.changed(path, None)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        del params
        server.settings_changed()

    @server.feature(types.SHUTDOWN)
    def end(_: Any) -> None:
        server.end()


def _answer(server: Server) -> None:
    """Let the server answer questions; those that check something do so in other threads."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @server.thread()
    def hover(params: types.HoverParams) -> types.Hover | None:
        known = server.at(params.text_document.uri, params.position)
        if known is None or not (known[1] or known[2]):
            return None
        told = markdown(known[1], known[2])
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    @server.thread()
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        known = server.at(params.text_document.uri, params.position)
        if known is None:
            return []
        state, findings, words = known
        shown = Shown(server.buffers, state)
        spots = [spot for item in findings for spot in item.finding.others]
        spots += [spot for word in words for spot in word.evidence]
        places = [shown.location(spot) for spot in dict.fromkeys(spots)]
        return [place for place in places if place is not None]

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def fixes(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = path_of(params.text_document.uri)
        state = server.checker.state(path) if path is not None else None
        if state is None:
            return []
        shown = Shown(server.buffers, state)
        found: list[types.CodeAction] = []
        for item in server.findings(state):
            place = shown.range(item)
            if place.start <= params.range.end and params.range.start <= place.end:
                told = shown.diagnostic(item)
                where = server.suppressions(state.pair)
                found += actions(item, told, state.pair, where, server.pairs)
        return found

    @server.command(SHOW_REASON)
    async def show_reason(path: str, fingerprint: str) -> None:
        place = Path(path)
        text = server.buffers.text(place).text
        selection = reason_range(fingerprint, text)
        capabilities = server.client_capabilities.window
        if capabilities is not None and capabilities.show_document is not None:
            await server.window_show_document_async(
                types.ShowDocumentParams(uri_of(place), take_focus=True, selection=selection)
            )
