# SPDX-License-Identifier: Apache-2.0
"""A second, independent JavaScript engine for the same VM: Firefox's SpiderMonkey.

It evaluates the files that Node runs, bundled into one script, in a process of its own. It has no
renderer: what the VM asks of it is answered from a tape that Node recorded in the same episode. So
the renderer's answers are Node's, and all that the VM makes of them is computed a second time.
"""

from vm_runner.spidermonkey.agreement import Agreement, SecondEngine
from vm_runner.spidermonkey.engine import start_spidermonkey

__all__ = ["Agreement", "SecondEngine", "start_spidermonkey"]
