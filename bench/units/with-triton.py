"""Compiles one kernel of a file for Triton: with-triton.py SOURCE OUTPUT sm_90 KERNEL. Needs no GPU."""

import importlib.util
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

if sys.argv[1:] == ["--version"]:
    print(f"Triton {triton.__version__}")
    sys.exit()
source, output, architecture, name = sys.argv[1:]
spec = importlib.util.spec_from_file_location("unit", source)
unit = importlib.util.module_from_spec(spec)
spec.loader.exec_module(unit)
kernel = getattr(unit, name)
types, constants = unit.signatures[name]
made = triton.compile(
    ASTSource(
        fn=kernel,
        signature=types | {one: "constexpr" for one in constants},
        constexprs={(kernel.arg_names.index(one),): value for one, value in constants.items()},
    ),
    target=GPUTarget("cuda", int(architecture.removeprefix("sm_")), 32),
    options={"num_warps": 4},
)
with open(output, "w") as file:
    file.write(made.asm["ptx"])
