/** How z3's WebAssembly is compiled, once for all threads, and instantiated in each. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Compiled, type Exports, engine, type Imports, type Instance, type Table } from './engine.js'
import { copyModule, invokeModule, runtimeFunctions } from './invoke.js'

/** Compiles z3, beside the caller; the module can be sent to other threads, which share its code. */
export async function compileZ3(): Promise<Compiled> {
  return engine.compile(await readFile(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')))
}

/** An instance of the module with what Emscripten's JavaScript provides for it, of which the calls that may throw are replaced. */
export function instantiateZ3(module: Compiled, imports: Imports): Instance {
  const names = engine.Module.imports(module).flatMap(({ name }) => (name.startsWith('invoke_') ? [name] : []))
  const bytes = invokeModule(names)
  // An engine without these exceptions runs z3 as it was compiled.
  if (bytes === undefined || !engine.validate(bytes)) return new engine.Instance(module, imports)
  const { env, thrown } = watched(imports['env'] ?? {})
  const invoke = instance(bytes, { thrown })
  const z3 = new engine.Instance(module, { ...imports, env: { ...env, ...invoke } })

  const functions = tableOf(z3.exports, '__indirect_function_table')
  const copied = tableOf(invoke, 'functions')
  copied.grow(functions.length)
  const { copy } = instance(copyModule(), { to: copied, from: functions })
  if (typeof copy === 'function') copy()
  const runtime = tableOf(invoke, 'runtime')
  runtime.grow(runtimeFunctions.length)
  for (const [i, name] of runtimeFunctions.entries()) runtime.set(i, z3.exports[name])
  return z3
}

const instance = (bytes: Uint8Array, env: Exports): Exports =>
  new engine.Instance(new engine.Module(bytes), { env }).exports

function tableOf(exported: Exports, name: string): Table {
  const table = exported[name]
  if (table instanceof engine.Table) return table
  throw new Error(`WebAssembly exports no table ${name}`)
}

/** Those of Emscripten's functions that throw exceptions of C++. */
const throwing = ['__cxa_throw', '__cxa_rethrow', '__resumeException']

/** The imports, watched for exceptions of C++; and whether one was thrown since that was last asked. */
function watched(env: Exports): {
  readonly env: Exports
  readonly thrown: () => number
} {
  let isThrown = false
  const watch =
    (throws: unknown) =>
    (...operands: readonly unknown[]) => {
      try {
        if (typeof throws === 'function') throws(...operands)
      } catch (error) {
        // Not what ends z3, such as `abort`: that must not be caught.
        isThrown = typeof error === 'object' && error !== null && 'excPtr' in error
        throw error
      }
    }
  return {
    env: { ...env, ...Object.fromEntries(throwing.map((name) => [name, watch(env[name])])) },
    thrown: () => {
      const was = isThrown
      isThrown = false
      return was ? 1 : 0
    },
  }
}
