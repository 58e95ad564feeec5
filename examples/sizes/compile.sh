#!/bin/sh
# Compiles each kernel here as it is, and with its mistake. The committed files are by nvcc 13.0, which needs no GPU.
set -eu
cd "$(dirname "$0")"
compile() {
  nvcc -arch=sm_90 -O3 -lineinfo -ptx "$1.cu" $3 -o "$2.ptx"
  # .file names sources by their absolute paths. What remains is the path below the folder of headers, or the name.
  sed -i -E '/^\s*\.file/{ s#"/[^"]*/include/(cccl/)?#"#; s#"/[^"]*/#"#; }' "$2.ptx"
}
for source in *.cu; do
  name=${source%.cu}
  compile "$name" "$name" ''
  for mistake in $(sed -n -E 's,^#ifn?def ([A-Z_]+)$,\1,p' "$source" | sort -u); do
    compile "$name" "$name+$(echo "$mistake" | tr 'A-Z_' 'a-z-')" "-D$mistake"
  done
done
