"""The OpenAPI 3.1 description of the API, generated from the route table and the response models."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic.json_schema import models_json_schema

from bot.web.responses import JSON, PROBLEM
from bot.web.values import Resource, Trouble

VERSION = "1"
API = f"/api/v{VERSION}"
"""Path prefix of the JSON API."""
MEANS = {
    "league": "The number of a public league.",
    "season": "The number of a season of a public league.",
    "table": "The number of a public table that has begun.",
    "person": "Somebody's number in the season.",
    "entry": "The number of an entry of its log: 1 is the deal; `steps` has the addresses of those there are.",
    "eyes": "The number of the seat with whose eyes one looks.",
    "page": "Which page, from 1 on.",
    "before": "Only what has a lower number is listed; `more_leagues` and `more_tables` say which address follows.",
}
"""Descriptions of the path parameters."""
ABOUT = (
    "All that the pages of this bot show, as data, and nothing else. An `address` in an answer is that of a page; with "
    f"`{API}` in front of it, it is that of the same as data (pictures and feeds stand where they are). Whatever is "
    "not public is answered as if it never was. Send `If-None-Match` with the `ETag` you have, and ask no more than "
    "ten times a second. Within a version, fields are added and none is taken away."
)


def build_description(resources: Sequence[Resource]) -> bytes:
    """Build the OpenAPI document of these resources as JSON."""
    models: list[Any] = [*dict.fromkeys(each.value for each in resources), Trouble]
    _, schemas = models_json_schema(
        [(model, "serialization") for model in models], ref_template="#/components/schemas/{model}"
    )
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Boardroom", "version": VERSION, "description": ABOUT},
        "paths": {get_api_path(each.pattern): {"get": _describe_operation(each)} for each in resources},
        "components": {
            "schemas": schemas["$defs"],
            "responses": {
                "Trouble": {
                    "description": "There is no answer, and why.",
                    "content": _describe_content(PROBLEM, Trouble),
                }
            },
        },
    }
    return json.dumps(whole, indent=1).encode()


def get_api_path(pattern: str) -> str:
    """Return the path in the API for a page's pattern."""
    return API if pattern == "/" else f"{API}{pattern}"


def _describe_operation(resource: Resource) -> Mapping[str, Any]:
    names = re.findall(r"{(\w+)}", resource.pattern)
    trouble = {"$ref": "#/components/responses/Trouble"}
    return {
        "summary": resource.about,
        "operationId": resource.name,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": MEANS[name],
                "schema": {"type": "integer", "minimum": 1},
            }
            for name in names
        ],
        "responses": {
            "200": {
                "description": resource.about,
                "headers": {"ETag": {"schema": {"type": "string"}, "description": "Of what was answered."}},
                "content": _describe_content(JSON, resource.value),
            },
            "304": {"description": "It is what you have."},
            **dict.fromkeys(("404", "429", "500", "503"), trouble),
        },
    }


def _describe_content(kind: str, model: type) -> Mapping[str, Any]:
    return {kind: {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}}}
