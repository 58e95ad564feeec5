import { assemble, call, getLocal, type Signature } from '../../../../encoder/solver/wasm/assemble.js'
import { type Exports, engine, type Table } from '../../../../encoder/solver/wasm/engine.js'
import { invokeModule } from '../../../../encoder/solver/wasm/invoke.js'

const instance = (bytes: Uint8Array | undefined, env: Exports): Exports => {
  if (bytes === undefined) throw new Error('there is no module')
  return new engine.Instance(new engine.Module(bytes), { env }).exports
}

const table = (exported: Exports, name: string): Table => {
  const found = exported[name]
  if (!(found instanceof engine.Table)) throw new Error(`there is no table ${name}`)
  return found
}

/** WebAssembly functions that hand their operands on. */
const functions = (types: Readonly<Record<string, Signature>>, env: Exports): Exports => {
  const all = Object.entries(types).map(([name, signature]) => ({ name, ...signature }))
  const bytes = assemble({
    types: all,
    importedFunctions: all,
    importedTables: [],
    tables: [],
    functions: all.map(({ name, params, result }, i) => ({
      name,
      params,
      result,
      body: [...[...params].flatMap((_, local) => getLocal(local)), ...call(i)],
    })),
  })
  return instance(bytes, env)
}

/** Calls of a few functions by way of the module; `log` is what the runtime was asked for. */
function calls({ isThrown }: { readonly isThrown: boolean }) {
  const log: string[] = []
  const called = instance(invokeModule(['invoke_iii', 'invoke_vj', 'invoke_dif', 'invoke_i']), {
    thrown: () => Number(isThrown),
  })
  const runtime = functions(
    { get: { params: '', result: 'i' }, restore: { params: 'i', result: '' }, setThrew: { params: 'ii', result: '' } },
    {
      get: () => 42,
      restore: (pointer: number) => log.push(`stack ${pointer}`),
      setThrew: (threw: number, value: number) => log.push(`threw ${threw} ${value}`),
    },
  )
  const z3 = functions(
    {
      add: { params: 'ii', result: 'i' },
      note: { params: 'j', result: '' },
      mix: { params: 'if', result: 'd' },
      fail: { params: '', result: 'i' },
    },
    {
      add: (a: number, b: number) => a + b,
      note: (value: bigint) => log.push(`noted ${value}`),
      mix: (a: number, b: number) => a + b / 2,
      fail: () => {
        throw new Error('failed')
      },
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
  const invoke = (name: string, ...operands: readonly (number | bigint)[]): unknown => {
    const one = called[name]
    return typeof one === 'function' ? one(...operands) : undefined
  }
  return { log, invoke }
}

test('operands and results pass, of each type', () => {
  const { log, invoke } = calls({ isThrown: true })
  expect(invoke('invoke_iii', 0, 3, 4)).toBe(7)
  expect(invoke('invoke_vj', 1, 2n ** 40n)).toBeUndefined()
  expect(invoke('invoke_dif', 2, 3, 0.5)).toBe(3.25)
  expect(log).toEqual([`noted ${2n ** 40n}`])
})

test('an exception of C++ gives zero, the stack as it was, and is noted', () => {
  const { log, invoke } = calls({ isThrown: true })
  expect(invoke('invoke_i', 3)).toBe(0)
  expect(log).toEqual(['stack 42', 'threw 1 0'])
})

test('any other is passed on', () => {
  const { log, invoke } = calls({ isThrown: false })
  expect(() => invoke('invoke_i', 3)).toThrow('failed')
  expect(log).toEqual([])
})

test('what traps is not caught', () => {
  const { log, invoke } = calls({ isThrown: true })
  // No such entry, and one of another type.
  expect(() => invoke('invoke_i', 99)).toThrow(/table|RuntimeError/)
  expect(() => invoke('invoke_i', 0)).toThrow(/signature|RuntimeError/)
  expect(log).toEqual([])
})

test('other names have no module', () => {
  expect(invokeModule(['invoke_iii', 'invoke_x'])).toBeUndefined()
})
