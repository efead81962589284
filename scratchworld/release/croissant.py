# SPDX-License-Identifier: Apache-2.0
"""``croissant.json``: the release described for machines, in Croissant 1.1 (JSON-LD).

The format is that of https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scratchworld.release.columns import Column
from scratchworld.world import TASKS

__all__ = ["CROISSANT_NAME", "render_croissant"]

CROISSANT_NAME = "croissant.json"

_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "annotation": "cr:annotation",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
    "unArchive": "cr:unArchive",
}
_DATA_TYPES = {
    "text": "sc:Text",
    "json": "sc:Text",
    "integer": "cr:Int64",
    "boolean": "sc:Boolean",
}


def render_croissant(
    about: Mapping[str, Any], files: Mapping[str, str], columns: Mapping[str, Sequence[Column]]
) -> str:
    """Return the text of ``croissant.json``.

    ``about`` holds properties of the data set as schema.org names them; empty ones are left out.
    ``files`` are the hashes (SHA-256) of the data files by path, ``columns`` those of each file.
    Each file is a record set of its own, named by its path.
    """
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        **{name: value for name, value in about.items() if value},
        "isLiveDataset": False,
        "distribution": [_file(path, sha256) for path, sha256 in files.items()],
        "recordSet": [_record_set(path, columns[path]) for path in files],
    }
    return json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _file(path: str, sha256: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "encodingFormat": "application/x-parquet",
        "sha256": sha256,
    }


def _record_set(path: str, columns: Sequence[Column]) -> dict[str, Any]:
    *_, task, file = path.split("/")
    is_task = task in TASKS
    what = f"Instances of the task {task}" if is_task else task.capitalize()
    name = f"{task}_{file.removesuffix('-00000-of-00001.parquet').removesuffix('.parquet')}"
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{what}, as {path} holds them.",
        **({"key": {"@id": f"{name}/instance_id"}} if is_task else {}),
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column.name}",
                "name": column.name,
                "description": column.meaning
                + (" (canonical JSON)" if column.storage == "json" else ""),
                "dataType": _DATA_TYPES[column.storage],
                "source": {"fileObject": {"@id": path}, "extract": {"column": column.name}},
            }
            for column in columns
            if column.storage in _DATA_TYPES
        ],
    }
