/** Programs as nvlitmus tests. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { type Condition, type Term, termsOf } from '../condition.js'
import { writtenInitial, writtenTypes } from '../elements.js'
import { asWritten, constantAsWritten, declaredName } from '../instances.js'
import { printed } from '../instructions/print.js'
import { printConstant } from '../instructions/text.js'
import type { DataType } from '../operand.js'
import { unportable } from '../portability.js'
import { positionName, threadPosition } from '../position.js'
import {
  type Program,
  type Question,
  type Thread,
  threadAt,
  type Variable,
  type WrittenThread,
  writtenThreads,
} from '../program.js'
import { checkReads, writerOf, writesOrHolds } from '../registers.js'
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
export function printNvlitmus(program: Program): string {
  const { threads, variables, questions, filter, observed } = program
  const isMemory = (name: string): boolean => variables.some((variable) => declaredName(variable) === name)
  const words = wordsOf(program)
  const body = (thread: Thread): readonly string[] => [
    ...thread.registers.map(
      ({ name, type, value }) =>
        `  .reg ${typeWord(type)}${name} = ${printConstant(constantAsWritten(value, program))};`,
    ),
    ...printed(
      thread.instructions.map((one) => asWritten(one, threads.indexOf(thread), program, 'nvlitmus')),
      'nvlitmus',
      isMemory,
    ).map(({ instruction, text }) => (instruction.kind === 'label' ? text : `  ${text};`)),
  ]
  const types = writtenTypes(program)
  return [
    ...new Set(variables.map((variable) => declaration(variable, types[variable.location], program))),
    ...[...groupBy(writtenThreads(program), (thread) => threadPosition(thread)?.kernel).values()].flatMap((group) => {
      const pieces = group.map((thread) => piece(thread, body(thread)))
      const kernel = threadPosition(group[0])?.kernel
      return kernel === undefined
        ? pieces.map((lines) => ['', ...lines].join('\n'))
        : ['', `kernel ${kernel} {`, ...pieces.flat().map((line) => `  ${line}`), '}']
    }),
    '',
    ...(filter === undefined ? [] : [`filter (${printCondition(filter, words)})`]),
    ...questions.map((question) => printQuestion(question, words)),
    ...(observed.length === 0 ? [] : [`locations [${observed.map(words.term).join('; ')}]`]),
    '',
  ].join('\n')
}

/** Prints a thread in braces; in a kernel, with its position there. */
function piece(thread: WrittenThread, body: readonly string[]): readonly string[] {
  if (thread.kind === 'host') return ['host {', ...body, '}']
  const { kernel, ...placed } = thread.position
  return [`${positionName(placed)} {`, ...body, '}']
}

function declaration(variable: Variable, type: DataType | undefined, program: Program): string {
  const { space, alias, location } = variable
  const name = declaredName(variable)
  if (alias !== undefined) return `.${space} ${name} ${alias.how} aliases ${alias.of};`
  const object = must(program.locations[location], 'the location of a variable')
  if (object.tensor !== undefined) return `.${space} .${mapType} ${name} = ${tensorText(object.tensor)};`
  const initial = writtenInitial(object, program)
  const length = object.length === undefined ? '' : `[${object.length}]`
  const aligned = object.alignment === undefined ? '' : `.align ${object.alignment} `
  return `.${space} ${aligned}${typeWord(type)}${name}${length}${initial === undefined ? '' : ` = ${initial}`};`
}

const typeWord = (type: DataType | undefined): string =>
  type === undefined ? '' : `.${type.signed ? 's' : 'u'}${type.width} `

/** Returns a condition as the format writes it, without parentheses around it. */
export const printedCondition = (program: Program, condition: Condition): string =>
  printCondition(condition, wordsOf(program))

/** Prints a question. A question whose name is not a word, such as `~exists`, keeps its quantifier. */
const printQuestion = (question: Question, words: ConditionWords): string =>
  question.name === defaultName(question)
    ? printQuantified(question, words)
    : `${question.kind} (${printCondition(question.condition, words)})${printName(question.name)};`

const wordsOf = (program: Program): ConditionWords =>
  conditionWords(program, 'nvlitmus', { and: '&&', or: '||', not: 'not' }, ({ thread, name }) => {
    const { threads } = program
    const writers = threads.filter((one) => writesOrHolds(one, name))
    return writers.length === 1 ? name : `${ownerName(threadAt(threads, thread), thread)}:${name}`
  })

/** Writes the owner of a register. Threads of one kernel are grouped, so their numbers change. */
function ownerName(thread: Thread, index: number): string {
  if (thread.kind !== 'device') return 'host'
  return thread.position.kernel === undefined ? `P${index}` : positionName(thread.position)
}

/** The printer for other tools, whose tests have no control flow and only named questions. */
export const nvlitmusOfPeers = {
  beyond: beyondPeers,
  print: (program: Program): string =>
    printNvlitmus({
      ...program,
      questions: program.questions.map((one) => ({ ...one, name: questionName(one.name, program) })),
    }),
}

/** Questions of herd-style tests have no names. They take the test's. */
function questionName(name: string, { title }: Program): string {
  const chosen = title === undefined || title === '' ? name : title
  const word = chosen.replace(/[^A-Za-z0-9_]/g, '_')
  return /^[A-Za-z_]/.test(word) ? word : `q_${word}`
}

function beyondPeers(program: Program): readonly Diagnostic[] {
  const { threads, locations, variables, questions, filter, observed } = program
  const names = new Set(variables.map(declaredName))
  const missing = (what: string, place: Diagnostic['place']): Diagnostic =>
    diagnostic(`the nvlitmus format of other tools has no ${what}`, place)
  return [
    ...unportable(program).map(({ what, place }) => missing(what, place)),
    ...variables.flatMap(({ alias, location, span }) =>
      alias === undefined &&
      must(locations[location], 'the location of a variable').initial.some(
        (one) => typeof one === 'bigint' && one !== 0n,
      )
        ? [missing('initial values other than 0', span)]
        : [],
    ),
    ...threads.flatMap((thread) => [
      ...thread.instructions.flatMap((one) => {
        if (one.kind === 'barrier') return [missing('barriers', one.span)]
        if (one.kind === 'set-predicate') return [missing('predicates', one.span)]
        return one.kind === 'branch' || one.kind === 'label' ? [missing('labels and branches', one.span)] : []
      }),
      ...checkReads({ ...thread, registers: [] }, names).map(({ place }) =>
        missing('initial values of registers', place),
      ),
    ]),
    ...questions.flatMap(({ condition }) =>
      startingRegisters(condition, threads).map((term) => missing('initial values of registers', term.span)),
    ),
    ...(filter === undefined
      ? []
      : termsOf(filter)
          .slice(0, 1)
          .map(({ span }) => missing('filter', span))),
    ...observed.slice(0, 1).map(({ span }) => missing('list of locations', span)),
  ]
}

const startingRegisters = (condition: Condition, threads: readonly Thread[]): readonly Term[] =>
  termsOf(condition).filter((term) => {
    return term.kind === 'register' && writerOf(threadAt(threads, term.thread), term.name) === undefined
  })
