/** The examples with their table of verdicts. */

import { join } from 'node:path'
import { expectationOf, readExpectations } from '../cli/tables/expectations.js'
import { testFileEndings } from '../litmus/format.js'
import { type Program, testName } from '../litmus/program.js'
import { must } from '../source/must.js'
import { filesBelow, root, testsIn, textOf } from './support.js'

const folder = join(root, 'examples')

export interface Expected {
  readonly name: string
  readonly program: Program
  /** What the table says of each question, in order. */
  readonly verdicts: readonly string[]
}

const programs = testFileEndings
  .flatMap((ending) => filesBelow(folder, ending))
  .toSorted()
  .flatMap((file) => testsIn(textOf(folder, file), join(folder, file)))

/** All examples, with the verdicts of the table in their folder, or of the one above. */
export function examples(model: string): readonly Expected[] {
  const tables = filesBelow(folder, 'expected.csv').map((file) => {
    const path = join(folder, file)
    const table = readExpectations({ name: path, text: textOf(path) }, model)
    if (!table.ok) throw new Error(`${path} cannot be read`)
    return table.value
  })
  return programs.map((program) => ({
    name: testName({ ...program, file: program.file.slice(folder.length + 1) }),
    program,
    verdicts: program.questions.map(
      (question) =>
        tables.map((table) => expectationOf(table, program, question)).find((verdict) => verdict !== undefined) ??
        'missing',
    ),
  }))
}

/** Whether it is of asynchronous operations, which `ptx-9.4` and its strict form alone cover. */
export const isAsynchronous = ({ name }: Expected): boolean => /^async[\\/]/.test(name)

/** The example of that name, such as `paper/figure-9-MP.test#1`. */
export const exampleNamed = (all: readonly Expected[], name: string): Expected =>
  must(
    all.find((one) => one.name === name),
    `an example ${name}`,
  )
