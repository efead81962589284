# SPDX-License-Identifier: Apache-2.0
"""Any endpoint that speaks OpenAI's chat completions, asked through the ``openai`` client.

The client waits and asks again where a limit of rates, a fault of the server, a time-out or a lost
connection stands in the way; how often, the user says. What is left after that has a name. Bodies
of errors, which may repeat a key, are never kept or shown.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from scoring.extras import import_openai
from scoring.judged.reply import Failure, Reply
from scoring.judged.request import Request
from scratchworld.closing import Closing
from scratchworld.errors import InputError

__all__ = ["KEY_VARIABLE", "Endpoint", "NoReply"]

KEY_VARIABLE = "OPENAI_API_KEY"
"""Environment variable with the key, unless another is named."""

_NO_KEY = "none"
"""Sent where the environment holds no key: servers of one's own often want none."""
_STOP = {401: "the key is refused", 403: "access is refused", 404: "there is no such model or path"}
_LIBRARIES = ("openai", "httpx", "httpcore", "httpx2", "httpcore2")


class NoReply(Exception):
    """Raised when a request ended without a reply; ``name`` says how."""

    def __init__(self, name: Failure, detail: str = "") -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = detail


class Endpoint(Closing):
    """An open endpoint; use it as a context manager. Threads may share it."""

    def __init__(
        self,
        base_url: str,
        key_variable: str = KEY_VARIABLE,
        *,
        timeout: float = 120.0,
        retries: int = 5,
    ) -> None:
        """Open ``base_url``, the part before ``/chat/completions``.

        ``timeout`` is in seconds, for each try; ``retries`` is how often a request is sent again.

        Raises:
            InputError: when the URL is none, holds a password or a query, or openai is missing.
        """
        _check_url(base_url)
        self._openai = import_openai()
        # at the level of debugging they write down whole requests
        for name in _LIBRARIES:
            logging.getLogger(name).setLevel(logging.WARNING)
        self._key_variable = key_variable
        self._client = self._openai.OpenAI(
            api_key=os.environ.get(key_variable) or _NO_KEY,
            base_url=base_url,
            timeout=timeout,
            max_retries=retries,
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, request: Request) -> Reply:
        """Send a request and return the reply.

        Raises:
            NoReply: when there is none, however often it was sent.
            InputError: when the endpoint refuses key or model, so that no request can succeed.
        """
        openai = self._openai
        body = dict(request.body)
        known = {name: body.pop(name) for name in ("model", "messages")}
        try:
            create = self._client.chat.completions.with_raw_response.create
            text = create(**known, extra_body=body).text
        except openai.APITimeoutError:
            raise NoReply("timeout") from None
        except openai.APIConnectionError:
            raise NoReply("unreachable") from None
        except openai.APIStatusError as error:
            raise self._refused(error.status_code) from None
        except (openai.APIError, ValueError):
            raise NoReply("malformed_response", "not JSON") from None
        # a property in one version of the client, a method in others
        return _reply(text() if callable(text) else text)

    def _refused(self, status: int) -> Exception:
        what = f"HTTP {status}"
        if status in _STOP:
            return InputError(
                f"the endpoint answers {what}: {_STOP[status]}; check the model, the URL and the "
                f"environment variable {self._key_variable}, and run the same command again"
            )
        if status == 429:
            return NoReply("rate_limited", what)
        return NoReply("server_error" if status >= 500 else "rejected_request", what)


def _check_url(base_url: str) -> None:
    try:
        parts = urlsplit(base_url)
        fine = parts.scheme in ("http", "https") and parts.hostname
    except ValueError:
        fine = False
    if not fine:
        raise InputError(f"--base-url is {base_url!r}; it looks like http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        message = "--base-url holds a password or a query; put the key into the environment"
        raise InputError(f"{message}, {KEY_VARIABLE}")


def _reply(text: str) -> Reply:
    """Read the body of a response."""
    try:
        body = json.loads(text)
        [choice, *_] = body["choices"]
        message = choice["message"]
        content = message.get("content")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoReply("malformed_response", "no chat completion") from None
    usage = body.get("usage")
    return Reply(
        _joined(content),
        _text(choice.get("finish_reason")),
        _text(message.get("refusal")),
        _text(body.get("model")),
        _count(usage, "prompt_tokens"),
        _count(usage, "completion_tokens"),
    )


def _joined(content: object) -> str:
    """Return the text of a message, which may come in parts."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(_text(part) for part in parts)
    return _text(content)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(usage: object, name: str) -> int:
    value: Any = usage.get(name) if isinstance(usage, Mapping) else 0
    return value if isinstance(value, int) and value >= 0 else 0
