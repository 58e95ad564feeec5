"""Compiles CUDA C++ by NVRTC, of the Python wheel nvidia-cuda-nvrtc: with-nvrtc.py SOURCE OUTPUT [OPTION…]. Needs no GPU."""

import ctypes
import os
import sys

import nvidia

folders = [folder for path in nvidia.__path__ for folder, _, _ in os.walk(path)]
names = [os.path.join(folder, name) for folder in folders for name in os.listdir(folder)]
[path, *_] = sorted(name for name in names if os.path.basename(name).startswith("libnvrtc.so"))
nvrtc = ctypes.CDLL(path)


def must(status):
    if status != 0:
        raise SystemExit(f"NVRTC: error {status}")


if sys.argv[1:] == ["--version"]:
    major, minor = ctypes.c_int(), ctypes.c_int()
    must(nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)))
    print(f"NVRTC {major.value}.{minor.value}")
    sys.exit()
source, output, *options = sys.argv[1:]
with open(source, "rb") as file:
    text = file.read()
program, size = ctypes.c_void_p(), ctypes.c_size_t()
name = os.path.basename(source).encode()
must(nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, name, 0, None, None))
given = (ctypes.c_char_p * len(options))(*[one.encode() for one in options])
status = nvrtc.nvrtcCompileProgram(program, len(options), given)
must(nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size)))
log = ctypes.create_string_buffer(size.value)
must(nvrtc.nvrtcGetProgramLog(program, log))
sys.stderr.write(log.value.decode())
must(status)
must(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
ptx = ctypes.create_string_buffer(size.value)
must(nvrtc.nvrtcGetPTX(program, ptx))
with open(output, "wb") as file:
    file.write(ptx.value)
