import { join } from 'node:path'
import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { models } from '../../axioms/models.js'
import { ptx60 } from '../../axioms/ptx-6.0.js'
import { ptx75 } from '../../axioms/ptx-7.5.js'
import { testName } from '../../litmus/program.js'
import { modelIn, othersModel } from '../axioms/cat/models.js'
import { filesBelow, testsIn, textOf, verdicts } from '../support.js'

/** Where the published tests lie; they are no part of this project. */
const folder = process.env['CONFORMANCE_DIR']
const required = process.env['npm_lifecycle_event'] === 'conformance'

if (folder === undefined) {
  const run = required ? test : test.skip
  run('cat: skipped, as CONFORMANCE_DIR does not name the folder of published tests', () => {
    throw new Error('CONFORMANCE_DIR must name the folder that holds nvlitmus/')
  })
} else {
  describe('models read from cat decide the published tests as the built-in ones', () => {
    const programs = filesBelow(join(folder, 'nvlitmus'), '.test').flatMap((file) =>
      testsIn(textOf(folder, 'nvlitmus', file), file),
    )
    const pairs: readonly (readonly [string, Model, Model])[] = [
      ...models.map((model) => [`${model.name}, printed`, modelIn(printModel(model)), model] as const),
      ['ptx-7.5 as others write it', othersModel('7.5'), ptx75],
      ['ptx-6.0 as others write it', { ...othersModel('6.0'), excludes: ptx60.excludes }, ptx60],
    ]

    test.each(pairs)('%s', async (_, read, model) => {
      expect(programs.length).toBeGreaterThan(0)
      for (const program of programs)
        expect([testName(program), await verdicts(program, read)]).toEqual([
          testName(program),
          await verdicts(program, model),
        ])
    })
  })
}
