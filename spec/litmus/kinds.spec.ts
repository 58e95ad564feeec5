import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { concernsAsynchrony } from '../../litmus/facts.js'
import { definitions } from '../../litmus/instructions/definitions.js'
import { byKind } from '../../litmus/kinds.js'
import { root, testIn } from '../support.js'

const [one] = testIn('.global x; d0.b0.t0 { ld.weak r, [x]; } permit (r == 0) as q;').threads.flatMap(
  ({ instructions }) => instructions,
)

test('byKind applies the function of the kind', () => {
  expect(one?.kind === 'load' && byKind({ load: ({ destination }) => destination }, one)).toBe('r')
})

test('mbarriers, copies, groups, their fences and tensor maps concern asynchrony; fences and barriers of a CTA do not', () => {
  const kinds = testIn(`.shared .u64 m;
d0.b0.t0 { mbarrier.init.shared.b64 [m], 1; fence.proxy.async; cp.async.bulk.commit_group; fence.sc.cta; bar.sync 0; }
permit ([m] == 0) as q;`).threads.flatMap(({ instructions }) => instructions)
  expect(kinds.map((instruction) => [instruction.kind, concernsAsynchrony(instruction)])).toEqual([
    ['mbarrier', true],
    ['async-fence', true],
    ['async-group', true],
    ['fence', false],
    ['named-barrier', false],
  ])
})

test('computations make no events, and accesses do', () => {
  for (const { facts } of Object.values(definitions))
    if (facts.family === 'computation' || facts.accesses) expect(facts.makesEvents).toBe(facts.accesses)
})

describe('the compiler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  /** Returns the compiler's errors on the list of definitions if instructions may also have these kinds. */
  const errorsWith = (added: string): string => {
    const copied = (file: string, changed: (text: string) => string): string => {
      const text = changed(readFileSync(join(root, file), 'utf8'))
      const copy = join(folder, basename(file))
      const absolute = (_: string, path: string): string => `from '${join(root, dirname(file), path)}'`
      writeFileSync(copy, text.replaceAll(/from '(\.\.?\/[^']*)'/g, absolute))
      return copy
    }
    const kinds = copied('litmus/kinds.ts', (text) =>
      text
        .replace(/import type \{ Instruction \}/, 'import type { Instruction as Listed }')
        .concat(`type Instruction = Listed${added}\n`),
    )
    const file = copied('litmus/instructions/definitions.ts', (text) => text)
    writeFileSync(file, readFileSync(file, 'utf8').replace(join(root, 'litmus/kinds.js'), kinds.replace(/ts$/, 'js')))
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--types',
      '',
      '--ignoreConfig',
    ]
    return spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, file], {
      encoding: 'utf8',
    }).stdout
  }

  test('accepts the kinds that there are', () => {
    expect(errorsWith('')).toBe('')
  })
  test('does not accept a kind that is added without its definition', () => {
    expect(errorsWith(" | { readonly kind: 'added' }")).toContain("Property 'added' is missing")
  })
})
