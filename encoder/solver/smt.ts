/** z3 in this process, under Node or in a browser. The function that loads it is an argument. */

import type { Z3_ast, Z3_context, Z3_error_code, Z3_lbool, Z3_model, Z3_solver, Z3_sort_kind, Z3Core } from 'z3-solver'
import { limited, timeReason } from '../../source/limited.js'
import { type Formula, mostCharacters } from '../formula/formula.js'
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

/** A running z3, for any number of problems. Close it when it is no longer needed, since it keeps a process alive. */
export interface Z3 extends Solver {
  /**
   * Opens a new problem from an SMT-LIB 2 text of declarations, definitions and assertions. Throws if z3 rejects the
   * text.
   */
  readonly openText: (text: string) => TextSession
}

/** A problem that z3 has loaded as text. */
export interface TextSession extends Pick<Session, 'check' | 'close'> {
  /**
   * Adds an SMT-LIB 2 text to the problem, whose declarations and definitions it may use: what later checks must
   * satisfy as well. Throws if z3 rejects the text.
   */
  readonly assert: (text: string) => void
}

const memoryReason = outOfMemoryReason('z3')

/** The constants of z3 that are used here. Only their types are imported, so that z3-solver itself is not. */
const unsat: Z3_lbool.Z3_L_FALSE = -1
const sat: Z3_lbool.Z3_L_TRUE = 1
const noError: Z3_error_code.Z3_OK = 0
const memoryError: Z3_error_code.Z3_MEMOUT_FAIL = 7
const boolKind: Z3_sort_kind.Z3_BOOL_SORT = 1

/** The result of `init` of z3-solver: the functions of z3's C API, and the Emscripten module in which they run. */
export interface LoadedZ3 {
  readonly Z3: Z3Core
  readonly em: unknown
}

/** The options of `startSolver`: how z3 is loaded, and its memory. */
export interface SolverOptions {
  /**
   * Loads z3, by `init` of z3-solver. `moduleOverrides` makes it a third faster, and lets it be freed once it is
   * closed.
   */
  readonly load: () => Promise<LoadedZ3>
  /** The memory that z3 may use, in megabytes. More than that may end z3. */
  readonly memory?: number | undefined
}

/** The megabytes that z3's 32-bit addresses reach, in what WebAssembly gives it. */
const mostMemory = 2048

/**
 * Starts a new z3. It takes some 0.2 s, most of it in parallel with the caller.
 *
 * Checks run on the calling thread. The asynchronous calls of z3-solver start a thread of their own (0.1 s) and cost 3
 * ms each where this costs 0.3 ms; time limits work all the same.
 */
