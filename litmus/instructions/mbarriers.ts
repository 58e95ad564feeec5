/** Operations on mbarriers (ISA, `mbarrier`). */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type Access, type Address, addressType, type Operand, predicateType, sink } from '../operand.js'
import { checkWords, plainAddress, wordOf, wordsBehind } from './async-words.js'
import { asyncFacts, type Definition } from './definition.js'
import { opcodeOf, qualifiersOf } from './opcodes.js'
import * as operand from './operands.js'
import type { Words } from './qualifiers.js'
import type { Arithmetic } from './register-instructions.js'
import { isNamed, refusedRow, synchronisationRow, returns as writes } from './rows.js'
import type { Statement, StatementOperand } from './statement.js'
import { addressText, operandTexts } from './text.js'

/** An operation on an mbarrier object (ISA, `mbarrier`), which is performed in program order. */
export interface Mbarrier extends Access {
  readonly kind: 'mbarrier'
  readonly action: MbarrierAction
  /**
   * `init` and `inval` are weak; `arrive` and `arrive_drop` are releases or relaxed, `expect_tx` and `complete_tx`
   * relaxed, waits acquires or relaxed.
   */
  readonly order: 'weak' | 'relaxed' | 'release' | 'acquire'
  /** Undefined if the order is weak. */
  readonly scope: 'cta' | 'cluster' | undefined
  /** The register for the state before an arrival, or for the predicate of a wait; undefined if it is discarded. */
  readonly destination: string | undefined
  /** The arrivals that a phase expects, for `init`; the number that arrive at once, for `arrive` and `arrive_drop`. */
  readonly count: Operand | undefined
  /** The bytes of `expect_tx`, `complete_tx`, and arrivals with `.expect_tx`. */
  readonly tx: Operand | undefined
  /**
   * The phase that a wait asks about: that of the state that an arrival returned, or with `parity` that of the parity,
   * 0 or 1.
   */
  readonly waitsFor: { readonly parity: boolean; readonly value: Operand } | undefined
  /** `arrive.noComplete`: the phase must not end with it. */
  readonly noComplete?: true
}

type MbarrierAction =
  | 'init'
  | 'inval'
  | 'arrive'
  | 'arrive_drop'
  | 'expect_tx'
  | 'complete_tx'
  | 'test_wait'
  | 'try_wait'

type Action = Mbarrier['action']

/** The orders that an operation can have, the default first, and whether it reaches the mbarriers of other CTAs. */
interface Form {
  readonly orders: readonly Exclude<Mbarrier['order'], 'weak'>[]
  readonly remote: boolean
  /** The other forms of an operation. */
  readonly variants: readonly ('expect_tx' | 'noComplete' | 'parity')[]
}

const initialising: Form = { orders: [], remote: false, variants: [] }
const arriving: Form = { orders: ['release', 'relaxed'], remote: true, variants: ['expect_tx', 'noComplete'] }
const counting: Form = { orders: ['relaxed'], remote: true, variants: [] }
const waiting: Form = { orders: ['acquire', 'relaxed'], remote: false, variants: ['parity'] }

const forms: { readonly [A in Action]: Form } = {
  init: initialising,
  inval: initialising,
  arrive: arriving,
  arrive_drop: arriving,
  expect_tx: counting,
  complete_tx: counting,
  test_wait: waiting,
  try_wait: waiting,
}

const isAction = (word: string): word is Action => Object.hasOwn(forms, word)

/** The most arrivals that an mbarrier counts, and the most bytes, also below 0 (ISA, `mbarrier`: valid ranges). */
const most = 2n ** 20n - 1n

