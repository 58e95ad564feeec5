import { join } from 'node:path'
import { readModel } from '../../../axioms/algebra/cat/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { expectGolden } from '../../golden.js'
import { filesBelow, root, textOf } from '../../support.js'
import { beside } from './models.js'

const folder = join(root, 'spec/axioms/cat/errors')

/** Each file is a model that cannot be read; the file beside it is what the reader says. */
describe('errors of the cat reader', () => {
  test.each(filesBelow(folder, '.cat'))('%s', (file) => {
    const result = readModel({ name: join(folder, file), text: textOf(folder, file) }, beside)
    const lines = result.ok ? [] : result.diagnostics.map(formatDiagnostic)
    expect(lines).not.toEqual([])
    expectGolden(join(folder, file.replace(/\.cat$/, '.txt')), `${lines.join('\n').replaceAll(`${folder}/`, '')}\n`)
  })
})
