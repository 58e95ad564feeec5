/** Finds computations on addresses, in threads and in questions, whose results depend on where memory lies. */

import { match } from 'ts-pattern'
import { comparisonsOf, type Term } from '../../../litmus/condition.js'
import type { Program } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import type { Span } from '../../../source/text.js'
import { always, constant, type Expression, operation, resize } from '../../values/expression.js'
import { type Event, isMemory } from '../graph/event.js'
import type { Layout } from '../graph/regions.js'
import { takesAddresses } from '../memory/addresses.js'
import { observedRanges } from '../memory/cells.js'
import { derivation, isPointer } from '../memory/derived.js'
import { feasibility } from '../memory/feasible.js'
import { initialBits, possibleValues } from '../memory/possible.js'
import { type Computation, comparisonBy, placeOfSensitive, type Values } from '../memory/sensitive.js'
import type { Ran } from './recording.js'

/**
 * Returns the place of a computation that depends on where memory lies; undefined if there is none. `located` is the
 * program with its addresses as integers of the layout, and `ran` is what its threads do.
 */
export function sensitiveComputation(program: Program, located: Program, ran: Ran, layout: Layout): Span | undefined {
  if (!mayBeSensitive(program, ran)) return undefined
  const { possible, mayHold } = possibleIn(located, ran.events)
  const isDerived = derivation(program, ran.events)
  const computations = [...ran.computations, ...asked(program, located, ran, layout)]
  return placeOfSensitive(computations, layout, { possible, isDerived, mayHold })
}

const mayBeSensitive = (program: Program, { computations }: Ran): boolean =>
  takesAddresses(program) || computations.some(({ does }) => does === 'align')

/** Returns the values that expressions may have in executions, where only some of the events may be executed. */
function possibleIn(located: Program, events: readonly Event[]): Pick<Values, 'possible' | 'mayHold'> {
  // Initial writes divide memory as all accesses do, executed or not. The initial contents of memory are known without
  // them.
  const later = events.filter((event) => event.kind !== 'write' || event.origin !== undefined)
  const possible = possibleValues(located, later, [], observedRanges(located)).valueOf
  const mayHold = feasibility(possible)
  const executed = later.filter(({ kind, guard }) => kind !== 'write' || mayHold(guard))
  return executed.length === later.length ? { possible, mayHold } : possibleIn(located, executed)
}

/** Returns the comparisons in questions, with the values that registers and memory may hold. */
function asked(
  program: Program,
  located: Program,
  { events, flows }: Pick<Ran, 'events' | 'flows'>,
  layout: Layout,
): readonly Computation[] {
  const { questions, filter, variables } = program
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const writes = events.filter(isMemory).filter(({ kind }) => kind === 'write')
  const held = (term: Term): readonly Expression[] =>
    match(term)
      .with({ kind: 'integer' }, ({ value }) => [constant(value, 64)])
      .with({ kind: 'address' }, (pointer) => [constant(layout.addressOf(pointer), 64, true)])
      .with({ kind: 'register' }, ({ thread, name }) => {
        const register = flows[thread]?.registers.get(name)
        return register === undefined ? [] : [register.value]
      })
      .with({ kind: 'memory' }, ({ variable, offset }) => {
        const location = must(variables.find(({ name }) => name === variable)?.location, `the variable ${variable}`)
        const { width } = must(program.locations[location], 'a location').type
        return [
          initially(
            initialBits(located, { location, offset }, width / 8),
            width,
            must(program.locations[location], 'a location').initial.some(isPointer),
          ),
          ...writes.flatMap((write) =>
            write.places.flatMap((place) =>
              place.location === location ? [partAt(write.value, offset - place.offset, width)] : [],
            ),
          ),
        ]
      })
      .exhaustive()
  return conditions.flatMap(comparisonsOf).flatMap(({ operator, left, right }) =>
    held(left).flatMap((one) =>
      held(right).map((other) => ({
        does: comparisonBy(operator),
        operands: [one, other],
        when: always,
        span: left.span,
      })),
    ),
  )
}

/** Returns an expression for an initial value, so that its possible values can be asked for. */
const initially = (bits: bigint | undefined, width: number, derived: boolean): Expression =>
  bits === undefined ? { kind: 'unknown', width, id: -1 } : constant(bits, width, derived)

/** Drops the first `bytes` bytes of a value. */
const partAt = (value: Expression, bytes: number, width: number): Expression =>
  bytes < 0
    ? value
    : resize(operation('shift-right-unsigned', value, constant(BigInt(8 * bytes), value.width)), width, false)
