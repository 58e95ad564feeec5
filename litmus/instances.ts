/**
 * Instances of `.shared` and `.local` memory, of which each CTA or each thread has its own (ISA, State Spaces). An
 * instance is a variable with a location like any other. Several instances share a name only while a test is read.
 */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { didYouMean } from '../source/nearest.js'
import { fail, ok, type Result, then } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { Format } from './format.js'
import type { Instruction } from './instruction.js'
import type { Atomic, Load, Store } from './instructions/access-definitions.js'
import { type AddressOf, type Constant, defaultType } from './operand.js'
import { accessedName, operandsOf, withPlaces } from './operands.js'
import { ctaName, ctaOf, positionName, sameCta, threadNamed, threadPosition } from './position.js'
import { type Location, type Program, type Space, type Thread, threadAt, type Variable } from './program.js'

/** Returns the name under which a variable was declared, even if it is one of several instances. */
export const declaredName = ({ name, instance }: Pick<Variable, 'name' | 'instance'>): string => instance?.of ?? name

/** Returns whether a variable, or each of several instances, has that name in a test or in its module. */
export const isNamed = (variable: Pick<Variable, 'name' | 'instance' | 'symbol'>, name: string): boolean =>
  declaredName(variable) === name || variable.symbol === name

/** Returns the name of the instance that a GPU has of a module's memory: `d1:x`. */
export const nameOnGpu = (name: string, gpu: number): string => `d${gpu}:${name}`

/** Returns the name that instances of several GPUs have in their module: `x` for `d1:x`. */
export const nameOnAnyGpu = (name: string): string => name.replace(/^d\d+:/, '')

/** Returns the GPU in the name of such an instance. */
export function gpuInName(name: string): number | undefined {
  const [, gpu] = /^d(\d+):/.exec(name) ?? []
  return gpu === undefined ? undefined : Number(gpu)
}

/** Returns whether there is an instance for each CTA or each thread. */
export const isPrivate = (space: Space): boolean => space === 'shared' || space === 'local'

/** Returns the thread that identifies an instance; for a CTA, its first thread. */
export function holder(space: Space, thread: number, threads: readonly Thread[]): number {
  const position = threadPosition(threadAt(threads, thread))
  if (space === 'local' || position === undefined) return thread
  return threads.findIndex((other) => sameCta(threadPosition(other), position))
}

/** Returns the error for a name that asks for an instance although there is only one for all. */
export const noInstances = (name: string, { space }: Variable, span: Span): Diagnostic =>
  diagnostic(
    `\`${name}\` is .${space}: there is only one instance, not one for each CTA or thread; write \`[${name}]\``,
    span,
  )

/** Returns the thread that has the instance of the CTA or thread with that name. Fails if there is none. */
export function ownerNamed(owner: string, space: Space, threads: readonly Thread[], span: Span): Result<number> {
  const thread = threadNamed(owner, threads)
  const named = thread === -1 && space === 'shared' ? threads.findIndex((one) => ctaOf(one) === owner) : thread
  if (named !== -1) return ok(holder(space, named, threads))
  const names = new Set(
    threads.flatMap((one) => (one.kind !== 'device' ? [] : space === 'shared' ? ctaName(one.position) : one.name)),
  )
  const [what, which] = space === 'shared' ? ['CTA', 'CTAs'] : ['thread', 'threads']
  const hint = didYouMean(owner, names)
  return fail(
    diagnostic(
      `there is no ${what} \`${owner}\`${hint === '' ? `; the ${which} are ${[...names].join(', ')}` : hint}`,
      span,
    ),
  )
}

/**
 * Returns the variable that a name means outside of threads. Fails if it is not declared, or has several instances and
 * does not say whose.
 */
export function variableNamed(
  name: string,
  owner: string | undefined,
  { threads, variables }: Pick<Program, 'threads' | 'variables'>,
  span: Span,
): Result<Variable> {
  const [first, second] = variables.filter((variable) => isNamed(variable, name))
  if (first === undefined) {
    const names = variables.map(declaredName)
    const ofGpus = names.filter((one) => one !== name && nameOnAnyGpu(one) === name)
    const which = ofGpus.map((one) => `\`[${one}]\``).join(' or ')
    return fail(
      ofGpus.length > 0
        ? diagnostic(`\`${name}\` is memory of a module, which each GPU has; write ${which}`, span)
        : diagnostic(`\`${name}\` is not declared${didYouMean(name, new Set(names))}`, span),
    )
  }
  if (owner === undefined) {
    if (second === undefined) return ok(first)
    const all = variables.filter((variable) => isNamed(variable, name))
    const each = first.space === 'shared' ? 'CTAs' : 'threads'
    const names = all.map((instance) => `\`[${instance.name}]\``).join(' or ')
    return fail(diagnostic(`\`${name}\` is ambiguous: ${all.length} ${each} have an instance; write ${names}`, span))
  }
  if (!isPrivate(first.space)) return fail(noInstances(name, first, span))
  return then(ownerNamed(owner, first.space, threads, span), (named) => {
    const instance = variables.find((variable) => isNamed(variable, name) && variable.instance?.owner === named)
    return instance === undefined ? fail(diagnostic(`nothing accesses \`${name}\` of ${owner}`, span)) : ok(instance)
  })
}

