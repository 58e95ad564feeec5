import { join } from 'node:path'
import { entriesOf, readModule } from '../../../litmus/module/read.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { writtenAt } from '../../../source/text.js'
import { root, textOf } from '../../support.js'

// The PTX that nvcc 13.5 makes of cuda::barrier, cuda::memcpy_async, cuda::pipeline, cuda::ptx, and of inline assembly
// as CUTLASS writes it.
const folder = join(root, 'spec/litmus/module/compiled')
const isAsynchronous = /^(mbarrier|cp|fence\.(proxy|mbarrier_init|release|acquire))\b/

describe.each(['async.ptx', 'barrier.ptx'])('%s', (file) => {
  const source = { name: file, text: textOf(folder, file) }
  const module = readModule(source)
  const entries = module.ok ? entriesOf(module.value) : []
  test.each(entries.map((entry) => [entry.name.text, entry] as const))('%s', (name, { parameters, directives }) => {
    const given = parameters.map(({ type }) => (type.text.endsWith('64') ? 'memory' : '1'))
    const ctas = directives.find((one) => one.name === 'reqnctapercluster')?.numbers[0] ?? 1
    const text = `module "m"; .global .u64 memory[99]; host { ${name}<<<${ctas}, 1>>>(${given.join(', ')}); } check (true) as q;`
    const { tests, diagnostics } = readTests({ name: 'spec.test', text }, { load: () => ({ ok: true, source }) })
    expect(diagnostics.map(formatDiagnostic).join('\n')).toBe('')
    const instructions = tests.flatMap(({ threads }) => threads.flatMap((thread) => thread.instructions))
    const refused = instructions.filter(({ kind, span }) => kind === 'refused' && isAsynchronous.test(writtenAt(span)))
    expect(refused.map((one) => (one.kind === 'refused' ? `${writtenAt(one.span)}: ${one.why}` : ''))).toEqual([])
  })

  test('the instructions are in the file', () => {
    expect(entries.length).toBeGreaterThan(0)
    expect(source.text).toContain('mbarrier.try_wait')
  })
})
