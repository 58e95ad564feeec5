import { missingWaits } from '../../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../../hardware/machine-code/disassembly.js'
import type { RuleName } from '../../../hardware/machine-code/obligations.js'
import { testIn } from '../../support.js'

/** A machine instruction of a line of PTX: the scoreboard that it sets, and those that it waits for. */
const machine = (opcode: string, line: number, writes?: number, waits: readonly number[] = []): MachineInstruction => ({
  ...{ offset: 0, text: opcode, opcode, guard: undefined, line, target: undefined },
  control: { stall: 1, yields: false, writes, reads: undefined, waits },
})

/** Returns how many waits of a rule the code leaves out. Instructions of PTX are lines from 1. */
function missed(rule: RuleName, thread: string, code: readonly MachineInstruction[]): number {
  const [first] = testIn(`.global x; .global y; .shared s; d0.b0.t0 { ${thread} } check ([x] == 0) as q;`).threads
  if (first?.kind !== 'device') throw new Error('the test has a thread')
  const { instructions } = first
  const assembled = { instructions, lines: instructions.map((_, i) => i + 1), observed: new Set<string>() }
  return missingWaits(
    assembled,
    code.map((one, i) => ({ ...one, offset: 16 * i })),
    new Set([rule]),
  ).length
}

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
