"""Writes the C source of the extension module: cffi's glue for the public headers, and of python/c.

usage: build_ffi.py INCLUDE_DIR OUT.c
"""

import pathlib
import re
import sys

import cffi

CALLBACKS = """
extern "Python" int shoal_python_force(ShoalBatch *batch, const double *time, double dt, void *user);
extern "Python" int shoal_python_sampler(const ShoalBatch *batch, const ShoalSamplePoints *points,
                                         const ShoalSamples *samples, void *user);
extern "Python" void shoal_python_warn(void *user, const char *sentence);
"""


def declarations(header: str) -> str:
    """What a C header declares, as cffi reads it: no comments, no preprocessor."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    return re.sub(r"^\s*#.*$|\bSHOAL_API\b", "", text, flags=re.M)


def main(include: str, out: str) -> None:
    here = pathlib.Path(__file__).parent
    sources = sorted((here / "c").glob("*.h"))
    ffi = cffi.FFI()
    for header in [pathlib.Path(include, "shoal", name) for name in ("shoal.h", "files.h")] + sources:
        ffi.cdef(declarations(header.read_text()))
    ffi.cdef(CALLBACKS)
    ffi.set_source("shoal._ffi", "#include <shoal/files.h>\n" + "".join(f'#include "{s.name}"\n' for s in sources))
    ffi.emit_c_code(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
