"""What the page can ask for: its own files, a check, and files to share."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from discotag.plugin import DiscotagError, UnknownNameError
from discotag.plugin.commands import hints_for
from discotag.plugin.pages import page_templates, script_json, view_program, view_style
from discotag_serve.checking import ClosedError, ReplacedError
from discotag_serve.opening import OpenRequest, endings, opened
from discotag_serve.requests import BYTES, CheckRequest, RequestError
from discotag_serve.results import answer, as_html, as_json, web

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from discotag.plugin import Registry
    from discotag_serve.checking import Checker, Found

logger = logging.getLogger(__name__)
SHARED = {"html": ("text/html; charset=utf-8", as_html), "json": ("application/json", as_json)}
BROKEN = (
    "Something went wrong in discotag itself. The terminal where discotag serve runs says what;"
    " please report it."
)


class _TooLargeError(Exception):
    """A request of too many bytes."""


def made_app(registry: Registry, checker: Checker) -> Starlette:
    """Return the application; whoever asks it has passed the guard.

    Args:
        registry: the installed plugins.
        checker: checks requests.
    """
    style = "\n".join([view_style(), web("results.css"), web("form.css")])
    program = view_program(web("results.js"), web("form.js"), web("live.js"))
    page = page_templates(__package__).get_template("page.html.j2").render()
    files = {
        "/": (page, "text/html; charset=utf-8"),
        "/page.css": (style, "text/css; charset=utf-8"),
        "/icon.svg": (web("icon.svg"), "image/svg+xml"),
        "/page.js": (program, "text/javascript; charset=utf-8"),
        "/languages.json": (script_json(_languages(registry)), "application/json"),
        "/endings.json": (script_json(endings(registry)), "application/json"),
    }
    replies = {"/check": _shown} | {
        f"/share.{ending}": partial(_shared, ending=ending) for ending in SHARED
    }
    opening = partial(_opened, registry=registry)
    app = Starlette(
        routes=[
            Route("/open", opening, methods=["POST"]),
            *(
                Route(path, partial(_file, text=text, kind=kind))
                for path, (text, kind) in files.items()
            ),
            *(
                Route(path, partial(_asked, checker=checker, reply=reply), methods=["POST"])
                for path, reply in replies.items()
            ),
        ],
        exception_handlers={404: _lost, 405: _lost},
    )
    app.router.redirect_slashes = False
    return app


async def _file(_: Request, *, text: str, kind: str) -> Response:
    return Response(text, media_type=kind)


async def _lost(_: Request, error: Exception) -> Response:
    return PlainTextResponse("There is no such page.\n", getattr(error, "status_code", 404))


async def _asked(
    request: Request, *, checker: Checker, reply: Callable[[Found], Response]
) -> Response:
    """Answer a request of the page; whatever fails becomes a sentence for it."""
    try:
        asked = CheckRequest.read(await _read(request))
        found: Response = await in_thread(lambda: reply(checker.check(asked)))
        return found
    except ReplacedError:
        return JSONResponse({"replaced": True})
    except Exception as error:
        return _refusal(error)


async def _opened(request: Request, *, registry: Registry) -> Response:
    """Answer with the texts of files."""
    try:
        asked = OpenRequest.read(await _read(request))
        told = await in_thread(lambda: opened(asked, registry))
    except Exception as error:
        return _refusal(error)
    return Response(script_json(_installed(told, registry)), media_type="application/json")


def _installed(told: dict[str, Any], registry: Registry) -> dict[str, Any]:
    """Return texts with the codes of installed languages; "" for others."""
    for side in ("source_language", "target_language"):
        told[side] = _code(told[side], registry)
    return told


def _code(code: str, registry: Registry) -> str:
    for own in (code, code.replace("_", "-").partition("-")[0]) if code else ():
        try:
            return registry.language(own).info.code
        except UnknownNameError:
            continue
    return ""


async def in_thread(work: Callable[[], Response | dict[str, Any]]) -> Any:
    """Return what some work returns, done in a thread that keeps nobody from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def finish(result: Any, error: Exception | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as fault:
            error = fault
        with suppress(RuntimeError):  # the server ended meanwhile
            loop.call_soon_threadsafe(finish, result, error)

    Thread(target=run, name="discotag-serve", daemon=True).start()
    return await done


def _refusal(error: Exception) -> Response:
    """Return a failure as a sentence for the page; one of our own is reported in the log alone."""
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)  # nobody reads it
    if isinstance(error, ClosedError):
        return _refused("discotag serve was stopped.", status=503)
    if isinstance(error, _TooLargeError):
        size = f"{BYTES / 1e6:g} MB"
        return _refused(f"The texts have more than {size}; show a part of them.", status=413)
    if isinstance(error, RequestError):
        return _refused(str(error))
    if isinstance(error, DiscotagError):
        return _refused(str(error), hints_for(error))
    logger.error("a request of the page failed", exc_info=error)
    return _refused(BROKEN, status=500)


def _shown(found: Found) -> Response:
    return Response(script_json(answer(found)), media_type="application/json")


def _shared(found: Found, *, ending: str) -> Response:
    kind, written = SHARED[ending]
    return Response(written(found), media_type=kind)


def _refused(message: str, hints: tuple[str, ...] = (), *, status: int = 422) -> Response:
    return Response(
        script_json({"error": message, "hints": list(hints)}),
        status_code=status,
        media_type="application/json",
    )


async def _read(request: Request) -> Any:
    """Return what a request says; RequestError where that is not JSON."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RequestError("This page and discotag do not understand each other: reload the page.")
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > BYTES:
            raise _TooLargeError
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError("This page sent what is no JSON: reload the page.") from error


def _languages(registry: Registry) -> list[dict[str, str]]:
    """Return the installed languages, by name."""
    packs = sorted((item.info for item in registry.languages), key=lambda pack: pack.name)
    return [
        {"code": pack.code, "name": pack.name, "direction": registry.direction(pack.code)}
        for pack in packs
    ]
