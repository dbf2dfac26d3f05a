"""Scores targets through a server that returns log-probabilities of the prompt.

`POST BASE/completions` with `echo` and `logprobs`, as OpenAI's protocol had it first and vLLM,
SGLang and llama-cpp-python have it (https://platform.openai.com/docs/api-reference/completions).
Rows are built here, with the model's own tokenizer, and sent as ids; so what is scored is what a
model in this process would score, and the server's count of tokens must be the same.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel

from discotag.plugin import InputError, UsageError
from discotag_cxmi.scoring import loading
from discotag_cxmi.scoring.batching import POOL
from discotag_cxmi.scoring.loading import prepare
from discotag_cxmi.scoring.local import ended
from discotag_cxmi.scoring.prompts import PromptRow
from discotag_cxmi.scoring.scorer import Scorer
from discotag_services import TIMEOUT, TRIES, StoppedError, client_of, endpoint, find_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.loading import Prepared
    from discotag_cxmi.scoring.scorer import Journal, ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids
    from discotag_services import Client


PromptAs = Literal["ids", "text"]


class Logprobs(BaseModel):
    """Log-probabilities of a prompt and what was generated after it; the first has none."""

    tokens: tuple[str, ...] = ()
    token_logprobs: tuple[float | None, ...]


class Choice(BaseModel):
    """One of the answers."""

    logprobs: Logprobs | None = None


class Usage(BaseModel):
    """What was counted."""

    prompt_tokens: int | None = None


class Completion(BaseModel):
    """What the server answers."""

    choices: tuple[Choice, ...]
    usage: Usage | None = None


class ServerModel(Scorer[PromptRow]):
    """A decoder-only model on a server; see `Scorer`.

    Args:
        ready: tokenizer and format.
        options: how prompts are made.
        client: of the server.
        name: the model's name there.
        digest: fingerprint of the tokenizer's files.
        jobs: requests at a time.
        prompt_as: whether prompts are sent as ids or as text, for servers that take no ids.
    """

    pool = POOL

    def __init__(
        self,
        ready: Prepared,
        options: ModelOptions,
        client: Client,
        *,
        name: str,
        digest: str,
        jobs: int = 1,
        prompt_as: PromptAs = "ids",
    ) -> None:
        rows: Any = ready.rows
        super().__init__(rows, ready.format, options, name=name, digest=digest)
        self.tokenizer = ready.tokenizer
        self.client, self._jobs, self._prompt_as = client, jobs, prompt_as

    @property
    def identity(self) -> dict[str, Any]:
        """See `Scorer`; what the server's model is made of, nobody here can know."""
        return {
            "digest": self.digest,
            "kind": self.format.kind,
            "server": self.client.place.url,
            "model": self.name,
            "prompt_as": self._prompt_as,
        }

    def foresee(self, examples: Iterable[Example]) -> tuple[int, int, int]:
        """Return how many requests there will be, their tokens, and how many are in the journal."""
        sizes: dict[bytes | int, int] = {}
        for example in examples:
            row = self.rows.row(example)
            key = hash(row.key) if self.journal is None else self._key(self.journal, row)
            sizes[key] = len(row.ids) + 1
        known = [key for key in sizes if isinstance(key, bytes) and self._is_known(key)]
        asked = len(sizes) - len(known)
        return asked, sum(sizes.values()) - sum(sizes[key] for key in known), len(known)

    def _is_known(self, key: bytes) -> bool:
        return self.journal is not None and self.journal.holds(key)

    def _key(self, journal: Journal, row: PromptRow) -> bytes:
        return journal.key(self.identity, row.key)

    def _held(self, row: PromptRow) -> NDArray[Any] | None:
        """Return what the journal has of a row."""
        if self.journal is None:
            return None
        sizes = [len(row.target.ids) + 1]
        found = self.journal.find(self._key(self.journal, row), sizes)
        return None if found is None else found[0]

    def _kept(self, rows: Sequence[PromptRow]) -> list[NDArray[Any]]:
        """Return the values of rows; each answer is kept as it comes."""
        held = ((index, self._held(row)) for index, row in enumerate(rows))
        found = {index: values for index, values in held if values is not None}
        pool = ThreadPoolExecutor(self._jobs, thread_name_prefix="cxmi")
        try:
            asked = {
                pool.submit(self._ask, row): index
                for index, row in enumerate(rows)
                if index not in found
            }
            for future in as_completed(asked):
                index = asked[future]
                found[index] = future.result()
                if self.journal is not None:
                    self.journal.keep(self._key(self.journal, rows[index]), [found[index]])
        except BaseException:
            self.client.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        return [found[index] for index in range(len(rows))]

    def _values(self, rows: Sequence[PromptRow]) -> list[NDArray[Any]]:
        return [self._ask(row) for row in rows]

    def _ask(self, row: PromptRow) -> NDArray[Any]:
        """Ask for one row's values."""
        import numpy as np

        ids = row.ids + row.end[-1:]
        content = {
            "model": self.name,
            "prompt": list(ids) if self._prompt_as == "ids" else self._text(ids),
            "max_tokens": 1,
            "echo": True,
            "logprobs": 1,
            "temperature": 0,
        }
        found = self.client.post("/completions", content, Completion)
        told = found.choices[0].logprobs if found.choices else None
        if told is None:
            raise StoppedError(
                f"{self.client.place.host}: it gives no log-probabilities of the prompt (echo and"
                " logprobs of /completions); vLLM, SGLang and llama-cpp-python do"
            )
        self._check_count(found, told, ids)
        first = self._first(told, ids)
        places = slice(row.start - first, len(ids) - first)
        self._check_text(told.tokens[places], ids[row.start :])
        scored = [np.nan if value is None else value for value in told.token_logprobs[places]]
        return ended(np.asarray(scored, dtype=np.float32), len(row.target.ids))

    def _check_count(self, found: Completion, told: Logprobs, ids: Ids) -> None:
        """Refuse an answer about another number of tokens.

        One is generated after them, or several bytes that make one character.
        """
        count = len(told.token_logprobs)
        counted = None if found.usage is None else found.usage.prompt_tokens
        if len(ids) <= count and (
            count <= len(ids) + 1 if counted is None else counted == len(ids)
        ):
            return
        cure = "" if self._prompt_as == "ids" else ", or send ids: --prompt-as ids"
        raise StoppedError(
            f"{self.client.place.host}: it counts {counted or 'some'} tokens of a prompt and gives"
            f" {count} values where the tokenizer has {len(ids)} tokens and one more is generated;"
            f" name the model's own with --tokenizer{cure}"
        )

    def _first(self, told: Logprobs, ids: Ids) -> int:
        """Return which of the ids the first value belongs to: some servers leave the begin out.

        llama-cpp-python 0.3.36 does.
        """
        decode = self.tokenizer.decode
        if ids[0] == self.tokenizer.bos_token_id and told.tokens:
            names = {decode([ids[0]]).strip(), ""}
            if told.tokens[0].strip() in names and decode([ids[1]]).strip() not in names:
                return 0
            return 1
        return 0

    def _check_text(self, tokens: Sequence[str], ids: Ids) -> None:
        """Refuse tokens that spell another text than was to be scored, where they spell any."""
        told, wanted = "".join(tokens).strip(), self.tokenizer.decode(list(ids)).strip()
        is_told = told.isprintable() and "\ufffd" not in told and "bytes:" not in told
        if told and is_told and not _is_like(told, wanted):
            raise StoppedError(
                f"{self.client.place.host}: it scores {self.client.shown(told, 60)!r} where"
                f" {wanted[:60]!r} is asked"
                " for: its tokenizer is another; name the model's own with --tokenizer"
            )

    def _text(self, ids: Ids) -> str:
        """Return ids as text, without the beginning that servers add themselves."""
        if ids[0] != self.tokenizer.bos_token_id:
            raise UsageError(
                "--prompt-as text is for prompts that begin with the model's beginning-of-text"
                " token, which servers add themselves; this one does not: --prompt-as ids"
            )
        own = ids[1:]
        text = str(self.tokenizer.decode(list(own), clean_up_tokenization_spaces=False))
        again = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        if tuple(again) != own:
            raise InputError(
                f"a prompt becomes other tokens when it is sent as text ({text[-60:]!r}); send ids:"
                " --prompt-as ids"
            )
        return text


def _is_like(one: str, other: str) -> bool:
    """Return whether two texts are the same but for spaces; special tokens may be left out."""
    first, second = ("".join(text.split()).replace("▁", "") for text in (one, other))
    return first == second or second.startswith(first)


def no_encoder(ready: Prepared) -> None:
    """Refuse a model that no such server runs; UsageError."""
    if ready.format.kind not in {"prompt", "chat"}:
        raise UsageError(
            "--server is for decoder-only models; an encoder–decoder runs in this process"
        )


KEY = "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, and how it is asked.

    Args:
        url: everything before `/completions`, as in `http://localhost:8000/v1`.
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
    """Open a model on a server; the key, if it wants one, comes from `OPENAI_API_KEY`.

    Raises:
        UsageError: the address is not valid, or discotag is offline.
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
            digest=loading.digest(ready.folder),
            jobs=address.jobs,
            prompt_as=address.prompt_as,
        )
    finally:
        client.close()
