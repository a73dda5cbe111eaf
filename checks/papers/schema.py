"""The JSON schema of claims files, made from the lists of keys that the readers go by."""

from __future__ import annotations

from typing import Any, get_args

from checks.claims.claim import CLAIM_KEYS, CORRECTION_KEYS, KINDS, MAXIMAL_PARTS, READING_KEYS
from checks.claims.figures import MAXIMAL_CURVES
from checks.claims.verdict import Finding
from checks.inputs.declarations import (
    DATA,
    MAXIMAL_LABELS,
    MEANINGS,
    NOISES,
    NUMERIC_MEANINGS,
    OF_TWO,
    OPERATORS,
    SCALES,
    SIZED_CATALOGUE,
    SIZED_MEANINGS,
)
from checks.papers.collection import paper_keys
from checks.reading.grammar.precedence import Slash

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": {"type": "string", "minLength": 1}}
FILLED = {"type": "string", "minLength": 1}
WORDS = {"definitions": TEXT, "scripts": {"enum": list(paper_keys())}}
MACROS = {"macros": TEXT, "macros_file": TEXT}
NUMBER_TEXT = {"type": ["string", "integer"]}


def claims_schema() -> dict[str, Any]:
    """The schema, in JSON Schema 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Claims file of rrproof",
        **_object(
            {
                "paper": _object(
                    {
                        "key": FILLED,
                        "title": FILLED,
                        "authors": FILLED,
                        "address": FILLED,
                        "conventions": TEXTS,
                        "unprinted": TEXTS,
                        "parts": {**TEXTS, "maxItems": MAXIMAL_PARTS},
                        **WORDS,
                        **MACROS,
                    },
                    "key",
                    "title",
                    "authors",
                ),
                "symbols": {
                    "type": "object",
                    "properties": {"conditions": {"oneOf": [_symbol(), TEXTS]}},
                    "additionalProperties": _symbol(),
                },
                "conditions": TEXTS,
                **MACROS,
                "mechanism": _any_mechanism(),
                "mechanisms": {"type": "object", "additionalProperties": _any_mechanism()},
                "names": {"type": "object", "additionalProperties": {"anyOf": _meanings()}},
                "claim": {"type": "array", "items": _claim()},
            },
            "paper",
        ),
        "$defs": {"step": _step(), "answer": _answer()},
    }


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _symbol() -> dict[str, Any]:
    flag = {"type": "boolean"}
    latex = {"oneOf": [TEXT, TEXTS]}
    return {"oneOf": [TEXT, _object({"latex": latex, "range": TEXT, "integer": flag, "budget": flag})]}


def _any_mechanism() -> dict[str, Any]:
    """One with listed truths, one of every size, or one whose answers are numbers."""
    table = {"type": "object", "additionalProperties": NUMBER_TEXT}
    sized = _object(
        {
            "truths": {"type": "string", "pattern": r"^\s*1\s*\.\."},
            "catalogue": {"enum": list(SIZED_CATALOGUE)},
            "parameters": table,
            "respondents": NUMBER_TEXT,
            "data": {"enum": list(DATA)},
        },
        "truths",
        "catalogue",
        "parameters",
        "respondents",
    )
    moments = _object({"mean": NUMBER_TEXT, "variance": NUMBER_TEXT}, "mean", "variance")
    density = _object({"ends": TEXTS, "density": TEXTS}, "ends", "density")
    noises = [_object(dict.fromkeys(keys, NUMBER_TEXT), *keys) for keys in NOISES.values()]
    numeric = _object(
        {
            "truth": FILLED,
            "answer": {"$ref": "#/$defs/answer"},
            "random": {"type": "object", "additionalProperties": {"anyOf": [moments, density, *noises]}},
            "respondents": NUMBER_TEXT,
            "average": TEXT,
            "entries": NUMBER_TEXT,
        },
        "truth",
        "answer",
    )
    return {"anyOf": [_mechanism(), sized, numeric]}


def _meanings() -> list[dict[str, Any]]:
    numeric = [_object({meaning: {"const": True}, "of": TEXT}, meaning) for meaning in NUMERIC_MEANINGS]
    return [*map(_meaning, MEANINGS), *map(_sized_meaning, SIZED_MEANINGS), *numeric]


def _sized_meaning(meaning: str) -> dict[str, Any]:
    """What a name means of a mechanism of every size, with index letters."""
    indices = SIZED_MEANINGS[meaning]
    letter = {"type": "string", "pattern": "^[A-Za-z]$"}
    value: dict[str, Any] = {"const": True} if not indices else letter
    if len(indices) > 1:
        value = {"type": "array", "items": letter, "minItems": len(indices), "maxItems": len(indices)}
    return _object({meaning: value, "of": TEXT, "scale": {"enum": list(SCALES)}}, meaning)


def _mechanism() -> dict[str, Any]:
    labels = {**TEXTS, "minItems": 2, "maxItems": MAXIMAL_LABELS, "uniqueItems": True}
    table = {"type": "object", "additionalProperties": NUMBER_TEXT}
    return _object(
        {
            "truths": labels,
            "responses": labels,
            "prior": TEXTS,
            "respondents": NUMBER_TEXT,
            "counts": table,
            "data": {"enum": list(DATA)},
            "matrix": {"type": "array", "items": {"type": "array", "items": NUMBER_TEXT}},
            "catalogue": TEXT,
            "parameters": table,
            "protocol": {"$ref": "#/$defs/step"},
        },
        "truths",
    ) | {
        "oneOf": [{"required": [key]} for key in ("matrix", "catalogue", "protocol")],
        "anyOf": [
            {"required": ["responses"]},
            {"properties": {"catalogue": {"const": "grr"}}, "required": ["catalogue"]},
        ],
    }


def _step() -> dict[str, Any]:
    step = {"$ref": "#/$defs/step"}
    choice = {"type": "array", "prefixItems": [TEXT, step], "minItems": 2, "maxItems": 2}
    return {
        "oneOf": [
            TEXT,
            _object({"coin": TEXT, "heads": step, "tails": step}, "coin", "heads", "tails"),
            _object({"choose": {"type": "array", "items": choice, "minItems": 1}}, "choose"),
            _object({"by_truth": {"type": "object", "additionalProperties": step}}, "by_truth"),
        ]
    }


def _answer() -> dict[str, Any]:
    answer = {"$ref": "#/$defs/answer"}
    toss = _object({"coin": TEXT, "heads": answer, "tails": answer}, "coin", "heads", "tails")
    return {"oneOf": [TEXT, toss]}


def _meaning(meaning: str) -> dict[str, Any]:
    labels = MEANINGS[meaning]
    if labels == ("",):
        value: dict[str, Any] = {"const": True}
    elif meaning == "operator":
        value = {"enum": list(OPERATORS)}
    elif len(labels) == 1:
        value = TEXT
    else:
        value = {**TEXTS, "minItems": len(labels), "maxItems": len(labels)}
    if meaning in OF_TWO:
        both = {**TEXTS, "minItems": 2, "maxItems": 2}
        return _object({meaning: value, "of": both}, meaning, "of")
    return _object({meaning: value, "of": TEXT}, meaning)


def _table() -> dict[str, Any]:
    rows = {"type": "array", "items": {"type": "array", "items": TEXT}}
    printed = {"oneOf": [TEXT, rows]}
    return {
        "oneOf": [
            _object(
                {"printed": printed, "entry": FILLED, "rows": FILLED, "columns": FILLED},
                "printed", "entry", "rows", "columns",
            ),
            _object({"printed": printed, "given": {**TEXTS, "minItems": 1}}, "printed", "given"),
        ]
    }  # fmt: skip


def _figure() -> dict[str, Any]:
    curves = {**TEXTS, "minItems": 1, "maxItems": MAXIMAL_CURVES}
    ends = {"from": NUMBER_TEXT, "to": NUMBER_TEXT}
    return _object({"curves": curves, "along": FILLED, **ends}, "curves", "along", *ends)


def _claim() -> dict[str, Any]:
    special: dict[str, Any] = {
        "latex": {"oneOf": [TEXT, TEXTS]},
        "domain": TEXTS,
        "at": {"type": "object", "additionalProperties": NUMBER_TEXT},
        "slash": {"enum": list(get_args(Slash))},
        "kind": {"enum": list(KINDS)},
        "finding": {"enum": [finding.value for finding in Finding]},
        "needed": {"type": "boolean"},
    }
    reading = _object({key: special.get(key, TEXT) for key in sorted(READING_KEYS)}, "name")
    correction = _object({key: special.get(key, TEXT) for key in sorted(CORRECTION_KEYS)}, "finding", "explanation")
    special |= {
        "id": FILLED,
        "place": FILLED,
        "uses": TEXTS,
        "table": _table(),
        "figure": _figure(),
        "reading": {"type": "array", "items": reading},
        "correction": correction,
    }
    return _object({key: special.get(key, TEXT) for key in sorted(CLAIM_KEYS)}, "id")
