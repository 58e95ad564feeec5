/** What of a program's fences, orders and scopes its claims do not need. */

import type { Solver } from '../encoder/solver/smt.js'
import type { Program } from '../litmus/program.js'
import type { Weakened, WeakenOptions } from './result.js'

export declare function weaken(program: Program, solver: Solver, options: WeakenOptions): Weakened
