/** Declarations of names, resolved to physical locations and virtual addresses. */

import { counted } from '../source/counted.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { didYouMean } from '../source/nearest.js'
import { fail, failAll, ok, type Result } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { Format } from './format.js'
import { nameOnAnyGpu } from './instances.js'
import type { TensorSyntax } from './instructions/statement.js'
import type { Constant, DataType, Integer, Named } from './operand.js'
import { namesIn } from './operands.js'
import type { Space, Thread, Variable } from './program.js'

export interface DeclaredVariable {
  readonly name: string
  readonly space: Space
  readonly alias: { readonly how: 'physically' | 'virtually'; readonly of: string; readonly ofSpan: Span } | undefined
  /** The initial value of its location; 0 by default. */
  readonly initial: Initialiser | undefined
  /** True if its location holds unknown values at the start. */
  readonly uninitialised?: true
  /** The alignment of its address in bytes that the declaration promises; 256 by default. */
  readonly alignment?: Integer
  /** The alignment that a launch assumes it to have. */
  readonly assumed?: Integer
  /** The type of an element, in its declaration. */
  readonly type?: DataType
  /** The length of an array. */
  readonly length?: LengthSyntax
  /** The tensor of a tensor map. */
  readonly tensor?: TensorSyntax
  /** The tensor maps among its bytes. */
  readonly maps?: readonly MapFieldSyntax[]
  /** Its mangled name in its module, where `name` is a shorter one. */
  readonly symbol?: string
  readonly span: Span
}

/** A tensor map that is a field of a structure, and where it begins, in bytes. */
interface MapFieldSyntax {
  readonly offset: number
  readonly tensor: TensorSyntax
}

/** `= 5` or `= {5, 6}`. */
export interface Initialiser {
  readonly braces: boolean
  readonly values: readonly Constant[]
  readonly span: Span
}

/** `[4]`, or with empty brackets as many elements as there are initial values. */
export interface LengthSyntax {
  readonly elements: Integer | null
  readonly span: Span
}

/** A location as it is declared. */
export interface Root extends Pick<DeclaredVariable, 'name' | 'space' | 'span'> {
  /** The declared type, if there is one. */
  readonly type: DataType | undefined
  /** The number of elements of an array. */
  readonly length: number | undefined
  /** The values of the first elements; the others hold 0. */
  readonly initial: readonly Constant[]
  /** True if all elements hold unknown values. */
  readonly uninitialised?: true
  /** The alignment of its address in bytes, if a declaration promises less than an allocation, or more. */
  readonly alignment?: number
  /** The alignment that a launch assumes it to have. */
  readonly assumed?: number
  /** The tensor that a tensor map describes. */
  readonly tensor?: TensorSyntax
  readonly maps?: readonly MapFieldSyntax[]
}

export interface Variables {
  readonly variables: readonly Variable[]
  /** One location for each name that aliases no other. */
  readonly roots: readonly Root[]
}

/** Returns the error for an undeclared name, with how the format declares one. */
export function notDeclared({ name, span }: Named, names: Iterable<string>, format: Format): Diagnostic {
  const how =
    format === 'herd' ? `declare it in the initial values, as in \`${name} = 0;\`, or use --undeclared` : undefined
  const all = [...names]
  const ofGpus = all.filter((one) => one !== name && nameOnAnyGpu(one) === name)
  const hint = ofGpus.length > 0 ? `; each GPU has its own: ${ofGpus.join(', ')}` : didYouMean(name, all)
  const message = `\`${name}\` is not declared${hint}`
  return diagnostic(message, span, ...(how === undefined ? [] : [{ message: how }]))
}

/** Returns the undeclared names in accesses, addresses, calls and aliases as declarations of global memory. */
export function mentionedVariables(
  declared: readonly DeclaredVariable[],
  threads: readonly Thread[],
): readonly DeclaredVariable[] {
  const names = new Set(declared.map(({ name }) => name))
  const mentioned = [
    ...threads.flatMap(({ instructions }) => instructions.flatMap(namesIn)),
    ...declared.flatMap(({ alias }) => (alias === undefined ? [] : [{ name: alias.of, span: alias.ofSpan }])),
    ...declared.flatMap(({ initial }) => (initial?.values ?? []).filter((one) => one.kind === 'address')),
  ].filter(({ name }) => !names.has(name))
  return locationsNamed(mentioned)
}

/** Returns locations of global memory that start at 0, one for each name, at its first place. */
export const locationsNamed = (names: readonly Named[]): readonly DeclaredVariable[] =>
  [...groupBy(names, ({ name }) => name).values()].map(([{ name, span }]) => ({
    name,
    space: 'global',
    alias: undefined,
    initial: undefined,
    span,
  }))

