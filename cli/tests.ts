/** The one test that a user names. */

import { existsSync } from 'node:fs'
import { type Program, testName } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { diagnostic } from '../source/diagnostic.js'
import { fail, ok, type Result, then } from '../source/result.js'
import type { SourceText } from '../source/text.js'
import { readSource, stdinName, stdinPath } from './files.js'

/** The test of a file, of standard input (`-`), or an instance of a template by `file#row`. Errors: none of that name, or several. */
export function oneTest(path: string): Result<{ readonly program: Program; readonly source: SourceText }> {
  const [, file = path, row] = existsSync(path) ? [] : (/^(.*)#(\d+)$/.exec(path) ?? [])
  return then(readSource(file === stdinPath ? stdinName : file), (source) => {
    const { tests, diagnostics } = readTests(source)
    const wanted = row === undefined ? tests : tests.filter((test) => test.row?.number === Number(row))
    const [program, another] = wanted
    if (another !== undefined)
      return fail(diagnostic(`a file of ${tests.length} tests; name one, such as ${testName(another)}`, file))
    if (program !== undefined && (row !== undefined || diagnostics.length === 0)) return ok({ program, source })
    if (diagnostics.length > 0) return fail(...diagnostics)
    return fail(diagnostic(`there is no row ${row}; the file has ${tests.length} tests`, file))
  })
}
