/**
 * Decides the tests of sketches by brute force: each test's final states are listed once, and all its outcomes are
 * looked up in them.
 */

import type { Model } from '../../axioms/algebra/terms.js'
import { bruteOutcomes } from '../../encoder/decide/brute.js'
import { observableName } from '../../litmus/observe.js'
import { must } from '../../source/must.js'
import { type Labelled, testText, valuesOf } from '../../synthesis/program.js'
import { type Outcome, reads, slotsOf } from '../../synthesis/sketch.js'
import { testIn } from '../support.js'

/** Returns whether a model forbids outcomes of tests of up to two locations. */
export function bruteForbids(model: Model): (labelled: Labelled, outcome: Outcome) => boolean {
  const known = new Map<string, readonly ReadonlyMap<string, bigint | undefined>[]>()
  const statesOf = (text: string) => {
    const { found, ending, observed } = bruteOutcomes(testIn(text), { model, besides: [], limit: 10_000 })
    if (ending.kind !== 'complete') throw new Error(`these final states are ${ending.kind}:\n${text}`)
    return found.map(({ values }) => new Map(observed.map((term, i) => [observableName(term), values[i]])))
  }
  return (labelled, { sources, last }) => {
    const { sketch } = labelled
    const slots = slotsOf(sketch)
    const registers = slots.filter(({ slot }) => reads(slot)).map(({ position }) => position)
    const memory = last.length < 2 ? '[x] == 0' : '[x] == 0 && [y] == 0'
    const asked = [...registers.map((_, i) => `r${i} == 0`), memory].join(' && ')
    const text = testText(labelled, { sources: [], last: [] }).replace('exists (true)', `exists (${asked})`)
    const states = known.get(text) ?? statesOf(text)
    known.set(text, states)
    const values = valuesOf(sketch)
    const stored = (write: number): bigint => BigInt(must(values[write], 'what is stored'))
    const wanted = [
      ...registers.flatMap((position, i) => {
        const source = sources[position]
        const { thread } = must(slots[position], 'a slot')
        return source === undefined ? [] : [[`${thread}:r${i}`, source === 'initial' ? 0n : stored(source)] as const]
      }),
      ...last.flatMap((write, location) =>
        write === undefined ? [] : [[`[${location === 0 ? 'x' : 'y'}]`, stored(write)] as const],
      ),
    ]
    return !states.some((state) => wanted.every(([name, value]) => state.get(name) === value))
  }
}
