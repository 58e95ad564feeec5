import { join } from 'node:path'
import { onEach } from '../../extent.js'
import { expectGolden } from '../../golden.js'
import { filesBelow, root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { run } = workplace()
const examples = join(root, 'examples')
const folder = join(examples, 'models')
const goldenOf = (file: string): string => join(folder, file.replace(/\.cat$/, '.txt'))

/**
 * Returns the reported differences that an edited model makes, without executions and counts: z3 may find another
 * execution, although it must find one, and each new example changes the counts.
 */
async function reported(file: string, among: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(['regress', ...among, '--model', 'ptx-7.5', '--against', join(folder, file)])
  return stdout
    .replaceAll(`${examples}/`, '')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('      ') && !/^\d+ questions? of /.test(line))
}

const edits = filesBelow(folder, '.cat')

describe('the edits among the examples, in the files on which they differ', () => {
  test.each(edits)('%s', async (file) => {
    const golden = textOf(goldenOf(file)).trimEnd().split('\n')
    const differing = new Set(golden.flatMap((line) => /^✗ {2}(\S+?)(?:#\d+)? /.exec(line)?.[1] ?? []))
    expect(differing.size).toBeGreaterThan(0)
    const lines = await reported(
      file,
      [...differing].map((name) => join(examples, name)),
    )
    expect(lines).toEqual(golden)
  })
})

onEach(
  'the edits among all examples',
  {
    all: edits.map((name) => ({ name })),
    sample: (all) => (process.env['UPDATE_GOLDEN'] === '1' ? all : []),
    least: 0,
  },
  async ({ name }) => expectGolden(goldenOf(name), `${(await reported(name, [examples])).join('\n')}\n`),
)
