/** Spellings of CUDA C++, each as a statement of a kernel with `x`, a reference to a `T`, `value` and `expected`. */

import type { Instruction } from '../../../litmus/instruction.js'
import { threadAt } from '../../../litmus/program.js'
import { testIn } from '../../support.js'

const orders = ['relaxed', 'consume', 'acquire', 'release', 'acq_rel', 'seq_cst']
const loads = ['relaxed', 'consume', 'acquire', 'seq_cst']
const stores = ['relaxed', 'release', 'seq_cst']
const scopes = ['thread', 'block', 'device', 'system']
const updates = ['fetch_add', 'fetch_sub', 'exchange', 'fetch_min', 'fetch_max', 'fetch_and', 'fetch_or', 'fetch_xor']

const order = (name: string): string => `cuda::memory_order_${name}`
const on = (type: string, scope: string): string => `cuda::atomic_ref<${type}, cuda::thread_scope_${scope}>(x)`

/** `atomicAdd` and the others that a type has, at all scopes, with and without their results. */
const functionsOf = (type: string): readonly string[] => {
  const wide = ['Add', 'Exch', 'Min', 'Max', 'CAS', 'And', 'Or', 'Xor']
  const families = type.includes('long') ? wide : [...wide, 'Sub', ...(type === 'unsigned' ? ['Inc', 'Dec'] : [])]
  return ['', '_block', '_system'].flatMap((scope) =>
    families.flatMap((family) => {
      const call = `atomic${family}${scope}(&x, ${family === 'CAS' ? 'expected, ' : ''}value);`
      return [`${type} r0 = ${call}`, call]
    }),
  )
}

const methodsOf = (type: string, scope: string): readonly string[] => [
  ...loads.map((name) => `${type} r0 = ${on(type, scope)}.load(${order(name)});`),
  ...stores.map((name) => `${on(type, scope)}.store(value, ${order(name)});`),
  ...updates.flatMap((update) =>
    orders.map((name) => `${type} r0 = ${on(type, scope)}.${update}(value, ${order(name)});`),
  ),
  ...orders.map((name) => `bool r0 = ${on(type, scope)}.compare_exchange_strong(expected, value, ${order(name)});`),
]

/** The spellings by type. */
export const spellings: readonly (readonly [type: string, statements: readonly string[]])[] = [
  [
    'int',
    [
      ...[
        '__threadfence_block();',
        '__threadfence();',
        '__threadfence_system();',
        '__syncthreads();',
        '__nanosleep(20);',
      ],
      'int r0 = __ldg(&x);',
      ...functionsOf('int'),
      ...['atomicSub(&x, 1);', 'atomicAdd(&x, -1);', 'atomicAdd(&x, 0x10u);'],
      ...scopes.flatMap((scope) =>
        orders.map((name) => `cuda::atomic_thread_fence(${order(name)}, cuda::thread_scope_${scope});`),
      ),
      `cuda::atomic_thread_fence(${order('acq_rel')});`,
      ...scopes.flatMap((scope) => methodsOf('int', scope)),
      ...orders.flatMap((success) =>
        loads.map(
          (failure) =>
            `${on('int', 'device')}.compare_exchange_weak(expected, value, ${order(success)}, ${order(failure)});`,
        ),
      ),
      // Spellings without defaults, and with other names for the same.
      `int r0 = ${on('int', 'device')}.load();`,
      `${on('int', 'device')}.store(value);`,
      `${on('int', 'device')}.fetch_add(value);`,
      `${on('int', 'device')}.fetch_sub(1);`,
      `cuda::atomic_ref<int>(x).store(value, cuda::std::memory_order_release);`,
      `cuda::atomic_ref<int, cuda::thread_scope_device>{x}.store(value, ${order('release')});`,
      `cuda::atomic_ref<int, cuda::thread_scope_block> one(x); one.store(value, ${order('release')});`,
    ],
  ],
  ['unsigned', [...functionsOf('unsigned'), ...methodsOf('unsigned', 'device'), 'unsigned r0 = __ldg(&x);']],
  [
    'unsigned long long',
    [
      ...functionsOf('unsigned long long'),
      ...methodsOf('unsigned long long', 'device'),
      'unsigned long long r0 = __ldg(&x);',
    ],
  ],
  ['long long', methodsOf('long long', 'device')],
]

const declared = (type: string): string =>
  `.${type.startsWith('unsigned') ? 'u' : 's'}${type.includes('long') ? 64 : 32}`

/** Returns the instructions of such a statement, in a test. */
export function readCudaStatement(statement: string, type: string): readonly Instruction[] {
  const of = declared(type)
  const registers = `.reg ${of} value = 3; .reg ${of} expected = 5;`
  const test = testIn(`.global ${of} x; d0.b0.t0 { ${registers} ${statement} } check (0 == 0) as q;`)
  return threadAt(test.threads, 0).instructions
}
