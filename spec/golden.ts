/**
 * Golden files: printed texts, beside the inputs for which they were printed. `npm run golden` rewrites them for
 * review.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTests } from '../litmus/read.js'
import { formatDiagnostic } from '../source/diagnostic.js'
import { filesBelow, textOf } from './support.js'

/** Expects the text to be that of the file. */
export function expectGolden(path: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text)
  if (!existsSync(path)) throw new Error(`${path} does not exist; npm run golden writes it`)
  expect(text).toBe(readFileSync(path, 'utf8'))
}

/** Expects that no file of the folder can be read, and that the reader reports what the file beside it says. */
export function expectErrors(reader: string, folder: string, ending: string): void {
  describe(`errors of ${reader}`, () => {
    test.each(filesBelow(folder, ending))('%s', (file) => {
      const { diagnostics } = readTests({ name: file, text: textOf(folder, file) })
      expect(diagnostics).not.toEqual([])
      const golden = `${file.slice(0, -ending.length)}.txt`
      expectGolden(join(folder, golden), `${diagnostics.map(formatDiagnostic).join('\n')}\n`)
    })
  })
}