/**
 * Returns the name of one of several instances in a format: `d0.b1:x`, `d0.b1.t0:x` for local memory, `P2:x` in
 * herd-style tests.
 */
export function instanceName(
  { space, instance }: Pick<Variable, 'space'> & { readonly instance: NonNullable<Variable['instance']> },
  threads: readonly Thread[],
  format: Format,
): string {
  const position = threadPosition(threadAt(threads, instance.owner))
  const owner =
    format === 'herd' || position === undefined
      ? `P${instance.owner}`
      : space === 'local'
        ? positionName(position)
        : ctaName(position)
  return `${owner}:${instance.of}`
}

const variableOf = (name: string, variables: readonly Variable[]): Variable =>
  must(
    variables.find((one) => one.name === name),
    `the variable ${name}`,
  )

/** Returns how a format writes a variable, inside or outside of a thread. */
export function writtenName(
  name: string,
  thread: number | undefined,
  { threads, variables }: Pick<Program, 'threads' | 'variables'>,
  format: Format,
): string {
  const { space, instance } = variableOf(name, variables)
  if (instance === undefined) return name
  const instances = variables.filter((one) => one.instance?.of === instance.of)
  const plain = thread === undefined ? instances.length === 1 : holder(space, thread, threads) === instance.owner
  return plain ? instance.of : instanceName({ space, instance }, threads, format)
}

/**
 * Returns how a format writes the variable whose address a question mentions. All instances of shared memory have one
 * address.
 */
export function writtenAddress(
  name: string,
  { threads, variables }: Pick<Program, 'threads' | 'variables'>,
  format: Format,
): string {
  const first = variables.find((one) => declaredName(one) === declaredName(variableOf(name, variables)))
  return first?.name === name ? declaredName(first) : writtenName(name, undefined, { threads, variables }, format)
}

/**
 * Returns the instruction as a thread writes it: with the declared names of instances, elements by their index, and a
 * type only if it would not be read without.
 */
export function asWritten(
  instruction: Instruction,
  thread: number,
  program: Pick<Program, 'threads' | 'variables' | 'locations'>,
  format: Format,
): Instruction {
  const written = withPlaces(instruction, (place) => {
    const { index, rest } = elementAt(place.name, place.offset, program)
    return { ...place, name: writtenName(place.name, thread, program, format), index, offset: rest }
  })
  return needsNoType(instruction, program) && 'address' in written ? { ...written, untyped: true } : written
}

/**
 * Returns whether an access would be read as the same without its type. An address as a value needs as many bits as it
 * has.
 */
export function needsNoType(
  instruction: Instruction,
  program: Pick<Program, 'variables' | 'locations'>,
): instruction is Load | Store | Atomic {
  if (!('address' in instruction)) return false
  if (instruction.untyped) return true
  const name = accessedName(instruction)
  const element = name === undefined ? defaultType : locationNamed(name, program).type
  return (
    [instruction.type.width, element.width].every((width) => width === defaultType.width) &&
    instruction.type.signed &&
    !operandsOf(instruction).some(({ kind }) => kind === 'address')
  )
}

/** Returns a constant as a test writes it outside of threads: memory has its declared name. */
export const constantAsWritten = (value: Constant, program: Pick<Program, 'variables' | 'locations'>): Constant =>
  value.kind === 'integer' ? value : addressAsWritten(value, program)

const addressAsWritten = (address: AddressOf, program: Pick<Program, 'variables' | 'locations'>): AddressOf => {
  const { index, rest } = elementAt(address.name, address.offset, program)
  return { ...address, name: declaredName(variableOf(address.name, program.variables)), index, offset: rest }
}

const locationNamed = (name: string, { variables, locations }: Pick<Program, 'variables' | 'locations'>): Location => {
  const { location } = variableOf(name, variables)
  return must(locations[location], 'the location of a variable')
}

/**
 * Returns the element of an array at an offset in bytes, and the offset within the element. Other memory has only
 * bytes.
 */
export function elementAt(
  name: string,
  offset: bigint,
  program: Pick<Program, 'variables' | 'locations'>,
): { readonly index: bigint | undefined; readonly rest: bigint } {
  const { type, length } = locationNamed(name, program)
  const bytes = BigInt(type.width / 8)
  const inside = length !== undefined && offset >= 0n && offset <= BigInt(length) * bytes
  return inside && offset % bytes === 0n ? { index: offset / bytes, rest: 0n } : { index: undefined, rest: offset }
}
