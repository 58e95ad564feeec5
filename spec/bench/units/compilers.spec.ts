import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { compiled, type Places, versionOf } from '../../../bench/units/compilers.js'

const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns a path on which a program of that name is found first. */
function withProgram(name: string, script: string): Places {
  const own = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(own, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(own, name), 0o755)
  return { sources: folder, drivers: folder, path: `${own}:${process.env['PATH']}` }
}

const unit = { name: 'k', source: 'k.cu', compiler: 'nvcc', flags: ['-arch=sm_90', '-G'] } as const

test('a unit is compiled with its flags, in a folder that is gone then; files have no paths', () => {
  const places = withProgram(
    'nvcc',
    'printf "// %s\\n.file 1 \\"/a/b c/k.cu\\"\\n.file 2 \\"k.cu\\"\\n" "$1 $2 $3 $4 $5" > "$6"; printf "%s" "$6" > where',
  )
  expect(compiled(unit, places)).toBe('// -arch=sm_90 -G -ptx k.cu -o\n.file 1 "k.cu"\n.file 2 "k.cu"\n')
  const output = readFileSync(join(folder, 'where'), 'utf8')
  expect([isAbsolute(output), existsSync(dirname(output))]).toEqual([true, false])
})

test('a unit that cannot be compiled is an error, with the message of the compiler', () => {
  const places = withProgram('nvcc', 'echo "k.cu(1): error" >&2; exit 2')
  expect(() => compiled(unit, places)).toThrow('k cannot be compiled:\nk.cu(1): error')
})

test('the version of a compiler, if it is there', () => {
  const nvcc = withProgram('nvcc', 'echo "Cuda compilation tools, release 13.5, V13.5.37"')
  expect(versionOf('nvcc', nvcc)).toBe('13.5.37')
  expect(versionOf('nvcc', { ...nvcc, path: folder })).toBeUndefined()
  expect(versionOf('llc', withProgram('llc', 'echo "  Debian LLVM version 14.0.6"'))).toBe('14.0.6')
  const python = 'test "$2" = --version && echo "Triton 3.9.0"'
  expect(versionOf('triton', withProgram('python3', python))).toBe('3.9.0')
  expect(versionOf('triton', withProgram('python3', `${python}; exit 1`))).toBeUndefined()
})
