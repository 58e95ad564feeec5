import { missingWaits } from '../../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../../hardware/machine-code/disassembly.js'
import type { RuleName } from '../../../hardware/machine-code/obligations.js'
import { patternOf } from '../../../hardware/machine-code/pattern.js'
import { must } from '../../../source/must.js'
import { evidence } from './evidence.js'

const all: ReadonlySet<RuleName> = new Set(['synchronising-read', 'fresh-read', 'release', 'copies', 'dependency'])
const readRules: ReadonlySet<RuleName> = new Set(['synchronising-read', 'fresh-read'])
const named = (test: string, code?: readonly MachineInstruction[]) => {
  const one = must(
    evidence.find((two) => two.test === test),
    'a thread of the test',
  )
  const machine = code ?? one.code
  return [...new Set(missingWaits(one.thread, machine, readRules).map((missing) => patternOf(missing, machine)))]
}

test('the three findings are named by their patterns', () => {
  expect(named('dead-result.test#1')).toEqual([
    'synchronising-read: ATOM.E.ADD.S32.STRONG.GPU (no scoreboard) … CCTL.IVALL … LD.E',
    'fresh-read: ATOM.E.ADD.S32.STRONG.GPU (no scoreboard) … CCTL.IVALL … LD.E',
  ])
  expect(named('wait-without-branch.test#1')).toEqual(['synchronising-read: SYNCS.PHASECHK.TRANS64 … LDS'])
  expect(named('early-alias-fence.test#1')).toEqual([
    'synchronising-read: LD.E.STRONG.GPU … CCTL.IVALL … LD.E',
    'fresh-read: LD.E.STRONG.GPU … CCTL.IVALL … LD.E',
  ])
})

test('with a branch, a fence that waits or an acquire, nothing is named', () => {
  for (const { test, thread, code, wrong } of evidence.filter((one) => !one.wrong)) {
    expect([test, wrong, missingWaits(thread, code, readRules).length]).toEqual([test, false, 0])
  }
})

test('a wait that is taken out of correct code is missed', () => {
  const { code } = must(
    evidence.find((two) => two.test === 'early-alias-fence.test#6'),
    'a thread',
  )
  const idle = code.map((one) => ({ ...one, control: { ...one.control, waits: [] } }))
  expect(named('early-alias-fence.test#6', idle)).toContain(
    'synchronising-read: LD.E.STRONG.SYS … CCTL.IVALL … CCTL.IVALL … LD.E',
  )
})

test('an invalidation that is taken out of correct code is missed', () => {
  const { code } = must(
    evidence.find((two) => two.test === 'dead-result.test#3'),
    'a thread',
  )
  const stale = code.filter(({ opcode }) => opcode !== 'CCTL.IVALL')
  expect(named('dead-result.test#3', stale)).toEqual([
    expect.stringMatching(/^fresh-read: ATOM\.E\.ADD\.S32\.STRONG\.GPU \(no scoreboard\) … MEMBAR\.ALL\.GPU … LD\.E$/),
  ])
})

test('all rules together name no more of this code', () => {
  for (const { test, thread, code, wrong } of evidence)
    expect([test, missingWaits(thread, code, all).length > 0]).toEqual([test, wrong])
})
