/** Branches, traps, and the barriers of a CTA by Dartagnan's rule. */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type Span, span, writtenAt } from '../../source/text.js'
import type { Comparison } from '../condition.js'
import type { Operand } from '../operand.js'
import { barrierFacts, computationFacts, type Definition, type KindFacts, readerOf, unchanged } from './definition.js'
import { isNamedBarrier } from './named-barriers.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { describedIn } from './rows.js'
import type { Statement } from './statement.js'
import { operandText, operandTexts } from './text.js'

/** `bar.cta.sync` and `bar.cta.arrive` (ISA, `bar`), in the form of herd-style tests. */
export interface Barrier {
  readonly kind: 'barrier'
  readonly action: 'sync' | 'arrive'
  /** The place in the program. Barriers of one CTA at one place belong together. */
  readonly instance: bigint
  /** The barrier resource. Barriers at one place with different resources are separate. */
  readonly id: Operand | undefined
  /** The number of arrivals that it requires. Without it, all barriers of the group must be reached. */
  readonly quorum: Operand | undefined
  readonly span: Span
}

/** A jump to a label: always, or where the comparison holds. */
export interface Branch {
  readonly kind: 'branch'
  readonly target: string
  readonly targetSpan: Span
  readonly when: { readonly operator: Comparison; readonly left: Operand; readonly right: Operand } | undefined
  /** True if it comes from a guard, `@p`, and leads around the only instruction to which the guard applies. */
  readonly guards?: true
  readonly span: Span
}

/** A place in a thread that branches can name. */
export interface Label {
  readonly kind: 'label'
  readonly name: string
  readonly span: Span
}

/** `trap` (ISA), or a failed assertion of the program: the thread stops, and the kernel ends with an error. */
export interface Trap {
  readonly kind: 'trap'
  readonly span: Span
}

/**
 * An instruction that is not modelled. It matters only if an execution reaches it: then the verdict is that the program
 * is not covered.
 */
export interface Refused {
  readonly kind: 'refused'
  /** The reason, and what to write instead if there is an alternative. */
  readonly why: string
  readonly span: Span
}

/** The opcode of a conditional branch, by what it compares. */
const branchNames = {
  '==': 'beq',
  '!=': 'bne',
  '<': 'blt',
  '<=': 'ble',
  '>': 'bgt',
  '>=': 'bge',
} as const satisfies { readonly [C in Comparison]: string }

const isComparison = (word: string): word is Comparison => word in branchNames

/** The comparison of a conditional branch, by its opcode. */
export const branches: ReadonlyMap<string, Comparison> = new Map(
  Object.keys(branchNames)
    .filter(isComparison)
    .map((comparison) => [branchNames[comparison], comparison]),
)

/** Reads `goto LC00`. */
const readGoto = (statement: Statement): Result<Branch> =>
  then(
    collect({
      count: operand.count(statement, 1, 1, 'goto LABEL'),
      expected: operand.returnsNothing(statement),
      target: target(statement),
    }),
    ({ target }) => ok({ kind: 'branch', ...target, when: undefined, span: statement.span }),
  )

/** `brkpt` stops a kernel that no debugger runs, as `trap` does (ISA, Miscellaneous Instructions). */
const traps: readonly string[] = ['trap', 'brkpt']

/** Reads `trap`, or an instruction that acts as one. */
const readTrap = (statement: Statement): Result<Trap> =>
  then(
    collect({ count: operand.count(statement, 0, 0, statement.mnemonic), expected: operand.returnsNothing(statement) }),
    () => ok({ kind: 'trap', span: statement.span }),
  )

/** Reads `beq a, b, LC00` and similar branches. */
const readBranch = (statement: Statement, operator: Comparison): Result<Branch> =>
  then(
    collect({
      count: operand.count(statement, 3, 3, `${statement.mnemonic} a, b, LABEL`),
      expected: operand.returnsNothing(statement),
      left: operand.value(statement, statement.operands[0]),
      right: operand.value(statement, statement.operands[1]),
      target: target(statement),
    }),
    ({ left, right, target }) =>
      ok({ kind: 'branch', ...target, when: { operator, left, right }, span: statement.span }),
  )

/** Returns the last operand of a branch. */
function target({ operands }: Statement): Result<Pick<Branch, 'target' | 'targetSpan'>> {
  const last = operands.at(-1)
  if (last === undefined) return fail()
  if (last.kind === 'foreign') return fail(operand.refused(last))
  if (last.kind === 'word') return ok({ target: last.text, targetSpan: last.span })
  return fail(diagnostic('expected a label', last.span))
}