/** Reads `mbarrier.arrive.release.cta.shared.b64 s, [bar], 2` and the like; `mbarrier.pending_count.b64 r, s`. */
function readMbarrier(statement: Statement): Result<readonly (Mbarrier | Arithmetic)[]> {
  const { mnemonic, mnemonicSpan } = statement
  const [action = ''] = qualifiersOf(mnemonic)
  if (action === 'pending_count') return readPendingCount(statement)
  if (!isAction(action)) {
    const names = [...Object.keys(forms), 'pending_count'].map((name) => `mbarrier.${name}`)
    const written = `mbarrier${action === '' ? '' : `.${action}`}`
    return fail(
      diagnostic(`\`${written}\` is not an operation on an mbarrier${didYouMean(written, names)}`, mnemonicSpan, {
        message: `the operations are ${names.join(', ')}`,
      }),
    )
  }
  const name = `mbarrier.${action}`
  const { orders, variants } = forms[action]
  const words = wordsBehind(name, statement)
  const variant = wordOf(words, variants)
  const asked = forms[action] === waiting ? phases : action === 'init' ? layouts : []
  return then(
    collect({
      words: checkWords(name, words, [variants, orders, orders.length === 0 ? [] : ['cta', 'cluster'], asked]),
      phase: checkPhase(words),
      type: isOfObject(statement, name, words),
      space: spaceOf(statement, action, words),
      expected: operand.returnsNothing(statement),
    }),
    ({ space }) =>
      then(
        collect({
          strength: strengthOf(statement, action, words),
          operands: readOperands(statement, action, variant, space),
        }),
        ({ strength, operands }) =>
          ok([
            {
              kind: 'mbarrier',
              action,
              ...strength,
              ...operands,
              ...(variant === 'noComplete' ? { noComplete: true } : {}),
              proxy: 'generic',
              type: addressType,
              span: statement.span,
            },
          ]),
      ),
  )
}

/**
 * Both phases end together: nothing that reports at an mbarrier is modelled, and in the one layout that is, nothing can
 * (ISA, `mbarrier`, Conditional phase).
 */
const phases = ['phase_type::primary', 'phase_type::conditional'] as const
const layouts = ['layout::v0'] as const

/** Fails on the conditional phase without a parity. */
function checkPhase(words: Words): Result<undefined> {
  const conditional = words.others.find(({ text }) => text === 'phase_type::conditional')
  return unless(
    conditional === undefined || wordOf(words, ['parity']) !== undefined
      ? []
      : [diagnostic('`.phase_type::conditional` is for waits by `.parity`', conditional.span)],
  )
}

/** Fails on a type other than `.b64`, or none. */
export const isOfObject = ({ mnemonicSpan }: Statement, name: string, { types }: Words): Result<undefined> => {
  const wrong = types.find(({ text }, i) => text !== 'b64' || i > 0)
  if (types.length === 1 && wrong === undefined) return ok(undefined)
  return fail(diagnostic(`\`${name}\` has the type \`.b64\`, that of an mbarrier`, wrong?.span ?? mnemonicSpan))
}

/** Reads the order and the scope, which come together. Without both, the order is the default one, at `.cta`. */
function strengthOf(
  { mnemonicSpan }: Statement,
  action: Action,
  words: Words,
): Result<Pick<Mbarrier, 'order' | 'scope'>> {
  const [usual, ...others] = forms[action].orders
  if (usual === undefined) return ok({ order: 'weak', scope: undefined })
  const order = wordOf(words, [usual, ...others])
  const scope = wordOf(words, ['cta', 'cluster'])
  const noComplete = words.others.find(({ text }) => text === 'noComplete')
  if (noComplete !== undefined && (order === 'relaxed' || scope === 'cluster'))
    return fail(diagnostic('an arrival with `.noComplete` is `.release.cta`', noComplete.span))
  if ((order === undefined) === (scope === undefined)) return ok({ order: order ?? usual, scope: scope ?? 'cta' })
  return fail(
    diagnostic(
      order === undefined
        ? `\`.${scope}\` needs an order, as in \`.${usual}.${scope}\``
        : `\`.${order}\` needs a scope: \`.cta\` or \`.cluster\``,
      mnemonicSpan,
    ),
  )
}

/** Fails on a state space without mbarriers, or one that the operation cannot access. */
function spaceOf({ mnemonic }: Statement, action: Action, { spaces, others }: Words): Result<Address['space']> {
  const [space, second] = spaces
  if (second !== undefined) return fail(diagnostic(`\`.${second.text}\` is one state space too many`, second.span))
  if (space === undefined) return ok(undefined)
  if (space.value !== 'shared' && space.value !== 'shared::cluster')
    return fail(diagnostic(`an mbarrier is in shared memory, not in \`.${space.text}\``, space.span))
  const local = !forms[action].remote || others.some(({ text }) => text === 'noComplete')
  return space.value === 'shared::cluster' && local
    ? fail(diagnostic(`\`${mnemonic}\` is for the mbarriers of the thread's own CTA: write \`.shared\``, space.span))
    : ok(space.value)
}

type Operands = Pick<Mbarrier, 'destination' | 'address' | 'count' | 'tx' | 'waitsFor'>

