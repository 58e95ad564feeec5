import { accesses, effectOf, fenceScope, invalidates } from '../../../hardware/machine-code/opcodes.js'
import { machine } from './machine.js'

test('loads, stores and atomics have their effects; other instructions have none', () => {
  const effects = (opcode: string) => {
    const { reads, writes } = effectOf(machine(opcode, 1))
    return [reads, writes]
  }
  for (const load of ['LD.E', 'LDG.E.64', 'LDS', 'LDSM.16.M88.4', 'TLD.LZ', 'TEX'])
    expect([load, effects(load)]).toEqual([load, [true, false]])
  for (const store of ['ST.E', 'STG.E', 'STS.U8', 'STAS', 'STSM.16.M88.4'])
    expect([store, effects(store)]).toEqual([store, [false, true]])
  for (const both of ['ATOM.E.ADD', 'ATOMG.E.CAS', 'ATOMS.ADD', 'REDG.E.ADD', 'RED.E.ADD', 'SYNCS.ARRIVE.TRANS64'])
    expect([both, effects(both)]).toEqual([both, [true, true]])
  for (const copy of ['LDGSTS.E', 'UBLKCP', 'UTMALDG.2D', 'UTMASTG.2D', 'UBLKRED', 'UTMAREDG.2D', 'REDAS'])
    expect([copy, effects(copy)]).toEqual([copy, [true, true]])
  expect(
    ['UTMACCTL.IV', 'MEMBAR.ALL.GPU', 'LDC', 'BAR.SYNC', 'LDTM'].filter((one) => accesses(machine(one, 1))),
  ).toEqual([])
})

test('a weak load of global memory may find its value in the L1 cache; a strong one does not', () => {
  const cached = [
    'LD.E',
    'LDG.E.CONSTANT',
    'LDG.E.STRONG.GPU',
    'LD.E.STRONG.SM',
    'LDG.E.MMIO.SYS',
    'LDS',
    'ATOMG.E.ADD',
  ]
  expect(cached.filter((one) => effectOf(machine(one, 1)).cached)).toEqual(['LD.E', 'LDG.E.CONSTANT'])
})

test('fences have scopes that grow; only a full invalidation empties the L1 cache', () => {
  const scopes = ['MEMBAR.ALL.CTA', 'MEMBAR.ALL.GPU', 'MEMBAR.SC.VC', 'MEMBAR.SC.SYS'].map((one) =>
    fenceScope(machine(one, 1)),
  )
  expect(scopes).toEqual([0, 2, 3, 4])
  expect(fenceScope(machine('ERRBAR', 1))).toBe(undefined)
  expect(['CCTL.IVALL', 'CCTL.IVALLP', 'CCTL.IV', 'UTMACCTL.IV'].filter((one) => invalidates(machine(one, 1)))).toEqual(
    ['CCTL.IVALL'],
  )
})