/** Reads `bar.cta.sync i [, id [, quorum]]` and `bar.cta.arrive` with the same operands. */
function readBarrier(statement: Statement, action: Barrier['action']): Result<Barrier> {
  const [instance, id, quorum] = statement.operands
  return then(
    collect({
      count: operand.count(statement, 1, 3, `bar.cta.${action} i[, id[, quorum]]`),
      expected: operand.returnsNothing(statement),
      instance: place(instance),
      id: operand.optionalNumber(statement, id),
      quorum: then(operand.optionalNumber(statement, quorum), checkQuorum),
    }),
    ({ instance, id, quorum }) => ok({ kind: 'barrier', action, instance, id, quorum, span: statement.span }),
  )
}

function place(given: Statement['operands'][number] | undefined): Result<bigint> {
  if (given === undefined) return fail()
  if (given.kind === 'integer') return ok(given.value)
  return fail(diagnostic('the place of a barrier is an integer; the identifier after it may be a register', given.span))
}

const checkQuorum = <T extends Operand>(quorum: T | undefined): Result<T | undefined> =>
  then(
    unless(
      quorum?.kind === 'integer' && quorum.value < 1n
        ? [
            diagnostic(
              `a barrier with quorum ${quorum.value} waits for nothing; the quorum must be at least 1`,
              quorum.span,
            ),
          ]
        : [],
    ),
    () => ok(quorum),
  )

/** Returns whether a statement may go on elsewhere. */
const isBranch = ({ mnemonic }: Statement): boolean => opcodeOf(mnemonic) === 'goto' || branches.has(opcodeOf(mnemonic))

/** Fails on qualifiers. */
function readJump(statement: Statement): Result<Branch> {
  const { mnemonic, mnemonicSpan } = statement
  const opcode = opcodeOf(mnemonic)
  if (mnemonic !== opcode) {
    const start = mnemonicSpan.start + opcode.length
    return fail(diagnostic(tooMuch(opcode), span(mnemonicSpan.source, start, mnemonicSpan.end)))
  }
  const comparison = branches.get(opcode)
  return comparison === undefined ? readGoto(statement) : readBranch(statement, comparison)
}

/** Returns the message on a type, whose author means how registers compare. */
const tooMuch = (opcode: string): string =>
  opcode === 'goto'
    ? '`goto` takes no qualifiers; write `goto L`'
    : `\`${opcode}\` takes no type: it compares registers by the types that they were written with; write \`${opcode} a, b, L\``

const controlFacts: KindFacts = { ...computationFacts, family: 'control' }
const endFacts: KindFacts = { ...computationFacts, family: 'end' }

/** Labels of guards have a blank in their names. */
const labelText = (name: string): string => name.replaceAll(' ', '_')

export const label: Definition<Label> = {
  facts: controlFacts,
  withParts: unchanged,
  print: ({ name }) => `${labelText(name)}:`,
}

export const branch: Definition<Branch> = {
  facts: controlFacts,
  withParts: (one, { operand }) => {
    const { when } = one
    return when === undefined
      ? one
      : { ...one, when: { ...when, left: operand(when.left), right: operand(when.right) } }
  },
  print: ({ when, target }) =>
    when === undefined
      ? `goto ${labelText(target)}`
      : `${branchNames[when.operator]} ${operandText(when.left)}, ${operandText(when.right)}, ${labelText(target)}`,
  readers: [readerOf(isBranch, readJump)],
}

export const trap: Definition<Trap> = {
  facts: endFacts,
  withParts: unchanged,
  print: () => 'trap',
  readers: [readerOf(({ mnemonic }) => traps.includes(mnemonic), readTrap)],
  rows: [describedIn('Miscellaneous Instructions')(traps.join(' '), 'Ends the thread, and the program has failed.')],
}

/** It is printed as it was written. */
export const refused: Definition<Refused> = {
  facts: endFacts,
  withParts: unchanged,
  print: ({ span }) => writtenAt(span),
}

export const barrier: Definition<Barrier> = {
  facts: { ...barrierFacts, mayWait: false },
  withParts: (one, { operand }) => ({
    ...one,
    id: one.id && operand(one.id),
    quorum: one.quorum && operand(one.quorum),
  }),
  print: ({ action, instance, id, quorum }) =>
    `bar.cta.${action} ${[instance, ...operandTexts([id, quorum])].join(', ')}`,
  readers: (['sync', 'arrive'] as const).map((action) =>
    readerOf(
      (statement) => statement.mnemonic === `bar.cta.${action}` && !isNamedBarrier(statement),
      (statement) => readBarrier(statement, action),
    ),
  ),
}
