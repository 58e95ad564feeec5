/** Instantiates z3's WebAssembly; its calls that may throw are made by WebAssembly (`invoke.wat`). */

import { type Compiled, type Exports, engine, type Imports, type Instance, type Table } from './engine.js'
import { copy, invoke } from './modules.js'

/** The overrides of Emscripten's JavaScript of z3 (z3-built.js). */
export interface ModuleOverrides {
  readonly instantiateWasm: (imports: Imports, receive: (z3: Instance, of: Compiled) => unknown) => unknown
  readonly printErr: () => void
  readonly [other: string]: unknown
}

/**
 * Returns the overrides with which `init` of z3-solver runs this module. Threads may share it. It is instantiated on
 * the caller's thread.
 */
export const moduleOverrides = (z3: Compiled): ModuleOverrides => ({
  instantiateWasm: (imports, receive) => receive(instantiateZ3(z3, withoutMailbox(imports)), z3),
  // Everything that ends z3 is thrown as well.
  printErr: () => undefined,
})

/**
 * Returns the imports, without the wait for messages of other threads by `Atomics.waitAsync`. That wait never ends, so
 * a z3 that nothing uses any more would not be freed. Without it, threads send by `postMessage`.
 */
const withoutMailbox = (imports: Imports): Imports => ({
  ...imports,
  env: { ...imports['env'], _emscripten_thread_mailbox_await: () => undefined },
})

/** Functions of z3's runtime, by their exports, in the order in which `invoke.wat` calls them. */
const runtimeFunctions = ['emscripten_stack_get_current', '_emscripten_stack_restore', 'setThrew']

/**
 * Instantiates the module with the imports that Emscripten's JavaScript provides. The calls that may throw are
 * replaced.
 */
function instantiateZ3(module: Compiled, imports: Imports): Instance {
  const invokeModule = compiledFor(module)
  if (invokeModule === undefined) return new engine.Instance(module, imports)
  const { env, thrown } = watched(imports['env'] ?? {})
  const invokes = instance(invokeModule, { thrown })
  const z3 = new engine.Instance(module, { ...imports, env: { ...env, ...invokes } })

  const functions = tableOf(z3.exports, '__indirect_function_table')
  const copied = tableOf(invokes, 'functions')
  copied.grow(functions.length)
  const copying = instance(new engine.Module(copy), { to: copied, from: functions })['copy']
  if (typeof copying === 'function') copying()
  const runtime = tableOf(invokes, 'runtime')
  runtime.grow(runtimeFunctions.length)
  for (const [i, name] of runtimeFunctions.entries()) runtime.set(i, z3.exports[name])
  return z3
}

/**
 * Compiles the module of `invoke.wat`; undefined if z3 must run as it was compiled: the engine has no such exceptions,
 * or this z3 imports other calls than the one for which the module was built.
 */
function compiledFor(z3: Compiled): Compiled | undefined {
  if (!engine.validate(invoke)) return undefined
  const module = new engine.Module(invoke)
  const given = new Set(engine.Module.exports(module).map(({ name }) => name))
  const needed = engine.Module.imports(z3).filter(({ name }) => name.startsWith('invoke_'))
  return needed.every(({ name }) => given.has(name)) ? module : undefined
}

const instance = (module: Compiled, env: Exports): Exports => new engine.Instance(module, { env }).exports

function tableOf(exported: Exports, name: string): Table {
  const table = exported[name]
  if (table instanceof engine.Table) return table
  throw new Error(`WebAssembly exports no table ${name}`)
}

/** The functions of Emscripten that throw C++ exceptions. */
const throwing = ['__cxa_throw', '__cxa_rethrow', '__resumeException']

/**
 * Returns the imports, watched for C++ exceptions, and a function that says whether one was thrown since its last call.
 */
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
        // Exceptions that end z3, such as `abort`, must not be caught.
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
