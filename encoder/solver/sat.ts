/** CaDiCaL in this process, under Node or in a browser, as a solver of problems that are made into clauses. */

import { Cadical, createModule } from 'cadical-wasm'
import { counted } from '../../source/counted.js'
import { exceed, type Limited, limited, timeReason } from '../../source/limited.js'
import { memoryMeter } from '../../source/memory-limit.js'
import { clauseWriter } from '../formula/clauses.js'
import type { Formula } from '../formula/formula.js'
import type { Literal } from '../formula/gates.js'
import type { SmtText } from '../formula/smtlib.js'
import { type Answer, type Assignment, outOfMemoryReason, type Session, type Solver, stepsReason } from './solver.js'

const memoryReason = outOfMemoryReason('CaDiCaL')
const megabyte = 2 ** 20

/** The number of times that a search asks whether it may go on, from one look at the clock to the next. */
const asksBetween = 16

/**
 * The number of steps that a conflict counts as (`Limits`). In a millisecond CaDiCaL has from 4 conflicts, on kernels of
 * tens of thousands of clauses, to 100, on small problems. z3 takes some 100 steps or more, with those of reading.
 */
export const stepsInConflict = 20

/** The options of a SAT solver: the memory that it may use, in megabytes. */
export interface SatOptions {
  readonly memory?: number | undefined
}

/**
 * Starts a new SAT solver; it takes some 10 ms. Its memory does not shrink, so that it is spent once it has reached the
 * limit.
 */
export async function startSat({ memory = Number.POSITIVE_INFINITY }: SatOptions = {}): Promise<Solver> {
  const loaded = await createModule({ printErr: () => undefined })
  let isSpent = false
  const isFull = (): boolean => loaded.HEAP32.byteLength > memory * megabyte
  /** Returns the result of calls of CaDiCaL, or undefined if it becomes spent by them. */
  const attempt = <T>(calls: () => T): T | undefined => {
    try {
      return calls()
    } catch (error) {
      // WebAssembly that gets no memory ends by an exception of its own.
      if (!(error instanceof Error && error.name === 'RuntimeError')) throw error
      isSpent = true
      return undefined
    }
  }
  const first = new Cadical(loaded, { quiet: true })
  const version = first.signature.replace(/^cadical-/, '')
  first.dispose()
  return {
    name: 'sat',
    version,
    open: (problem) => {
      const clauses = incremental(problem)
      const solver = isSpent ? undefined : attempt(() => new Cadical(loaded, { quiet: true }))
      return {
        check: (assumed, limits = {}) => {
          const end = performance.now() + (limits.milliseconds ?? Number.POSITIVE_INFINITY)
          const literals = clauses.assumed(assumed, end)
          if ('tooLarge' in literals) return { kind: 'unknown', reason: literals.tooLarge }
          const answer = attempt((): Answer | undefined => {
            if (solver === undefined || isSpent) return undefined
            clauses.send(solver)
            return checkOnce(solver, clauses, literals.built, { end, steps: limits.steps, isFull })
          })
          if (answer?.kind === 'unknown' && answer.reason === memoryReason) isSpent = true
          return answer ?? { kind: 'unknown', reason: memoryReason }
        },
        assert: clauses.assert,
        size: clauses.size,
        close: () => {
          attempt(() => solver?.dispose())
        },
      }
    },
    isSpent: () => isSpent,
    close: () => undefined,
  }
}

/** A problem as clauses, more of which can follow. */
interface Incremental extends Pick<Session, 'assert' | 'size'> {
  /**
   * Returns the literals of Boolean constants, but of those that nothing mentions, which are free to hold. Before, it
   * writes the clauses that are due. It returns why they are not complete if time or memory ends before.
   */
  readonly assumed: (names: readonly string[], end: number) => Limited<readonly Literal[]>
  /** Gives a solver the clauses that it does not have yet. */
  readonly send: (solver: Cadical) => void
  /** Returns the values of the named constants in a solution. */
  readonly assignment: (holds: (variable: number) => boolean) => Assignment
}

function incremental({ assertions, goals, definitions }: SmtText): Incremental {
  const memory = memoryMeter()
  let until = Number.POSITIVE_INFINITY
  const writer = clauseWriter(definitions, () => {
    if (performance.now() > until) exceed(timeReason)
    const spent = memory?.spent()
    if (spent !== undefined) exceed(spent)
  })
  const due: Formula[] = [...assertions]
  let sent = 0
  /** Why clauses are missing, so that nothing can be answered any more. */
  let incomplete: { readonly tooLarge: string } | undefined
  const literalsOf = (name: string): readonly Literal[] => {
    const goal = goals.get(name)
    return goal === undefined ? (writer.taken().named.get(name) ?? []) : [writer.literalOf(goal)]
  }
  return {
    assert: (more) => {
      for (const one of more) due.push(one)
    },
    size: () => counted(writer.taken().clauses.length, 'clause'),
    assumed: (names, end) => {
      if (incomplete !== undefined) return incomplete
      until = end
      const written = limited(() => {
        writer.assert(due.splice(0))
        return names.flatMap(literalsOf)
      })
      if ('tooLarge' in written) incomplete = written
      return written
    },
    send: (solver) => {
      const { variables, clauses } = writer.taken()
      solver.ensureVars(variables)
      for (; sent < clauses.length; sent++) solver.addClause(clauses[sent] ?? [])
    },
    assignment: (holds) => {
      const isTrue = (literal: Literal): boolean => holds(Math.abs(literal)) === literal > 0
      const values = new Map<string, boolean | bigint>()
      for (const [name, literals] of writer.taken().named)
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

/** The limits of a search: the end, by `performance.now`, the conflicts, and whether CaDiCaL has too much memory. */
interface Ends {
  readonly end: number
  readonly steps: number | undefined
  readonly isFull: () => boolean
}

/** Runs one check. */
function checkOnce(
  solver: Cadical,
  { assignment }: Incremental,
  assumptions: readonly Literal[],
  { end, steps, isFull }: Ends,
): Answer {
  if (isFull()) return { kind: 'unknown', reason: memoryReason }
  let asked = 0
  let ended: string | undefined
  solver.setTerminate(() => {
    if (asked++ % asksBetween === 0) ended = isFull() ? memoryReason : performance.now() > end ? timeReason : undefined
    return ended !== undefined
  })
  const status = solver.solve({
    assumptions,
    ...(steps === undefined ? {} : { conflicts: Math.ceil(steps / stepsInConflict) }),
  })
  if (status === 'unknown') return { kind: 'unknown', reason: ended ?? stepsReason }
  if (status === 'unsatisfiable') return { kind: 'unsat' }
  const model = solver.model()
  return { kind: 'sat', assignment: assignment((variable) => model[variable] === true) }
}
