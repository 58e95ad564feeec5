import { missingWaits } from '../../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../../hardware/machine-code/disassembly.js'
import type { RuleName } from '../../../hardware/machine-code/obligations.js'
import { patternOf } from '../../../hardware/machine-code/pattern.js'
import { machine, placed, threadIn } from './machine.js'

const named = (rule: RuleName, thread: string, some: readonly MachineInstruction[]): readonly string[] => {
  const code = placed(some)
  return missingWaits(threadIn(thread), code, new Set([rule])).map((one) => patternOf(one, code))
}

test('a pattern has what orders something on the path, and not what is beside it', () => {
  const release = 'st.weak [x], 1; mbarrier.arrive.shared.b64 _, [m];'
  const code = [
    machine('STG.E', 1),
    { ...machine('BRA', 1), guard: '@P0', target: 48 },
    machine('MEMBAR.ALL.GPU', 1),
    machine('BAR.SYNC.DEFER_BLOCKING', 1),
    machine('NOP', 1),
    machine('SYNCS.ARRIVE.TRANS64', 2),
  ]
  expect(named('release', release, code)).toEqual(['release: STG.E … BAR.SYNC.DEFER_BLOCKING … SYNCS.ARRIVE.TRANS64'])
})

test('a pattern says that nothing can wait for the first instruction, if the rule asks for a wait', () => {
  const code = (writes?: number) => [machine('LDG.E', 1, writes), machine('STG.E', 2)]
  const thread = 'ld.weak r, [x]; st.weak [y], r;'
  expect(named('dependency', thread, code(1))).toEqual(['dependency: LDG.E … STG.E'])
  expect(named('dependency', thread, code())).toEqual(['dependency: LDG.E (no scoreboard) … STG.E'])
  expect(named('release', 'st.weak [x], 1; st.release.gpu [y], 1;', [machine('STG.E', 1), machine('ST.E', 2)])).toEqual(
    ['release: STG.E … ST.E'],
  )
})
