/** z3's WebAssembly under Node. Apart from `start.ts`, so that it is compiled while z3-solver is loaded. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Compiled, engine } from '../../encoder/solver/wasm/engine.js'

/** Compiles z3, beside the caller; the module can be sent to other threads, which share its code. */
export async function compileZ3(): Promise<Compiled> {
  return engine.compile(await readFile(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')))
}
