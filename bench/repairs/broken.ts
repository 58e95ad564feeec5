/** Lists the questions of the examples that are about a mistake: their outcomes can be reached, but should not be. */

import { groupBy } from '../../source/group.js'

/** The answer to a question of a test, as the tables have it. */
export interface Known {
  /** The name of the test from the folder of the examples, such as `paper/figure-9-MP.test#2`. */
  readonly test: string
  readonly question: string
  readonly kind: 'permit' | 'assert' | 'check'
  readonly verdict: string
}

/** The tests of which no form is forbidden. */
const others: readonly { readonly test: string; readonly question: string }[] = [
  { test: 'isa/8.10.4-LB.test#1', question: 'both_early' },
  { test: 'paper/figure-6-whole-program.test', question: 'pair_1_3' },
  { test: 'paper/figure-6-whole-program.test', question: 'pair_3_5' },
  { test: 'paper/figure-6-whole-program.test', question: 'pair_4_5' },
  { test: 'paper/section-3.2-CoWR-other-fences.test#1', question: 'stale' },
]

/** The names of questions whose outcomes are not a mistake, whether they can be reached or not. */
const noMistake: ReadonlySet<string> = new Set(['yes', 'no', 'ends'])

/** Returns whether a test is a compiled kernel with a mistake, which its name gives after `+`. */
const isBrokenKernel = (test: string): boolean => /^kernels\/[^/]*\+/.test(test)

/**
 * Returns the file without the number of a row, and without what follows `+`: the forms of one test have this in
 * common.
 */
const family = (test: string): string => test.replace(/#\d+$/, '').replace(/\+[^/]*(?=\.\w+$)/, '')

/**
 * Returns the questions whose outcomes can be reached although an assertion says that they cannot, or although they
 * cannot in another form of the test; and all that a kernel with a mistake permits. In the order of the tests.
 */
export function brokenAmong<K extends Known>(claims: readonly K[]): readonly K[] {
  const families = groupBy(claims, ({ test, question }) => `${family(test)} ${question}`)
  return claims.filter(({ test, question, kind, verdict }) => {
    if (verdict !== 'allowed' || noMistake.has(question)) return false
    const forms = families.get(`${family(test)} ${question}`) ?? []
    return (
      kind === 'assert' ||
      isBrokenKernel(test) ||
      forms.some((form) => form.verdict === 'forbidden') ||
      others.some((one) => one.test === test && one.question === question)
    )
  })
}
