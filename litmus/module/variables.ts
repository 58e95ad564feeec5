/** Memory that a module declares (ISA 5.1, 5.4), as tests declare theirs. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { all, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { nameOnGpu } from '../instances.js'
import { type Constant, type DataType, defaultType, type Integer } from '../operand.js'
import type { Space } from '../program.js'
import { constantOf } from '../syntax/values.js'
import type { DeclaredVariable } from '../variables.js'
import { elementOfBytes } from './elements.js'
import { shortNames, variableName } from './mangled.js'
import type { DeclaredInModule, Module } from './read.js'
import type { BodyItem, InitialSyntax } from './syntax.js'
import { bitsOfFloat, typeNamed } from './types.js'

/** A name of memory, outside of functions or in one. */
export type ModuleVariable = Omit<DeclaredInModule, 'linkage'> & Partial<Pick<DeclaredInModule, 'linkage'>>

/** The memory that the launches of a test use, renamed if two modules or functions use the same name. */
export interface Memory {
  /**
   * Returns the name of a variable in the test, for a launch with `shared` bytes of dynamic shared memory, and in a
   * test of several GPUs, on one of them. The variable is added to the test. Fails on what is not modelled.
   */
  readonly nameOf: (variable: ModuleVariable, module: Module, shared: number, gpu?: number) => Result<string>
  /** Returns the name in its module of what a test calls so: `_ZN3lib5queueE` for `queue`. */
  readonly symbolOf: (name: string) => string
  /** Returns the value that memory holds at first, at an offset in bytes; undefined if it is unknown. */
  readonly initialOf: (name: string, offset: bigint, width: number) => bigint | undefined
  /** Lets a launch assume an alignment of the shared memory that the test knows by that name. */
  readonly assume: (name: string, alignment: Integer) => unknown
  /** A name that no memory has. */
  readonly add: (variable: DeclaredVariable) => unknown
  /** Returns the declarations so far. Fails on what the test should have declared. */
  readonly declared: () => Result<readonly DeclaredVariable[]>
}

/** Returns whether its size is that of the launch: `extern .shared x[]`. */
export const isDynamic = ({ space, linkage, dimensions }: ModuleVariable): boolean =>
  space === 'shared' &&
  linkage?.includes('extern') === true &&
  (dimensions.length === 0 || dimensions.some((one) => one === null))

/** Returns whether another module, or the test, declares it. */
const isExternal = (variable: ModuleVariable): boolean =>
  variable.linkage?.includes('extern') === true && !isDynamic(variable)

/** Returns the memory as a launch on that GPU names it. */
export const memoryOn = (gpu: number, memory: Memory): Memory => ({
  ...memory,
  nameOf: (variable, module, shared) => memory.nameOf(variable, module, shared, gpu),
})

/** Returns the memory as a launch names it that assumes an alignment of its shared memory. */
export const memoryAligned = (alignment: Integer, memory: Memory): Memory => ({
  ...memory,
  nameOf: (variable, module, shared, gpu) =>
    then(memory.nameOf(variable, module, shared, gpu), (name) => {
      if (variable.space === 'shared') memory.assume(name, alignment)
      return ok(name)
    }),
})

/**
 * Returns whether each GPU has an instance: a module is loaded on each. Managed memory exists once (CUDA C++
 * Programming Guide).
 */
const isOfGpu = ({ space, managed }: ModuleVariable): boolean => (space === 'global' || space === 'const') && !managed