/**
 * Returns names with their location and address. A name physically aliased to another is a new virtual address of its
 * memory; one virtually aliased shares the address. Fails on a name that is declared twice, an alias of nothing,
 * aliases in a circle, and an alias between global, shared and local memory.
 */
export function resolveVariables(declarations: readonly DeclaredVariable[]): Result<Variables> {
  const byName = new Map<string, DeclaredVariable>()
  const diagnostics: Diagnostic[] = []
  for (const declared of declarations) {
    const first = byName.get(declared.name)
    if (first === undefined) byName.set(declared.name, declared)
    else {
      const note = { message: 'first declared', place: first.span }
      diagnostics.push(diagnostic(`\`${declared.name}\` is declared twice`, declared.span, note))
    }
  }
  const shapes = new Map([...byName.values()].map((declared) => [declared.name, shapeOf(declared)]))
  for (const shape of shapes.values()) if (!shape.ok) for (const one of shape.diagnostics) diagnostics.push(one)
  const roots: Root[] = []
  const resolved = new Map<string, Variable>()
  let addresses = 0
  for (const declared of byName.values()) {
    const chain = followAliases(declared, byName, resolved)
    if (!chain.ok) {
      for (const one of chain.diagnostics) diagnostics.push(one)
      continue
    }
    for (const {
      name,
      space,
      alias,
      alignment,
      assumed,
      type,
      uninitialised,
      tensor,
      maps,
      symbol,
      span,
    } of chain.value.toReversed()) {
      const of = alias === undefined ? undefined : must(resolved.get(alias.of), `the variable ${alias.of}`)
      const shape = must(shapes.get(name), `the shape of ${name}`)
      const whole = shape.ok ? shape.value : { length: undefined, initial: [] }
      resolved.set(name, {
        name,
        space,
        location:
          of?.location ??
          roots.push({
            name,
            space,
            type,
            ...whole,
            ...(alignment === undefined ? {} : { alignment: Number(alignment.value) }),
            ...(assumed === undefined ? {} : { assumed: Number(assumed.value) }),
            ...(uninitialised ? { uninitialised } : {}),
            ...(tensor === undefined ? {} : { tensor }),
            ...(maps === undefined ? {} : { maps }),
            span,
          }) - 1,
        address: alias?.how === 'virtually' && of !== undefined ? of.address : addresses++,
        ...(alias === undefined ? {} : { alias: { how: alias.how, of: alias.of } }),
        ...(symbol === undefined ? {} : { symbol }),
        span,
      })
    }
  }
  for (const one of [
    ...checkAliases(byName.values(), resolved, roots),
    ...[...byName.values()].flatMap(checkAlignment),
  ])
    diagnostics.push(one)
  if (diagnostics.length > 0) return failAll(diagnostics)
  const variables = [...byName.keys()].map((name) => must(resolved.get(name), `the variable ${name}`))
  return ok({ variables, roots: typedByAliases(roots, byName.values(), resolved) })
}

/** The most bytes of an object, more than the shared memory of any CTA. */
export const mostBytes = 262_144

/**
 * Returns the length of an array and its first values. Fails on no elements or too many, more values than elements, and
 * braces without an array or the other way round.
 */
function shapeOf({ name, length, initial, span, alias }: DeclaredVariable): Result<Pick<Root, 'length' | 'initial'>> {
  const values = initial?.values ?? []
  if (length === undefined) {
    if (initial?.braces)
      return fail(
        diagnostic(
          `\`${name}\` is not an array, so its initial value has no braces; an array is declared with its length, \`${name}[${Math.max(1, values.length)}]\``,
          initial.span,
        ),
      )
    return ok({ length: undefined, initial: values })
  }
  const { elements, span: place } = length
  if (elements === null && initial === undefined)
    return fail(
      diagnostic(
        alias === undefined
          ? `an array without initial values needs its length, as in \`${name}[4]\``
          : 'an alias has the length of what it names: leave the brackets out',
        place,
      ),
    )
  const count = elements?.value ?? BigInt(values.length)
  if (count < 1n) return fail(diagnostic(`\`${name}\` has no elements; an array has at least one`, place))
  if (count > mostBytes)
    return fail(diagnostic(`\`${name}\` has ${count} elements; the limit is ${mostBytes} bytes`, place))
  if (initial !== undefined && !initial.braces)
    return fail(
      diagnostic(
        `\`${name}\` is an array, whose initial values are in braces: \`{${printedValue(values[0])}}\` (the others are 0)`,
        initial.span,
      ),
    )
  const beyond = values[Number(count)]
  if (beyond !== undefined)
    return fail(
      diagnostic(`${values.length} initial values for the ${elementCount(count)} of \`${name}\``, beyond.span, {
        message: 'declared',
        place: span,
      }),
    )
  return ok({ length: Number(count), initial: values })
}

