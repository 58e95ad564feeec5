/** Writes each statement of a thread by the family of its instructions. */

import { match } from 'ts-pattern'
import type { Instruction } from '../../litmus/instruction.js'
import { printInstruction } from '../../litmus/instructions/print.js'
import { destinationOf, operandsOf, placesIn, targetsOf, withPlaces } from '../../litmus/operands.js'
import { must } from '../../source/must.js'
import { ok, type Result } from '../../source/result.js'
import { writtenAt } from '../../source/text.js'
import { numberedBarrier } from '../numbered-barriers.js'
import { loadLines, storeLines, vectorLines } from './accesses.js'
import { atomicLines } from './atomics.js'
import { branchLines } from './branches.js'
import { arithmeticLines, comparisonLines } from './computations.js'
import { accessForm, type Form, targetForm } from './mentions.js'
import { map, refuse, type Writing } from './writing.js'

/**
 * Returns the instructions of each statement: an instruction, those of a vector access, or those that one line of PTX
 * stands for.
 */
export function statementsOf(instructions: readonly Instruction[]): readonly (readonly Instruction[])[] {
  const statements: Instruction[][] = []
  for (const one of instructions) {
    const last = statements.at(-1)
    if (last?.[0] !== undefined && last[0].span === one.span && one.kind !== 'label') last.push(one)
    else statements.push([one])
  }
  return statements.flatMap((some) => (isVector(some) || some.some(hasHidden) ? [some] : some.map((one) => [one])))
}

const isVector = (some: readonly Instruction[]): boolean =>
  some.every((one) => 'elements' in one && (one.elements ?? 1) > 1)

/** Returns whether an instruction has a register that no text names. */
const hasHidden = (one: Instruction): boolean =>
  one.kind !== 'label' &&
  one.kind !== 'branch' &&
  [destinationOf(one), ...operandsOf(one).map((given) => (given.kind === 'register' ? given.name : undefined))].some(
    (name) => name?.includes(' '),
  )

export function statementLines(some: readonly Instruction[], writing: Writing): Result<readonly string[]> {
  const [first] = some
  if (first === undefined) return ok([])
  if (some.length > 1 && isVector(some)) return vectorLines(some, writing)
  if (some.some(hasHidden)) return verbatim(some, writing)
  return instructionLines(first, writing)
}

/** Prints a statement of PTX as it is written. Its registers have their own names there. */
function verbatim(some: readonly Instruction[], { register }: Writing): Result<readonly string[]> {
  const first = must(some[0], 'an instruction of a statement')
  const names = some.flatMap((one) => [
    destinationOf(one),
    ...operandsOf(one).map((two) => ('name' in two ? two.name : undefined)),
  ])
  const renamed = names.find((name) => name !== undefined && !name.includes(' ') && register(name) !== name)
  if (renamed !== undefined) return refuse(`the register \`${renamed}\` has the name of a word of PTX`, first.span)
  return some.some((one) => placesIn(one).length > 0)
    ? refuse('this statement stands for several instructions and names memory', first.span)
    : ok([`${writtenAt(first.span).replace(/;$/, '')};`])
}

function instructionLines(one: Instruction, writing: Writing): Result<readonly string[]> {
  const { register } = writing
  return (
    match(one)
      .returnType<Result<readonly string[]>>()
      .with({ kind: 'load' }, (load) => loadLines(load, writing))
      .with({ kind: 'store' }, (store) => storeLines(store, writing))
      .with({ kind: 'atomic' }, (atomic) => atomicLines(atomic, writing))
      .with({ kind: 'fence' }, ({ order, scope }) => ok([`fence.${order}.${scope};`]))
      .with({ kind: 'proxy-fence', proxy: 'alias' }, () => ok(['fence.proxy.alias;']))
      .with({ kind: 'proxy-fence' }, ({ proxy, span }) =>
        refuse(`no public assembler has \`fence.proxy.${proxy}\``, span),
      )
      .with({ kind: 'arithmetic' }, (arithmetic) => arithmeticLines(arithmetic, writing))
      .with({ kind: 'set-predicate' }, (comparing) => comparisonLines(comparing, writing))
      .with({ kind: 'label' }, ({ name }) => ok([`${writing.label(name)}:`]))
      .with({ kind: 'branch' }, (branch) => branchLines(branch, writing))
      .with({ kind: 'cluster-barrier' }, ({ action, order, aligned }) =>
        ok([`barrier.cluster.${action}.${order}${aligned ? '.aligned' : ''};`]),
      )
      .with({ kind: 'trap' }, ({ span }) =>
        refuse('a trap ends the whole grid with an error, and all instances with it', span),
      )
      .with({ kind: 'barrier' }, (barrier) =>
        map(numberedBarrier(barrier, writing.thread, writing.program), (line) => [line]),
      )
      .with({ kind: 'unknown' }, ({ span }) => refuse('its result is unknown, so no state can be compared', span))
      .with({ kind: 'refused' }, ({ why, span }) => refuse(why, span))
      .with({ kind: 'call' }, ({ span }) => refuse('only the host makes calls', span))
      // All others are written as PTX writes them.
      .otherwise((printed) => {
        const size = printed.kind === 'async-copy' && printed.bulk ? printed.size : undefined
        if (size?.kind === 'integer' && size.value % 16n !== 0n)
          return refuse('bulk copies move multiples of 16 bytes', size.span)
        const renamed = withPlaces(printed, (place) => ({
          ...place,
          name: writing.at(place.name, formIn(printed, place, writing)),
        }))
        const odd = operandsOf(printed).find(
          (operand) => operand.kind === 'register' && register(operand.name) !== operand.name,
        )
        return odd === undefined
          ? ok([`${printInstruction(renamed, 'nvlitmus', () => true)};`])
          : refuse('a register has the name of a word of PTX', odd.span)
      })
  )
}

/** Returns the form in which an asynchronous instruction, or one on an mbarrier, names a place. */
function formIn(one: Instruction, place: object, { program }: Writing): Form {
  if ('address' in one && one.address === place) return accessForm(one)
  const target = targetsOf(one).find(({ value }) => value === place)
  if (target === undefined || target.value.kind !== 'address') return 'generic'
  return targetForm(target.space, target.value.name, program)
}
