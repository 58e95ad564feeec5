import { missingWaits } from '../../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../../hardware/machine-code/disassembly.js'
import type { RuleName } from '../../../hardware/machine-code/obligations.js'
import { machine, placed, threadIn } from './machine.js'

/** Returns how many waits of a rule the code leaves out. Instructions of PTX are lines from 1. */
const missed = (rule: RuleName, thread: string, code: readonly MachineInstruction[]): number =>
  missingWaits(threadIn(thread), placed(code), new Set([rule])).length

test('a release needs a fence of its scope or a wider one', () => {
  const count = (...fences: readonly string[]): number =>
    missed('release', 'st.weak [x], 1; st.release.gpu [y], 1;', [
      machine('STG.E', 1),
      ...fences.map((one) => machine(one, 2)),
      machine('STG.E.STRONG.GPU', 2),
    ])
  expect([count(), count('MEMBAR.ALL.CTA'), count('CCTL.IVALL')]).toEqual([1, 1, 1])
  expect([count('MEMBAR.ALL.GPU'), count('MEMBAR.SC.SYS')]).toEqual([0, 0])
})

test('a release for a cluster needs the fence of the GPU: machine code has none for clusters', () => {
  const count = (fence: string): number =>
    missed('release', 'st.weak [x], 1; st.release.cluster [y], 1;', [
      machine('STG.E', 1),
      machine(fence, 2),
      machine('STG.E.STRONG.GPU', 2),
    ])
  expect([count('MEMBAR.ALL.CTA'), count('MEMBAR.ALL.GPU')]).toEqual([1, 0])
})

test('in a CTA, shared memory is accessed in order, and global memory is not', () => {
  const count = (first: string, space: string): number =>
    missed('release', `st.weak${space}, 1; mbarrier.arrive.shared.b64 _, [m];`, [
      machine(first, 1),
      machine('SYNCS.ARRIVE.TRANS64', 2),
    ])
  expect([count('STS', '.shared [s]'), count('STG.E', ' [x]')]).toEqual([0, 1])
})

test('copies need a wait for their groups', () => {
  const count = (...waits: readonly string[]): number =>
    missed('copies', 'cp.async.ca.shared.global [s], [x], 4; cp.async.wait_all; ld.weak r, [s];', [
      machine('LDGSTS.E', 1),
      ...waits.map((one) => machine(one, 2)),
      machine('LDS', 3, 0),
    ])
  expect([count(), count('LDGDEPBAR'), count('LDGDEPBAR', 'DEPBAR.LE')]).toEqual([1, 1, 0])
})

test('a store that depends on a read waits for its scoreboard, in a CTA, too', () => {
  const count = (writes: number | undefined, waits: readonly number[]): number =>
    missed('dependency', 'ld.relaxed.cta r, [x]; st.relaxed.cta [y], r;', [
      machine('LDG.E.STRONG.SM', 1, writes),
      machine('STG.E.STRONG.SM', 2, undefined, waits),
    ])
  expect([count(2, []), count(2, [1]), count(undefined, [2]), count(2, [2])]).toEqual([1, 1, 1, 0])
})

test('a DEPBAR waits for a scoreboard only if it lets none be left', () => {
  const count = (text: string): number =>
    missed('dependency', 'ld.weak r, [x]; st.weak [y], r;', [
      machine('LDG.E', 1, 2),
      { ...machine('DEPBAR.LE', 1), text },
      machine('STG.E', 2),
    ])
  expect(['DEPBAR.LE SB2, 0x0', 'DEPBAR.LE SB2, 0x1', 'DEPBAR.LE SB3, 0x0'].map(count)).toEqual([0, 1, 1])
})

test('loads of shared memory come back in order: the scoreboard of a later one is that of an earlier one, too', () => {
  const count = (opcode: string): number =>
    missed('dependency', 'ld.shared.weak r, [s]; ld.shared.weak q, [s]; st.weak [y], r;', [
      machine(opcode, 1),
      machine(opcode, 2, 0),
      machine('STG.E', 3, undefined, [0]),
    ])
  expect([count('LDS'), count('LDG.E')]).toEqual([0, 1])
})

test('a cached load after an acquire needs an invalidation after the read has come back', () => {
  const count = (...between: readonly MachineInstruction[]): number =>
    missed('fresh-read', 'ld.acquire.gpu r, [x]; ld.weak q, [y];', [
      machine('LDG.E.STRONG.GPU', 1, 2),
      ...between,
      machine('LDG.E', 2, 3),
    ])
  expect([count(), count(machine('CCTL.IVALL', 1)), count(machine('NOP', 1, undefined, [2]))]).toEqual([1, 1, 1])
  expect(count(machine('CCTL.IVALL', 1, undefined, [2]))).toBe(0)
})

test('what an atomic does to local memory is no access that others see', () => {
  const count = (opcode: string): number =>
    missed('synchronising-read', 'atom.acquire.gpu.exch r, [x], 1; ld.weak q, [y];', [
      machine('ATOM.E.EXCH.64.STRONG.GPU', 1, 2),
      machine('CCTL.IVALL', 1, undefined, [2]),
      machine(opcode, 1, 5),
      machine('LDG.E', 2, 3),
    ])
  expect([count('LD.E.64'), count('LD.E.64.STRONG.GPU')]).toEqual([0, 1])
})

test('a wait counts only if no path goes around it, and the path is named', () => {
  const thread = threadIn('ld.weak r, [x]; st.weak [y], r;')
  const code = placed([
    machine('LDG.E', 1, 2),
    { ...machine('BRA', 1), guard: '@P0', target: 48 },
    machine('MEMBAR.ALL.GPU', 1, undefined, [2]),
    machine('STG.E', 2),
  ])
  const [missing, ...others] = missingWaits(thread, code, new Set(['dependency']))
  expect([missing?.from, missing?.between, missing?.to, others]).toEqual([0, [1], 3, []])
  const straight = code.filter(({ opcode }) => opcode !== 'BRA')
  expect(missingWaits(thread, placed(straight), new Set(['dependency']))).toEqual([])
})

test('a path that does not jump counts as one that does', () => {
  const code = placed([
    machine('LDG.E', 1, 2),
    { ...machine('BRA', 1), guard: '@P0', target: 64 },
    machine('STG.E', 2),
    machine('EXIT', 2),
    machine('STG.E', 2, undefined, [2]),
  ])
  const missing = missingWaits(threadIn('ld.weak r, [x]; st.weak [y], r;'), code, new Set(['dependency']))
  expect(missing.map(({ from, between, to }) => [from, between, to])).toEqual([[0, [1], 2]])
})

test('at the scope of a CTA, the reads of an SM need no wait, and the answer of an mbarrier does', () => {
  const count = (scope: string, opcode: string): number =>
    missed('synchronising-read', `ld.acquire.${scope} r, [x]; st.weak [y], 1;`, [
      machine(opcode, 1, 2),
      machine('STG.E', 2),
    ])
  expect([count('cta', 'LDG.E.STRONG.SM'), count('gpu', 'LDG.E.STRONG.GPU')]).toEqual([0, 1])
  const wait = 'mbarrier.test_wait.parity.shared.b64 p, [m], 0; st.weak.shared [s], 1; beq p, 0, OUT; OUT:'
  const code = (waits: readonly number[]) => [
    machine('SYNCS.PHASECHK.TRANS64', 1, 2),
    machine('STS', 2, undefined, waits),
  ]
  expect([missed('synchronising-read', wait, code([])), missed('synchronising-read', wait, code([2]))]).toEqual([1, 0])
})
