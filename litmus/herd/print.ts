/** Programs as herd-style tests. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import type { Condition } from '../condition.js'
import { writtenInitial, writtenTypes } from '../elements.js'
import { asWritten, constantAsWritten, declaredName } from '../instances.js'
import { printed } from '../instructions/print.js'
import { printConstant } from '../instructions/text.js'
import type { DataType } from '../operand.js'
import { unportable } from '../portability.js'
import { sameCta, threadPosition } from '../position.js'
import {
  type Program,
  type Question,
  type Space,
  type Thread,
  type Variable,
  type WrittenThread,
  writtenThreads,
} from '../program.js'
import { namedProxies, proxies } from '../proxy.js'
import {
  type ConditionWords,
  conditionWords,
  defaultName,
  printCondition,
  printName,
  printQuantified,
} from '../syntax/print.js'
import { mapType, tensorText } from '../tensor-maps.js'

/** Returns the text of a program. */
export const printHerd = (program: Program): string => {
  const words = wordsOf(program)
  const question = (one: Question): string => {
    const { kind, name, condition } = one
    if (kind === 'permit') return `permit (${printCondition(condition, words)}) as ${name};`
    const quantified = printQuantified(one, words)
    return name === defaultName(one) ? quantified : `${quantified}${printName(name)}`
  }
  return printWith(program, words, { question, number: numberOf(program) })
}

/** Returns the number of a thread in its CTA, if it is not the next one. */
const numberOf =
  ({ threads }: Program) =>
  (thread: WrittenThread): number | undefined => {
    const position = threadPosition(thread)
    const before = threads.slice(0, threads.indexOf(thread)).filter((one) => sameCta(threadPosition(one), position))
    return position === undefined || position.thread === before.length ? undefined : position.thread
  }

/** The printer for other tools, whose herd-style tests have one question, without a name. */
export const herdOfPeers = {
  beyond: beyondPeers,
  print: (program: Program): string => {
    const words = wordsOf(program)
    const question = (one: Question): string => printQuantified(one, words)
    // Only the threads that share a CTA matter, not its number.
    return printWith(program, words, { question, number: () => undefined })
  },
}

interface Style {
  readonly question: (question: Question) => string
  readonly number: (thread: WrittenThread) => number | undefined
}

function printWith(program: Program, words: ConditionWords, { question, number }: Style): string {
  const { title, threads, variables, questions, filter, observed } = program
  const isMemory = (name: string): boolean => variables.some((variable) => declaredName(variable) === name)
  const types = writtenTypes(program)
  const initial = [
    ...new Set(variables.map((variable) => declaration(variable, types[variable.location], program))),
    ...threads.flatMap(({ registers }, i) =>
      registers.map(
        ({ name, type, value }) =>
          `${typeWord(type)}P${i}:${name} = ${printConstant(constantAsWritten(value, program))};`,
      ),
    ),
  ]
  const columns = writtenThreads(program).map((thread, i) => [
    `P${i}@${place(thread, number(thread))}`,
    ...printed(
      thread.instructions.map((one) => asWritten(one, i, program, 'herd')),
      'herd',
      // A load from a register that holds an address from the start would read memory.
      (name) => isMemory(name) || thread.registers.some((one) => one.name === name && one.value.kind === 'address'),
    ).map(({ text }) => text),
  ])
  return [
    `PTX ${title ?? questions[0]?.name ?? ''}`.trimEnd(),
    '{',
    ...initial,
    '}',
    ...table(columns),
    ...(filter === undefined ? [] : [`filter (${printCondition(filter, words)})`]),
    ...questions.map(question),
    ...(observed.length === 0 ? [] : [`locations [${observed.map(words.term).join('; ')}]`]),
    '',
  ].join('\n')
}