function readOperands(
  statement: Statement,
  action: Action,
  variant: Form['variants'][number] | undefined,
  space: Address['space'],
): Result<Operands> {
  const { mnemonic, operands } = statement
  const [first, second, third] = operands
  if (returns(action) && first?.kind === 'address') return fail(diagnostic(noRegister(action), first.span))
  if (forms[action] === waiting && first?.kind === 'pair')
    return fail(diagnostic('a report of a wait is refused: reports at mbarriers are not modelled', first.span))
  const form = (least: number, most: number, all: string): Result<undefined> =>
    operand.count(statement, least, most, `${mnemonic} ${all}`)
  const none = { destination: undefined, count: undefined, tx: undefined, waitsFor: undefined }
  const address = plainAddress(statement, returns(action) ? second : first, space)
  switch (action) {
    case 'init':
      return then(
        collect({ form: form(2, 2, '[bar], count'), address, count: arrivals(statement, second) }),
        ({ address, count }) => ok({ ...none, address, count }),
      )
    case 'inval':
      return then(collect({ form: form(1, 1, '[bar]'), address }), ({ address }) => ok({ ...none, address }))
    case 'expect_tx':
    case 'complete_tx':
      return then(collect({ form: form(2, 2, '[bar], bytes'), address, tx: bytes(statement, second) }), (read) =>
        ok({ ...none, address: read.address, tx: read.tx }),
      )
    case 'arrive':
    case 'arrive_drop': {
      const destination = stateOf(statement, space)
      if (variant === 'expect_tx')
        return then(
          collect({ form: form(3, 3, 's, [bar], bytes'), destination, address, tx: bytes(statement, third) }),
          ({ destination, address, tx }) => ok({ ...none, destination, address, tx }),
        )
      const count = third === undefined ? ok(undefined) : arrivals(statement, third)
      return then(
        collect({
          form: variant === 'noComplete' ? form(3, 3, 's, [bar], count') : form(2, 3, 's, [bar][, count]'),
          destination,
          address,
          count,
        }),
        ({ destination, address, count }) => ok({ ...none, destination, address, count }),
      )
    }
    case 'test_wait':
    case 'try_wait': {
      const parity = variant === 'parity'
      const operandForms = parity ? 'p, [bar], parity' : 'p, [bar], state'
      return then(
        collect({
          form: action === 'try_wait' ? form(3, 4, `${operandForms}[, time]`) : form(3, 3, operandForms),
          destination: returned(first),
          address,
          value: parity ? parityOf(statement, third) : number(statement, third),
          // The time that the thread may sleep changes no value.
          hint: operand.optionalNumber(statement, operands[3]),
        }),
        ({ destination, address, value }) => ok({ ...none, destination, address, waitsFor: { parity, value } }),
      )
    }
  }
}

const noRegister = (action: Action): string =>
  forms[action] === waiting
    ? `\`mbarrier.${action}\` begins with the register of its predicate, as in \`p, [bar]\``
    : `\`mbarrier.${action}\` begins with a register for the state, or \`${sink}\`, as in \`${sink}, [bar]\``

/** Returns whether the first operand is a register for the result. */
const returns = (action: Action): boolean => forms[action] === arriving || forms[action] === waiting

/** Reads the register for a returned value. `_` discards it. */
const returned = (given: StatementOperand | undefined): Result<string | undefined> =>
  then(operand.destination(given), (register) => ok(register === sink ? undefined : register))

/** Returns the register for a state. An arrival in another CTA returns none. */
const stateOf = ({ mnemonic, operands: [given] }: Statement, space: Address['space']): Result<string | undefined> =>
  then(returned(given), (register) =>
    register === undefined || space !== 'shared::cluster' || given === undefined
      ? ok(register)
      : fail(diagnostic(`\`${mnemonic}\` returns no state: write \`${sink}\``, given.span)),
  )

const number = (statement: Statement, given: StatementOperand | undefined): Result<Operand> =>
  then(operand.optionalNumber(statement, given), (one) => (one === undefined ? fail() : ok(one)))

/** Fails on an integer that is not among the values of `what`. */
const between = (
  statement: Statement,
  given: StatementOperand | undefined,
  [least, greatest]: readonly [bigint, bigint],
  what: string,
): Result<Operand> =>
  then(number(statement, given), (one) =>
    one.kind === 'integer' && (one.value < least || one.value > greatest)
      ? fail(diagnostic(`${what}, not ${one.value}`, one.span))
      : ok(one),
  )

