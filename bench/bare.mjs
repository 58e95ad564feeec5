/** Does the least that any program on z3-solver does: starts z3 and decides one trivial problem. */

import { init } from 'z3-solver'

const { Z3 } = await init()
const context = Z3.mk_context(Z3.mk_config())
const solver = Z3.mk_simple_solver(context)
Z3.solver_inc_ref(context, solver)
Z3.solver_from_string(context, solver, '(declare-const a Bool)(assert a)')
await Z3.solver_check(context, solver)
process.exit(0)
