/** An audit in the words of mutation testing. */

import type { Audited, Need } from '../../audit/audit.js'
import { mutantsOf, scoreOf } from '../../audit/mutants.js'
import { piecesOf } from '../../audit/pieces.js'
import { defaultCosts } from '../../repair/prices.js'
import { must } from '../../source/must.js'
import { testIn } from '../support.js'

const program = testIn('.global x; d0.b0.t0 { st.release.sys [x], 1; } d1.b0.t0 { } check ([x] == 1);')
const piece = must(piecesOf(program, defaultCosts)[0], 'a piece')
const { alternatives } = piece
const statuses = (need: Need) => mutantsOf([{ piece, need }]).map(({ status }) => status)
const [weakest, second] = [must(alternatives[0], 'a form'), must(alternatives[1], 'a form')]
const within = undefined

test('what breaks kills all forms; a thread that waits for ever is a time-out', () => {
  const others = alternatives.slice(1).map(() => 'Killed')
  expect(others.length).toBeGreaterThan(1)
  const needed = { kind: 'needed', by: weakest, reached: undefined } as const
  expect(statuses({ ...needed, fault: { kind: 'race', text: '' } })).toEqual(['Killed', ...others])
  expect(statuses({ ...needed, fault: { kind: 'hang', text: '' } })).toEqual(['Timeout', ...others])
})

test('the cheapest form that is enough survives, and those below it are killed', () => {
  expect(statuses({ kind: 'may be weaker', to: weakest, within })).toEqual(['Survived'])
  expect(statuses({ kind: 'may be weaker', to: second, within })).toEqual(['Killed', 'Survived'])
  expect(statuses({ kind: 'not needed', without: weakest, within })).toEqual(['Survived'])
})

test('what is undecided is pending, what is not reached is not covered, and neither counts', () => {
  expect(statuses({ kind: 'undecided', reason: 'time' })).toEqual(['Pending'])
  expect(statuses({ kind: 'not reached', within })).toEqual(['NoCoverage'])
  const all: readonly Audited[] = [
    { piece, need: { kind: 'undecided', reason: 'time' } },
    { piece, need: { kind: 'not reached', within } },
    { piece, need: { kind: 'may be weaker', to: second, within } },
  ]
  expect(scoreOf(mutantsOf(all))).toEqual({ detected: 1, survived: 1 })
})
