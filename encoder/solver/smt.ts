/** z3, in this process, wherever that is: what fetches it is an argument. */

import type { Z3_ast, Z3_context, Z3_error_code, Z3_lbool, Z3_model, Z3_solver, Z3_sort_kind, Z3Core } from 'z3-solver'

export interface Solver {
  /** z3's own version. */
  readonly version: string
  /** A problem of its own, from an SMT-LIB 2 text of declarations, definitions and assertions. Throws if z3 rejects the text. */
  readonly open: (text: string) => Session
  /** Ends what z3 may have started; without it the process could stay alive. */
  readonly close: () => void
}

export interface Session {
  /** Whether the assertions have a solution in which the named Boolean constants hold. */
  readonly check: (assumed: readonly string[], milliseconds?: number) => Answer
  /**
   * Adds an SMT-LIB 2 text to the problem, whose declarations and definitions it may use: what later checks must satisfy as well.
   * Throws if z3 rejects the text.
   */
  readonly assert: (text: string) => void
  /** Frees z3's memory for the problem; no check may follow. */
  readonly close: () => void
}

export type Answer =
  /** The constants that matter, by name; any others are free to be false or zero. */
  | { readonly kind: 'sat'; readonly assignment: Assignment }
  | { readonly kind: 'unsat' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type Assignment = ReadonlyMap<string, boolean | bigint>

/** z3's constants of which there is use here. Only their types are imported, so that nothing of z3-solver is. */
const unsat: Z3_lbool.Z3_L_FALSE = -1
const sat: Z3_lbool.Z3_L_TRUE = 1
const noError: Z3_error_code.Z3_OK = 0
const boolKind: Z3_sort_kind.Z3_BOOL_SORT = 1

/** What `init` of z3-solver gives: the functions of z3's C API, and the Emscripten module in which they run. */
export interface LoadedZ3 {
  readonly Z3: Z3Core
  readonly em: unknown
}

export interface SolverOptions {
  /** Loads z3, by `init` of z3-solver. `moduleOverrides` makes it a third faster, and lets one that is closed be freed. */
  readonly load: () => Promise<LoadedZ3>
  /** What z3 may use, in megabytes; crossing it may end z3. */
  readonly memory?: number | undefined
}

/**
 * Starts a z3 of its own; takes some 0.2 s, most of it beside the caller.
 *
 * Checks run on the calling thread. The asynchronous calls of z3-solver start a thread of their own (0.1 s) and cost 3 ms
 * each where this costs 0.3 ms; time limits work all the same.
 */
export async function startSolver({ load, memory }: SolverOptions): Promise<Solver> {
  const { Z3, em } = await load()
  if (!isModule(em)) throw new Error('z3-solver does not export what is needed of z3')
  if (memory !== undefined) Z3.global_param_set('memory_max_size', String(memory))
  const checkNow = synchronousCheck(em)
  const contexts = recycledContexts(Z3)
  return {
    version: Z3.get_full_version().replace(/^Z3 /, ''),
    open: (text) => {
      const context = contexts.take()
      const solver =
        text.length <= mostForFiniteDomains
          ? Z3.mk_solver_for_logic(context, Z3.mk_string_symbol(context, 'QF_FD'))
          : Z3.mk_simple_solver(context)
      Z3.solver_inc_ref(context, solver)
      const assert = (more: string): void => {
        Z3.solver_from_string(context, solver, more)
        const code = Z3.get_error_code(context)
        if (code !== noError) throw new Error(`z3 rejects the formula: ${Z3.get_error_msg(context, code)}`)
      }
      assert(text)
      const boolSort = Z3.mk_bool_sort(context)
      return {
        check: (assumed, milliseconds) => {
          if (milliseconds !== undefined) limitTime(Z3, context, solver, milliseconds)
          const literals = assumed.map((name) => Z3.mk_const(context, Z3.mk_string_symbol(context, name), boolSort))
          const result = checkNow(context, solver, literals)
          if (result === unsat) return { kind: 'unsat' }
          if (result !== sat) return { kind: 'unknown', reason: Z3.solver_get_reason_unknown(context, solver) }
          return { kind: 'sat', assignment: assignmentOf(Z3, context, Z3.solver_get_model(context, solver)) }
        },
        assert,
        close: () => {
          Z3.solver_dec_ref(context, solver)
          contexts.giveBack(context)
        },
      }
    },
    close: () => em.PThread.terminateAllThreads(),
  }
}

/**
 * Characters of a problem up to which the solver for finite domains takes it: it sets up no theories, which is most of the time that small
 * problems take. It takes a hundred times as long as usual on some large ones; the simple solver does not. Neither has the preprocessing of
 * the default solver, which takes seconds on some.
 */
const mostForFiniteDomains = 30_000

/** How many problems share a context. A new one costs 3 ms; an old one keeps what it has ever been told. */
const problemsPerContext = 50

/** Contexts for one problem after the other; two that are open at the same time have two. */
function recycledContexts(Z3: Z3Core): {
  readonly take: () => Z3_context
  readonly giveBack: (context: Z3_context) => void
} {
  const uses = new Map<Z3_context, number>()
  const idle: Z3_context[] = []
  return {
    take: () => {
      const known = idle.pop()
      if (known !== undefined) return known
      const config = Z3.mk_config()
      const context = Z3.mk_context(config)
      Z3.del_config(config)
      return context
    },
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

function limitTime(Z3: Z3Core, context: Z3_context, solver: Z3_solver, milliseconds: number): void {
  const params = Z3.mk_params(context)
  Z3.params_inc_ref(context, params)
  Z3.params_set_uint(context, params, Z3.mk_string_symbol(context, 'timeout'), Math.max(1, Math.round(milliseconds)))
  Z3.solver_set_params(context, solver, params)
  Z3.params_dec_ref(context, params)
}

/** `Z3_solver_check_assumptions` on this thread. */
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

/** The constants of a model that have a value, by name. (Printing the model would print every definition with it.) */
function assignmentOf(Z3: Z3Core, context: Z3_context, model: Z3_model): Assignment {
  const assignment = new Map<string, boolean | bigint>()
  Z3.model_inc_ref(context, model)
  const count = Z3.model_get_num_consts(context, model)
  for (let i = 0; i < count; i++) {
    const constant = Z3.model_get_const_decl(context, model, i)
    const value = Z3.model_get_const_interp(context, model, constant)
    if (value === null) continue
    const name = Z3.get_symbol_string(context, Z3.get_decl_name(context, constant))
    const kind = Z3.get_sort_kind(context, Z3.get_sort(context, value))
    if (kind === boolKind) assignment.set(name, Z3.get_bool_value(context, value) === sat)
    else if (Z3.is_numeral_ast(context, value)) assignment.set(name, BigInt(Z3.get_numeral_string(context, value)))
  }
  Z3.model_dec_ref(context, model)
  return assignment
}
