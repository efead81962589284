# SPDX-License-Identifier: Apache-2.0
"""The VM process's standard output is for frames alone."""

from __future__ import annotations

import os
import subprocess

from vm_runner.node import node_binary
from vm_runner.runtime import source_folder

FRAME = b"a frame"
SCRIPT = """
import fs from 'node:fs';
import {claimStdout} from './protocol.js';
claimStdout();
console.log('a package says');
process.stdout.write('something');
fs.writeSync(1, 'a frame');
fs.readSync(0, Buffer.alloc(1));
"""


def test_what_packages_print_goes_elsewhere_and_writing_waits() -> None:
    """A pipe that does not block would be written to again and again until it is read."""
    reading, writing = os.pipe()
    child = subprocess.Popen(
        [node_binary(), "--input-type=module", "--eval", SCRIPT],
        cwd=source_folder(),
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    try:
        assert os.read(reading, 100) == FRAME
        assert os.get_blocking(writing)  # of the pipe's end, whose flags the child shares
    finally:
        _, printed = child.communicate()
        os.close(writing)
        os.close(reading)
    assert printed == b"a package says\nsomething"
