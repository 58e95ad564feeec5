import loadWabt from 'wabt'
import { type Exports, engine, type Table } from '../../../../encoder/solver/wasm/engine.js'
import { invoke as invokeModule } from '../../../../encoder/solver/wasm/modules.js'

const wabt = await loadWabt()

const instance = (bytes: Uint8Array, env: Exports): Exports =>
  new engine.Instance(new engine.Module(bytes), { env }).exports

const table = (exported: Exports, name: string): Table => {
  const found = exported[name]
  if (!(found instanceof engine.Table)) throw new Error(`there is no table ${name}`)
  return found
}

/** WebAssembly functions that pass on their operands, which have these types in its text. */
const functions = (types: Readonly<Record<string, string>>, env: Exports): Exports => {
  const lines = Object.entries(types).map(
    ([name, type]) => `(func (export "${name}") (import "env" "${name}") ${type})`,
  )
  return instance(wabt.parseWat('functions.wat', `(module ${lines.join('\n')})`).toBinary({}).buffer, env)
}

const fail = () => {
  throw new Error('failed')
}

/** Calls a few functions through the module; `log` has the requests to the runtime. */
function calls({ isThrown }: { readonly isThrown: boolean }) {
  const log: string[] = []
  const called = instance(invokeModule, { thrown: () => Number(isThrown) })
  const runtime = functions(
    { get: '(result i32)', restore: '(param i32)', setThrew: '(param i32 i32)' },
    {
      get: () => 42,
      restore: (pointer: number) => log.push(`stack ${pointer}`),
      setThrew: (threw: number, value: number) => log.push(`threw ${threw} ${value}`),
    },
  )
  const z3 = functions(
    {
      add: '(param i32 i32) (result i32)',
      note: '(param i32 i32 i64)',
      half: '(param i32 i32) (result f64)',
      scaled: '(param i32 i32 i32 f32) (result i32)',
      wide: '(param i32) (result i64)',
      quarter: '(param i32 i32) (result f32)',
      fail: '(result i32)',
      failWide: '(result i64)',
      failNothing: '(param i32)',
    },
    {
      add: (a: number, b: number) => a + b,
      note: (a: number, b: number, value: bigint) => log.push(`noted ${a} ${b} ${value}`),
      half: (a: number, b: number) => a + b / 2,
      scaled: (a: number, b: number, c: number, d: number) => a + b + c + 4 * d,
      wide: (a: number) => BigInt(a) << 40n,
      quarter: (a: number, b: number) => a + b / 4,
      fail,
      failWide: fail,
      failNothing: fail,
    },
  )
  for (const [name, filled] of [
    ['runtime', runtime],
    ['functions', z3],
  ] as const) {
    const entries = Object.values(filled)
    table(called, name).grow(entries.length)
    for (const [i, entry] of entries.entries()) table(called, name).set(i, entry)
  }
  const call = (invoke: string, index: number, ...operands: readonly (number | bigint)[]): unknown => {
    const one = called[`invoke_${invoke}`]
    if (typeof one !== 'function') throw new Error(`there is no invoke_${invoke}`)
    return one(index, ...operands)
  }
  const invoke = (name: string, to: string, ...operands: readonly (number | bigint)[]): unknown =>
    call(name, Object.keys(z3).indexOf(to), ...operands)
  return { log, call, invoke }
}

test('operands and results pass, of each type', () => {
  const { log, invoke } = calls({ isThrown: true })
  expect(invoke('iii', 'add', 3, 4)).toBe(7)
  expect(invoke('viij', 'note', 3, 4, 2n ** 40n)).toBeUndefined()
  expect(invoke('dii', 'half', 3, 1)).toBe(3.5)
  expect(invoke('iiiif', 'scaled', 1, 2, 3, 0.25)).toBe(7)
  expect(invoke('ji', 'wide', 3)).toBe(3n << 40n)
  expect(invoke('fii', 'quarter', 3, 1)).toBe(3.25)
  expect(log).toEqual([`noted 3 4 ${2n ** 40n}`])
})

test.each([
  ['i', 'fail', [], 0],
  ['j', 'failWide', [], 0n],
  ['vi', 'failNothing', [1], undefined],
] as const)('an exception of C++ in %s gives zero, the stack as it was, and is noted', (name, to, operands, result) => {
  const { log, invoke } = calls({ isThrown: true })
  expect(invoke(name, to, ...operands)).toBe(result)
  expect(log).toEqual(['stack 42', 'threw 1 0'])
})

test('any other is passed on', () => {
  const { log, invoke } = calls({ isThrown: false })
  expect(() => invoke('i', 'fail')).toThrow('failed')
  expect(log).toEqual([])
})

test('a trap is not caught', () => {
  const { log, call, invoke } = calls({ isThrown: true })
  // The table has no such entry, or one of another type.
  expect(() => call('i', 99)).toThrow(/table|RuntimeError/)
  expect(() => invoke('i', 'add')).toThrow(/signature|RuntimeError/)
  expect(log).toEqual([])
})
