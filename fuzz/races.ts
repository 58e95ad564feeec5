/**
 * Races of random programs with loops that wait, against the same programs with these loops written out; and of
 * kernels, one of which never ends, against the same programs without its loop and everything after it.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import type { Solver } from '../encoder/solver/solver.js'
import { bruteRace, findRace, type RaceVerdict } from '../races/find-races.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'

/** A program, and another one that races exactly when it does. */
export interface Twins {
  readonly text: string
  readonly other: string
}

export interface RaceAgreement {
  readonly programs: number
  readonly racy: number
  readonly free: number
  /**
   * Programs that are race-free within the bound, vacuous or undecided: they are not compared with a twin that races.
   */
  readonly open: number
  /** The programs that brute force examined as well. */
  readonly brute: number
  /** The report on the smallest pair found that disagrees. */
  readonly counterexample: string | undefined
}

/** Draws pairs of programs, looks for races in both, and stops at the first disagreement. */
export function compareRaces(model: Model, solver: Solver, drawn: fc.Arbitrary<Twins>, draw: Draw): RaceAgreement {
  const tally = { programs: 0, racy: 0, free: 0, open: 0, brute: 0 }
  const property = fc.property(drawn, ({ text, other }) => {
    const [program, twin] = [only(text), only(other)]
    const verdict = findRace(program, solver, { model })
    const expected = findRace(twin, solver, { model })
    tally.programs++
    if (verdict.kind === 'racy') tally.racy++
    else if (isOpen(verdict)) tally.open++
    else tally.free++
    if (!agree(verdict, expected))
      throw new Error(`it is ${said(verdict)}, the other is ${said(expected)}:\n\n${other}`)
    const brute = bruteRace(program, { model, most: draw.mostCandidates })
    // If it stops early, it knows nothing.
    if (brute.kind === 'undecided' && said(brute) !== said(verdict)) return
    tally.brute++
    if (said(brute) !== said(verdict)) throw new Error(`it is ${said(verdict)}, brute force says ${said(brute)}`)
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

/** Returns whether there may be races that were not examined. */
const isOpen = (verdict: RaceVerdict): boolean =>
  verdict.kind === 'undecided' || (verdict.kind === 'race-free' && verdict.within !== undefined)

/**
 * Returns whether two verdicts agree: both programs race, or neither does, unless the race-free one was not examined
 * completely.
 */
function agree(verdict: RaceVerdict, expected: RaceVerdict): boolean {
  if ((verdict.kind === 'racy') === (expected.kind === 'racy')) return true
  return isOpen(verdict.kind === 'racy' ? expected : verdict)
}

const said = (verdict: RaceVerdict): string => (verdict.kind === 'racy' ? verdict.kind : JSON.stringify(verdict))

const value = fc.constantFrom('0', '1', '2')
const name = fc.constantFrom('x', 'y')
const scope = fc.constantFrom('cta', 'gpu')
const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))

const load = fc.oneof(
  { weight: 3, arbitrary: say('ld.weak r1, ', name) },
  { weight: 1, arbitrary: say('ld.', fc.constantFrom('relaxed', 'acquire'), '.', scope, ' r2, ', name) },
)
const store = fc.oneof(
  { weight: 3, arbitrary: say('st.weak ', name, ', 1') },
  { weight: 1, arbitrary: say('st.', fc.constantFrom('relaxed', 'release'), '.', scope, ' ', name, ', 1') },
)
const fence = say('fence.', fc.constantFrom('acq_rel', 'sc'), '.', scope)
/** Most messages are passed correctly: if everything races, rounds that wait add no races. */
const awaiting = fc.oneof(
  { weight: 6, arbitrary: fc.constant('ld.acquire.gpu r0, f') },
  { weight: 3, arbitrary: say('atom.acq_rel.gpu.cas r0, f, ', value, ', ', value) },
  { weight: 1, arbitrary: say('ld.', fc.constantFrom('relaxed', 'acquire'), '.', scope, ' r0, f') },
)
const signal = fc.oneof(
  { weight: 6, arbitrary: fc.constant('st.release.gpu f, 1') },
  { weight: 1, arbitrary: say('st.', fc.constantFrom('relaxed', 'release'), '.', scope, ' f, 1') },
  { weight: 1, arbitrary: say('atom.acq_rel.gpu.exch r3, f, ', value) },
)
const some = <T>(item: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T[]> =>
  fc.oneof({ weight, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: item.map((one) => [one]) })

/** The number of rounds that are written out: more than the bound, and one in which the thread waits. */
const rounds = 4

/** Writes a loop as it is, and unrolled, with an endless wait after its last round. */
const loopOf = (body: readonly string[], branch: string): readonly string[] => ['L:', ...body, `${branch}, L`]
const writtenOut = (body: readonly string[], branch: string): readonly string[] => [
  ...Array.from({ length: rounds }, (_, i) => [`C${i}:`, ...body, `${branch}, C${i + 1}`, 'goto OUT']).flat(),
  `C${rounds}:`,
  `goto C${rounds}`,
  'OUT:',
]

/** Draws programs for a model, all of which it covers. */
export const raceStyles = (model: Model): readonly { readonly name: string; readonly drawn: fc.Arbitrary<Twins> }[] => [
  ...(model.excludes.includes('branches') ? [] : [{ name: 'loops that wait', drawn: waitingPrograms(model) }]),
  ...((['branches', 'kernels and streams'] as const).some((one) => model.excludes.includes(one))
    ? []
    : [{ name: 'kernels that never end', drawn: stuckKernels() }]),
]

/** Draws texts with a loop that may wait in one thread; also in kernels, if the model covers them. */
function waitingPrograms({ excludes }: Model): fc.Arbitrary<Twins> {
  return fc
    .record({
      before: some(fc.oneof(store, load), 4),
      // The wait is anywhere in the round.
      body: fc.tuple(
        fc.array(
          fc.oneof({ weight: 6, arbitrary: load }, { weight: 1, arbitrary: fence }, { weight: 1, arbitrary: store }),
          { maxLength: 2 },
        ),
        awaiting,
        fc.nat(2),
      ),
      branch: fc.constantFrom('bne r0, 1', 'beq r0, 0', 'beq r0, 0', 'bne r0, 0'),
      after: some(fc.oneof(store, load), 1),
      writer: fc.tuple(fc.array(fc.oneof(store, store, load, fence), { maxLength: 2 }), signal, some(store, 5)),
      sameCta: fc.boolean(),
      filter: fc.constantFrom('', 'filter (P1:r0 == 1)', 'filter (P1:r0 == 1)', 'filter (x == 1)'),
      host: excludes.includes('kernels and streams') ? fc.constant(false) : fc.boolean(),
    })
    .map(({ before, body: [others, wait, at], branch, after, writer: [first, sent, last], sameCta, filter, host }) => {
      const body = others.toSpliced(Math.min(at, others.length), 0, wait)
      const text = (loop: readonly string[]) =>
        herdText(
          [
            [`P0@cta 0,gpu 0${host ? ',kernel a' : ''}`, ...first, sent, ...last],
            [`P1@cta ${sameCta || host ? 0 : 1},gpu 0${host ? ',kernel b' : ''}`, ...before, ...loop, ...after],
            ...(host ? [['P2@host', 'a<<<1, 1, 0, s>>>()', 'b<<<1, 1, 0, t>>>()']] : []),
          ],
          `${filter}\nexists (x == 1)`,
        )
      // Kernels reach each other only by wider scopes.
      const scoped = (text: string) => (host ? text.replaceAll('.cta', '.gpu') : text)
      return { text: scoped(text(loopOf(body, branch))), other: scoped(text(writtenOut(body, branch))) }
    })
}

/** The actions of the host on its streams. */
type HostCall =
  | { readonly kind: 'launch'; readonly kernel: number; readonly stream: string }
  | { readonly kind: 'record' | 'wait'; readonly event: string; readonly stream: string }
  | { readonly kind: 'synchronize'; readonly with: string }
  | { readonly kind: 'access'; readonly text: string }

/**
 * Draws texts with kernels in streams, one of which never ends, and their twins without its end and without what the
 * host's calls order after it.
 */
function stuckKernels(): fc.Arbitrary<Twins> {
  const stream = fc.constantFrom('a', 'b')
  const event = fc.constantFrom('e', 'f')
  const access = fc.oneof(store, load, store).map((text) => text.replaceAll('.cta', '.gpu'))
  const call: fc.Arbitrary<HostCall> = fc.oneof(
    fc.record({ kind: fc.constantFrom('record', 'wait'), event, stream }),
    fc.record({ kind: fc.constantFrom('record', 'wait'), event, stream }),
    fc.record({ kind: fc.constant('synchronize'), with: fc.constantFrom('a', 'b', 'e', 'f', '') }),
    fc.record({
      kind: fc.constant('access'),
      text: fc.oneof(say('st.weak ', name, ', 1'), say('ld.weak r1, ', name), say('st.release.sys ', name, ', 1')),
    }),
  )
  return fc
    .record({
      kernels: fc.array(fc.record({ body: fc.array(access, { minLength: 1, maxLength: 2 }), stream }), {
        minLength: 2,
        maxLength: 3,
      }),
      stuck: fc.nat(2),
      calls: fc.array(call, { maxLength: 5 }),
      places: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
    })
    .map(({ kernels, stuck: index, calls: others, places }) => {
      const stuck = index % kernels.length
      const calls = kernels.reduce<readonly HostCall[]>(
        (list, { stream }, kernel) =>
          list.toSpliced((places[kernel] ?? 0) % (list.length + 1), 0, { kind: 'launch', kernel, stream }),
        others,
      )
      const text = (happening: readonly HostCall[], end: readonly string[]) => {
        const launched = kernels.flatMap(({ body }, i) =>
          happening.some((one) => one.kind === 'launch' && one.kernel === i) ? [{ i, body }] : [],
        )
        return herdText(
          [
            ...launched.map(({ i, body }, column) => [
              `P${column}@cta 0,gpu 0,kernel k${i}`,
              ...body,
              ...(i === stuck ? end : []),
            ]),
            // Everything that is waited for has existed before.
            [`P${launched.length}@host`, 'cudaEventRecord(e, a)', 'cudaEventRecord(f, b)', ...happening.map(callText)],
          ],
          'exists (x == 1)',
        )
      }
      return { text: text(calls, ['S:', 'goto S']), other: text(thatHappen(calls, stuck), []) }
    })
}

function callText(call: HostCall): string {
  switch (call.kind) {
    case 'launch':
      return `k${call.kernel}<<<1, 1, 0, ${call.stream}>>>()`
    case 'record':
      return `cudaEventRecord(${call.event}, ${call.stream})`
    case 'wait':
      return `cudaStreamWaitEvent(${call.stream}, ${call.event})`
    case 'synchronize':
      return call.with === ''
        ? 'cudaDeviceSynchronize()'
        : `cuda${'ab'.includes(call.with) ? 'Stream' : 'Event'}Synchronize(${call.with})`
    case 'access':
      return call.text
  }
}

/**
 * Returns the calls that take effect if a kernel never ends: streams and recorded events are held up one after the
 * other, and finally the host.
 */
function thatHappen(calls: readonly HostCall[], stuck: number): readonly HostCall[] {
  const heldUp = new Set<string>()
  const happening: HostCall[] = []
  for (const call of calls) {
    if (call.kind === 'synchronize') {
      if (call.with === '' ? ['a', 'b'].some((stream) => heldUp.has(stream)) : heldUp.has(call.with)) break
    } else if (call.kind === 'record') {
      if (heldUp.has(call.stream)) heldUp.add(call.event)
      else heldUp.delete(call.event)
      if (heldUp.has(call.stream)) continue
    } else if (call.kind === 'wait') {
      if (heldUp.has(call.event)) heldUp.add(call.stream)
      if (heldUp.has(call.stream)) continue
    } else if (call.kind === 'launch') {
      if (heldUp.has(call.stream)) continue
      if (call.kernel === stuck) heldUp.add(call.stream)
    }
    happening.push(call)
  }
  return happening
}

/** Writes a herd-style test with a column for each list of cells. */
function herdText(threads: readonly (readonly string[])[], rest: string): string {
  const height = Math.max(...threads.map(({ length }) => length))
  const rows = Array.from({ length: height }, (_, row) => `${threads.map((cells) => cells[row] ?? '').join(' | ')} ;`)
  return `PTX random\n{ x = 0; y = 0; f = 0; }\n${rows.join('\n')}\n${rest}\n`
}
