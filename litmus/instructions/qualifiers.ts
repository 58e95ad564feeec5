/** The dotted words after an opcode, sorted by kind. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { failAll, ok, type Result, unless } from '../../source/result.js'
import { type Span, span } from '../../source/text.js'
import type { AtomicOperation, DataType, Scope, Width } from '../instruction.js'
import { type FencedProxy, fencedProxies } from '../proxy.js'
import { opcodeOf, qualifiersOf } from './opcodes.js'
import { unmodelledQualifier } from './unmodelled.js'

export interface Qualifier<T> {
  readonly value: T
  readonly text: string
  readonly span: Span
}

export type Order = 'weak' | 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'sc' | 'volatile' | 'mmio'

/** `b` types hold bits: they are neither signed nor unsigned. */
export type TypeName = DataType & { readonly letter: 'b' | 'u' | 's' }

/** What was written of each kind, in order. */
export interface Qualifiers {
  readonly order: readonly Qualifier<Order>[]
  readonly scope: readonly Qualifier<Scope>[]
  readonly space: readonly Qualifier<NamedSpace>[]
  readonly type: readonly Qualifier<TypeName>[]
  readonly operation: readonly Qualifier<AtomicOperation>[]
  /** The words after `fence`: `proxy` itself and which one. */
  readonly proxy: readonly Qualifier<ProxyWord>[]
  /** The form of a surface or texture instruction; it does not change what is modelled. */
  readonly form: readonly Qualifier<string>[]
  /** `ld.global.nc`, by the read-only path. */
  readonly path: readonly Qualifier<'nc'>[]
  /** Which half of a product: `mul.lo`, `mul.hi`, `mul.wide`. */
  readonly half: readonly Qualifier<Half>[]
  /** How many elements a vector has. */
  readonly vector: readonly Qualifier<VectorSize>[]
  /** `cvta.to` */
  readonly direction: readonly Qualifier<'to'>[]
}

/** What an access can say about the memory that it reaches. */
type NamedSpace = 'global' | 'shared' | 'shared::cluster' | 'local' | 'const'

type Half = 'lo' | 'hi' | 'wide'

type VectorSize = 2 | 4 | 8

type ProxyWord = 'proxy' | FencedProxy

const named = <T extends string>(...words: readonly T[]): ReadonlyMap<string, T> =>
  new Map(words.map((word) => [word, word]))

const widths: readonly Width[] = [8, 16, 32, 64]
const letters = ['b', 'u', 's'] as const

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
  type: new Map<string, TypeName>(
    widths.flatMap((width) =>
      letters.map((letter) => [`${letter}${width}`, { letter, width, signed: letter !== 'u' }]),
    ),
  ),
  operation: named<AtomicOperation>(
    ...(['add', 'sub', 'mul', 'div', 'and', 'or', 'xor', 'min', 'max', 'inc', 'dec', 'exch', 'cas'] as const),
  ),
  proxy: named<ProxyWord>('proxy', ...fencedProxies),
  form: named('b', '1d', '2d', '3d', 'a1d', 'a2d', 'vec', 'trap', 'clamp', 'zero'),
  path: named('nc'),
  half: named<Half>('lo', 'hi', 'wide'),
  vector: new Map<string, VectorSize>([
    ['v2', 2],
    ['v4', 4],
    ['v8', 8],
  ]),
  direction: named('to'),
} satisfies { readonly [K in keyof Qualifiers]: ReadonlyMap<string, Qualifiers[K][number]['value']> }

/** The types that a declaration can name, by their names: `u32`. */
export const dataTypes: ReadonlyMap<string, DataType> = vocabulary.type

/** The qualifiers of a mnemonic, in order; errors name each word that is unknown or not modelled. */
export function readQualifiers(mnemonic: string, at: Span): Result<Qualifiers> {
  let end = at.start + opcodeOf(mnemonic).length
  const parts = qualifiersOf(mnemonic).map((text) => {
    const start = end + 1
    end = start + text.length
    return { text, span: span(at.source, start, end) }
  })
  const diagnostics = parts.flatMap((part) => (isKnown(part.text) ? [] : [unknownQualifier(part.text, part.span)]))
  if (diagnostics.length > 0) return failAll(diagnostics)
  const pick = <T>(known: ReadonlyMap<string, T>): readonly Qualifier<T>[] =>
    parts.flatMap((part) => {
      const value = known.get(part.text)
      return value === undefined ? [] : [{ ...part, value }]
    })
  return ok({
    order: pick(vocabulary.order),
    scope: pick(vocabulary.scope),
    space: pick(vocabulary.space),
    type: pick(vocabulary.type),
    operation: pick(vocabulary.operation),
    proxy: pick(vocabulary.proxy),
    form: pick(vocabulary.form),
    path: pick(vocabulary.path),
    half: pick(vocabulary.half),
    vector: pick(vocabulary.vector),
    direction: pick(vocabulary.direction),
  })
}

const isKnown = (word: string): boolean => Object.values(vocabulary).some((words) => words.has(word))

function unknownQualifier(word: string, at: Span): Diagnostic {
  const why = unmodelledQualifier(word)
  if (why !== undefined) return diagnostic(`\`.${word}\` is refused: ${why}`, at)
  const known = Object.values(vocabulary).flatMap((words) => [...words.keys()])
  return diagnostic(`unknown qualifier \`.${word}\`${didYouMean(word, known)}`, at)
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
  vector: 'number of elements',
  direction: 'direction',
}

/** The most qualifiers of each kind that an instruction can have; none of a kind that is not named. */
export type Limits = { readonly [K in keyof Qualifiers]?: number }

/** Errors for qualifiers that an instruction cannot have, and for two of a kind where one is the limit. */
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
    'vector',
    'direction',
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
