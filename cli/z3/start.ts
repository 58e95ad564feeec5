/** z3 under Node. Only this file loads z3-solver, and only its low level, since the rest is of no use here. */

import { createRequire } from 'node:module'
import { type LoadedZ3, type SolverOptions, startSolver as startLoaded, type Z3 } from '../../encoder/solver/smt.js'
import type { Compiled } from '../../encoder/solver/wasm/engine.js'
import { type ModuleOverrides, moduleOverrides } from '../../encoder/solver/wasm/instantiate.js'
import { compileZ3 } from './compile.js'

// `import` would take twice the time, since Node first searches these large files for their exports.
const require = createRequire(import.meta.url)
const { init }: typeof import('z3-solver/build/low-level/index.js') = require('z3-solver/build/low-level/index.js')
/** Emscripten's JavaScript of z3, which has no types. */
const runtime: unknown = require('z3-solver/build/z3-built.js')

/** Loads z3 with these overrides. */
export const loadZ3 = (overrides: ModuleOverrides): Promise<LoadedZ3> => init(runtime, overrides)

/** The options of `startSolver` under Node, none of which is necessary. */
export interface NodeSolverOptions extends Partial<SolverOptions> {
  /** z3's WebAssembly, if it is compiled already. */
  readonly compiled?: Compiled | undefined
}

/**
 * Starts a new z3, from the package z3-solver unless `load` has another; takes some 0.2 s, most of it beside the
 * caller.
 */
export const startSolver = ({ memory, compiled, load }: NodeSolverOptions = {}): Promise<Z3> =>
  startLoaded({ memory, load: load ?? (async () => loadZ3(moduleOverrides(compiled ?? (await compileZ3())))) })
