/** The words that may come at a place of a text. */

import type { Open } from '../axioms/algebra/cat/read.js'
import { formatOf } from '../litmus/format.js'
import { branches } from '../litmus/instructions/control.js'
import { describedInstruction, knownOpcodes, wordsAfter } from '../litmus/instructions/mnemonics.js'
import { opcodes } from '../litmus/instructions/opcodes.js'
import type { SourceText } from '../source/text.js'
import { catNames } from './cat-names.js'
import { catVocabulary } from './cat-vocabulary.js'
import type { Range } from './marks.js'
import { namesOf } from './names.js'
import type { NameKind, Occurrence } from './occurrence.js'

export interface Completion {
  readonly text: string
  readonly kind: NameKind | 'instruction' | 'qualifier' | 'relation' | 'keyword'
  readonly detail?: string
  /** The part of the text that it replaces. */
  readonly at: Range
}

const accessWords = ['weak', 'relaxed', 'acquire', 'volatile', 'mmio']
const scopeWords = ['cta', 'cluster', 'gpu', 'sys']
const types = ['b', 'u', 's'].flatMap((letter) => [8, 16, 32, 64].map((width) => `${letter}${width}`))
const operations = ['add', 'sub', 'and', 'or', 'xor', 'min', 'max', 'inc', 'dec', 'exch', 'cas']

/** Returns the qualifiers of an opcode. */
const qualifiersOf = (opcode: string): readonly string[] => {
  switch (opcodes.get(opcode)?.family) {
    case 'load':
      return [...accessWords, ...scopeWords, 'global', 'shared', 'local', 'const', 'nc', ...types]
    case 'store':
      return [
        ...accessWords.map((one) => (one === 'acquire' ? 'release' : one)),
        ...scopeWords,
        'global',
        'shared',
        'local',
        ...types,
      ]
    case 'atom':
    case 'red':
      return ['relaxed', 'acquire', 'release', 'acq_rel', ...scopeWords, ...operations, ...types]
    case 'fence':
      return ['sc', 'acq_rel', 'acquire', 'release', ...scopeWords, 'proxy.alias', 'proxy.async']
    case 'arithmetic':
    case 'predicate':
      return types
    case undefined:
      return wordsAfter(opcode)
  }
}

/**
 * Returns the proposals at an offset of a test: instructions, their qualifiers, and the names that the thread may use.
 */
export function testCompletions(source: SourceText, offset: number): readonly Completion[] {
  const { text } = source
  if (text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).includes('//')) return []
  const isHerd = formatOf(source) === 'herd'
  const isCode = isHerd ? isBehindHeader(text, offset) : depthAt(text, offset) > 0
  const begun = isCode ? beginning(text.slice(0, offset), isHerd ? /[|;]/ : /[;{}]/) : undefined
  if (begun === undefined) return namesAt(source, offset)
  return begun.dotted === ''
    ? instructionsFrom(begun.opcode, offset)
    : qualifiersFrom(begun.opcode, begun.dotted, offset)
}

/**
 * Returns the beginning of a mnemonic at the end of a text; undefined if the end is not within the mnemonic of a
 * statement.
 */
function beginning(before: string, ends: RegExp): { readonly opcode: string; readonly dotted: string } | undefined {
  const statement =
    before
      .replace(/\/\/[^\n]*/g, '')
      .split(ends)
      .at(-1) ?? ''
  const match = /^\s*(?:\w+\s*:\s*)*(?:@\s*!?\s*%?\w+\s+)?(?:([A-Za-z]\w*)((?:\.[\w:]*)*))?$/.exec(statement)
  return match === null ? undefined : { opcode: match[1] ?? '', dotted: match[2] ?? '' }
}

const instructionsFrom = (written: string, offset: number): readonly Completion[] =>
  knownOpcodes.map((text) => {
    const detail = describedInstruction(text)?.does
    const at = { start: offset - written.length, end: offset }
    return { text, kind: 'instruction', at, ...(detail === undefined ? {} : { detail }) }
  })

/** Returns the qualifiers that are still missing. */
function qualifiersFrom(opcode: string, dotted: string, offset: number): readonly Completion[] {
  const last = dotted.slice(dotted.lastIndexOf('.') + 1)
  const present = dotted.split('.').slice(0, -1)
  const at = { start: offset - last.length, end: offset }
  return qualifiersOf(opcode).flatMap((text) => (present.includes(text) ? [] : [{ text, kind: 'qualifier', at }]))
}

/**
 * Returns the names that may come at a place: those of memory, of the registers of the thread, and of its labels if it
 * branches.
 */
function namesAt(source: SourceText, offset: number): readonly Completion[] {
  const { statements, occurrences } = namesOf(source)
  const word = /[A-Za-z_]\w*$/.exec(source.text.slice(0, offset))?.[0] ?? ''
  const at = { start: offset - word.length, end: offset }
  const here = statements.find(({ start, end }) => start <= offset && offset <= end + 1)
  const isBranch = here?.mnemonic !== undefined && (here.mnemonic.text === 'goto' || branches.has(here.mnemonic.text))
  const fits = ({ kind, scope, start }: Occurrence): boolean =>
    (kind === 'location' || kind === 'register' || (kind === 'label' && isBranch)) &&
    (scope === '' || here === undefined || scope === here.scope) &&
    start !== at.start
  const kinds = new Map(occurrences.filter(fits).map(({ name, kind }) => [name, kind]))
  return [...kinds].map(([text, kind]) => ({ text, kind, at }))
}

function depthAt(text: string, offset: number): number {
  const before = text.slice(0, offset).replace(/\/\/[^\n]*/g, '')
  return before.split('{').length - before.split('}').length
}

/** Returns whether an offset is after the row that names the threads. */
const isBehindHeader = (text: string, offset: number): boolean => {
  const header = /P\d+(?:\.\.\d+)?\s*@[^;]*;/.exec(text)
  return (
    header !== null &&
    offset >= header.index + header[0].length &&
    !/^\s*(?:~\s*)?(?:exists|forall)\b/m.test(text.slice(header.index, offset))
  )
}

const catWords = ['let', 'let rec', 'and', 'acyclic', 'irreflexive', 'empty', 'flag', 'include', 'uncovered', 'as']

/**
 * Returns the proposals at an offset of a model: names that are defined anywhere in it, those that it finds, and words
 * of the language.
 */
export function catCompletions(source: SourceText, open: Open, offset: number): readonly Completion[] {
  const word = /[A-Za-z_][\w.-]*$/.exec(source.text.slice(0, offset))?.[0] ?? ''
  const at = { start: offset - word.length, end: offset }
  // A text that cannot be parsed while it is typed also has names.
  const written = [...source.text.matchAll(/\b(?:let(?:\s+rec)?|and)\s+([A-Za-z_][\w.-]*'*)/g)].flatMap(
    ({ 1: name, index }) => (name === undefined || index > offset ? [] : [name]),
  )
  const scope =
    catNames(
      { ...source, text: source.text.slice(0, source.text.lastIndexOf('\n', offset - 1) + 1) },
      open,
      [],
    )?.scope.keys() ?? []
  const own = new Set([...written, ...scope].filter((name) => name !== word))
  return [
    ...[...own].map((text) => ({ text, kind: 'relation', at }) as const),
    ...[...catVocabulary].flatMap(([text, detail]) =>
      own.has(text) ? [] : [{ text, kind: 'relation', detail, at } as const],
    ),
    ...catWords.map((text) => ({ text, kind: 'keyword', at }) as const),
  ]
}
