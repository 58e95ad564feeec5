import { join } from 'node:path'
import { typeText } from '../../../litmus/module/arguments.js'
import { entriesOf, readModule } from '../../../litmus/module/read.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { must } from '../../../source/must.js'
import { filesBelow, root, textOf } from '../../support.js'

// The PTX that nvcc 13.5 (also with -G), NVRTC 13.5, LLVM's NVPTX back-end and Triton 3.9 make of small kernels. Not
// all of it is modelled, but all is read.
const folder = join(root, 'spec/litmus/module/compiled')

/** The messages of the reader of modules about names, places and forms that it does not understand. */
const misread = /not declared|no label|no table|expected|does not fit|unknown instruction|wrong/

describe.each(filesBelow(folder, '.ptx'))('%s', (file) => {
  const source = { name: file, text: textOf(folder, file) }
  const module = readModule(source)
  const entries = module.ok ? entriesOf(module.value) : []

  test('is read', () => {
    expect(module.ok ? '' : module.diagnostics.map(formatDiagnostic).join('\n')).toBe('')
    expect(entries).not.toEqual([])
  })
  test.each(entries.map((entry) => [entry.name.text, entry] as const))('%s is launched', (name, entry) => {
    const given = entry.parameters.map((one) =>
      typeText(one).includes('[') ? '{0: 0}' : one.type.text.endsWith('64') ? 'memory' : '1',
    )
    const sizes = (directive: string): number => entry.directives.find((one) => one.name === directive)?.numbers[0] ?? 1
    const launch = `${name}<<<${sizes('reqnctapercluster')}, ${sizes('reqntid')}, 64>>>(${given.join(', ')});`
    const text = `module "m"; .global .u64 memory[8]; host { ${launch} } check (0 == 0) as q;`
    const { tests, diagnostics } = readTests({ name: 'spec.test', text }, { load: () => ({ ok: true, source }) })
    expect(diagnostics.map(formatDiagnostic).join('\n')).toBe('')
    const { instructions } = must(
      tests[0]?.threads.find(({ kind }) => kind === 'device'),
      'a thread',
    )
    expect(instructions.length).toBeGreaterThan(1)
    const problems = instructions.flatMap((one) => (one.kind === 'refused' ? [one.why] : []))
    expect(problems.filter((why) => misread.test(why))).toEqual([])
  })
})
