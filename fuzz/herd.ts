/** Small random herd-style programs: branches to and fro, barriers, compare-and-swap, initial values, filters. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'

/** One cell of a thread; `r` in it stands for a register that the thread has written, `%` for a label. */
interface Cell {
  readonly text: string
  readonly pick: number
}

/** Three threads in two CTAs: without clusters, in one cluster; and in three CTAs of two clusters. */
const positions = [
  ['cta 0,gpu 0', 'cta 0,gpu 0', 'cta 1,gpu 0'],
  ['cta 0,cluster 0,gpu 0', 'cta 0,cluster 0,gpu 0', 'cta 1,cluster 0,gpu 0'],
  ['cta 0,cluster 0,gpu 0', 'cta 0,cluster 1,gpu 0', 'cta 1,cluster 0,gpu 0'],
] as const

/** Texts of tests with control flow and barriers, which the model must cover. */
export function herdPrograms({ excludes }: Pick<Model, 'excludes'>): fc.Arbitrary<string> {
  const scope = fc.constantFrom('cta', 'gpu', ...(excludes.includes('clusters') ? [] : ['cluster']))
  const name = fc.constantFrom('x', 'y', ...(excludes.includes('aliases') ? [] : ['z']))
  const value = fc.constantFrom('0', '1', '2', '$')
  const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))

  const load = fc.oneof(
    say('ld.weak !, ', name),
    say('ld.', fc.constantFrom('relaxed', 'acquire'), '.', scope, ' !, ', name),
  )
  const store = fc.oneof(
    say('st.weak ', name, ', ', value),
    say('st.', fc.constantFrom('relaxed', 'release'), '.', scope, ' ', name, ', ', value),
  )
  const atomic = fc.oneof(
    say('atom.acq_rel.', scope, '.', fc.constantFrom('add', 'exch'), ' !, ', name, ', ', value),
    say('atom.relaxed.', scope, '.cas !, ', name, ', ', value, ', ', value),
  )
  const fence = say('fence.', fc.constantFrom('sc', 'acq_rel'), '.', scope)
  const compute = fc.oneof(say('add !, $, 1'), say('ld !, ', value))
  const branch = fc.oneof(
    { weight: 4, arbitrary: say(fc.constantFrom('beq', 'bne', 'blt', 'bge'), ' $, ', value, ', %') },
    { weight: 1, arbitrary: fc.constant('goto %') },
  )
  const barrier = say(
    fc.constantFrom('bar.cta.sync ', 'bar.cta.sync ', 'bar.cta.arrive '),
    fc.constantFrom('0', '1'),
    fc.constantFrom('', '', ', 0', ', $', ', 1, 2', ', 0, 1', ', 0, 2', ', 0, $'),
  )
  const cell: fc.Arbitrary<Cell> = fc.record({
    text: fc.oneof(
      { weight: 4, arbitrary: load },
      { weight: 3, arbitrary: store },
      { weight: 2, arbitrary: atomic },
      { weight: 1, arbitrary: fence },
      { weight: 1, arbitrary: compute },
      { weight: 3, arbitrary: branch },
      { weight: 3, arbitrary: barrier },
    ),
    pick: fc.nat(3),
  })
  const thread = fc.record({
    cells: fc.array(cell, { minLength: 1, maxLength: 5 }),
    labels: fc.tuple(fc.nat(5), fc.nat(5)),
    start: fc.constantFrom(undefined, 1, 2),
  })
  const condition = fc.array(
    fc.record({
      which: fc.nat(),
      operator: fc.constantFrom('==', '==', '!=', '<'),
      value: fc.constantFrom(0, 1, 2, 3),
    }),
    { minLength: 1, maxLength: 3 },
  )
  return fc
    .record({
      threads: fc.array(thread, { minLength: 1, maxLength: 3 }),
      places: fc.constantFrom(...positions),
      initial: fc.constantFrom(0, 0, 1),
      quantifier: fc.constantFrom('exists', '~exists', 'forall'),
      asked: condition,
      filter: fc.option(condition, { nil: undefined, freq: 4 }),
    })
    .map(({ threads, places, initial, quantifier, asked, filter }) => {
      const columns = threads.map(({ cells, labels }, i) => [
        `P${i}@${places[i] ?? places[0]}`,
        ...withLabels(cells, labels),
      ])
      const registers = threads.flatMap((_, i) => [`P${i}:r0`, `P${i}:r1`])
      const observed = [...registers, 'x', 'y']
      const terms = (list: readonly { which: number; operator: string; value: number }[], joint: string) =>
        list
          .map(({ which, operator, value }) => `${observed[which % observed.length]} ${operator} ${value}`)
          .join(joint)
      const rows = Array.from(
        { length: Math.max(...columns.map(({ length }) => length)) },
        (_, row) => ` ${columns.map((column) => column[row] ?? '').join(' | ')} ;`,
      )
      return [
        'PTX random',
        '{',
        `x = ${initial}; y = 0; z @ generic aliases x;`,
        ...threads.map(({ start }, i) => `P${i}:r0 = ${start ?? 0}; P${i}:r1 = 0;`),
        '}',
        ...rows,
        ...(filter === undefined ? [] : [`filter (${terms(filter, ' \\/ ')})`]),
        `${quantifier} (${terms(asked, ' /\\ ')})`,
        '',
      ].join('\n')
    })
}

/** The cells with two labels somewhere among them, and a register or a label in each open place. */
function withLabels(cells: readonly Cell[], [first, second]: readonly [number, number]): readonly string[] {
  const filled = cells.map(({ text, pick }) =>
    text
      .replace('!', `r${pick % 2}`)
      .replaceAll('$', `r${(pick >> 1) % 2}`)
      .replace('%', `L${pick % 2}`),
  )
  const at = (label: number): number => label % (cells.length + 1)
  return [...filled, ''].flatMap((text, i) => [
    ...(at(first) === i ? ['L0:'] : []),
    ...(at(second) === i ? ['L1:'] : []),
    ...(text === '' ? [] : [text]),
  ])
}
