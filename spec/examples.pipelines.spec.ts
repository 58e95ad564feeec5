import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { workplace } from './cli/workplace.js'
import { onEach } from './extent.js'
import { root, textOf } from './support.js'

const folder = join(root, 'examples/pipelines')
const { run } = workplace()

interface Row {
  readonly kernel: string
  readonly launch: string
  readonly answer: string
  readonly strict: string
  readonly says: string
}

const rows: readonly Row[] = parse(textOf(folder, 'races.csv'), { columns: true })

/** The kernels that `npm test` decides: one of each kind of mistake that takes a few seconds at most. */
const quick = [
  'registers+too-many',
  'staged',
  'operands+touched',
  'staged+no-fence',
  'grouped+no-wait',
  'epilogue+no-sync',
]

onEach(
  'races',
  {
    all: rows.map((row) => ({ ...row, name: row.kernel })),
    sample: (all) => all.filter(({ name }) => quick.includes(name)),
    least: quick.length,
  },
  async ({ kernel, launch, answer, strict, says }) => {
    const { stdout } = await run(['races', join(folder, `${kernel}.ptx`), '--launch', launch])
    const [text = ''] = stdout.split('\n\n')
    const [line = ''] = text.split('\n').filter((one) => one.includes('.ptx  '))
    expect(line).toContain(answer)
    const isFree = ['race-free', 'but no execution ends'].includes(answer) || kernel.startsWith('operands')
    expect(line.includes('race-free')).toBe(isFree)
    expect(line.includes('undefined behaviour is reachable')).toBe(
      answer.startsWith('undefined') || strict === 'undefined' || alsoUndefined.includes(kernel),
    )
    expect(/ptx-9\.4-strict: (\w+)/.exec(line)?.[1] ?? '').toBe(strict)
    expect(text).toContain(says)
  },
)

/** The kernels in which a copy also comes too early, besides the races that the table counts. */
const alsoUndefined = ['grouped+no-fence', 'grouped+no-wait', 'multicast+left-out']

test('the table has each compiled kernel, and the list in the README too', () => {
  const compiled = readdirSync(folder).flatMap((file) => (file.endsWith('.ptx') ? [file.slice(0, -4)] : []))
  expect(rows.map(({ kernel }) => kernel).toSorted()).toEqual(compiled.toSorted())
  for (const name of compiled) expect(textOf(folder, 'README.md')).toContain(`\n| \`${name}\` |`)
})
