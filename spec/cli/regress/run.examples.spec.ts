import { join } from 'node:path'
import { expectGolden } from '../../golden.js'
import { filesBelow, root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run } = workplace()
const folder = join(root, 'examples/models')

describe('the edits among the examples', () => {
  /** Which execution z3 finds may change; that there is one may not. */
  test.each(filesBelow(folder, '.cat'))('%s', async (file) => {
    const examples = join(root, 'examples')
    const { stdout } = await run(['regress', examples, '--model', 'ptx-7.5', '--against', join(folder, file)])
    const lines = stdout
      .replaceAll(`${examples}/`, '')
      .replace(/; \d+\.\d+ s$/m, '; # s')
      .trimEnd()
      .split('\n')
    const reported = lines.filter((line) => !line.startsWith('      '))
    expectGolden(join(folder, file.replace(/\.cat$/, '.txt')), `${reported.join('\n')}\n`)
  })
})
