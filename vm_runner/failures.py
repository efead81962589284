# SPDX-License-Identifier: Apache-2.0
"""Says what the failure of a call to the VM process tells about the project."""

from __future__ import annotations

from scratchworld.errors import BridgeError, ProjectError, RemoteError, VmCrashed, VmTimeout

__all__ = ["project_error"]

_OUT_OF_MEMORY = ("heap out of memory", "Allocation failed", "Array buffer allocation failed")


def project_error(error: BridgeError) -> ProjectError | None:
    """Return the project's own failure; ``None`` when the call tells nothing of it."""
    if isinstance(error, RemoteError) and error.reason:
        return ProjectError(error.reason, error.remote_message)
    if isinstance(error, VmTimeout):
        return ProjectError("hang", "the VM did not finish in time and was killed")
    if isinstance(error, VmCrashed):
        if any(words in str(error) for words in _OUT_OF_MEMORY):
            return ProjectError("out_of_memory", "the VM used up its heap")
        return ProjectError("vm_crashed", str(error).splitlines()[0])
    return None
