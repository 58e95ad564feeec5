/** CaDiCaL in this process, under Node or in a browser, as a solver of problems that are made into clauses. */

import { Cadical, createModule } from 'cadical-wasm'
import { timeReason } from '../../source/limited.js'
import { type ClauseWriter, clauseWriter } from '../formula/clauses.js'
import type { Literal } from '../formula/gates.js'
import type { SmtText } from '../formula/smtlib.js'
import {
  type Answer,
  type Assignment,
  type Limits,
  outOfMemoryReason,
  type Session,
  type Solver,
  stepsReason,
} from './solver.js'

const memoryReason = outOfMemoryReason('CaDiCaL')
const megabyte = 2 ** 20

/** The number of times that a search asks whether it may go on, from one look at the clock to the next. */
const asksBetween = 16

/** The options of a SAT solver: the memory that it may use, in megabytes. */
export interface SatOptions {
  readonly memory?: number | undefined
}

/**
 * Starts a new SAT solver; it takes some 10 ms. Its memory does not shrink, so that it is spent once it has reached the
 * limit.
 */
export async function startSat({ memory = Number.POSITIVE_INFINITY }: SatOptions = {}): Promise<Solver> {
  const loaded = await createModule()
  let isSpent = false
  const isFull = (): boolean => loaded.HEAP32.byteLength > memory * megabyte
  /** Returns the result of calls of CaDiCaL, or undefined if it is spent or becomes spent by them. */
  const unlessSpent = <T>(calls: () => T): T | undefined => {
    if (isSpent) return undefined
    try {
      return calls()
    } catch (error) {
      // WebAssembly that gets no memory ends by an exception of its own.
      if (!(error instanceof Error && /RuntimeError|RangeError/.test(error.name))) throw error
      isSpent = true
      return undefined
    }
  }
  const shared = new Cadical(loaded, { quiet: true })
  const version = shared.signature.replace(/^cadical-/, '')
  shared.dispose()
  return {
    name: 'sat',
    version,
    open: (problem) => {
      const clauses = incremental(problem)
      const solver = unlessSpent(() => new Cadical(loaded, { quiet: true }))
      return {
        check: (assumed, limits = {}) => {
          const literals = assumed.flatMap(clauses.assumed)
          const answer = unlessSpent((): Answer | undefined => {
            if (solver === undefined) return undefined
            clauses.send(solver)
            return checkOnce(solver, clauses, literals, limits, isFull)
          })
          if (answer?.kind === 'unknown' && answer.reason === memoryReason) isSpent = true
          return answer ?? { kind: 'unknown', reason: memoryReason }
        },
        assert: clauses.assert,
        size: clauses.size,
        close: () => {
          unlessSpent(() => solver?.dispose())
        },
      }
    },
    isSpent: () => isSpent,
    close: () => undefined,
  }
}

/** A problem as clauses, more of which can follow. */
interface Incremental extends Pick<Session, 'size'>, Pick<ClauseWriter, 'assert'> {
  /** Gives a solver the clauses that it does not have yet. */
  readonly send: (solver: Cadical) => void
  /** Returns the literal of a Boolean constant; none if nothing mentions it, so that it is free to hold. */
  readonly assumed: (name: string) => readonly Literal[]
  /** Returns the values of the named constants in a solution. */
  readonly assignment: (holds: (variable: number) => boolean) => Assignment
}

function incremental({ assertions, goals, definitions }: SmtText): Incremental {
  const writer = clauseWriter(definitions)
  writer.assert(assertions)
  let sent = 0
  return {
    assert: writer.assert,
    size: () => `${writer.taken().clauses.length} clauses`,
    send: (solver) => {
      const { variables, clauses } = writer.taken()
      solver.ensureVars(variables)
      for (; sent < clauses.length; sent++) solver.addClause(clauses[sent] ?? [])
    },
    assumed: (name) => {
      const goal = goals.get(name)
      return goal === undefined ? (writer.taken().named.get(name) ?? []) : [writer.literalOf(goal)]
    },
    assignment: (holds) => {
      const isTrue = (literal: Literal): boolean => holds(Math.abs(literal)) === literal > 0
      const { named } = writer.taken()
      const values = new Map<string, boolean | bigint>()
      for (const [name, literals] of named)
        values.set(
          name,
          writer.vectors.has(name)
            ? literals.reduce((sum, one, bit) => (isTrue(one) ? sum + (1n << BigInt(bit)) : sum), 0n)
            : literals.every(isTrue),
        )
      return values
    },
  }
}

/** Runs one check. */
function checkOnce(
  solver: Cadical,
  { assignment }: Incremental,
  assumptions: readonly Literal[],
  { milliseconds = Number.POSITIVE_INFINITY, steps }: Limits,
  isFull: () => boolean,
): Answer {
  const end = performance.now() + milliseconds
  let asked = 0
  let ended: string | undefined
  solver.setTerminate(() => {
    if (asked++ % asksBetween === 0) ended = isFull() ? memoryReason : performance.now() > end ? timeReason : undefined
    return ended !== undefined
  })
  const status = solver.solve({ assumptions, ...(steps === undefined ? {} : { conflicts: steps }) })
  if (status === 'unknown') return { kind: 'unknown', reason: ended ?? stepsReason }
  if (status === 'unsatisfiable') return { kind: 'unsat' }
  const model = solver.model()
  return { kind: 'sat', assignment: assignment((variable) => model[variable] === true) }
}
