/** The places of the published tests, which are not part of this project. */

import { join } from 'node:path'

const folder = process.env['CONFORMANCE_DIR']
const required = process.env['npm_lifecycle_event'] === 'conformance'

/** Defines specs over a folder of published tests, or one that says that the folder is missing. */
export function conformance(name: string, specs: (folder: string) => void): void {
  if (folder !== undefined) {
    describe(`published tests: ${name}`, () => specs(join(folder, name)))
    return
  }
  const run = required ? test : test.skip
  run(`${name}: skipped, as CONFORMANCE_DIR does not name the folder of published tests`, () => {
    throw new Error(`CONFORMANCE_DIR must name the folder that holds ${name}/`)
  })
}
