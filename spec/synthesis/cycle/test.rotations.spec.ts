/** A cycle has no first edge: each rotation of it has the same test and the same name, or none has a test. */

import fc from 'fast-check'
import { must } from '../../../source/must.js'
import { nameOf } from '../../../synthesis/cycle/name.js'
import { always } from '../../extent.js'
import { cycleIn, errorsIn, keyOf, textOfTest } from '../support.js'

const rotationsOf = (text: string): readonly string[] => {
  const edges = text.split(' ')
  return edges.map((_, i) => [...edges.slice(i), ...edges.slice(0, i)].join(' '))
}

/** Returns what must be the same of all rotations. */
const shownBy = (text: string): readonly string[] => {
  if (errorsIn(text).length > 0) return ['no test']
  const { test: made } = cycleIn(text)
  return [keyOf(made), nameOf(made.labelled, made.outcome)]
}

const conditionOf = (text: string): string =>
  must(/\((.*)\) as outcome/.exec(textOfTest(cycleIn(text).test))?.[1], 'a condition')

const edgesFrom = (orders: { readonly R: readonly string[]; readonly W: readonly string[] }) =>
  fc
    .array(fc.nat(1_000), { minLength: 2, maxLength: 8 })
    .map((choices) => {
      const from = {
        R: [...orders.R, 'Fre', 'Fre+rlx.gpu', 'Fri'],
        W: [...orders.W, 'Rfe', 'Rfe+rlx.gpu', 'Rfe+weak+amo.acq.gpu', 'Rfi', 'Coe', 'Coe+alias', 'Coi'],
      } as const
      let at: 'R' | 'W' = (choices[0] ?? 0) % 2 === 0 ? 'W' : 'R'
      return choices
        .map((choice) => {
          const edge = must(from[at][choice % from[at].length], 'an edge')
          at = /^(Fr|Co|DpData|Amo|Po.[RW]W)/.test(edge) ? 'W' : 'R'
          return edge
        })
        .join(' ')
    })
    .filter((text) => /(Rf|Fr|Co)e/.test(text) && errorsIn(text).length === 0)

const oneLocation = edgesFrom({ R: ['PosRR', 'PosRW', 'PosRW', 'DpDatasW', 'Amo'], W: ['PosWR', 'PosWW'] })
const anywhere = edgesFrom({
  R: ['PodRR', 'PodRW+fence.sc.gpu', 'PosRR', 'PosRW', 'DpDatadW', 'Amo'],
  W: ['PodWR', 'PodWW', 'PosWR', 'PosWW'],
})

describe('each rotation of a cycle', () => {
  test.each([
    'PosRW Rfe+rlx.gpu+weak PosRW Rfe+rlx.gpu',
    'PosRR Fre+rlx.gpu Rfe+rlx.gpu PosRR Fre Rfe',
    'Rfe PosRR PosRR Fre',
    'PosWR Fre PosWR Fre+rlx.gpu',
    'PosRW Coe Rfe+rel+acq.gpu',
    'PosWW Coe PosWW Coe',
    'PodWW PosWW Rfe+rel+acq.gpu PosRR PodRR Fre',
  ])('%s', (text) => {
    for (const one of rotationsOf(text)) expect(shownBy(one)).toEqual(shownBy(text))
  })
  for (const [where, cycles] of [
    ['at one location', oneLocation],
    ['at any', anywhere],
  ] as const)
    always(`of many cycles ${where}`, { runs: 50, seed: 1 }, () =>
      fc.property(cycles, (text) => {
        for (const one of rotationsOf(text)) expect(shownBy(one)).toEqual(shownBy(text))
      }),
    )
})

describe('the outcome says no more than the edges', () => {
  test.each([
    ['a last write only if a communication orders writes', 'PosRW Rfe PosRW Rfe', 'r0 == 2 && r1 == 1'],
    ['so too if program order is at one location', 'PodWW PosWW Rfe PodRR Fre', 'r0 == 2 && r1 == 0'],
    ['and it may be after what was read', 'PodWW Rfe PosRW PodWR Fre', 'r0 == 1 && r1 == 0'],
    ['reads in communications only', 'PodWW Rfe PosRR PodRR Fre', 'r0 == 1 && r2 == 0'],
    [
      'at one location, an older value is the initial one',
      'PosRR Fre Rfe PosRR Fre Rfe',
      'r0 == 2 && r1 == 0 && r2 == 1 && r3 == 0',
    ],
    ['otherwise, it is that of the write before', 'PodWW PosWR Fre PodWR Fre', 'r0 == 1 && r1 == 0 && [y] == 2'],
  ])('%s: %s', (_, text, condition) => expect(conditionOf(text)).toBe(condition))
})

const unknownLast = 'the outcome must say which write is the last, and no edge says whether this one is'

describe('there is no test if the outcome cannot be expressed', () => {
  test.each([
    ['a write that is not ordered with the last one', 'PosRW Coe PosWW Rfe', `17: \`Rfe\`: ${unknownLast}`],
    ['two orders of writes', 'PosWW Coe PosWW Coe', `7: \`Coe\`: ${unknownLast}`],
    [
      'and where the last is known',
      'PosRW Coe Coe Rfe',
      '7: `Coe`: nothing in the outcome shows that this write comes before the last one',
    ],
    [
      'two atomics that read the initial value',
      'PosRR Fre+amo.rlx.gpu+weak Rfe PosRR Fre+amo.rlx.gpu+weak Rfe',
      '7: `Fre+amo.rlx.gpu+weak`: only one atomic can return the initial value',
    ],
  ])('%s: %s', (_, text, message) => expect(errorsIn(text)).toEqual([message]))
})