const arrivals = (statement: Statement, given: StatementOperand | undefined): Result<Operand> =>
  between(statement, given, [1n, most], `an mbarrier counts 1 to ${most} arrivals`)

const bytes = (statement: Statement, given: StatementOperand | undefined): Result<Operand> =>
  between(statement, given, [-most, most], `an mbarrier counts -${most} to ${most} bytes`)

const parityOf = (statement: Statement, given: StatementOperand | undefined): Result<Operand> =>
  between(statement, given, [0n, 1n], 'a parity is 0 or 1')

/** The bits of an mbarrier's state that hold the number of pending arrivals. */
const pendingField = { from: 21n, bits: 20n }

/** Reads `mbarrier.pending_count.b64 r, s`: the arrivals that were still pending in the state `s`. */
function readPendingCount(statement: Statement): Result<readonly Arithmetic[]> {
  const { mnemonic, operands, span } = statement
  const name = 'mbarrier.pending_count'
  const words = wordsBehind(name, statement)
  const [space] = words.spaces
  return then(
    collect({
      words: checkWords(name, words, [layouts]),
      space: unless(space === undefined ? [] : [diagnostic(`\`${name}\` reads no memory`, space.span)]),
      type: isOfObject(statement, name, words),
      count: operand.count(statement, 2, 2, `${mnemonic} r, s`),
      expected: operand.returnsNothing(statement),
      destination: operand.destination(operands[0]),
      state: number(statement, operands[1]),
    }),
    ({ destination, state }) => {
      const integer = (value: bigint): Operand => ({ kind: 'integer', value, span })
      // No text has a register of this name, so the two are printed as they were written.
      const field = 'pending count'
      return ok([
        {
          kind: 'arithmetic',
          operation: 'bfe',
          destination: field,
          operands: [state, integer(pendingField.from), integer(pendingField.bits)],
          type: addressType,
          span,
        },
        {
          kind: 'arithmetic',
          operation: 'cvt',
          destination,
          operands: [{ kind: 'register', name: field, span }],
          type: { width: 32, signed: false },
          from: addressType,
          span,
        },
      ])
    },
  )
}

/** Returns the words of an operation, as PTX writes them. */
const mnemonicOf = ({ action, order, scope, tx, waitsFor, noComplete, address }: Mbarrier): string =>
  [
    'mbarrier',
    action,
    ...(action.startsWith('arrive') && tx !== undefined ? ['expect_tx'] : []),
    ...(noComplete ? ['noComplete'] : []),
    ...(waitsFor?.parity ? ['parity'] : []),
    ...(scope === undefined ? [] : [order, scope]),
    ...(address.space === undefined ? [] : [address.space]),
    'b64',
  ].join('.')

const checkLayout = 'mbarrier.check_layout'
const does = 'An operation on an mbarrier, which counts arrivals and bytes, phase by phase.'

export const mbarrier: Definition<Mbarrier, Mbarrier | Arithmetic> = {
  facts: { ...asyncFacts, mayWait: true },
  withParts: (one, { address, operand }) => ({
    ...one,
    address: address(one.address),
    count: one.count && operand(one.count),
    tx: one.tx && operand(one.tx),
    waitsFor: one.waitsFor && { ...one.waitsFor, value: operand(one.waitsFor.value) },
  }),
  print: (one, format) => {
    const { action, destination, count, tx, waitsFor } = one
    const result = returns(action) ? [destination ?? sink] : []
    const given = operandTexts([count, tx, waitsFor?.value])
    return `${mnemonicOf(one)} ${[...result, addressText(one, format), ...given].join(', ')}`
  },
  result: ({ destination, waitsFor, type }) => ({ destination, type: waitsFor === undefined ? type : predicateType }),
  readers: [
    {
      takes: ({ mnemonic }) => opcodeOf(mnemonic) === 'mbarrier' && !isNamed(mnemonic, checkLayout),
      read: readMbarrier,
    },
  ],
  rows: [
    synchronisationRow(
      'mbarrier mbarrier.init.b64 mbarrier.inval.b64 mbarrier.expect_tx.b64 mbarrier.complete_tx.b64',
      does,
    ),
    synchronisationRow(
      'mbarrier.arrive mbarrier.arrive_drop mbarrier.pending_count mbarrier.test_wait mbarrier.try_wait',
      does,
      writes,
    ),
    refusedRow(checkLayout, 'an mbarrier has one layout here'),
  ],
}
