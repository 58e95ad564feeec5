/** The dotted words after an opcode, sorted by kind. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { failAll, ok, type Result, unless } from '../../source/result.js'
import { type Span, span } from '../../source/text.js'
import { type DataType, predicateType, type Scope, type Width } from '../operand.js'
import { type FencedProxy, fencedProxies } from '../proxy.js'
import type { AtomicOperation } from './access-definitions.js'
import type { TypeLetter } from './computations.js'
import { opcodeOf, qualifiersOf } from './opcodes.js'
import type { Statement } from './statement.js'
import { unmodelledQualifier } from './unmodelled.js'

export interface Qualifier<T> {
  readonly value: T
  readonly text: string
  readonly span: Span
}

export type Order = 'weak' | 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'sc' | 'volatile' | 'mmio'

/** A type by its name. Packed types hold two values. */
export type TypeName = DataType & { readonly letter: TypeLetter; readonly packed?: true }

/** The qualifiers of each kind, in order. */
export interface Qualifiers {
  readonly order: readonly Qualifier<Order>[]
  readonly scope: readonly Qualifier<Scope>[]
  readonly space: readonly Qualifier<NamedSpace>[]
  readonly type: readonly Qualifier<TypeName>[]
  readonly operation: readonly Qualifier<AtomicOperation>[]
  /** The words after `fence`: `proxy` itself and its name. */
  readonly proxy: readonly Qualifier<ProxyWord>[]
  /** The form of a surface or texture instruction; it does not change what is modelled. */
  readonly form: readonly Qualifier<string>[]
  /** `ld.global.nc`, by the read-only path. */
  readonly path: readonly Qualifier<'nc'>[]
  /** The half of a product: `mul.lo`, `mul.hi`, `mul.wide`. */
  readonly half: readonly Qualifier<Half>[]
  /** A hint for caches; it changes no value. */
  readonly hint: readonly Qualifier<string>[]
  /** The treatment of small floating-point values. */
  readonly rounding: readonly Qualifier<'noftz'>[]
  /** The number of elements in a vector. */
  readonly vector: readonly Qualifier<VectorSize>[]
}

/** The qualifiers of an access that concern its memory. */
type NamedSpace = 'global' | 'shared' | 'shared::cluster' | 'local' | 'const'

type Half = 'lo' | 'hi' | 'wide'

type VectorSize = 2 | 4 | 8

type ProxyWord = 'proxy' | FencedProxy

const named = <T extends string>(...words: readonly T[]): ReadonlyMap<string, T> =>
  new Map(words.map((word) => [word, word]))

const widths: readonly Width[] = [8, 16, 32, 64]
const letters = ['b', 'u', 's'] as const
const floats = [
  ['f16', 16, {}],
  ['bf16', 16, {}],
  ['f16x2', 32, { packed: true }],
  ['bf16x2', 32, { packed: true }],
  ['f32', 32, {}],
  ['f64', 64, {}],
] as const

/** The qualifier with which the last operand is a cache policy. */
export const cacheHint = 'L2::cache_hint'

const vocabulary = {
  order: named<Order>('weak', 'relaxed', 'acquire', 'release', 'acq_rel', 'sc', 'volatile', 'mmio'),
  scope: named<Scope>('cta', 'cluster', 'gpu', 'sys'),
  space: new Map<string, NamedSpace>([
    ['global', 'global'],
    ['shared', 'shared'],
    ['shared::cta', 'shared'],
    ['shared::cluster', 'shared::cluster'],
    ['local', 'local'],
    ['const', 'const'],
  ]),
  type: new Map<string, TypeName>([
    ...widths.flatMap((width) =>
      letters.map((letter) => [`${letter}${width}`, { letter, width, signed: letter !== 'u' }] as const),
    ),
    ...floats.map(([name, width, packed]) => [name, { letter: 'f', width, signed: false, ...packed }] as const),
    ['b128', { letter: 'b', width: 128, signed: false }],
    ['pred', { letter: 'p', ...predicateType }],
  ]),
  operation: named<AtomicOperation>(
    ...(['add', 'sub', 'mul', 'div', 'and', 'or', 'xor', 'min', 'max', 'inc', 'dec', 'exch', 'cas'] as const),
  ),
  proxy: named<ProxyWord>('proxy', ...fencedProxies),
  form: named('b', '1d', '2d', '3d', 'a1d', 'a2d', 'vec', 'trap', 'clamp', 'zero'),
  path: named('nc'),
  half: named<Half>('lo', 'hi', 'wide'),
  hint: named(
    ...['ca', 'cg', 'cs', 'lu', 'cv', 'wb', 'wt', 'unified', 'L2::64B', 'L2::128B', 'L2::256B', cacheHint],
    ...['L1::evict_normal', 'L1::evict_unchanged', 'L1::evict_first', 'L1::evict_last', 'L1::no_allocate'],
    ...['L2::evict_normal', 'L2::evict_first', 'L2::evict_last'],
  ),
  rounding: named('noftz'),
  vector: new Map<string, VectorSize>([
    ['v2', 2],
    ['v4', 4],
    ['v8', 8],
  ]),
} satisfies { readonly [K in keyof Qualifiers]: ReadonlyMap<string, Qualifiers[K][number]['value']> }

/** The types that a declaration can name, by their names: `u32`. */
export const dataTypes: ReadonlyMap<string, DataType> = new Map(
  [...vocabulary.type].filter(([, { letter, packed, width }]) => letter !== 'p' && packed === undefined && width < 128),
)

