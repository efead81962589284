# SPDX-License-Identifier: Apache-2.0
"""One file a mechanism family. A file's docstring is the specification of its family."""
