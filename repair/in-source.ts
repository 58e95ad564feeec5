/** Changes as the source at hand would write them, instead of what CUDA C++ has in general. */

import type { Instruction } from '../litmus/instruction.js'
import { scopeInCuda } from '../litmus/instructions/cuda.js'
import { compiledFrom } from '../source/compiled.js'
import { sourceLine, sourceNamed } from '../source/source-line.js'

/** The words of a line for an order or a scope; `is` is what they mean in PTX. */
interface Words {
  readonly pattern: RegExp
  readonly is: (words: RegExpMatchArray) => string | undefined
  readonly as: (words: RegExpMatchArray, wanted: string) => string | undefined
}

const scopeNamed = (name: string): string | undefined => scopeInCuda.get(name)
const nameOf = (scope: string): string | undefined => [...scopeInCuda].find(([, one]) => one === scope)?.[0]

/** Returns the end of a function's name for a scope: none for that of the device. */
const suffixOf = (scope: string): string | undefined => {
  const name = nameOf(scope)
  return name === undefined ? undefined : name === 'device' ? '' : `_${name}`
}

const orderWords: Words = {
  pattern: /\bmemory_order(_|::)(relaxed|acquire|release|acq_rel|seq_cst)\b/g,
  is: ([, , order]) => (order === 'seq_cst' ? 'sc' : order),
  as: ([, joint], wanted) => `memory_order${joint}${wanted === 'sc' ? 'seq_cst' : wanted}`,
}

const scopeWords: readonly Words[] = [
  {
    pattern: /\bthread_scope_(block|device|system)\b/g,
    is: ([, name = '']) => scopeNamed(name),
    as: (_, wanted) => {
      const name = nameOf(wanted)
      return name === undefined ? undefined : `thread_scope_${name}`
    },
  },
  {
    pattern: /\b(atomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)|__threadfence)(?:_(block|system))?(?=\()/g,
    is: ([, , name = 'device']) => scopeNamed(name),
    as: ([, stem], wanted) => {
      const suffix = suffixOf(wanted)
      return suffix === undefined ? undefined : `${stem}${suffix}`
    },
  },
]

/**
 * Returns the line with other words, if exactly one place of it says what there is now. The second order of a
 * `compare_exchange` is that of its failure, which stays.
 */
function reworded(line: string, { pattern, is, as }: Words, from: string, to: string): string | undefined {
  const [first, ...others] = [...line.matchAll(pattern)]
  const mayFollow = pattern === orderWords.pattern && /\bcompare_exchange_/.test(line) ? 1 : 0
  if (first === undefined || others.length > mayFollow || is(first) !== from) return undefined
  const words = as(first, to)
  return words === undefined ? undefined : line.replace(first[0], words)
}

const orderOf = (one: Instruction): string | undefined => ('order' in one ? one.order : undefined)
const scopeOf = (one: Instruction): string | undefined => ('scope' in one ? one.scope : undefined)

/**
 * Returns a line of CUDA C++ as it is after an instruction got another order or scope; undefined unless the line says
 * both in one place each.
 */
export function editedLine(line: string, from: Instruction, to: Instruction): string | undefined {
  const [order, otherOrder, scope, otherScope] = [orderOf(from), orderOf(to), scopeOf(from), scopeOf(to)]
  if (from.kind !== to.kind || line.endsWith('…')) return undefined
  const ordered =
    order === otherOrder || order === undefined || otherOrder === undefined
      ? line
      : reworded(line, orderWords, order, otherOrder)
  if (ordered === undefined || scope === otherScope) return ordered === line ? undefined : ordered
  if (scope === undefined || otherScope === undefined) return undefined
  return scopeWords.map((words) => reworded(ordered, words, scope, otherScope)).find((one) => one !== undefined)
}

/** Subtractions are additions in PTX. */
const subtractions = [
  [/\bfetch_sub\b/, /\bfetch_add\b/g, 'fetch_sub'],
  [/\batomicSub/, /\batomicAdd/g, 'atomicSub'],
] as const

