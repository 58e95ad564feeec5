#!/bin/sh
# Compiles every .cu file here to PTX. The committed files are by nvcc 13.0, which needs no GPU. Its Python wheels are nvidia-cuda-nvcc,
# nvidia-cuda-runtime, nvidia-cuda-crt, nvidia-nvvm and nvidia-cuda-cccl; their nvcc must be in PATH.
# What differs between two machines is the hash in the names of internal functions: it is of the path of the source.
set -eu
cd "$(dirname "$0")"
for source in *.cu; do
  ptx=${source%.cu}.ptx
  nvcc -arch=sm_90 -O3 -lineinfo -ptx "$source" -o "$ptx"
  # .file names sources by their absolute paths. What remains is the path below the folder of headers, or the name.
  sed -i -E '/^\s*\.file/{ s#"/[^"]*/include/(cccl/)?#"#; s#"/[^"]*/#"#; }' "$ptx"
done
