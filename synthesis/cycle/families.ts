/** The names that herd's tools give to cycles, by the directions in which each thread begins and ends. */

const families: ReadonlyMap<string, string> = new Map([
  ['WW+RR', 'MP'],
  ['WR+WR', 'SB'],
  ['RW+RW', 'LB'],
  ['WW+RW', 'S'],
  ['WW+WR', 'R'],
  ['WW+WW', '2+2W'],
  ['WR+WR+WR', '3.SB'],
  ['RW+RW+RW', '3.LB'],
  ['WW+WW+WW', '3.2W'],
  ['WR+WR+WR+WR', '4.SB'],
  ['RW+RW+RW+RW', '4.LB'],
  ['WW+WW+WW+WW', '4.2W'],
  ['W+RW+RR', 'WRC'],
  ['W+RR+WR', 'RWC'],
  ['W+RW+RW', 'WWC'],
  ['W+RW+WR', 'WRW+WR'],
  ['W+RR+WW', 'WRR+2W'],
  ['W+RW+WW', 'WRW+2W'],
  ['WW+RR+WR', 'W+RWC'],
  ['WW+RW+RR', 'ISA2'],
  ['WW+RW+WR', 'Z6.0'],
  ['WW+WW+RW', 'Z6.1'],
  ['WW+RW+RW', 'Z6.2'],
  ['WW+WW+RR', 'Z6.3'],
  ['WW+WR+WR', 'Z6.4'],
  ['WW+WW+WR', 'Z6.5'],
  ['W+RR+W+RR', 'IRIW'],
  ['W+RR+W+RW', 'IRRWIW'],
  ['W+RW+W+RW', 'IRWIW'],
])

/** The shapes at one location. */
const coherence: ReadonlyMap<string, string> = new Map([
  ['WW', 'CoWW'],
  ['RW', 'CoRW1'],
  ['WR', 'CoWR0'],
  ['W+RW', 'CoRW2'],
  ['W+WR', 'CoWR'],
  ['W+RR', 'CoRR'],
])

export interface Family {
  readonly name: string
  /** The name says that everything is at one location. */
  readonly isCoherence: boolean
  /**
   * The orders of threads, given by their places in the cycle, beginning with those with which the name begins. There
   * are several if the cycle looks the same from them.
   */
  readonly orders: readonly (readonly number[])[]
}

/** Returns the name of a cycle by its threads: `W`, `RW` and so on; if it has none, these in a row. */
export function familyOf(threads: readonly string[], isOneLocation: boolean): Family {
  const turns = threads.map((_, start) => threads.map((_, i) => (start + i) % threads.length))
  const keyed = turns.map((order) => ({ order, key: order.map((thread) => threads[thread]).join('+') }))
  const coherent = isOneLocation ? keyed.find(({ key }) => coherence.has(key)) : undefined
  // A write comes before a read, and one access before two.
  const rank = (key: string): string => key.replaceAll('W', 'A').replaceAll('+', ' ')
  const first =
    (coherent ?? keyed.find(({ key }) => families.has(key)))?.key ??
    keyed.map(({ key }) => key).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] ??
    ''
  return {
    name: (coherent === undefined ? families : coherence).get(first) ?? first,
    isCoherence: coherent !== undefined,
    orders: keyed.flatMap(({ order, key }) => (key === first ? [order] : [])),
  }
}
