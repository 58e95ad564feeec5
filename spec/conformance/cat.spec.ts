import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { models, ptx60, ptx75 } from '../../axioms/models.js'
import { testName } from '../../litmus/program.js'
import { modelIn, othersModel } from '../axioms/algebra/cat/models.js'
import { conformance } from '../conformance.js'
import { onEach } from '../extent.js'
import { filesBelow, testsIn, textOf, verdicts } from '../support.js'

const printed = ', printed'

const pairs: readonly (readonly [string, Model, Model])[] = [
  ...models.map((model) => [`${model.name}${printed}`, modelIn(printModel(model)), model] as const),
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

    const decided = pairs.flatMap(([of, read, model]) =>
      programs.map((program) => ({ name: `${testName(program)} under ${of}`, of, program, read, model })),
    )
    onEach(
      'a model that is read from cat decides as the built-in one',
      { all: decided, sample: (all) => all.filter(({ of }, i) => !of.endsWith(printed) || i % 8 === 0), least: 200 },
      async ({ program, read, model }) => expect(await verdicts(program, read)).toEqual(await verdicts(program, model)),
    )
  })
