/**
 * Small random programs about named barriers that start again: more warps than take part at a time, of one thread each,
 * which only meet at barriers; and all ways in which the warps may take turns, as the manual (9.7.13.1) has it.
 */

import fc from 'fast-check'

/** The action of a warp at a barrier. */
interface Step {
  readonly action: 'sync' | 'arrive'
  readonly barrier: number
  /** The number of warps that take part. */
  readonly count: number
}

export type Meeting = readonly (readonly Step[])[]

/** The action of a warp; without its own count, the count of the barrier applies. */
const step = fc.record({
  action: fc.constantFrom('sync' as const, 'sync' as const, 'arrive' as const),
  barrier: fc.constantFrom(0, 1),
  other: fc.constantFrom(...Array.from({ length: 20 }, () => undefined), 1, 2, 3),
})

/** Up to five warps, each of which comes to barriers up to three times, and the test that has them. */
export const meetings: fc.Arbitrary<{ readonly meeting: Meeting; readonly text: string }> = fc
  .record({
    warps: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 }),
    counts: fc.tuple(fc.constantFrom(2, 2, 2, 1, 3), fc.constantFrom(2, 2, 1)),
  })
  .filter(({ warps }) => warps.flat().length <= 9)
  .map(({ warps, counts }) => {
    const meeting = warps.map((steps) =>
      steps.map(({ action, barrier, other }) => ({ action, barrier, count: other ?? counts[barrier] ?? 2 })),
    )
    return { meeting, text: meetingText(meeting) }
  })

/** Returns the test of the meeting. */
const meetingText = (warps: Meeting): string =>
  [
    ...warps.map((steps, i) => {
      const lines = steps.map(({ action, barrier, count }) => `bar.${action} ${barrier}, ${32 * count};`)
      return `d0.b0.t${32 * i} { mov.u32 r, 1; ${lines.join(' ')} }`
    }),
    'check (P0:r == 1) as ends;',
    '',
  ].join('\n')

/** The possible results for warps that take turns in any order. */
export interface Fate {
  /** True if all may end. */
  readonly ends: boolean
  /** True if some may wait for ever. */
  readonly hangs: boolean
  /**
   * True if a warp may name another count than the others of a phase, or come again before the barrier has been reset.
   */
  readonly misuses: boolean
}

/** A barrier in a phase: the warps that have come, and those among them that wait. */
interface Open {
  readonly count: number
  readonly come: readonly number[]
  readonly wait: readonly number[]
}

interface State {
  /** The number of steps that each warp has begun, and whether it waits in the last of them. */
  readonly begun: readonly number[]
  readonly waits: readonly boolean[]
  readonly barriers: ReadonlyMap<number, Open>
}

/** Returns all possible results for warps, found by trying every order of their steps. */
export function fateOf(warps: Meeting): Fate {
  const seen = new Set<string>()
  const fate = { ends: false, hangs: false, misuses: false }
  const pending: State[] = [{ begun: warps.map(() => 0), waits: warps.map(() => false), barriers: new Map() }]
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const key = JSON.stringify([state.begun, state.waits, [...state.barriers].sort(([a], [b]) => a - b)])
    if (seen.has(key)) continue
    seen.add(key)
    const at = state
    const ready = warps.flatMap((steps, warp) => {
      const step = at.waits[warp] ? undefined : steps[at.begun[warp] ?? 0]
      return step === undefined ? [] : [{ warp, step }]
    })
    if (ready.length === 0) fate[at.waits.includes(true) ? 'hangs' : 'ends'] = true
    for (const { warp, step } of ready) {
      const next = afterStep(at, warp, step)
      if (next === undefined) fate.misuses = true
      else pending.push(next)
    }
  }
  return fate
}

/** Returns the state after a step of a warp; undefined if its behaviour is. */
function afterStep(
  { begun, waits, barriers }: State,
  warp: number,
  { action, barrier, count }: Step,
): State | undefined {
  const open = barriers.get(barrier) ?? { count, come: [], wait: [] }
  if (open.count !== count || open.come.includes(warp)) return undefined
  const come = [...open.come, warp].sort((a, b) => a - b)
  const wait = action === 'sync' ? [...open.wait, warp].sort((a, b) => a - b) : open.wait
  const isComplete = come.length === count
  const others = [...barriers].filter(([number]) => number !== barrier)
  return {
    begun: begun.map((steps, one) => (one === warp ? steps + 1 : steps)),
    waits: waits.map((is, one) => (isComplete ? is && !wait.includes(one) : is || (one === warp && action === 'sync'))),
    barriers: new Map(isComplete ? others : [...others, [barrier, { count, come, wait }]]),
  }
}
