"""From an address to a model behind a server."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag_cxmi.scoring import locating
from discotag_cxmi.scoring.loading import prepare
from discotag_cxmi.scoring.server import PromptAs, ServerModel, no_encoder
from discotag_services import TIMEOUT, TRIES, client_of, endpoint, find_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_cxmi.scoring.options import ModelOptions

KEY = "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, and how it is asked.

    Args:
        url: up to what stands before `/completions`, as in `http://localhost:8000/v1`.
        tokenizer: folder of the model's tokenizer, or a fetched model's name; None = the model's.
        may_be_plain: whether http is taken although it leads to another machine.
        prompt_as: how prompts are sent.
        jobs: requests at a time.
        per_minute: most requests.
        tries: times a request is made.
        timeout: seconds until an answer.
    """

    url: str
    tokenizer: str | None = None
    may_be_plain: bool = False
    prompt_as: PromptAs = "ids"
    jobs: int = 4
    per_minute: float | None = None
    tries: int = TRIES
    timeout: float = TIMEOUT


@contextmanager
def open_server(name: str, options: ModelOptions, address: Address) -> Iterator[ServerModel]:
    """Open a model behind a server; the key, if it wants one, comes from `OPENAI_API_KEY`.

    Raises:
        UsageError: the address is none, or discotag is offline.
        PluginError: there is no tokenizer.
    """
    place = endpoint(address.url, may_be_plain=address.may_be_plain)
    where = address.tokenizer or name
    ready = prepare(where, options)
    no_encoder(ready)
    key = find_key(KEY)
    client = client_of(
        place,
        {"Authorization": f"Bearer {key.reveal()}"} if key else {},
        (key,) if key else (),
        per_minute=address.per_minute,
        timeout=address.timeout,
        tries=address.tries,
    )
    try:
        yield ServerModel(
            ready,
            options,
            client,
            name=name,
            digest=locating.digest(ready.folder),
            jobs=address.jobs,
            prompt_as=address.prompt_as,
        )
    finally:
        client.close()
