import loadWabt from 'wabt'
import { engine, type Instance } from '../../../../encoder/solver/wasm/engine.js'
import { moduleOverrides } from '../../../../encoder/solver/wasm/instantiate.js'

const wabt = await loadWabt()

/** Returns a z3 that calls a function of its table by one `invoke_…`, and reports what it learns of an exception. */
const z3 = (invoke: string, operand: string): Uint8Array =>
  wabt
    .parseWat(
      'z3.wat',
      `(module
        (func $invoke (import "env" "${invoke}") (param i32 i32 ${operand}) (result i32))
        (func $throw (import "env" "__cxa_throw") (param i32))
        (table (export "__indirect_function_table") funcref (elem $add $fail))
        (global $threw (mut i32) (i32.const 0))
        (func $add (param i32 ${operand}) (result i32) (i32.add (local.get 0) (i32.const 1)))
        (func $fail (param i32 ${operand}) (result i32) (call $throw (local.get 0)) (i32.const 1))
        (func (export "emscripten_stack_get_current") (result i32) (i32.const 42))
        (func (export "_emscripten_stack_restore") (param i32))
        (func (export "setThrew") (param i32 i32) (global.set $threw (local.get 0)))
        (func (export "threw") (result i32) (global.get $threw))
        (func (export "add") (param i32) (result i32) (call $invoke (i32.const 0) (local.get 0) (${operand}.const 0)))
        (func (export "fail") (param i32) (result i32) (call $invoke (i32.const 1) (local.get 0) (${operand}.const 0))))`,
    )
    .toBinary({}).buffer

const thrownByC = { excPtr: 1 }
const abort = new Error('abort')

/** Returns that z3 as the overrides instantiate it. What JavaScript would make of its calls is 1000. */
async function started(invoke: string, operand: string) {
  const throws = (kind: number) => {
    throw kind === 0 ? thrownByC : abort
  }
  const received: Instance[] = []
  const { instantiateWasm } = moduleOverrides(await engine.compile(z3(invoke, operand)))
  instantiateWasm({ env: { [invoke]: () => 1000, __cxa_throw: throws } }, (instance) => received.push(instance))
  return (name: string, ...operands: readonly number[]): unknown => {
    const found = received[0]?.exports[name]
    if (typeof found !== 'function') throw new Error(`z3 has no ${name}`)
    return found(...operands)
  }
}

test('WebAssembly makes the calls, and catches C++ exceptions and nothing else', async () => {
  const call = await started('invoke_iii', 'i32')
  expect(call('add', 3)).toBe(4)
  expect(call('threw')).toBe(0)
  expect(call('fail', 0)).toBe(0)
  expect(call('threw')).toBe(1)
  expect(() => call('fail', 1)).toThrow(abort)
})

test('a z3 with calls that were unknown when this was built runs as it was compiled', async () => {
  const call = await started('invoke_iif', 'f32')
  expect(call('add', 3)).toBe(1000)
})

test('so does any in an engine without such exceptions', async () => {
  const { validate } = engine
  Reflect.set(engine, 'validate', () => false)
  try {
    const call = await started('invoke_iii', 'i32')
    expect(call('add', 3)).toBe(1000)
  } finally {
    Reflect.set(engine, 'validate', validate)
  }
})
