/** Writes the actions of a test's host as tables of the program. */

import { match } from 'ts-pattern'
import { must } from '../source/must.js'
import { quoted } from './names.js'
import type { Plan } from './plan.js'
import type { Entry } from './script.js'
import { sharedLayout } from './shared-layout.js'

/** Returns the tables of a script; `placesOf` counts the threads of a CTA that have places. */
export function scriptText(
  plan: Plan,
  script: NonNullable<Plan['script']>,
  number: number,
  placesOf: (part: Plan) => number,
): readonly string[] {
  const { parts, entries, modules, steps, streams, events, gpus, owned, inTurn } = script
  return [
    `static const Kernel kernels_${number}[] = {`,
    ...parts.map(
      (part, i) =>
        `  {run_${number}_${i}, ${part.placement === 'exact'}, ${part.ctas.length}, ${placesOf(part)}, ${part.clusterSize ?? 0}, ${sharedLayout(part).bytes}},`,
    ),
    '  {nullptr, false, 0, 0, 0, 0},',
    '};',
    ...modules.flatMap((text, i) => [`static const char module_${number}_${i}[] =`, ...textLines(text), '  ;']),
    `static const char *const modules_${number}[] = {${[...modules.map((_, i) => `module_${number}_${i}`), 'nullptr'].join(', ')}};`,
    ...entries.flatMap((entry, i) => parameterText(entry, plan, `${number}_${i}`)),
    `static const Entry entries_${number}[] = {`,
    ...entries.map((entry, i) => `  ${entryText(entry, `${number}_${i}`)},`),
    '  {nullptr, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, false, 0, 0, nullptr, 0, nullptr},',
    '};',
    `static const Step steps_${number}[] = {`,
    ...steps.map((step) => `  ${stepText(step, plan)},`),
    '};',
    ...([streams, events] as const).map(
      (some, i) =>
        `static const int ${i === 0 ? 'streams' : 'events'}_${number}[] = {${[...some.map(({ gpu }) => gpu), 0].join(', ')}};`,
    ),
    `static const Owned owned_${number}[] = {`,
    ...owned.map(
      ({ variable, module, gpu, name }) =>
        `  {${placed(variable, plan).location}, ${module}, ${gpu}, ${quoted(name)}},`,
    ),
    '  {-1, 0, 0, nullptr},',
    '};',
    `static const Script script_${number} = {`,
    `  ${parts.length}, kernels_${number}, ${modules.length}, modules_${number}, ${entries.length}, entries_${number},`,
    `  ${steps.length}, steps_${number}, ${streams.length}, streams_${number}, ${events.length}, events_${number}, ${Math.max(1, gpus.length)}, ${owned.length}, owned_${number}, ${inTurn},`,
    '};',
  ]
}

/**
 * Returns a text as one literal of C++, with a line for each of its lines. Compilers accept joined literals of 64 KiB
 * and more.
 */
const textLines = (text: string): readonly string[] => text.split('\n').map((line) => `  ${quoted(`${line}\n`)}`)

function parameterText({ parameters }: Entry, plan: Plan, name: string): readonly string[] {
  const pieces = parameters.flatMap((parameter, i) => parameter.pieces.map((piece) => ({ ...piece, parameter: i })))
  return [
    `static const unsigned parameters_${name}[] = {${[...parameters.map(({ bytes }) => bytes), 0].join(', ')}};`,
    `static const Piece pieces_${name}[] = {`,
    ...pieces.map(({ parameter, offset, bytes, value }) => {
      if (typeof value === 'bigint')
        return `  {${parameter}, ${offset}, ${bytes}, ${BigInt.asUintN(64, value)}ull, -1, 0},`
      const { location, view } = placed(value.variable, plan)
      return `  {${parameter}, ${offset}, ${bytes}, ${value.offset}ull, ${view}, ${location}},`
    }),
    '  {0, 0, 0, 0, -1, 0},',
    '};',
  ]
}

function entryText({ name, module, grid, block, cluster, cooperative, shared, parameters }: Entry, id: string): string {
  const three = (size: Entry['grid'] | undefined): string =>
    size === undefined ? '{0, 0, 0}' : `{${size.x}, ${size.y}, ${size.z}}`
  const pieces = parameters.reduce((sum, one) => sum + one.pieces.length, 0)
  return `{${quoted(name)}, ${module}, ${three(grid)}, ${three(block)}, ${three(cluster)}, ${cooperative}, ${shared}, ${parameters.length}, parameters_${id}, ${pieces}, pieces_${id}}`
}

const placed = (variable: string, { names }: Plan) => must(names.get(variable), 'the name of memory')

/**
 * Returns the row of a step: its kind, what it launches or waits for, the stream; two places of memory, an offset and
 * bytes; a value, where it is observed, and an order; the GPU, the domain of a launch, and whether it is programmatic.
 */
function stepText(step: NonNullable<Plan['script']>['steps'][number], plan: Plan): string {
  const row = (kind: string, which: number, stream: number, ...rest: readonly (string | number | bigint)[]): string => {
    const zeros = ['-1', '0', '-1', '0', '0', '0', '0ull', '-1', '0'].map((zero, i) => rest[i] ?? zero)
    const domain = 'domain' in step ? step.domain : 0
    const programmatic = 'programmatic' in step && step.programmatic
    return `{step_${kind}, ${[which, stream, ...zeros, step.gpu, domain, programmatic].join(', ')}}`
  }
  const place = (name: string): readonly number[] => {
    const { location, view } = placed(name, plan)
    return [location, view]
  }
  return match(step)
    .with({ kind: 'kernel' }, { kind: 'entry' }, ({ kind, which, stream }) => row(kind, which, stream))
    .with({ kind: 'copy' }, ({ to, from, bytes, stream }) =>
      row('copy', 0, stream, ...place(to), ...place(from), 0, bytes),
    )
    .with({ kind: 'set' }, ({ to, value, bytes, stream }) =>
      row('set', 0, stream, ...place(to), -1, 0, 0, bytes, `${value}ull`),
    )
    .with({ kind: 'record' }, { kind: 'wait' }, ({ kind, event, stream }) => row(kind, event, stream))
    .with({ kind: 'synchronize', awaits: 'device' }, () => row('device', 0, -1))
    .with({ kind: 'synchronize' }, ({ awaits, which }) => row(`for_${awaits}`, which, which))
    .with({ kind: 'read' }, { kind: 'write' }, ({ kind, variable, offset, bytes, order, value, register }) => {
      const slot = plan.observed.findIndex(
        ({ from }) => from.kind === 'register' && from.name === register && isHost(from.thread, plan),
      )
      const orders = { plain: 0, relaxed: 1, acquire: 2, release: 3 } as const
      return row(
        kind,
        0,
        -1,
        ...place(variable),
        -1,
        0,
        offset,
        bytes,
        `${BigInt.asUintN(64, value)}ull`,
        slot,
        orders[order],
      )
    })
    .exhaustive()
}

/** Returns whether a thread of the test is in none of its kernels. */
const isHost = (thread: number, { script }: Plan): boolean =>
  script?.parts.every(({ codes }) => codes.every(({ threads }) => !threads.includes(thread))) ?? false
