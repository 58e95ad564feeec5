/**
 * Small random herd-style programs: branches in both directions, barriers, memory spaces, compare-and-swap, initial
 * values, filters.
 */

import fc from 'fast-check'
import type { Feature } from '../axioms/algebra/names.js'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import { must } from '../source/must.js'

/**
 * Some lines of a thread, with no label between them: `!` and `$` in them are registers, `%` a label, `&` a thread
 * whose shared memory is in reach.
 */
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

/** Draws texts of tests with control flow and barriers, which the model must cover. */
export function herdPrograms(model: Model): fc.Arbitrary<string> {
  const excluded = excludedBy(model)
  const has = (feature: Feature) => !excluded.includes(feature)
  const scope = fc.constantFrom('cta', 'gpu', ...(has('clusters') ? ['cluster'] : []))
  const name = fc.constantFrom('x', 'y', ...(has('aliases') ? ['z'] : []))
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
  // Objects in shared or local memory, in this CTA or another.
  const space = fc.constantFrom('', '.shared')
  const inSpaces = fc.oneof(
    say('ld.weak', space, ' !, s'),
    say('st.weak', space, ' s, ', value),
    fc.constantFrom('ld.weak.local !, l', 'st.weak.local l, $', 'atom.relaxed.cta.shared.add !, s, 1'),
    ...(has('clusters')
      ? [
          say('ld.', fc.constantFrom('weak', 'acquire.cluster', 'relaxed.cta'), '.shared::cluster !, [&:s]'),
          say('st.', fc.constantFrom('weak', 'release.cluster', 'relaxed.cta'), '.shared::cluster [&:s], ', value),
        ]
      : []),
    ...(has('read-only path') && has('proxies') ? [say('ld.global.nc !, ', name)] : []),
  )
  const arrive = fc.constantFrom('barrier.cluster.arrive', 'barrier.cluster.arrive', 'barrier.cluster.arrive.relaxed')
  const clusterBarrier = say(
    arrive,
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.oneof(load, store).map((access) => `\n${access}`) },
    ),
    '\nbarrier.cluster.wait',
  )
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
  const predicate = say('setp.', fc.constantFrom('eq', 'ne', 'lt', 'hi'), '.s32 !, $, ', value)
  const guarded = say('@$ ', fc.oneof(load, store, atomic, fence, compute, barrier))
  const cell: fc.Arbitrary<Cell> = fc.record({
    text: fc.oneof(
      { weight: 4, arbitrary: load },
      { weight: 3, arbitrary: store },
      { weight: 2, arbitrary: atomic },
      { weight: 1, arbitrary: fence },
      { weight: 1, arbitrary: compute },
      { weight: 1, arbitrary: predicate },
      { weight: 2, arbitrary: guarded },
      { weight: 3, arbitrary: branch },
      { weight: 3, arbitrary: barrier },
      { weight: 3, arbitrary: inSpaces },
      ...(has('cluster barriers') ? [{ weight: 3, arbitrary: clusterBarrier }] : []),
    ),
    pick: fc.nat(3),
  })
  const thread = fc.record({
    cells: fc.array(cell, { minLength: 1, maxLength: 5 }),
    labels: fc.tuple(fc.nat(5), fc.nat(5)),
    start: fc.constantFrom(0, 1, 2),
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
        `P${i}@${must(places[i], 'a position of each thread')}`,
        ...inPhases(withLabels(cells, labels)).map((line) => line.replace('&', inReach(i, threads.length, places))),
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
        `x = ${initial}; y = 0; z @ generic aliases x; s @ shared; l @ local;`,
        ...threads.map(({ start }, i) => `P${i}:r0 = ${start}; P${i}:r1 = 0;`),
        '}',
        ...rows,
        ...(filter === undefined ? [] : [`filter (${terms(filter, ' \\/ ')})`]),
        `${quantifier} (${terms(asked, ' /\\ ')})`,
        '',
      ].join('\n')
    })
}

/**
 * Renumbers barriers: a barrier that would be in the group of an earlier `sync`, in straight-line code, gets a
 * different number.
 */
function inPhases(lines: readonly string[]): readonly string[] {
  const target = (line: string): string | undefined => /^(?:goto|b(?:eq|ne|lt|ge)) .*?(L\d)$/.exec(line)?.[1]
  const targets = lines.map(target)
  let before: readonly string[] = []
  return lines.map((line) => {
    if (target(line) !== undefined || (line.endsWith(':') && targets.includes(line.slice(0, -1)))) before = []
    const [, action, place = '', rest] = /^bar\.cta\.(sync|arrive) (\d)(.*)$/.exec(line) ?? []
    if (action === undefined) return line
    const number = before.filter((one) => one === place).length * 2 + Number(place)
    if (action === 'sync') before = [...before, place]
    return `bar.cta.${action} ${number}${rest}`
  })
}

/** Puts two labels somewhere among the cells, and a register or a label into each open place. */
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
    ...(text === '' ? [] : text.split('\n')),
  ])
}

/** Returns the last thread of the cluster, if it is in a different CTA from the thread's own. */
function inReach(thread: number, threads: number, places: readonly string[]): string {
  const cluster = (at: number) => /cluster \d+/.exec(must(places[at], 'a position of each thread'))?.[0]
  const others = places.slice(0, threads).flatMap((_, i) => (i !== thread && cluster(i) === cluster(thread) ? [i] : []))
  return `P${cluster(thread) === undefined ? thread : (others.at(-1) ?? thread)}`
}