/** Returns functions of CUDA C++ in the words of a line: a subtraction where that subtracts. */
export const inWordsOf = (line: string, names: readonly string[]): readonly string[] =>
  subtractions.reduce<readonly string[]>(
    (some, [own, general, word]) =>
      own.test(line) && !line.match(general) ? some.map((one) => one.replaceAll(general, word)) : some,
    names,
  )

/** Builtins for what a statement computes of its left side. */
const builtins: { readonly [operator: string]: string } = {
  '+': 'atomicAdd',
  '-': 'atomicSub',
  '&': 'atomicAnd',
  '|': 'atomicOr',
  '^': 'atomicXor',
}

/** Returns the statement of a line that changes one location, such as `local[b]++;`, as an atomic. */
export function atomicInSource(beside: Instruction): string | undefined {
  const line = lineOf(beside) ?? ''
  const [, counted, sign = ''] = /^([\w.>[\]-]+?)(\+|-)\2;/.exec(line) ?? []
  if (counted !== undefined) return `${builtins[sign]}(&${counted}, 1);`
  const [, first, place] = /^(\+|-)\1([\w.>[\]-]+);/.exec(line) ?? []
  if (first !== undefined) return `${builtins[first]}(&${place}, 1);`
  const [, target, operator = '', value] = /^(\*?[\w.>[\]-]+)\s*([-+&|^])=\s*([^;]+);/.exec(line) ?? []
  if (target === undefined) return undefined
  return `${builtins[operator]}(${target.startsWith('*') ? target.slice(1) : `&${target}`}, ${value});`
}

/** Returns the wait for all groups but the last few of a source that has a `cuda::pipeline`. */
export function pipelineWait(source: string, pending: bigint): string | undefined {
  if (!/\bcuda::(?:pipeline\b|make_pipeline)/.test(source)) return undefined
  const [, declared, made] =
    /\bcuda::pipeline\s*<[^;{}]*?>\s*&?\s*(\w+)\s*[=;,)]|\bauto\s+(\w+)\s*=\s*cuda::make_pipeline/.exec(source) ?? []
  return `cuda::pipeline_consumer_wait_prior<${pending}>(${declared ?? made ?? '…'})`
}

/** The words of a source that has the header of `cuda::atomic_thread_fence`. */
const usesAtomics = /\bcuda::(?:std::)?(?:atomic|memory_order|thread_scope|barrier|pipeline)|<cuda\/(?:std\/)?atomic>/

/**
 * Returns the functions of CUDA C++ for a fence that is inserted beside an instruction: first those that need no header,
 * if its source has none of `cuda::`.
 */
export function fencesInSource(names: readonly string[], beside: Instruction): readonly string[] {
  const text = sourceOf(beside)
  const needsHeader = (name: string): number => Number(name.startsWith('cuda::'))
  return text === undefined || usesAtomics.test(text)
    ? names
    : names.toSorted((a, b) => needsHeader(a) - needsHeader(b))
}

/** Returns the whole line from which an instruction was compiled, which messages cut. */
const lineOf = (one: Instruction): string | undefined =>
  sourceOf(one)
    ?.split('\n')
    .at((compiledFrom(one.span)?.line ?? 0) - 1)
    ?.trim()

/** Returns the text of the source from which an instruction was compiled, if it is at hand. */
function sourceOf({ span }: Instruction): string | undefined {
  const from = compiledFrom(span)
  return from && sourceNamed(span.source, from.file)?.text
}

/**
 * Returns the functions of CUDA C++ for an instruction in the words of the source of another, which it replaces or
 * beside which it is inserted.
 */
export function inSource(names: readonly string[], beside: Instruction, to: Instruction): readonly string[] {
  const line = sourceLine(beside.span)?.text
  if (to.kind === 'async-group') {
    const text = sourceOf(beside)
    const isWait = to.of === 'cp.async' && to.action !== 'commit'
    const wait = text !== undefined && isWait ? pipelineWait(text, to.pending ?? 0n) : undefined
    return wait === undefined ? names : [wait, ...names]
  }
  if (line === undefined || beside.kind !== to.kind) return names
  const whole = line.endsWith('…') ? (lineOf(beside) ?? line) : line
  const edited = editedLine(whole, beside, to)
  const own = inWordsOf(line, names)
  return edited === undefined ? own : [edited, ...own.slice(1)]
}
