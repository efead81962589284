# SPDX-License-Identifier: Apache-2.0
"""Every exception that ScratchWorld raises on purpose.

::

    ScratchWorldError
    ├── InputError          a file, folder or value that the user gave is wrong
    │   ├── ProjectError    a Scratch project cannot be used; carries a machine-readable reason
    │   ├── ReleaseError    a release folder is missing, damaged or of another version
    │   └── PredictionError a prediction file or line is wrong; carries line and instance id
    ├── LeakError           what a model is shown holds something of the label
    └── BridgeError         the VM process failed
        ├── NodeSetupError  Node or the VM's packages could not be installed
        ├── VmTimeout       the VM process did not answer in time and was killed
        ├── VmCrashed       the VM process ended, or broke the protocol
        └── RemoteError     the VM process answered with an error of its own

The command line turns an :class:`InputError` or a :class:`NodeSetupError` into one line on
stderr and exit code 2; anything else is an internal fault, exit code 1.
"""

from __future__ import annotations

__all__ = [
    "BridgeError",
    "InputError",
    "LeakError",
    "NodeSetupError",
    "PredictionError",
    "ProjectError",
    "ReleaseError",
    "RemoteError",
    "ScratchWorldError",
    "VmCrashed",
    "VmTimeout",
]


class ScratchWorldError(Exception):
    """Base of all errors raised by ScratchWorld. Its message tells the user what to do next."""


class InputError(ScratchWorldError):
    """Raised when something the user gave cannot be used: a path, an option, a file's content."""


class LeakError(ScratchWorldError):
    """Raised when an input would give its label away, so that nothing is written."""


class ProjectError(InputError):
    """Raised when a Scratch project cannot be used.

    ``reason`` is one of the machine-readable words of ``docs/reasons.md``, for example
    ``corrupt_archive`` or ``missing_asset``.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail

    def __reduce__(self) -> tuple[type[ProjectError], tuple[str, str]]:
        # the default would call __init__ with the message alone; errors cross processes
        return (type(self), (self.reason, self.detail))


class ReleaseError(InputError):
    """Raised when a release folder is missing, damaged, or was made by another format version."""


class PredictionError(InputError):
    """Raised when a prediction file cannot be scored.

    ``line`` is the 1-based line number (``None`` when the fault is not on one line) and
    ``instance_id`` the id that the fault concerns.
    """

    def __init__(
        self, message: str, *, line: int | None = None, instance_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.line = line
        self.instance_id = instance_id


class BridgeError(ScratchWorldError):
    """Raised when the VM process cannot be started, reached or understood."""


class NodeSetupError(BridgeError):
    """Raised when Node or the pinned npm packages are missing and cannot be installed."""


class VmTimeout(BridgeError):
    """Raised when the VM process did not answer within its time limit; it has been killed."""


class VmCrashed(BridgeError):
    """Raised when the VM process ended or wrote something that is not the protocol."""


class RemoteError(BridgeError):
    """Raised when the VM process answers with an error.

    ``name`` is the JavaScript error's name, ``stack`` its stack, ``reason`` a reason word if the
    VM side gave one (then the runner turns it into a :class:`ProjectError`).
    """

    def __init__(self, name: str, message: str, *, stack: str = "", reason: str = "") -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.remote_message = message
        self.stack = stack
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        details = {"stack": self.stack, "reason": self.reason}
        return (_remote_error, (self.name, self.remote_message, details))


def _remote_error(name: str, message: str, details: dict[str, str]) -> RemoteError:
    return RemoteError(name, message, **details)