export async function startSolver({ load, memory }: SolverOptions): Promise<Z3> {
  const { Z3, em } = await load()
  if (!isModule(em)) throw new Error('z3-solver does not export what is needed of z3')
  if (memory !== undefined) Z3.global_param_set('memory_max_size', String(Math.min(memory, mostMemory)))
  const contexts = recycledContexts(Z3)
  const z3: Z3Parts = { Z3, em, checkNow: synchronousCheck(em) }
  /** The reason why z3 is no longer usable. Once it has run out of memory, it may reject anything as too large. */
  let spent: string | undefined
  /**
   * Returns what z3 returns, or undefined if it is spent or becomes spent by this. Only z3 is called in it, so whatever
   * is thrown is its end.
   */
  const unlessSpent = <T>(calls: () => T): T | undefined => {
    if (spent !== undefined) return undefined
    try {
      return calls()
    } catch (error) {
      spent = endOf(error)
      return undefined
    }
  }
  const openText = (text: string): TextSession => {
    const isSmall = text.length <= mostForFiniteDomains
    const context = unlessSpent(isSmall ? contexts.take : () => newContext(Z3))
    /** All texts of the problem. */
    const texts: string[] = []
    /** The solver with these texts; undefined if they must be given again. */
    let solver: Z3_solver | undefined
    const send = (more: string): void => {
      const rejection = unlessSpent(() => {
        if (context === undefined) return undefined
        solver ??= newSolver(z3, context, isSmall)
        return addText(z3, context, solver, more)
      })
      if (rejection !== undefined) throw new Error(`z3 rejects the formula: ${rejection}`)
    }
    const free = (): void => {
      if (context !== undefined && solver !== undefined) Z3.solver_dec_ref(context, solver)
      solver = undefined
    }
    const assert = (more: string): void => {
      texts.push(more)
      if (texts.length === 1 || solver !== undefined) send(more)
    }
    assert(text)
    const ask = (assumed: readonly string[], limits: Limits): Answer | undefined => {
      if (solver === undefined) send(texts.join('\n'))
      return unlessSpent(() =>
        context === undefined || solver === undefined ? undefined : checkOnce(z3, context, solver, assumed, limits),
      )
    }
    return {
      check: (assumed, limits = {}) => {
        const isQuick = isSmall && limits.steps === undefined && (limits.milliseconds ?? 0) >= leastTimed
        const start = performance.now()
        const quick = isQuick ? ask(assumed, { steps: untimedSteps }) : undefined
        const isOpen = quick?.kind === 'unknown' && quick.reason === stepsReason
        // The solver for finite domains may answer nothing any more once it was interrupted.
        if (isOpen) unlessSpent(free)
        const { milliseconds } = limits
        const left = milliseconds === undefined ? undefined : milliseconds - (performance.now() - start)
        const answer = isQuick && !isOpen ? quick : ask(assumed, { ...limits, milliseconds: left })
        if (answer === undefined) return { kind: 'unknown', reason: spent ?? memoryReason }
        if (answer.kind === 'unknown') {
          if (answer.reason !== timeReason && answer.reason !== stepsReason) spent = answer.reason
          else if (isSmall) unlessSpent(free)
        }
        return answer
      },
      assert,
      close: () => {
        unlessSpent(() => {
          free()
          if (context !== undefined) (isSmall ? contexts.giveBack : Z3.del_context)(context)
        })
      },
    }
  }
  return {
    name: 'z3',
    version: Z3.get_full_version().replace(/^Z3 /, ''),
    openText,
    open: (problem) => {
      // The text states definitions that are built as it is written.
      const text = limited(() => problem.text)
      if ('tooLarge' in text) return undecided(text.tooLarge, 'a formula that is too large')
      return text.built.length > mostCharacters
        ? undecided(`the formula would exceed ${mostCharacters} characters`, `over ${mostCharacters} characters`)
        : inText(problem, openText)
    },
    isSpent: () => spent !== undefined,
    close: () => em.PThread.terminateAllThreads(),
  }
}

/** Loads a problem as text. */
function inText(problem: SmtText, openText: Z3['openText']): Session {
  const session = openText(problem.text)
  let more: ((assertions: readonly Formula[]) => string) | undefined
  return {
    check: session.check,
    assert: (assertions) => {
      more ??= problem.continued()
      session.assert(more(assertions))
    },
    size: () => `${problem.text.length} characters`,
    close: session.close,
  }
}

/** A problem that z3 cannot be given, since its text would end z3's WebAssembly, or since memory or time is up. */
const undecided = (reason: string, size: string): Session => ({
  check: () => ({ kind: 'unknown', reason }),
  assert: () => undefined,
  size: () => size,
  close: () => undefined,
})

/** z3, and its check on this thread. */
interface Z3Parts {
  readonly Z3: Z3Core
  readonly em: Z3Module
  readonly checkNow: ReturnType<typeof synchronousCheck>
}

/** The error that is thrown if z3 is out of memory and does not throw one itself. */
const outOfMemory = new Error(memoryReason)

/**
 * Returns how an exception from z3 shows that it has ended. Its own exceptions, and `abort`, mean that it did not get
 * memory.
 */
const endOf = (error: unknown): string => {
  if (!(error instanceof Error) || error === outOfMemory || /abort|memory\b(?! access)/i.test(error.message))
    return memoryReason
  return `z3 has ended: ${error.message}`
}

/**
 * Returns what z3 returns, if it had the memory for it. The error must be read at once, since the next call clears it.
 */
