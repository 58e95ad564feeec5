/** Lists the features of a program that not every model covers. */

import { mentions } from '../../axioms/algebra/mentions.js'
import { type Feature, features, knownBy } from '../../axioms/algebra/names.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { termsOf } from '../../litmus/condition.js'
import { factsOf } from '../../litmus/facts.js'
import type { Instruction } from '../../litmus/instruction.js'
import type { Family } from '../../litmus/instructions/definition.js'
import { accessedNames, addressesTaken, targetsOf } from '../../litmus/operands.js'
import { sameCta, threadPosition } from '../../litmus/position.js'
import type { Program } from '../../litmus/program.js'
import { shownPlace } from '../../source/line.js'
import type { Span } from '../../source/text.js'

interface Use {
  readonly feature: Feature
  readonly place: Span
}

/**
 * Returns the features that a model states not to cover. If it mentions the barriers of CTAs, other features that
 * synchronise are also excluded unless it mentions them: the barriers of clusters, which a model without clusters does
 * not cover either, and the runtime's calls. Whether accesses overlap partially is known only once events are built;
 * see mixed-sizes.ts.
 */
export function excludedBy(model: Model): readonly Feature[] {
  const speaksOfBarriers = mentions(model, 'syncbar')
  const isUnknown = (feature: Feature): boolean => {
    const rule = knownBy[feature]
    if (rule === undefined) return false
    const isLeftOut = rule.partOf !== undefined && model.excludes.includes(rule.partOf)
    const matters = rule.always === true || speaksOfBarriers
    const isMentioned = 'role' in rule ? model.roles.has(rule.role) : mentions(model, rule.relation)
    return isLeftOut || (matters && !isMentioned)
  }
  return [...model.excludes, ...features.filter(isUnknown)]
}

/** Returns why the model does not cover the program, with the first place that it does not cover; undefined if it covers the program. */
export function notCovered(program: Program, model: Model): string | undefined {
  const excluded = excludedBy(model)
  const use = usesOf(program).find(({ feature }) => excluded.includes(feature))
  return use === undefined ? undefined : `${model.name} does not cover ${use.feature}: ${shownPlace(use.place)}`
}

/** Returns whether the program uses a feature. */
export const usesFeature = (program: Program, feature: Feature): boolean =>
  usesOf(program).some((use) => use.feature === feature)

/** Returns the uses in the order of the text, declarations first. */
function usesOf({ variables, locations, threads, questions, filter }: Program): readonly Use[] {
  const named = new Set(threads.flatMap(({ instructions }) => instructions.flatMap(accessedNames)))
  const used = variables.filter(({ name }) => named.has(name))
  const aliases = used.filter((one, i) =>
    used.slice(0, i).some(({ location, address }) => location === one.location && address !== one.address),
  )
  return [
    ...aliases.map(({ span }): Use => ({ feature: 'aliases', place: span })),
    ...threads.flatMap(({ instructions }) =>
      instructions.flatMap((one) => featuresOf(one).map((feature): Use => ({ feature, place: one.span }))),
    ),
    ...remoteAccesses({ threads, variables }).map((place): Use => ({ feature: 'clusters', place })),
    ...variables.flatMap(({ location, alias, span }): readonly Use[] =>
      alias === undefined && locations[location]?.initial.some((one) => one !== 0n)
        ? [{ feature: 'initial values', place: span }]
        : [],
    ),
    ...threads.flatMap(({ registers }) =>
      registers.flatMap(({ value, span }): readonly Use[] =>
        value.kind === 'integer' && value.value === 0n ? [] : [{ feature: 'initial values', place: span }],
      ),
    ),
    ...[...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])].flatMap(
      (condition) =>
        termsOf(condition).flatMap((term): readonly Use[] =>
          term.kind === 'memory' ? [{ feature: 'final values', place: term.span }] : [],
        ),
    ),
  ]
}

/** Accesses to the shared memory of another CTA. */
function remoteAccesses({ threads, variables }: Pick<Program, 'threads' | 'variables'>): readonly Span[] {
  const owners = new Map(
    variables.map(({ name, instance }) => [name, instance === undefined ? undefined : threads[instance.owner]]),
  )
  return threads.flatMap((thread) =>
    thread.instructions.flatMap((one) =>
      accessedNames(one).flatMap((name) => {
        const owner = owners.get(name)
        return owner === undefined || sameCta(threadPosition(owner), threadPosition(thread)) ? [] : [one.span]
      }),
    ),
  )
}

const featuresOf = (instruction: Instruction): readonly Feature[] => [...ofMemory(instruction), ...ofKind(instruction)]

/** Returns how the instruction addresses memory. */
function ofMemory(instruction: Instruction): readonly Feature[] {
  const isVector = 'element' in instruction && instruction.element !== undefined
  const isComputed =
    ('address' in instruction && instruction.address.kind === 'pointer') ||
    addressesTaken(instruction).length > 0 ||
    targetsOf(instruction).some(({ value }) => value.kind === 'register')
  return [...(isVector ? (['vectors'] as const) : []), ...(isComputed ? (['computed addresses'] as const) : [])]
}

/** The fields that all instructions of a family have. */
const featuresOfFamily: Readonly<Record<Family, readonly Feature[]>> = {
  access: [],
  fence: [],
  'proxy fence': [],
  control: ['branches'],
  barrier: ['barriers'],
  warp: [],
  asynchronous: ['asynchronous operations'],
  'async fence': ['asynchronous operations'],
  'tensor map': ['asynchronous operations'],
  computation: [],
  end: [],
  'grid dependency': [],
  'host call': ['kernels and streams'],
}

function ofKind(instruction: Instruction): readonly Feature[] {
  switch (instruction.kind) {
    case 'load':
    case 'store':
      return [...proxyOf(instruction), ...clusterOf(instruction)]
    case 'atomic': {
      const red: readonly Feature[] = instruction.destination === undefined ? ['red'] : []
      const other: readonly Feature[] = instruction.operation === 'add' ? [] : ['atomics other than add']
      return [...proxyOf(instruction), ...clusterOf(instruction), ...red, ...other]
    }
    case 'fence': {
      const oneSided: readonly Feature[] =
        instruction.order === 'acquire' || instruction.order === 'release' ? ['one-sided fences'] : []
      return [...clusterOf(instruction), ...oneSided]
    }
    case 'proxy-fence':
      return [instruction.proxy === 'alias' ? 'aliases' : 'proxies']
    case 'cluster-barrier':
      return ['clusters', 'cluster barriers']
    case 'mbarrier':
      return ['asynchronous operations', ...clusterOf(instruction)]
    case 'async-fence':
      return [instruction.what.kind === 'alias' ? 'one-way alias fences' : 'asynchronous operations']
    case 'call': {
      const { action } = instruction
      const overlaps = action.kind === 'launch' && action.programmatic === true
      return ['kernels and streams', ...(overlaps ? (['dependent launches'] as const) : [])]
    }
    case 'tcgen05':
      return ['asynchronous operations', 'Tensor Memory']
    case 'warp':
      // The other families order no memory.
      return instruction.operation === 'bar' ? ['barriers'] : []
    default:
      return featuresOfFamily[factsOf(instruction).family]
  }
}

const proxyOf = ({ proxy }: Extract<Instruction, { proxy: unknown; address: unknown }>): readonly Feature[] =>
  proxy === 'generic' ? [] : proxy === 'non-coherent' ? ['proxies', 'read-only path'] : ['proxies']

const clusterOf = ({ scope }: Extract<Instruction, { scope: unknown }>): readonly Feature[] =>
  scope === 'cluster' ? ['clusters'] : []
