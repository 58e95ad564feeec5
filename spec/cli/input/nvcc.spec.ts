import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compiledSource, isCudaSource } from '../../../cli/input/nvcc.js'
import { nvccOptionsIn } from '../../../cli/input/nvcc-options.js'
import { loadBeside, readTestFile } from '../../../cli/input/tests.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { must } from '../../../source/must.js'

const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Writes a compiler that is this shell script; the file to write is the last argument. */
function compiler(name: string, script: string): string {
  const path = write(name, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const ptx = '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n  ret;\n}\n'
const source = write('k.cu', 'extern "C" __global__ void k() {}')
/** Writes the path of its output into a file. */
const good = compiler(
  'good',
  `for last; do :; done\nrealpath "$last" > ${join(folder, 'output')}\ncat > "$last" <<'END'\n${ptx}END`,
)

const errors = (...given: Parameters<typeof compiledSource>): string => {
  const compiled = compiledSource(...given)
  return compiled.ok ? '' : compiled.diagnostics.map(formatDiagnostic).join('\n')
}

test('a CUDA source is known by the ending of its file', () => {
  expect(['k.cu', 'a/b.cu', 'k.ptx', 'cu'].map(isCudaSource)).toEqual([true, true, false, false])
})

test('it is read as the PTX that the compiler makes, with the command that made it; nothing is left behind', () => {
  const shown: string[] = []
  const progress = (line: string): void => void shown.push(line)
  expect(compiledSource(source, { nvcc: good, progress })).toEqual({
    ok: true,
    value: { name: join(folder, 'k.ptx'), text: ptx, command: `${good} -arch=sm_90 -O3 -lineinfo -ptx k.cu` },
  })
  const output = readFileSync(join(folder, 'output'), 'utf8').trim()
  expect(output).toContain('ptx-litmus-nvcc-')
  expect(existsSync(dirname(output))).toBe(false)
  expect(shown).toEqual([`compiling ${source} …`, ''])
})

/** Treats its words as nvcc does: each goes through a shell, in double quotes. */
const throughShell = compiler(
  'through-shell',
  `for last; do eval "echo \\"$last\\"" > /dev/null; done\necho ".file 1 \\"$PWD/$(ls | grep cu$)\\"" > "$last"`,
)

test.each(['k$(touch ran).cu', '-o.cu', 'k`touch ran`.cu', 'k";touch ran;".cu', 'a b.cu'])(
  'the name of a source is neither a command nor an option, nor is that of its folder: %s',
  (name) => {
    const hostile = join(folder, 'in$(touch ran)')
    mkdirSync(hostile, { recursive: true })
    const path = join(hostile, name)
    writeFileSync(path, 'extern "C" __global__ void k() {}')
    const folders = [...new Set([...onFolder(folder), ...onFolder(hostile), ...onFolder('.')])]
    expect(compiledSource(path, { nvcc: throughShell })).toMatchObject({
      value: { text: `.file 1 "${path.replaceAll('"', '_')}"\n` },
    })
    expect([...new Set([...onFolder(folder), ...onFolder(hostile), ...onFolder('.')])]).toEqual(folders)
    expect(folders).not.toContain('ran')
  },
)

const onFolder = (path: string): readonly string[] => readdirSync(path)

test('headers beside the source, and in folders that options name, are found under any name', () => {
  write('beside.h', 'beside')
  const headers = join(folder, 'headers $(touch ran)')
  mkdirSync(headers, { recursive: true })
  writeFileSync(join(headers, 'other.h'), 'other')
  const reads = compiler('reads', `for last; do :; done\ncat beside/beside.h folder0/other.h > "$last"`)
  const nvccOptions = [{ kind: 'folder', value: headers, shown: '-Iheaders' }] as const
  expect(compiledSource(source, { nvcc: reads, nvccOptions })).toMatchObject({ value: { text: 'besideother' } })
})

const words = compiler('words', `for last; do :; done\necho "$*" > "$last"`)

test('options go to the compiler, and are shown', () => {
  const options = nvccOptionsIn('-DN=4 -D FIX -I include -std=c++20 -arch=sm_90a', folder)
  if (!options.ok) throw new Error('these are options')
  expect(compiledSource(source, { nvcc: words, nvccOptions: options.value })).toMatchObject({
    value: {
      text: '-O3 -lineinfo -ptx -Xcompiler -iquote,beside -DN=4 -DFIX -Ifolder2 -std=c++20 -arch=sm_90a k.cu -o made.ptx\n',
      command: `${words} -O3 -lineinfo -ptx -DN=4 -DFIX -Iinclude -std=c++20 -arch=sm_90a k.cu`,
    },
  })
})

test.each([
  '-DN=$(touch ran)',
  '-DN=`touch ran`',
  '-DN="',
  '-o x',
  '-std=$(x)',
  '-arch=sm_90;x',
  '-Xcompiler -o',
  '-D',
])('an option that a shell or the compiler might take for something else is refused: %s', (text) =>
  expect(nvccOptionsIn(text, folder)).toMatchObject({ ok: false }),
)

test('a test gives options for its module, which come after those of the command line', () => {
  const options = nvccOptionsIn('-DM -arch=sm_80', folder)
  if (!options.ok) throw new Error('these are options')
  const load = loadBeside({ nvcc: words, nvccOptions: options.value })
  const from = { name: join(folder, 'k.test'), text: '' }
  expect(load('k.cu', from, '-DN -arch=sm_100')).toMatchObject({
    source: { command: `${words} -O3 -lineinfo -ptx -DM -DN -arch=sm_100 k.cu` },
  })
  expect(load('k.ptx', from, '-DN')).toMatchObject({ ok: false, reason: expect.stringContaining('end in .cu') })
  expect(load('k.cu', from, '-o')).toMatchObject({ ok: false, reason: expect.stringContaining('-D, -I') })
  const path = write('options.test', 'module "k.cu" nvcc "-DN"; host { k<<<1, 1>>>(); } check (true) as q;')
  const read = readTestFile({ path, rows: undefined }, { nvcc: good })
  expect(read).toMatchObject({ value: { remarks: [{ message: expect.stringContaining('-ptx -DN k.cu') }] } })
})

test('what the environment adds to the options is shown', () => {
  const before = process.env['NVCC_APPEND_FLAGS']
  process.env['NVCC_APPEND_FLAGS'] = '-DN=1 -DM'
  try {
    expect(compiledSource(source, { nvcc: good })).toMatchObject({
      value: { command: expect.stringContaining(`NVCC_APPEND_FLAGS='-DN=1 -DM' ${good}`) },
    })
  } finally {
    if (before === undefined) delete process.env['NVCC_APPEND_FLAGS']
    else process.env['NVCC_APPEND_FLAGS'] = before
  }
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
  expect(errors(source, { nvcc: join(folder, 'none') })).toMatch(
    /is not found; --nvcc names another.*nvidia-cuda-nvcc /,
  )
})

test('a compiler that fails: its errors are passed on', () => {
  const bad = compiler('bad', 'echo "k.cu(1): error: expected an expression" >&2; exit 2')
  expect(errors(source, { nvcc: bad })).toBe(
    `${source}: \`${bad} -arch=sm_90 -O3 -lineinfo -ptx k.cu\` failed with status 2\n  note: k.cu(1): error: expected an expression`,
  )
})

test('a compiler that does not end is ended', () => {
  expect(errors(source, { nvcc: compiler('slow', 'exec sleep 60'), limit: 200 })).toMatch(/did not end within 0\.2 s$/)
})

test('a compiler that makes nothing, and a source that is not there, are errors of the system', () => {
  expect(errors(source, { nvcc: compiler('idle', 'exit 0') })).toContain('made.ptx')
  expect(errors(join(folder, 'gone.cu'), { nvcc: good })).toContain('gone.cu')
})

test('a module that a test names is compiled, and reports its errors', () => {
  const bad = compiler('worse', 'echo "error: no" >&2; exit 1')
  const path = write('bad.test', 'module "k.cu"; host { k<<<1, 1>>>(); } check (true) as q;')
  const read = readTestFile({ path, rows: undefined }, { nvcc: bad })
  if (!read.ok) throw new Error('the test cannot be opened')
  expect(must(read.value.diagnostics.map(formatDiagnostic)[0], 'an error')).toMatch(
    /bad\.test:1:8: .*failed with status 1/,
  )
})
