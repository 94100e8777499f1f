"""Every public C function has its counterpart in Python, or a reason to have none."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = [*(ROOT / "python/src").rglob("*.py"), *(ROOT / "python/c").rglob("*.c")]
LEFT_OUT = {
    "shoal_status_name": "an exception's class names its status",
    "shoal_field_components": "Batch.field() has a shape",
    "shoal_isa_built": "isas() are those that are built and can be run here",
}


def functions(header: str) -> list[str]:
    text = re.sub(
        r"/\*.*?\*/|//[^\n]*|^\s*#[^\n]*", "", (ROOT / "include/shoal" / header).read_text(), flags=re.S | re.M
    )
    return re.findall(r"SHOAL_API[^;(]*?(\w+)\(", text)


@pytest.mark.parametrize("header", sorted(p.name for p in (ROOT / "include/shoal").glob("*.h")))
def test_every_function_is_used_or_left_out_for_a_reason(header):
    names = functions(header)
    assert len(names) == len(set(names)) > 10
    used = set(re.findall(r"\bshoal_\w+", "\n".join(p.read_text() for p in SOURCES)))
    assert [name for name in names if name not in used and name not in LEFT_OUT] == []


def test_what_is_left_out_is_there_and_not_used():
    every = functions("shoal.h") + functions("files.h")
    text = "\n".join(p.read_text() for p in SOURCES)
    assert [n for n in LEFT_OUT if n not in every or re.search(rf"\b{n}\b", text)] == []
