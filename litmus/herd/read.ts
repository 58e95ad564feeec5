/** The reader of herd-style tests, `.litmus`. */

import { parseWith } from '../../source/grammar.js'
import { collect, ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, type Span, span } from '../../source/text.js'
import type { Reading } from '../reading.js'
import { readAsked } from '../syntax/asked.js'
import type { Instance } from '../template.js'
import type { Unlinked } from '../unlinked.js'
import * as grammar from './grammar.js'
import { checkInitial, initialOf, misspelt } from './initial.js'
import type { FileSyntax } from './syntax.js'
import { readThreads } from './threads.js'

/** Returns the test of a text. Reports everything that cannot be read or is not modelled, with its place. */
export const readHerd = (
  { source, row }: Instance,
  { undeclared = false, unasked = false }: Reading,
): Result<Unlinked> =>
  then(parseWith<FileSyntax>(grammar, source), (file) => {
    const initial = initialOf(file.initial)
    const claims = readAsked(file.parts, unasked ? undefined : endOf(source))
    return then(
      collect({
        initial: unless(checkInitial(file.initial, file.columns.flat())),
        threads: readThreads(file, initial),
      }),
      ({ threads }) =>
        ok({
          format: 'herd',
          file: source.name,
          ...(row === undefined ? {} : { row }),
          title: file.title,
          declared: initial.declared,
          undeclared: undeclared ? 'global' : 'refused',
          threads,
          ...claims,
          problems: [...(undeclared ? [] : misspelt(file.initial)), ...claims.problems],
        }),
    )
  })

/** Returns the last character of the text. */
function endOf(source: SourceText): Span {
  const end = source.text.trimEnd().length
  return span(source, Math.max(0, end - 1), end)
}
