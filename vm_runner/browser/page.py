# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium that runs projects as the VM process does."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from scratchworld.closing import Closing
from scratchworld.errors import BridgeError, InputError, VmCrashed, VmTimeout
from scratchworld.world import State, Step, TraceStep
from vm_runner.browser.chromium import Configuration, all_flags, load_playwright
from vm_runner.browser.site import ORIGIN, Site
from vm_runner.decoder import StepDecoder
from vm_runner.session import Limits

__all__ = ["ChromiumPage"]

START_SECONDS = 120.0
CLOSE_SECONDS = 10.0
_VIEWPORT = {"width": 800, "height": 600}
_DATA_URL = "data:image/png;base64,"

Result = TypeVar("Result")


class ChromiumPage(Closing):
    """One browser with one page, which runs one project after the other.

    It runs the same JavaScript as the VM process, except that scratch-render draws on the
    browser's own WebGL. Projects run without Chromium's sandbox, in a page without network.

    Raises:
        InputError: when Playwright is missing or Chromium does not start.
    """

    def __init__(
        self,
        binary: Path,
        site: Site,
        configuration: Configuration,
        *,
        limits: Limits | None = None,
    ) -> None:
        self.configuration = configuration
        self.version = ""
        """Chromium's version."""
        self.graphics = ""
        """What WebGL says that it runs on; known once a project was loaded."""
        self._binary = binary
        self._site = site
        self._limits = limits or Limits()
        self._playwright = load_playwright()
        self._loop = asyncio.new_event_loop()
        self._driver: Any = None
        self._browser: Any = None
        self._page: Any = None
        self._decoder = StepDecoder(())
        try:
            self._ready()
        except BaseException:
            self.close()
            raise

    def load(self, project: bytes) -> None:
        """Load a project; the one loaded before is gone.

        Raises:
            VmTimeout: as the other calls do, when it does not end in time; the browser is replaced.
            VmCrashed: as the other calls do, when it fails; the browser is replaced.
        """
        self._ready()
        loaded = self._call(
            "load",
            {
                "project": base64.b64encode(project).decode(),
                "limits": {
                    "rounds": self._limits.rounds,
                    "warpChecks": self._limits.warp_checks,
                },
                "gpuMode": self.configuration.gpu_mode,
            },
        )
        self.graphics = loaded["graphics"]
        self._decoder = StepDecoder(loaded["blocks"])

    def start(self, seed: int) -> tuple[State, tuple[str, ...]]:
        """Start the episode; return s_0 and the monitors on the stage."""
        return self._decoder.initial(json.loads(self._call("start", seed)))

    def run(self, steps: Sequence[Step]) -> list[TraceStep]:
        """Run ``steps`` and return what each did, without events."""
        answers = json.loads(self._call("run", [step.to_json() for step in steps]))
        return self._decoder.steps(answers, b"")

    def frame(self) -> bytes:
        """Draw and return the present frame, a PNG of 480 x 360 pixels.

        As any draw does, it may leave larger outlines of costumes behind than ticks alone would
        have; right after a tick, which ends with a draw, it leaves nothing.
        """
        url: str = self._call("frame")
        return base64.b64decode(url.removeprefix(_DATA_URL))

    def close(self) -> None:
        """End the browser. May be called again."""
        if self._loop.is_closed():
            return
        try:
            self._stop_browser()
            if self._driver is not None:
                self._wait(self._driver.stop(), CLOSE_SECONDS)
                self._driver = None
        finally:
            self._loop.close()

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function in the page; argument and result are JSON.

        Raises:
            VmTimeout: when it does not end in time; the browser is replaced.
            VmCrashed: when it fails; the browser is replaced.
        """
        try:
            return self._wait(self._page.evaluate(function, argument), self._limits.seconds)
        except asyncio.TimeoutError as error:
            self._stop_browser()
            raise VmTimeout("the page did not answer in time") from error
        except self._playwright.Error as error:
            self._stop_browser()
            raise VmCrashed(_first_line(error)) from error

    def _call(self, method: str, argument: object = None) -> Any:
        try:
            return self.evaluate(f"argument => scratchworld.{method}(argument)", argument)
        except (VmCrashed, VmTimeout) as error:
            raise type(error)(f"{method}: {error}") from error

    def _wait(self, result: Awaitable[Result], seconds: float) -> Result:
        return self._loop.run_until_complete(asyncio.wait_for(result, seconds))

    def _ready(self) -> None:
        if self._page is None:
            try:
                self._wait(self._start(), START_SECONDS)
            except asyncio.TimeoutError as error:
                raise BridgeError(
                    f"{self._binary} did not show the page within {START_SECONDS:g} s"
                ) from error
            except self._playwright.Error as error:
                raise InputError(
                    f"{self._binary} does not start, or cannot run the page: {_first_line(error)}"
                ) from error

    async def _start(self) -> None:
        if self._driver is None:
            self._driver = await self._playwright.async_playwright().start()
        self._browser = await self._driver.chromium.launch(
            executable_path=str(self._binary), args=all_flags(self.configuration)
        )
        self.version = self._browser.version
        context = await self._browser.new_context(
            viewport=_VIEWPORT, device_scale_factor=1, locale="en", timezone_id="UTC"
        )
        await context.route("**/*", self._serve)
        page = await context.new_page()
        await page.goto(f"{ORIGIN}/")
        await page.wait_for_function("globalThis.scratchworld")
        self._page = page

    async def _serve(self, route: Any) -> None:
        answer = self._site.answer(route.request.url)
        if answer is None:
            await route.abort()
        else:
            await route.fulfill(
                status=answer.status, content_type=answer.content_type, body=answer.body
            )

    def _stop_browser(self) -> None:
        browser, self._browser, self._page = self._browser, None, None
        if browser is not None:
            self._wait(browser.close(), CLOSE_SECONDS)


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0]
