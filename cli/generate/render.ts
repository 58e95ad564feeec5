/** Suites as text. */

import type { SuiteDocument } from '../../report/suite.js'
import { counted } from '../../source/counted.js'
import { groupBy } from '../../source/group.js'
import { largest } from '../../source/largest.js'
import { vocabularyText } from '../../synthesis/words.js'

/** Renders the names of the tests, and how many there are by size and by axiom. */
export function renderSuite(
  { model, instructions, vocabulary, shard, complete, tests, axiom }: SuiteDocument,
  folder: string | undefined,
): string {
  const width = largest(tests.map(({ name }) => name.length))
  const responsible = ({ axioms }: { readonly axioms: readonly string[] }): string =>
    axioms.length === 0 ? 'by several axioms' : axioms.join(', ')
  const tally = (key: (test: SuiteDocument['tests'][number]) => string): string =>
    [...groupBy(tests, key)].map(([word, some]) => `${some.length} ${word}`).join('; ')
  return [
    ...(folder === undefined ? tests.map((test) => `${test.name.padEnd(width)}  ${responsible(test)}`) : []),
    `${counted(tests.length, 'minimal test')} of up to ${counted(instructions, 'instruction')} that ${model} forbids${
      axiom === null ? '' : ` by ${axiom}`
    }${shard.of === 1 ? '' : `, part ${shard.number} of ${shard.of}`}${complete ? '' : '; the search is not complete'}`,
    `with ${vocabularyText(vocabulary)}`,
    ...(tests.length === 0 ? [] : [`by size: ${tally((test) => `of ${test.instructions}`)}`]),
    ...(tests.length === 0 ? [] : [`by axiom: ${tally(responsible)}`]),
    ...(folder === undefined ? [] : [`written to ${folder}`]),
  ].join('\n')
}
