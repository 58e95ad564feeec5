import {
  allOf,
  anyOf,
  choice,
  compare,
  constant,
  never,
  operation,
  passing,
  resize,
} from '../../../encoder/values/expression.js'
import { mentioning, unknownAt } from '../../../encoder/values/mentions.js'

const read = (event: number) => ({ kind: 'read', width: 32, event }) as const
const unknown = { kind: 'unknown', width: 32, id: 3 } as const
const one = constant(1n, 32)

describe('a predicate mentions', () => {
  const isOne = compare('equal', read(5), one)
  test.each([
    ['a read', isOne, [5]],
    ['what it is compared with', compare('equal', read(5), read(6)), [5, 6]],
    ['operands', compare('equal', operation('add', read(7), unknown), one), [unknownAt(3), 7]],
    [
      'both values of a choice, and what decides',
      compare('equal', choice(isOne, read(8), read(9)), read(4)),
      [4, 5, 8, 9],
    ],
    ['a part', compare('equal', resize(read(2), 8, false), constant(0n, 8)), [2]],
    ['a barrier', passing(11), [11]],
    ['all of several', allOf([isOne, passing(12)]), [5, 12]],
    ['any of several', anyOf([isOne, passing(12)]), [5, 12]],
    ['nothing', never, []],
  ] as const)('%s', (_, predicate, expected) => {
    expect([...mentioning().truth(predicate)].toSorted((a, b) => a - b)).toEqual(expected)
  })
})
