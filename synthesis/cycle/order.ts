/**
 * Tests with their threads in an order that is the same for tests that differ only in it, and in the names of
 * locations, addresses and CTAs.
 */

import { must } from '../../source/must.js'
import { written } from '../canonical.js'
import { type Outcome, type Source, slotsOf } from '../sketch.js'
import type { CycleTest } from './test.js'

/**
 * Returns the test with its threads in the least order: longer ones first, and among such orders one whose text is the
 * least.
 */
export function inLeastOrder(test: CycleTest): CycleTest {
  const order = leastOrder(test)
  if (order.every((thread, i) => thread === i)) return test
  const { sketch, strengths } = test.labelled
  const placed = slotsOf(sketch)
  const positions = order.flatMap((thread) => placed.flatMap((one) => (one.thread === thread ? [one.position] : [])))
  const moved = (source: Source | undefined): Source | undefined =>
    typeof source === 'number' ? positions.indexOf(source) : source
  const outcome: Outcome = {
    sources: positions.map((position) => moved(test.outcome.sources[position])),
    last: test.outcome.last.map((write) => (write === undefined ? undefined : positions.indexOf(write))),
  }
  return {
    labelled: {
      sketch: {
        threads: order.map((thread) => must(sketch.threads[thread], 'a thread')),
        places: order.map((thread) => must(sketch.places[thread], 'a place')),
      },
      strengths: positions.map((position) => must(strengths[position], 'a strength')),
    },
    outcome,
  }
}

function leastOrder({ labelled: { sketch, strengths }, outcome }: CycleTest): readonly number[] {
  const sizes = sketch.threads.map(({ length }) => length)
  const fitting = ordersOf(sizes.length).filter((order) =>
    order.every((thread, at) => at === 0 || (sizes[order[at - 1] ?? 0] ?? 0) >= (sizes[thread] ?? 0)),
  )
  const texts = fitting.map((order) => ({ order, text: written({ sketch, strengths, outcome }, order) }))
  return texts.reduce((least, one) => (one.text < least.text ? one : least)).order
}

const ordersOf = (n: number): readonly (readonly number[])[] =>
  n === 0 ? [[]] : ordersOf(n - 1).flatMap((rest) => Array.from({ length: n }, (_, at) => rest.toSpliced(at, 0, n - 1)))