/** Writes `cta 0,gpu 0`, with the cluster, a number and the kernel if the test has them; or `host`. */
function place(thread: WrittenThread, number: number | undefined): string {
  if (thread.kind === 'host') return 'host'
  const { cta, cluster, gpu, kernel } = thread.position
  return [
    `cta ${cta}`,
    ...(cluster === undefined ? [] : [`cluster ${cluster}`]),
    ...(number === undefined ? [] : [`thread ${number}`]),
    `gpu ${gpu}`,
    ...(kernel === undefined ? [] : [`kernel ${kernel}`]),
  ].join()
}

/** Returns the purpose of a name of that space. */
const aliasKind = (space: Space): string => namedProxies.find((proxy) => proxies[proxy].space === space) ?? space

function declaration(variable: Variable, type: DataType | undefined, program: Program): string {
  const { space, alias } = variable
  const name = declaredName(variable)
  const how = strangeAlias(variable) ? ` ${alias?.how}` : ''
  if (alias !== undefined) return `${name} @ ${aliasKind(space)}${how} aliases ${alias.of};`
  const object = must(program.locations[variable.location], 'the location of a variable')
  if (object.tensor !== undefined)
    return `${mapType} ${name}${space === 'global' ? '' : ` @ ${space}`} = ${tensorText(object.tensor)};`
  const initial = writtenInitial(object, program) ?? (object.length === undefined ? '0' : undefined)
  const length = object.length === undefined ? '' : `[${object.length}]`
  const place = space === 'shared' || space === 'local' || space === 'const' ? ` @ ${space}` : ''
  const aligned = object.alignment === undefined ? '' : `.align ${object.alignment} `
  return `${aligned}${typeWord(type)}${name}${length}${place}${initial === undefined ? '' : ` = ${initial}`};`
}

/** Returns the type's name in C. */
const typeWord = (type: DataType | undefined): string =>
  type === undefined ? '' : `${type.signed ? '' : 'u'}int${type.width}_t `

/** Lays out rows of cells, with one width for each column. */
function table(columns: readonly (readonly string[])[]): readonly string[] {
  const height = largest(columns.map(({ length }) => length))
  const padded = columns.map((column) => {
    const width = largest(column.map(({ length }) => length))
    // A column is empty below its last instruction.
    return Array.from({ length: height }, (_, row) => (column[row] ?? '').padEnd(width))
  })
  return Array.from({ length: height }, (_, row) => {
    const cells = padded.map((column) => must(column[row], 'a cell of each row'))
    return ` ${cells.join(' | ')} ;`
  })
}

/** Returns a condition as the format writes it, without parentheses around it. */
export const printedCondition = (program: Program, condition: Condition): string =>
  printCondition(condition, wordsOf(program))

const wordsOf = (program: Program): ConditionWords =>
  conditionWords(program, 'herd', { and: '/\\', or: '\\/', not: '~' }, ({ thread, name }) => `P${thread}:${name}`)

function beyondPeers(program: Program): readonly Diagnostic[] {
  const { threads, variables, questions } = program
  const missing = (what: string, place: Diagnostic['place']): Diagnostic =>
    diagnostic(`the herd-style format of other tools has no ${what}`, place)
  const second = questions[1]
  return [
    ...unportable(program).map(({ what, place }) => missing(what, place)),
    ...variables.flatMap((variable) => {
      return strangeAlias(variable)
        ? [missing(`\`${variable.space}\` name that aliases another ${variable.alias?.how}`, variable.span)]
        : []
    }),
    ...threads.flatMap(({ instructions }: Thread) =>
      instructions.flatMap((one) =>
        one.kind === 'set-predicate' || (one.kind === 'branch' && one.guards)
          ? [missing('predicates', one.span)]
          : 'expected' in one && one.expected !== undefined
            ? [missing('values demanded of loads', one.expected.span)]
            : [],
      ),
    ),
    ...(second === undefined ? [] : [missing('second question; choose one', second.span)]),
  ]
}

/**
 * Returns whether an alias is unusual. Normally a generic, shared or local name is another address of its memory, and a
 * name of another proxy the same address.
 */
const strangeAlias = ({ space, alias }: Variable): boolean =>
  alias !== undefined && ['global', 'shared', 'local'].includes(space) !== (alias.how === 'physically')
