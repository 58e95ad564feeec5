import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { workplace } from './cli/workplace.js'
import { onEach } from './extent.js'
import { root, textOf } from './support.js'

const folder = join(root, 'examples/sizes')
const { run } = workplace()

interface Row {
  readonly kernel: string
  readonly launch: string
  readonly claim: string
  readonly answer: string
}

const rows: readonly Row[] = parse(textOf(folder, 'launches.csv'), { columns: true })

/** The kernels that `npm test` decides: those that take two seconds at most. */
const quick = ['counter', 'lock']

onEach(
  'launches',
  {
    all: rows.map((row) => ({ ...row, name: row.kernel })),
    sample: (all) => all.filter(({ name }) => quick.includes(name)),
    least: quick.length,
  },
  async ({ kernel, launch, claim, answer }) => {
    const { stdout } = await run(['check', join(folder, `${kernel}.ptx`), '--launch', launch, '--assert', claim])
    expect(stdout.split('\n')[0]).toContain(`  ${answer}  `)
  },
)

test('the table has each compiled kernel, and the list in the README too', () => {
  const compiled = readdirSync(folder).flatMap((file) => (file.endsWith('.ptx') ? [file.slice(0, -4)] : []))
  const here = rows.flatMap(({ kernel }) => (kernel.startsWith('../') ? [] : [kernel]))
  expect(here.toSorted()).toEqual(compiled.toSorted())
  for (const name of compiled) expect(textOf(folder, 'README.md')).toContain(`\n| \`${name}\` |`)
})
