/** The cheapest changes of a program after which its claims hold. */

import type { Solver } from '../encoder/solver/smt.js'
import type { Program } from '../litmus/program.js'
import type { Fixed, FixOptions } from './result.js'

export declare function fix(program: Program, solver: Solver, options: FixOptions): Fixed
