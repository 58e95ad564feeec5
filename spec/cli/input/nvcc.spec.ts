import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledSource, isCudaSource } from '../../../cli/input/nvcc.js'
import { readTestFile } from '../../../cli/input/tests.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { must } from '../../../source/must.js'

const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** A compiler of this shell script; the file to write is the last argument. */
function compiler(name: string, script: string): string {
  const path = write(name, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const ptx = '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n  ret;\n}\n'
const source = write('k.cu', 'extern "C" __global__ void k() {}')
const good = compiler('good', `for last; do :; done\ncat > "$last" <<'END'\n${ptx}END`)

const errors = (...given: Parameters<typeof compiledSource>): string => {
  const compiled = compiledSource(...given)
  return compiled.ok ? '' : compiled.diagnostics.map(formatDiagnostic).join('\n')
}

test('a CUDA source is known by the ending of its file', () => {
  expect(['k.cu', 'a/b.cu', 'k.ptx', 'cu'].map(isCudaSource)).toEqual([true, true, false, false])
})

test('it is read as the PTX that the compiler makes, with the command that made it; nothing is left behind', () => {
  const made = () => readdirSync(tmpdir()).filter((name) => name.startsWith('ptx-litmus-nvcc-'))
  const before = made()
  expect(compiledSource(source, good)).toEqual({
    ok: true,
    value: { name: join(folder, 'k.ptx'), text: ptx, command: `${good} -arch=sm_90 -O3 -lineinfo -ptx k.cu` },
  })
  expect(made()).toEqual(before)
})

test('the compiler runs in the folder of the source, so that lines are those of relative paths', () => {
  const where = compiler('where', `for last; do :; done\npwd > "$last"`)
  expect(compiledSource(source, where)).toMatchObject({ value: { text: expect.stringContaining(folder) } })
})

test('what a test and a launch read of it is called by its name, and the command is a note', () => {
  const launching = { launches: [{ name: '--launch', text: 'k<<<1,1>>>()' }], asked: [] }
  const launched = readTestFile({ path: source, rows: undefined }, { nvcc: good, launching })
  expect(launched).toMatchObject({ value: { tests: [{ file: source }], diagnostics: [] } })
  const path = write('k.test', 'module "k.cu"; host { k<<<1, 1>>>(); cudaDeviceSynchronize(); } check (true) as q;')
  const read = readTestFile({ path, rows: undefined }, { nvcc: good })
  if (!read.ok) throw new Error('the test cannot be read')
  expect(read.value.diagnostics).toEqual([])
  expect(read.value.remarks.map(formatDiagnostic)).toEqual([
    `${join(folder, 'k.ptx')}: compiled by \`${good} -arch=sm_90 -O3 -lineinfo -ptx k.cu\``,
  ])
})

test('without a compiler, the message says where to get one', () => {
  expect(errors(source, join(folder, 'none'))).toMatch(/is not found; --nvcc names another.*nvidia-cuda-nvcc /)
})

test('a compiler that fails: its errors are passed on', () => {
  const bad = compiler('bad', 'echo "k.cu(1): error: expected an expression" >&2; exit 2')
  expect(errors(source, bad)).toBe(
    `${source}: \`${bad} -arch=sm_90 -O3 -lineinfo -ptx k.cu\` failed with status 2\n  note: k.cu(1): error: expected an expression`,
  )
})

test('a compiler that does not end is ended', () => {
  expect(errors(source, compiler('slow', 'exec sleep 60'), 200)).toMatch(/did not end within 0\.2 s$/)
})

test('a compiler that makes nothing, and a source that is not there, are errors of the system', () => {
  expect(errors(source, compiler('idle', 'exit 0'))).toContain('made.ptx')
  expect(errors(join(folder, 'gone.cu'), good)).toContain('gone.cu')
})

test('a module that a test names is compiled with its errors, too', () => {
  const bad = compiler('worse', 'echo "error: no" >&2; exit 1')
  const path = write('bad.test', 'module "k.cu"; host { k<<<1, 1>>>(); } check (true) as q;')
  const read = readTestFile({ path, rows: undefined }, { nvcc: bad })
  if (!read.ok) throw new Error('the test cannot be opened')
  expect(must(read.value.diagnostics.map(formatDiagnostic)[0], 'an error')).toMatch(
    /bad\.test:1:8: .*failed with status 1/,
  )
})
