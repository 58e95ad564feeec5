/** The examples and models that the page offers, as the one file that it loads. */

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { printModel } from '../../axioms/algebra/cat/print.js'
import { models } from '../../axioms/models.js'
import type { Examples } from '../../web/page/examples.js'

/** Returns `examples.json` of the page: the built-in models, and the tests and modules below this folder. */
export function examplesJson(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const ending = (...endings: readonly string[]) =>
    files
      .filter((file) => endings.includes(extname(file)))
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  return JSON.stringify({
    models: models.map((model) => ({ name: model.name, text: printModel(model) })),
    tests: ending('.test', '.litmus'),
    modules: Object.fromEntries(ending('.ptx').map(({ path, text }) => [path, text])),
  } satisfies Examples)
}
