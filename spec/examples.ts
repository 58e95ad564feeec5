/** The examples with their table of verdicts. */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defaultModel } from '../axioms/models.js'
import { expectationOf, readExpectations } from '../cli/tables/expectations.js'
import { testFileEndings } from '../litmus/format.js'
import { type Program, testName } from '../litmus/program.js'
import { must } from '../source/must.js'
import { filesBelow, root, testsIn, textOf } from './support.js'

const folder = join(root, 'examples')

export interface Expected {
  readonly name: string
  readonly program: Program
  /** The rows of the table for each question, in order. */
  readonly verdicts: readonly string[]
}

/** Returns a function that computes each value once. */
function once<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return must(known.get(key), 'a value')
  }
}

const programsIn = once((file) => testsIn(textOf(folder, file), join(folder, file)))

const tableAt = once((model) =>
  once((path) => {
    const table = readExpectations({ name: path, text: textOf(path) }, model)
    if (!table.ok) throw new Error(`${path} cannot be read`)
    return table.value
  }),
)

/** Returns the tables of a file's folder and of those above it, the nearest first. */
const tablesFor = (file: string, model: string) => {
  const parts = dirname(file).split('/')
  return [...parts, '']
    .map((_, i) => join(folder, ...parts.slice(0, parts.length - i), 'expected.csv'))
    .filter((path) => existsSync(path))
    .map(tableAt(model))
}

/** Returns the tests of one file of examples, with what the tables say. */
const inFile = (model: string) =>
  once((file): readonly Expected[] => {
    const tables = tablesFor(file, model)
    return programsIn(file).map((program) => ({
      name: testName({ ...program, file }),
      program,
      verdicts: program.questions.map(
        (question) =>
          tables.map((table) => expectationOf(table, program, question)).find((verdict) => verdict !== undefined) ??
          'missing',
      ),
    }))
  })

const under = once(inFile)

const files = (): readonly string[] => testFileEndings.flatMap((ending) => filesBelow(folder, ending)).toSorted()

/**
 * Returns all examples, or those of every `step`th file, with the verdicts of the table in their folder, or of the one
 * above.
 */
export const examples = (model: string, step = 1): readonly Expected[] =>
  files()
    .filter((_, i) => i % step === 0)
    .flatMap(under(model))

/** Returns whether a test has asynchronous operations, which only `ptx-9.4` and its strict form cover. */
export const isAsynchronous = ({ name }: Pick<Expected, 'name'>): boolean => /^(async|blackwell)[\\/]/.test(name)

/** Returns the example of that name, such as `paper/figure-9-MP.test#1`. Its file alone is read. */
export const exampleNamed = (name: string, model = defaultModel.name): Expected =>
  must(
    under(model)(name.replace(/#\d+$/, '')).find((one) => one.name === name),
    `an example ${name}`,
  )
