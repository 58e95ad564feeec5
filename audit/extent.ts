/** The size of the launches that an audit is true of: in a larger one, a piece may be needed. */

import type { Instruction } from '../litmus/instruction.js'
import type { Scope } from '../litmus/operand.js'
import { clusterName, ctaName, gpuName, positionName } from '../litmus/position.js'
import { type DeviceThread, type Program, type ThreadPosition, threadAt } from '../litmus/program.js'
import { sharing } from '../repair/same-text.js'
import { hostAccessesMemory } from '../repair/scopes.js'
import { formOf, formsOf, scopes } from '../repair/strength.js'
import type { ExtentDocument, LaunchSize } from '../report/audit.js'

/**
 * Returns what all threads within the scope of an instruction share, if that is less than the scope: at `.gpu` scope,
 * `one block` if the launch has no other. Then it does not show whether the instruction is needed in a larger launch.
 * Undefined if the launch has threads that only the scope brings together, and for an instruction without a scope.
 */
export function extentOf(program: Program, thread: number, one: Instruction): ExtentDocument | undefined {
  const scope = scopeOf(one)
  if (scope === undefined || (scope === 'sys' && hostAccessesMemory(program))) return undefined
  const positions = gridsWith(program, thread)
  const wide = instances[scope]
  const count = (of: Instance): number => new Set(positions.map((one) => `${wide(one)} ${of(one)}`)).size
  const narrow = narrower[scope].find(({ of }) => count(of) === count(wide))
  if (narrow === undefined || threadAt(program.threads, thread).kind !== 'device') return undefined
  return { of: program.host === undefined ? 'test' : 'launch', is: narrow.is }
}

type Instance = (position: ThreadPosition) => string

const instances: { readonly [S in Scope]: Instance } = {
  cta: ctaName,
  cluster: clusterName,
  gpu: gpuName,
  sys: () => '',
}

interface Extent {
  readonly is: ExtentDocument['is']
  readonly of: Instance
}

const insideGpu: readonly Extent[] = [
  { is: 'one thread', of: positionName },
  { is: 'one block', of: ctaName },
  { is: 'one cluster', of: clusterName },
]

/** What the threads within a scope may share, the narrowest first. */
const narrower: { readonly [S in Scope]: readonly Extent[] } = {
  cta: [{ is: 'blocks of one thread', of: positionName }],
  cluster: [
    { is: 'clusters of one thread', of: positionName },
    { is: 'clusters of one block', of: ctaName },
  ],
  gpu: insideGpu,
  sys: [...insideGpu, { is: 'one GPU', of: gpuName }],
}

/** Returns the scope of a fence, an access or a barrier. */
function scopeOf(one: Instruction): Scope | undefined {
  if (one.kind === 'barrier' || one.kind === 'named-barrier') return 'cta'
  if (one.kind === 'cluster-barrier') return 'cluster'
  return formOf(formsOf(one, scopes) ?? [], one)?.scope
}

/** Returns the positions of the threads of the kernels that run the text of a thread; of all threads in a test without kernels. */
function gridsWith(program: Program, thread: number): readonly ThreadPosition[] {
  const kernels = new Set(
    sharing(program, thread).flatMap((one) => positionOf(threadAt(program.threads, one))?.kernel ?? []),
  )
  return program.threads.flatMap((one) => {
    const position = positionOf(one)
    return position === undefined || (position.kernel !== undefined && !kernels.has(position.kernel)) ? [] : [position]
  })
}

const positionOf = (thread: Program['threads'][number]): DeviceThread['position'] | undefined =>
  thread.kind === 'device' ? thread.position : undefined

/** Returns the kernels that the host of a test launches, with their blocks and the threads of each. */
export const launchesOf = ({ host, threads, partial = [] }: Program): readonly LaunchSize[] =>
  (host?.tasks ?? []).flatMap(({ work }) => {
    if (work.kind !== 'kernel') return []
    const positions = work.threads.flatMap((one) => positionOf(threadAt(threads, one)) ?? [])
    const blocks = new Set(positions.map(ctaName)).size
    const all = partial.find(({ kernel }) => kernel === work.name)?.threads ?? positions.length
    return blocks === 0 ? [] : [{ kernel: work.name, blocks, threads: all / blocks }]
  })