/** Returns the words of a mnemonic after its opcode, with their places. */
function partsOf({ mnemonic, mnemonicSpan: at }: Mnemonic): readonly Part[] {
  let end = at.start + opcodeOf(mnemonic).length
  return qualifiersOf(mnemonic).map((text) => {
    const start = end + 1
    end = start + text.length
    return { text, span: span(at.source, start, end) }
  })
}

type Mnemonic = Pick<Statement, 'mnemonic' | 'mnemonicSpan' | 'format'>
type Part = Pick<Qualifier<string>, 'text' | 'span'>

/** Returns the type of that name. In modules, bits are unsigned (ISA, `ld`: they are extended by zeros). */
export function typeNamed(name: string, { format }: Pick<Statement, 'format'>): TypeName | undefined {
  const type = vocabulary.type.get(name)
  return type?.letter === 'b' && format === 'ptx' ? { ...type, signed: false } : type
}

/** The qualifiers of a computation. */
export interface Words {
  readonly types: readonly Qualifier<TypeName>[]
  readonly spaces: readonly Qualifier<NamedSpace>[]
  readonly others: readonly Part[]
}

/** Returns the state space of that name. The addresses of a kernel's parameters are generic ones in modules. */
const spaceNamed = (name: string, { format }: Pick<Statement, 'format'>): NamedSpace | undefined =>
  format === 'ptx' && /^param(::|$)/.test(name) ? 'global' : vocabulary.space.get(name)

/** Returns the words of a computation, in order. */
export function wordsOf(statement: Mnemonic): Words {
  const parts = partsOf(statement)
  const types = parts.flatMap((part) => {
    const value = typeNamed(part.text, statement)
    return value === undefined ? [] : [{ ...part, value }]
  })
  const spaces = parts.flatMap((part) => {
    const value = spaceNamed(part.text, statement)
    return value === undefined ? [] : [{ ...part, value }]
  })
  const others = parts.filter(({ text }) => !vocabulary.type.has(text) && spaceNamed(text, statement) === undefined)
  return { types, spaces, others }
}

/** Returns the qualifiers of a mnemonic, in order; errors name each word that is unknown or not modelled. */
export function readQualifiers(statement: Mnemonic): Result<Qualifiers> {
  const parts = partsOf(statement)
  const diagnostics = parts.flatMap((part) => (isKnown(part.text) ? [] : [unknownQualifier(part.text, part.span)]))
  if (diagnostics.length > 0) return failAll(diagnostics)
  const pick = <T>(words: ReadonlyMap<string, T>): readonly Qualifier<T>[] =>
    parts.flatMap((part) => {
      const value = words.get(part.text)
      return value === undefined ? [] : [{ ...part, value }]
    })
  return ok({
    order: pick(vocabulary.order),
    scope: pick(vocabulary.scope),
    space: pick(vocabulary.space),
    type: pick(vocabulary.type).map((type) => ({ ...type, value: typeNamed(type.text, statement) ?? type.value })),
    operation: pick(vocabulary.operation),
    proxy: pick(vocabulary.proxy),
    form: pick(vocabulary.form),
    path: pick(vocabulary.path),
    half: pick(vocabulary.half),
    hint: pick(vocabulary.hint),
    rounding: pick(vocabulary.rounding),
    vector: pick(vocabulary.vector),
  })
}

const isKnown = (word: string): boolean => Object.values(vocabulary).some((words) => words.has(word))

function unknownQualifier(word: string, at: Span): Diagnostic {
  const why = unmodelledQualifier(word)
  if (why !== undefined) return diagnostic(`\`.${word}\` is refused: ${why}`, at)
  const qualifiers = Object.values(vocabulary).flatMap((words) => [...words.keys()])
  return diagnostic(`unknown qualifier \`.${word}\`${didYouMean(word, qualifiers)}`, at)
}

const kindNames: { readonly [K in keyof Qualifiers]: string } = {
  order: 'order',
  scope: 'scope',
  space: 'state space',
  type: 'type',
  operation: 'operation',
  proxy: 'proxy',
  form: 'form',
  path: 'path',
  half: 'half',
  hint: 'cache hint',
  rounding: 'rounding',
  vector: 'number of elements',
}

/** The most qualifiers of each kind that an instruction can have; none of a missing kind. */
export type Limits = { readonly [K in keyof Qualifiers]?: number }

/** Fails on qualifiers that an instruction cannot have, and on two of a kind if one is the limit. */
export function rejectQualifiers(qualifiers: Qualifiers, name: string, limits: Limits): Result<undefined> {
  const kinds = [
    'order',
    'scope',
    'space',
    'type',
    'operation',
    'proxy',
    'form',
    'path',
    'half',
    'hint',
    'rounding',
    'vector',
  ] as const
  return unless(
    kinds.flatMap((kind) => {
      const limit = limits[kind] ?? 0
      const excess = qualifiers[kind][limit]
      if (excess === undefined) return []
      if (limit > 0)
        return [
          diagnostic(`\`${name}\` takes one ${kindNames[kind]}; \`.${excess.text}\` is one too many`, excess.span),
        ]
      return [
        diagnostic(`\`${name}\` takes no ${kindNames[kind]}; \`.${excess.text}\` has no meaning here`, excess.span),
      ]
    }),
  )
}
