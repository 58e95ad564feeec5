/** The rules for the host's part. */

import { match, P } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { factsOf } from '../facts.js'
import type { Instruction } from '../instruction.js'
import type { Family } from '../instructions/definition.js'
import type { Named } from '../operand.js'
import type { HostThread, WrittenThread } from '../program.js'
import { type Call, isEnqueuing } from './action.js'

/** Reports calls of the runtime by a kernel's thread, and a second host. */
export function checkCallers(threads: readonly WrittenThread[]): readonly Diagnostic[] {
  const [, second] = threads.filter(({ kind }) => kind === 'host')
  return [
    ...(second === undefined ? [] : [diagnostic('a second host; a test has only one', second.span)]),
    ...threads.flatMap(({ kind, instructions }) =>
      kind === 'host'
        ? []
        : instructions.flatMap(({ kind, span }) =>
            kind === 'call' ? [diagnostic('only the host calls the runtime and launches kernels', span)] : [],
          ),
    ),
  ]
}

/** Reports what only threads of a GPU can do, accesses by other proxies, and scopes that do not include the host. */
export const checkHost = ({ instructions }: HostThread): readonly Diagnostic[] =>
  instructions.flatMap((one): readonly Diagnostic[] => {
    const problem = hostProblem(one)
    return problem === undefined ? [] : [diagnostic(problem, one.span)]
  })

const asynchronous = 'the host is not a GPU thread: it has no asynchronous copies, no mbarriers and no tensor maps'
const barriers = 'the host is not a GPU thread: it has no barriers and no proxy fences'

/** What the host lacks, by families of instructions. */
const lacking: Readonly<Record<Family, string | undefined>> = {
  control: undefined,
  barrier: barriers,
  'proxy fence': barriers,
  asynchronous,
  'async fence': asynchronous,
  'tensor map': asynchronous,
  warp: 'the host is not a GPU thread: it is in no warp',
  'grid dependency': 'the host is in no grid: a kernel triggers the next one, or waits for the one before it',
  end: 'the host has no traps',
  access: undefined,
  fence: undefined,
  computation: undefined,
  'host call': undefined,
}

function hostProblem(instruction: Instruction): string | undefined {
  // Refused instructions have their own errors.
  if (instruction.kind === 'refused') return undefined
  const problem = lacking[factsOf(instruction).family]
  if (problem !== undefined) return problem
  if ('proxy' in instruction && instruction.proxy !== 'generic')
    return 'the host accesses memory by the generic proxy only'
  return !('scope' in instruction) || instruction.scope === undefined || instruction.scope === 'sys'
    ? undefined
    : `\`.${instruction.scope}\` does not include the host, which is in no CTA, cluster or GPU; use \`.sys\``
}

/**
 * Reports waits for an event that is never recorded or for a stream in which nothing is enqueued, and kernels that are
 * launched twice.
 */
export function checkSchedule({ instructions }: HostThread): readonly Diagnostic[] {
  const calls = instructions.filter((one): one is Call => one.kind === 'call')
  const actions = calls.map(({ action }) => action)
  const recorded = new Set(actions.flatMap((action) => (action.kind === 'record' ? [action.event.name] : [])))
  const streams = new Set(actions.filter(isEnqueuing).flatMap(({ stream }) => stream.name ?? []))
  const launched = new Map<string, Named>()
  return actions.flatMap((action): readonly Diagnostic[] =>
    match(action)
      .returnType<readonly Diagnostic[]>()
      .with(P.union({ kind: 'wait' }, { awaits: 'event' }), ({ event }) =>
        recorded.has(event.name)
          ? []
          : [diagnostic(`event \`${event.name}\` is never recorded${didYouMean(event.name, recorded)}`, event.span)],
      )
      .with({ awaits: 'stream' }, ({ stream }) => {
        const { name } = stream
        const hint = name === undefined ? '' : didYouMean(name, streams)
        return name === undefined || streams.has(name)
          ? []
          : [diagnostic(`nothing is enqueued in a stream \`${name}\`${hint}`, stream.span)]
      })
      .with({ kind: 'launch' }, ({ kernel }) => {
        const first = launched.get(kernel.name)
        if (first === undefined) launched.set(kernel.name, kernel)
        return first === undefined
          ? []
          : [
              diagnostic(
                `kernel \`${kernel.name}\` is launched twice; write another kernel for the second launch`,
                kernel.span,
                {
                  message: 'the first',
                  place: first.span,
                },
              ),
            ]
      })
      .otherwise(() => []),
  )
}
