/** The examples and models that the page offers, as the files that it loads. */

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { printModel } from '../../axioms/algebra/cat/print.js'
import { models } from '../../axioms/models.js'
import type { Examples, Texts } from '../../web/page/examples.js'

/** Returns `examples.json` of the page: the built-in models, and the tests and modules below this folder. */
export const examplesJson = (folder: string): string =>
  JSON.stringify({
    models: models.map((model) => ({ name: model.name, text: printModel(model) })),
    tests: filesEnding(folder, '.test', '.litmus'),
    modules: textsByPath(folder, '.ptx'),
  } satisfies Examples)

/** Returns `sources.json` of the page: the CUDA sources below this folder, which the page loads when it shows one. */
export const sourcesJson = (folder: string): string => JSON.stringify(textsByPath(folder, '.cu') satisfies Texts)

const textsByPath = (folder: string, ending: string): Texts =>
  Object.fromEntries(filesEnding(folder, ending).map(({ path, text }) => [path, text]))

const filesEnding = (folder: string, ...endings: readonly string[]) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .filter((file) => endings.includes(extname(file)))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
