import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { models, ptx60, ptx75 } from '../../axioms/models.js'
import { testName } from '../../litmus/program.js'
import { modelIn, othersModel } from '../axioms/algebra/cat/models.js'
import { conformance } from '../conformance.js'
import { filesBelow, testsIn, textOf, verdicts } from '../support.js'

const pairs: readonly (readonly [string, Model, Model])[] = [
  ...models.map((model) => [`${model.name}, printed`, modelIn(printModel(model)), model] as const),
  ['ptx-7.5 as others write it', othersModel('7.5'), ptx75],
  ['ptx-6.0 as others write it', { ...othersModel('6.0'), excludes: ptx60.excludes }, ptx60],
]

for (const [name, ending, tests] of [
  ['nvlitmus', '.test', 128],
  ['herd', '.litmus', 81],
] as const)
  conformance(name, (folder) => {
    const programs = filesBelow(folder, ending).flatMap((file) => testsIn(textOf(folder, file), file))

    test('none is left out', () => expect(programs).toHaveLength(tests))

    test.each(pairs)('%s, read from cat, decides as the built-in model', async (_, read, model) => {
      for (const program of programs)
        expect([testName(program), await verdicts(program, read)]).toEqual([
          testName(program),
          await verdicts(program, model),
        ])
    })
  })