const printedValue = (value: Constant | undefined): string =>
  value === undefined ? '0' : value.kind === 'integer' ? `${value.value}` : `&${value.name}`

const elementCount = (count: bigint): string => counted(count, 'element')

/** The largest alignment in bytes. */
const mostAligned = 65_536n

/**
 * Reports an alignment that is not a power of two (ISA 5.4.5), or larger than any memory has, and one of another name
 * of some memory.
 */
function checkAlignment({ name, alias, alignment }: DeclaredVariable): readonly Diagnostic[] {
  if (alignment === undefined) return []
  const { value, span } = alignment
  if (alias !== undefined)
    return [diagnostic(`\`${name}\` has the alignment of what it names: leave \`.align\` out`, span)]
  if (value < 1n || (value & (value - 1n)) !== 0n)
    return [diagnostic(`an alignment is a power of two, which ${value} is not`, span)]
  return value > mostAligned ? [diagnostic(`an alignment is at most ${mostAligned} bytes, not ${value}`, span)] : []
}

/** Reports an alias that is declared with another length or width than its target. */
function checkAliases(
  declared: Iterable<DeclaredVariable>,
  resolved: ReadonlyMap<string, Variable>,
  roots: readonly Root[],
): readonly Diagnostic[] {
  return [...declared].flatMap(({ name, alias, type, length, span }): readonly Diagnostic[] => {
    const variable = resolved.get(name)
    if (alias === undefined || variable === undefined) return []
    const root = must(roots[variable.location], 'the location of a variable')
    const note = { message: `\`${root.name}\` is declared`, place: root.span }
    if (length?.elements != null && length.elements.value !== BigInt(root.length ?? 1))
      return [
        diagnostic(
          `\`${name}\` is declared with ${elementCount(length.elements.value)}; it is another name of \`${root.name}\`, which ${root.length === undefined ? 'is not an array' : `has ${elementCount(BigInt(root.length))}`}`,
          length.span,
          note,
        ),
      ]
    if (type !== undefined && root.type !== undefined && type.width !== root.type.width)
      return [
        diagnostic(
          `\`${name}\` is declared with ${type.width} bits; it is another name of \`${root.name}\`, which has ${root.type.width}`,
          span,
          note,
        ),
      ]
    return []
  })
}

/** Gives locations that are declared without a type that of the first alias with one. */
function typedByAliases(
  roots: readonly Root[],
  declared: Iterable<DeclaredVariable>,
  resolved: ReadonlyMap<string, Variable>,
): readonly Root[] {
  const types = new Map<number | undefined, DataType>()
  for (const { name, type } of declared) {
    const location = resolved.get(name)?.location
    if (type !== undefined && !types.has(location)) types.set(location, type)
  }
  return roots.map((root, location) => ({ ...root, type: root.type ?? types.get(location) }))
}

/** Returns the name, its target, the target of that, and so on, up to a name that is already resolved. */
function followAliases(
  start: DeclaredVariable,
  variables: ReadonlyMap<string, DeclaredVariable>,
  resolved: ReadonlyMap<string, Variable>,
): Result<readonly DeclaredVariable[]> {
  const chain = new Set<DeclaredVariable>()
  for (let at = start; !resolved.has(at.name); ) {
    chain.add(at)
    const { name, space, alias } = at
    if (alias === undefined) break
    const target = variables.get(alias.of)
    if (target === undefined) {
      // This is reported once, when the name without a target is itself resolved.
      if (at !== start) return fail()
      return fail(
        diagnostic(
          `\`${name}\` aliases \`${alias.of}\`, which is not declared${didYouMean(alias.of, variables.keys())}`,
          alias.ofSpan,
        ),
      )
    }
    if (chain.has(target)) {
      if (target !== start) return fail()
      const { ofSpan } = must(start.alias, 'the alias by which the circle begins')
      return fail(
        diagnostic(`\`${start.name}\` aliases itself${target === at ? '' : `, by way of \`${name}\``}`, ofSpan),
      )
    }
    if (memoryOf(space) !== memoryOf(target.space)) {
      const note = { message: `\`${target.name}\` is .${target.space}`, place: target.span }
      return at === start
        ? fail(diagnostic(`\`${name}\` is .${space} and cannot alias .${target.space} memory`, alias.ofSpan, note))
        : fail()
    }
    at = target
  }
  return ok([...chain])
}

/**
 * Returns the state space of the memory that a name addresses; surfaces, textures and constant banks are in global
 * memory (ISA, State Spaces).
 */
export const memoryOf = (space: Space): 'global' | 'shared' | 'local' =>
  space === 'shared' || space === 'local' ? space : 'global'
