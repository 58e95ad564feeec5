/**
 * Random programs with too many executions to list: each is full of a pattern that one of the shortcuts of the lean
 * encoding handles.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import { must } from '../source/must.js'

/** The action of most instructions of a program; each shape makes something else large. */
const shapes = {
  /** The order of the writes to one location, and what reads may return. */
  'one location': { locations: 1, words: ['store', 'weak store', 'load', 'weak load'] },
  /** Sums. */
  counter: { locations: 1, words: ['add', 'add', 'add', 'load', 'fence'] },
  /** Orders of atomics that are not sums. */
  exchanges: { locations: 2, words: ['exchange', 'exchange', 'add', 'load', 'fence'] },
  /** Fence-SC order. */
  fences: { locations: 3, words: ['store', 'load', 'fence.sc', 'fence.sc'] },
  /** Chains of synchronisation. */
  chains: { locations: 6, words: ['store', 'load', 'weak store', 'weak load', 'fence', 'add'] },
} as const

type Shape = (typeof shapes)[keyof typeof shapes]
type Word = Shape['words'][number]

interface DrawnAccess {
  readonly word: Word
  readonly location: number
  readonly scope: 'cta' | 'gpu' | 'sys'
  readonly order: number
}

interface Term {
  readonly which: number
  readonly value: number
}

const names = ['x', 'y', 'z', 'u', 'v', 'w'] as const
const nameOf = (location: number): string => must(names[location], 'the name of a location')

/** Draws a line, and says whether it returns a value. `value` is the value that is stored. */
function line(
  { word, location, scope, order }: DrawnAccess,
  register: string,
  value: number,
): readonly [string, boolean] {
  const at = `[${nameOf(location)}]`
  const one = <T>(...words: readonly [T, ...T[]]): T => words[order % words.length] ?? words[0]
  switch (word) {
    case 'store':
      return [`st.${one('relaxed', 'release')}.${scope} ${at}, ${value};`, false]
    case 'weak store':
      return [`st.weak ${at}, ${value};`, false]
    case 'load':
      return [`ld.${one('relaxed', 'acquire')}.${scope} ${register}, ${at};`, true]
    case 'weak load':
      return [`ld.weak ${register}, ${at};`, true]
    case 'add':
      return [`atom.add.${one('relaxed', 'acq_rel', 'release')}.${scope} ${register}, ${at}, 1;`, true]
    case 'exchange':
      return [`atom.exch.${one('acq_rel', 'relaxed', 'acquire')}.${scope} ${register}, ${at}, ${value};`, true]
    case 'fence':
      return [`fence.acq_rel.${scope};`, false]
    case 'fence.sc':
      return [`fence.sc.${scope};`, false]
  }
}

/** Instructions of all threads together. */
const most = 18

/**
 * Draws texts of tests with 3 to 8 threads and up to 18 instructions, and a question about some registers and maybe
 * final memory.
 */
export const largePrograms = (model: Model): fc.Arbitrary<string> => {
  const excluded = excludedBy(model)
  const { exchanges, ...others } = shapes
  const covered = excluded.includes('atomics other than add') ? others : { ...others, exchanges }
  return fc
    .constantFrom(...Object.values(covered))
    .chain((shape) => programsOf(shape, !excluded.includes('final values')))
}

const programsOf = ({ locations, words }: Shape, asksForMemory: boolean): fc.Arbitrary<string> =>
  fc
    .record({
      threads: fc
        .array(
          fc.array(
            fc.record<DrawnAccess>({
              word: fc.constantFrom<Word>(...words),
              location: fc.nat(locations - 1),
              // Mostly wide enough for all threads.
              scope: fc.constantFrom('gpu', 'gpu', 'gpu', 'sys', 'cta'),
              order: fc.nat(5),
            }),
            { minLength: 2, maxLength: 8, size: 'max' },
          ),
          { minLength: 3, maxLength: 8, size: 'max' },
        )
        .map((threads) => threads.map((steps) => steps.slice(0, Math.floor(most / threads.length)))),
      /** The number of threads in a CTA. */
      wide: fc.constantFrom(1, 1, 1, 2),
      asked: fc.array(fc.record<Term>({ which: fc.nat(), value: fc.nat(3) }), { minLength: 1, maxLength: 3 }),
      last: asksForMemory
        ? fc.option(fc.record<Term>({ which: fc.nat(locations - 1), value: fc.nat(5) }))
        : fc.constant(null),
    })
    .map(({ threads, wide, asked, last }) => {
      const registers: string[] = []
      const bodies = threads.map((steps, thread) => {
        const lines = steps.map((step, i) => {
          const register = `r${i}_${thread}`
          const [text, returns] = line(step, register, 1 + ((thread + i) % 5))
          if (returns) registers.push(register)
          return `  ${text}\n`
        })
        return `d0.b${Math.floor(thread / wide)}.t${thread % wide} {\n${lines.join('')}}\n`
      })
      const terms = [
        ...asked.flatMap(({ which, value }) =>
          registers.length === 0 ? [] : [`${registers[which % registers.length]} == ${value}`],
        ),
        ...(last === null ? [] : [`[${nameOf(last.which)}] == ${last.value}`]),
      ]
      const declared = names.slice(0, locations).map((name) => `.global ${name};\n`)
      return `${declared.join('')}${bodies.join('')}check (${terms.length === 0 ? 'true' : terms.join(' && ')}) as asked;\n`
    })
