/** z3 in a worker of the page, from its WebAssembly as the page compiled it. */

import { init } from 'z3-solver/build/low-level/index.js'
// Emscripten's JavaScript of z3, which has no types.
import runtime from 'z3-solver/build/z3-built.js'
import type { LoadedZ3 } from '../../encoder/solver/smt.js'
import type { Compiled } from '../../encoder/solver/wasm/engine.js'
import { moduleOverrides } from '../../encoder/solver/wasm/instantiate.js'

export const isCompiled = (value: unknown): value is Compiled =>
  typeof WebAssembly !== 'undefined' && value instanceof WebAssembly.Module

/**
 * Loads z3 on this thread. It never starts a thread (`withoutThreads`), so that its shared memory is never posted, and the page need not
 * be isolated if the engine permits such memory.
 */
export const loadZ3 = (compiled: Compiled): Promise<LoadedZ3> => init(runtime, moduleOverrides(compiled))