/** Returns the memory of a test that itself declares these variables, and launches entries of these modules. */
export function memoryOf(own: readonly DeclaredVariable[], modules: readonly Module[]): Memory {
  const ownNames = new Set(own.map(({ name }) => name))
  const shorts = shortNames(modules.flatMap(symbolsIn), variableName, ownNames)
  const names = new Map<string, Result<string>>()
  const symbols = new Map([...shorts].map(([symbol, short]) => [short, symbol]))
  const taken = new Set<string>()
  const declared: DeclaredVariable[] = []
  const problems: Diagnostic[] = []
  /** The first dynamic shared memory of each size: all begin at the same address (ISA 5.1.7). */
  const dynamic = new Map<string, string>()
  const nameOf: Memory['nameOf'] = (variable, module, shared, gpu) => {
    const written = variable.name.text
    const { source, start } = variable.span
    const isDeclared = ownNames.has(written)
    // Shared memory has no initial values, wherever it is declared.
    const external = isExternal(variable) && (isDeclared || variable.space !== 'shared')
    const size = isDynamic(variable) ? ` ${shared}` : ''
    const placed = (name: string): string =>
      gpu === undefined || external || !isOfGpu(variable) ? name : nameOnGpu(name, gpu)
    const own = placed(written)
    const short = placed(shorts.get(written) ?? written)
    const key = external ? written : `${own} ${source.name} ${start}${size}`
    const cached = names.get(key)
    if (cached !== undefined) return cached
    const name = external ? written : unused(short, taken)
    const symbol = short === own ? {} : { symbol: own }
    names.set(key, ok(name))
    taken.add(name)
    if (external) {
      if (!isDeclared) problems.push(undeclared(variable))
      return ok(name)
    }
    if (size !== '') {
      const first = dynamic.get(`${source.name}${size}`)
      dynamic.set(`${source.name}${size}`, first ?? name)
      declared.push({ ...dynamicVariable(name, variable, { module, bytes: shared, first }), ...symbol })
      alignDynamic(first ?? name, variable)
      return ok(name)
    }
    // Initial values may refer back to it.
    const made = declaredVariable(name, variable, module, (other) => {
      const otherVariable = module.variables.get(other)
      const of = otherVariable && nameOf(otherVariable, module, shared, gpu)
      return of?.ok ? of.value : undefined
    })
    if (made.ok) declared.push({ ...made.value, ...symbol })
    else names.set(key, made)
    return made.ok ? ok(name) : made
  }
  /** Dynamic shared memory begins where each of its names is aligned. */
  function alignDynamic(first: string, { align, type, name: { span } }: ModuleVariable): void {
    const { type: element, count } = elementOf(type?.text ?? '') ?? dynamicElement
    const alignment = alignmentOf(align, (type?.vector ?? 1) * count * (element.width / 8), span)
    const at = declared.findIndex(({ name }) => name === first)
    const known = must(declared[at], 'the first name of dynamic shared memory')
    if (alignment.value > (known.alignment?.value ?? 0n)) declared[at] = { ...known, alignment }
  }
  /** Dynamic shared memory has one object for all its names. */
  function assume(name: string, alignment: Integer): void {
    const named = declared.find((one) => one.name === name)
    const at = declared.findIndex((one) => one.name === (named?.alias?.of ?? name))
    const one = declared[at]
    if (one !== undefined && alignment.value > (one.assumed?.value ?? 0n)) declared[at] = { ...one, assumed: alignment }
  }
  return {
    nameOf,
    assume,
    symbolOf: (name) => symbols.get(name) ?? name,
    initialOf: (name, offset, width) => {
      const variable = [...own, ...declared].find((one) => one.name === name)
      return variable && initialValue(variable, offset, width)
    },
    add: (variable) => declared.push(variable),
    declared: () => then(unless(problems), () => ok(declared)),
  }
}

/** Returns the value at an offset, in one element; undefined if it is unknown, or not a number. */
function initialValue(variable: DeclaredVariable, offset: bigint, width: number): bigint | undefined {
  const { alias, initial, type = defaultType, uninitialised, tensor, maps } = variable
  const bits = BigInt(type.width)
  const [element, shift] = [(8n * offset) / bits, (8n * offset) % bits]
  if (alias !== undefined || uninitialised || tensor !== undefined || maps !== undefined) return undefined
  if (offset < 0n || shift + BigInt(width) > bits) return undefined
  if (initial === undefined) return 0n
  const value = initial.values[Number(element)]
  return value?.kind === 'integer' ? BigInt.asUintN(width, value.value >> shift) : undefined
}

/** Returns the names of the memory that a module declares, in its functions too. */
function symbolsIn({ variables, functions }: Module): readonly string[] {
  const inBody = (items: readonly BodyItem[]): readonly string[] =>
    items.flatMap((item) =>
      item.kind === 'block'
        ? inBody(item.items)
        : item.kind === 'variables'
          ? item.names.map(({ name }) => name.text)
          : [],
    )
  return [...new Set([...variables.keys(), ...[...functions.values()].flatMap(({ body }) => inBody(body ?? []))])]
}

function unused(word: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? word : `${word}_${number}`
    if (!taken.has(name)) return name
  }
}

const undeclared = ({ name, space, type, dimensions }: ModuleVariable): Diagnostic =>
  diagnostic(
    `\`${name.text}\` is \`.extern\`: the test declares it, as in \`.${space} .${type?.text ?? 'u32'} ${name.text}${lengthsIn(dimensions)};\``,
    name.span,
  )

const lengthsIn = (dimensions: ModuleVariable['dimensions']): string =>
  dimensions.length === 0 ? '' : `[${product(dimensions.map((one) => (one === null ? 4 : Number(one.value))))}]`

const spaces: ReadonlyMap<string, Space> = new Map([
  ['global', 'global'],
  ['shared', 'shared'],
  ['local', 'local'],
  ['const', 'const'],
])

