/** The costs of changes: the table, and files that override it. */

import * as z from 'zod'
import { measured, sourceOfMeasured } from '../../repair/measured.js'
import { type Costs, defaultCosts, priceIn, priceNames } from '../../repair/prices.js'
import type { ExitStatus } from '../../report/check.js'
import { type Diagnostic, diagnostic, inPlaceOrder } from '../../source/diagnostic.js'
import { parseJson, repeatedNames } from '../../source/json.js'
import { largest } from '../../source/largest.js'
import { didYouMeanOneOf } from '../../source/nearest.js'
import { failAll, ok, type Result, then } from '../../source/result.js'
import { type SourceText, type Span, span } from '../../source/text.js'
import type { Errors } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import type { Output } from '../console/output.js'
import { readSource, standardInput } from '../input/source.js'

/**
 * Returns the costs, overridden by those of the file if there is one. Reports each entry that is not a cost, with its
 * place.
 */
export const costsFrom = (file: string | undefined): Result<Costs> =>
  file === undefined ? ok(defaultCosts) : then(readSource(standardInput(file), 'costs'), costsIn)

const names: readonly string[] = priceNames

const cost = z.int('a cost is a whole number').min(0, 'a cost is 0 or more')

const costs = z.strictObject(Object.fromEntries(names.map((name) => [name, cost.optional()])), {
  error: ({ code }) => (code === 'invalid_type' ? 'costs are an object, {"CHANGE": INTEGER}' : undefined),
})

function costsIn(source: SourceText): Result<Costs> {
  return then(parseJson(source), (json) => {
    const parsed = costs.safeParse(json)
    const wrong = [
      ...(parsed.error?.issues.flatMap((issue) => problems(issue, source)) ?? []),
      ...repeatedNames(source),
    ]
    if (!parsed.success || wrong.length > 0) return failAll(inPlaceOrder(wrong))
    return ok({
      ...defaultCosts,
      ...Object.fromEntries(Object.entries(parsed.data).filter(([, one]) => one !== undefined)),
    })
  })
}

const problems = (issue: z.core.$ZodIssue, source: SourceText): readonly Diagnostic[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) =>
        diagnostic(
          `there is no change \`${key}\`${didYouMeanOneOf(key, names, `the changes are ${names.join(', ')}`)}`,
          placeOf(key, source),
        ),
      )
    : [diagnostic(issue.message, placeOf(issue.path.map(String).join('.'), source))]

/** Returns where an object has the key. */
function placeOf(key: string, source: SourceText): Span {
  const quoted = JSON.stringify(key)
  const at = source.text.indexOf(quoted)
  return at === -1 ? span(source, 0, 0) : span(source, at, at + quoted.length)
}

/** Renders the table, with a line for each change: its price and, if it was measured, its cycles and machine code. */
function costsTable(table: Costs): string {
  const [ofNames, ofPrices] = [largest(names.map(({ length }) => length)), `${priceIn(table, 'model only')}`.length]
  const measures: ReadonlyMap<string, { readonly code: string; readonly cycles: number }> = new Map(
    Object.entries(measured),
  )
  const lines = priceNames.map((name) => {
    const { cycles, code } = measures.get(name) ?? { cycles: '-', code: '' }
    const shown = [
      name.padEnd(ofNames),
      `${priceIn(table, name)}`.padStart(ofPrices),
      `${cycles}`.padStart(ofCycles),
      code,
    ]
    return shown.join('  ').trimEnd()
  })
  return [
    ['change'.padEnd(ofNames), 'cost'.padStart(ofPrices), 'cycles', 'machine code'].join('  '),
    ...lines,
    '',
    `The source of ${sourceOfMeasured}. A cost is what the instruction adds, and ranks orders and scopes of one code.`,
  ].join('\n')
}

const ofCycles = 'cycles'.length

/** Prints the table, as text or as a file to edit, and returns the exit status. */
export function printCosts(
  { json, 'costs-file': file }: { readonly json: boolean; readonly 'costs-file'?: string | undefined },
  { out }: Pick<Output, 'out'>,
  { valueOf }: Pick<Errors, 'valueOf'>,
): ExitStatus {
  const table = valueOf(costsFrom(file))
  if (table === undefined) return 2
  out(json ? jsonText(table) : costsTable(table))
  return 0
}