const remembered = <T>({ Z3 }: Pick<Z3Parts, 'Z3'>, context: Z3_context, value: T): T => {
  if (Z3.get_error_code(context) === memoryError) throw outOfMemory
  return value
}

/**
 * Creates a solver for one problem. `push` and `pop` are not enough to share one: they do not reach the reader of
 * `Z3_solver_from_string`, which keeps its declarations. Our problems share names (`rf_1_2`), so z3 rejects the next
 * text as a whole, asserts nothing of it, and finds every goal `sat`; most later calls clear the error. Texts that
 * begin with `(push 1)`, with a `(pop 1)` that z3 reads, would do (`smt.push.spec.ts`). But a shared solver also keeps
 * the limits of the problem before, which is why each check sets both, and one for `QF_FD` that ran into its limit may
 * answer `unknown` from then on.
 */
function newSolver(z3: Z3Parts, context: Z3_context, isSmall: boolean): Z3_solver {
  const { Z3 } = z3
  const solver = remembered(
    z3,
    context,
    isSmall ? Z3.mk_solver_for_logic(context, Z3.mk_string_symbol(context, 'QF_FD')) : Z3.mk_simple_solver(context),
  )
  Z3.solver_inc_ref(context, solver)
  return solver
}

/** Gives a solver an SMT-LIB 2 text. Returns z3's error if it rejects the text. */
function addText({ Z3 }: Z3Parts, context: Z3_context, solver: Z3_solver, text: string): string | undefined {
  Z3.solver_from_string(context, solver, text)
  const code = Z3.get_error_code(context)
  if (code === noError) return undefined
  const message = Z3.get_error_msg(context, code)
  if (code === memoryError || isAboutMemory(message)) throw outOfMemory
  return message
}

const isAboutMemory = (message: string): boolean => /out of memory|max\. memory|memout/.test(message)

/** Runs one check. Throws if z3 ends or runs out of memory. */
function checkOnce(
  z3: Z3Parts,
  context: Z3_context,
  solver: Z3_solver,
  assumed: readonly string[],
  limits: Limits,
): Answer {
  const { Z3, checkNow } = z3
  limit(z3, context, solver, limits)
  const boolSort = remembered(z3, context, Z3.mk_bool_sort(context))
  const literals = assumed.map((name) =>
    remembered(z3, context, Z3.mk_const(context, Z3.mk_string_symbol(context, name), boolSort)),
  )
  const start = performance.now()
  const result = remembered(z3, context, checkNow(context, solver, literals))
  if (result === unsat) return { kind: 'unsat' }
  if (result === sat) {
    const model = remembered(z3, context, Z3.solver_get_model(context, solver))
    return { kind: 'sat', assignment: assignmentOf(z3, context, model) }
  }
  const reason = Z3.solver_get_reason_unknown(context, solver)
  if (isAboutMemory(reason)) throw outOfMemory
  // The parts of z3 report a time limit in several words, some of which also mean a limit of steps.
  const { milliseconds, steps } = limits
  const isLate = milliseconds !== undefined && performance.now() - start >= 0.9 * milliseconds
  const isSpent = steps !== undefined && /canceled|resource limit|no reason given/.test(reason)
  const words = isLate ? timeReason : isSpent ? stepsReason : `z3 gave up: ${reason.split('\n', 1)[0]}`
  return { kind: 'unknown', reason: words }
}

/**
 * Characters of a problem up to which the solver for finite domains takes it: it sets up no theories, which is most of
 * the time that small problems take. On some large ones it takes a hundred times as long as usual; the simple solver
 * does not. Both lack the preprocessing of the default solver, which takes seconds on some.
 */
const mostForFiniteDomains = 23_000

/**
 * A time limit costs 2 ms for each check, since z3 starts a thread for it: a quarter of the time that small problems
 * take. So a small problem with a limit of at least this many milliseconds is first tried without, up to this many of
 * z3's steps, which take a fraction of a second.
 */
const leastTimed = 1000
const untimedSteps = 50_000

/**
 * The number of small problems that share a context. A new one costs 3 ms; an old one keeps everything that it was ever
 * given. That makes it slow, and what z3 finds depends on it. So a large problem gets a separate context.
 */
