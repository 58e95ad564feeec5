import { join } from 'node:path'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { expectGolden } from '../../golden.js'
import { filesBelow, root, textOf } from '../../support.js'

const folder = join(root, 'spec/litmus/nvlitmus/errors')

/** Each file is a test that cannot be read; the file beside it is what the reader says. */
describe('errors of the nvlitmus reader', () => {
  test.each(filesBelow(folder, '.test'))('%s', (file) => {
    const { diagnostics } = readTests({ name: file, text: textOf(folder, file) })
    expect(diagnostics).not.toEqual([])
    expectGolden(join(folder, file.replace(/\.test$/, '.txt')), `${diagnostics.map(formatDiagnostic).join('\n')}\n`)
  })
})
