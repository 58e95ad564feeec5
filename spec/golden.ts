/** Golden files: what was printed, beside what it was printed for. `npm run golden` rewrites them for review. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Expects the text to be that of the file. */
export function expectGolden(path: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text)
  if (!existsSync(path)) throw new Error(`${path} does not exist; npm run golden writes it`)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