const problemsPerContext = 50

function newContext(Z3: Z3Core): Z3_context {
  const config = Z3.mk_config()
  const context = Z3.mk_context(config)
  Z3.del_config(config)
  return context
}

/** Contexts for one small problem after the other. Two problems that are open at the same time have two contexts. */
function recycledContexts(Z3: Z3Core): {
  readonly take: () => Z3_context
  readonly giveBack: (context: Z3_context) => void
} {
  const uses = new Map<Z3_context, number>()
  const idle: Z3_context[] = []
  return {
    take: () => idle.pop() ?? newContext(Z3),
    giveBack: (context) => {
      const used = (uses.get(context) ?? 0) + 1
      if (used < problemsPerContext) {
        uses.set(context, used)
        idle.push(context)
      } else {
        uses.delete(context)
        Z3.del_context(context)
      }
    },
  }
}

/** The value that z3 takes as no limit. */
const noTimeout = 2 ** 32 - 1
const noLimitOfSteps = 0

function limit(z3: Z3Parts, context: Z3_context, solver: Z3_solver, { milliseconds, steps }: Limits): void {
  const { Z3 } = z3
  const params = remembered(z3, context, Z3.mk_params(context))
  Z3.params_inc_ref(context, params)
  const set = (name: string, value: number): void =>
    Z3.params_set_uint(context, params, Z3.mk_string_symbol(context, name), value)
  // Both are set each time: a solver keeps the limits of its last check.
  set('timeout', milliseconds === undefined ? noTimeout : Math.max(1, Math.round(milliseconds)))
  set('rlimit', steps ?? noLimitOfSteps)
  remembered(z3, context, Z3.solver_set_params(context, solver, params))
  Z3.params_dec_ref(context, params)
}

/** Runs `Z3_solver_check_assumptions` on this thread. */
function synchronousCheck(
  em: Z3Module,
): (context: Z3_context, solver: Z3_solver, assumptions: readonly Z3_ast[]) => number {
  return (context, solver, assumptions) => {
    const size = assumptions.length * 4
    const address = em._malloc(size)
    try {
      em.HEAPU32.set(assumptions.map(Number), address / 4)
      return em._Z3_solver_check_assumptions(context, solver, assumptions.length, address)
    } finally {
      em._free(address)
    }
  }
}

interface Z3Module {
  readonly HEAPU32: Uint32Array
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
  readonly _Z3_solver_check_assumptions: (
    context: Z3_context,
    solver: Z3_solver,
    count: number,
    assumptions: number,
  ) => number
  readonly PThread: { readonly terminateAllThreads: () => void }
}

const isModule = (em: unknown): em is Z3Module =>
  typeof em === 'object' &&
  em !== null &&
  'HEAPU32' in em &&
  'PThread' in em &&
  ['_malloc', '_free', '_Z3_solver_check_assumptions'].every((name) => typeof Reflect.get(em, name) === 'function')

/**
 * Returns the constants of a model that have a value, by name. (Printing the model would print every definition with
 * it.)
 */
function assignmentOf(z3: Z3Parts, context: Z3_context, model: Z3_model): Assignment {
  const { Z3 } = z3
  const there = <T>(value: T): T => remembered(z3, context, value)
  const assignment = new Map<string, boolean | bigint>()
  Z3.model_inc_ref(context, model)
  const count = Z3.model_get_num_consts(context, model)
  for (let i = 0; i < count; i++) {
    const constant = there(Z3.model_get_const_decl(context, model, i))
    const value = there(Z3.model_get_const_interp(context, model, constant))
    if (value === null) continue
    const name = there(Z3.get_symbol_string(context, there(Z3.get_decl_name(context, constant))))
    const kind = Z3.get_sort_kind(context, there(Z3.get_sort(context, value)))
    if (kind === boolKind) assignment.set(name, Z3.get_bool_value(context, value) === sat)
    else if (Z3.is_numeral_ast(context, value))
      assignment.set(name, BigInt(there(Z3.get_numeral_string(context, value))))
  }
  Z3.model_dec_ref(context, model)
  return assignment
}
