# SPDX-License-Identifier: Apache-2.0
"""A local endpoint that speaks chat completions as a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOOD = {
    "progress_alignment": 2,
    "outcome_completion": 1,
    "causal_plausibility": 3,
    "visual_consistency": 2,
}


@dataclass
class Says:
    """A response."""

    body: bytes
    status: int = 200
    wait: threading.Event | None = None
    """Answer only once this is set."""


@dataclass
class Server:
    base_url: str
    seen: list[dict[str, Any]] = field(default_factory=list)
    """Bodies of the requests, in the order in which they came."""
    headers: list[dict[str, str]] = field(default_factory=list)


def completion(content: object, **more: object) -> Says:
    """A chat completion whose message has that text (or object, as JSON)."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    message = {"role": "assistant", "content": text, "refusal": more.pop("refusal", None)}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted-1",
        "choices": [choice | more],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return Says(json.dumps(body).encode())


def texts_of(body: dict[str, Any]) -> str:
    """All texts of a request."""
    return "\n".join(
        part["text"]
        for message in body["messages"]
        for part in (
            message["content"]
            if isinstance(message["content"], list)
            else [{"type": "text", "text": message["content"]}]
        )
        if part["type"] == "text"
    )


@contextmanager
def serving(answer: Callable[[dict[str, Any]], Says], port: int = 0) -> Iterator[Server]:
    """Serve on a port, by default a free one; ``answer`` gets the body of each request."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.seen.append(body)
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            says = answer(body)
            if says.wait is not None:
                says.wait.wait(10)
            try:
                self.send_response(says.status)
                self.send_header("content-type", "application/json")
                self.send_header("retry-after-ms", "1")
                self.send_header("content-length", str(len(says.body)))
                self.end_headers()
                self.wfile.write(says.body)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the client has given up

        def log_message(self, *about: object) -> None:
            """Say nothing."""

    listener = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    listener.daemon_threads = True
    server = Server(f"http://127.0.0.1:{listener.server_address[1]}/v1")
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        thread.join()
        listener.server_close()