/** Returns the declaration that a test would contain. `nameOf` gives the names of memory in initial values. */
function declaredVariable(
  name: string,
  { align, dimensions, initial, type, name: word, space: written, span }: ModuleVariable,
  module: Module,
  nameOf: (name: string) => string | undefined,
): Result<DeclaredVariable> {
  const space = spaces.get(written)
  const element = elementOf(type?.text ?? '')
  if (space === undefined || type === null || element === undefined)
    return fail(diagnostic(`memory of the kind \`.${written}\` is not modelled`, span))
  const isArray = dimensions.length > 0 || type.vector * element.count > 1
  const lengths = [
    ...dimensions.map((one) => (one === null ? undefined : Number(one.value))),
    type.vector * element.count,
  ]
  return then(initial === null ? ok([]) : valuesOf(initial, isArray ? lengths : [], element.type, nameOf), (values) => {
    const count = product(lengths.map((one) => one ?? Math.ceil(values.length / product(lengths.slice(1)))))
    const words =
      type.text === 'b8' && isArray ? wordsOf(values, elementOfBytes(space, align, count, module)) : undefined
    const given = words?.values ?? values
    return ok({
      name,
      space,
      alias: undefined,
      initial: initial === null ? undefined : { braces: isArray, values: given, span: initial.span },
      ...(space === 'shared' || space === 'local' ? { uninitialised: true } : {}),
      type: words?.type ?? element.type,
      alignment: alignmentOf(align, type.vector * element.count * (element.type.width / 8), word.span),
      ...(isArray ? { length: lengthOf(words === undefined ? count : (8 * count) / words.type.width, word.span) } : {}),
      span: word.span,
    })
  })
}

/**
 * Returns the values of bytes as values of wider elements, the lowest byte first; undefined if some byte is part of an
 * address.
 */
function wordsOf(
  bytes: readonly Constant[],
  type: DataType,
): { readonly values: readonly Constant[]; readonly type: DataType } | undefined {
  const each = type.width / 8
  const values: Integer[] = []
  for (const [index, byte] of bytes.entries()) {
    if (byte.kind !== 'integer') return undefined
    const at = Math.floor(index / each)
    const shifted = BigInt.asUintN(8, byte.value) << BigInt(8 * (index % each))
    values[at] = { kind: 'integer', value: (values[at]?.value ?? 0n) | shifted, span: values[at]?.span ?? byte.span }
  }
  return { values, type }
}

const dynamicVariable = (
  name: string,
  { type, align, name: word }: ModuleVariable,
  { module, bytes, first }: { readonly module: Module; readonly bytes: number; readonly first: string | undefined },
): DeclaredVariable => {
  const element =
    type === null || type.text === 'b8'
      ? elementOfBytes('shared', align, bytes, module)
      : (elementOf(type.text) ?? dynamicElement).type
  const common = { name, space: 'shared', initial: undefined, uninitialised: true, span: word.span } as const
  return first === undefined
    ? {
        ...common,
        alias: undefined,
        type: element,
        length: lengthOf(Math.floor((8 * bytes) / element.width), word.span),
      }
    : { ...common, alias: { how: 'virtually', of: first, ofSpan: word.span } }
}

/** Returns the alignment that a declaration promises: the stated one, or the size of the type (ISA 5.4.5). */
const alignmentOf = (align: number, size: number, span: Span): Integer => ({
  kind: 'integer',
  value: BigInt(align === 0 ? size : align),
  span,
})

const dynamicElement = { type: { width: 8, signed: false }, count: 1 } as const

/** Returns the type of an element, or of the halves of one of 128 bits. */
const elementOf = (name: string): { readonly type: DataType; readonly count: number } | undefined => {
  const type = typeNamed(name)
  if (type !== undefined) return { type, count: 1 }
  return name === 'b128' ? { type: { width: 64, signed: false }, count: 2 } : undefined
}

const lengthOf = (count: number, span: Span): { readonly elements: Integer; readonly span: Span } => ({
  elements: { kind: 'integer', value: BigInt(count), span },
  span,
})

const product = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((all, one) => all * (one ?? 1), 1)

/** Returns the values of the elements in order. A list in braces that is too short is filled with 0 (ISA 5.4.4). */
function valuesOf(
  initial: InitialSyntax,
  [, ...inner]: readonly (number | undefined)[],
  type: DataType,
  nameOf: (name: string) => string | undefined,
): Result<readonly Constant[]> {
  switch (initial.kind) {
    case 'integer':
      return ok([initial])
    case 'place': {
      const name = nameOf(initial.name)
      return name === undefined
        ? fail(diagnostic(`the address of \`${initial.name}\` is not modelled as an initial value`, initial.span))
        : ok([constantOf({ ...initial, name })])
    }
    case 'list': {
      const size = product(inner)
      const filled = (one: InitialSyntax, values: readonly Constant[]): readonly Constant[] =>
        one.kind === 'list' ? [...values, ...zeros(Math.max(0, size - values.length), one.span)] : values
      return then(
        all(initial.values.map((one) => then(valuesOf(one, inner, type, nameOf), (values) => ok(filled(one, values))))),
        (all) => ok(all.flat()),
      )
    }
    case 'foreign': {
      const value = Number(initial.text)
      return Number.isNaN(value)
        ? fail(diagnostic(`\`${initial.text}\` is not modelled as an initial value`, initial.span))
        : ok([{ kind: 'integer', value: bitsOfFloat(value, type.width), span: initial.span }])
    }
  }
}

const zeros = (count: number, span: Span): readonly Constant[] =>
  Array.from({ length: count }, () => ({ kind: 'integer', value: 0n, span }))
