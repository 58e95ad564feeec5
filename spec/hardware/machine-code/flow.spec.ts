import { successorsIn } from '../../../hardware/machine-code/flow.js'
import { machine, placed } from './machine.js'

/** Returns what may come after the first of three instructions, of which it names the last. */
const after = (opcode: string, operands = '', guard?: string) =>
  successorsIn(
    placed([
      { ...machine(opcode, 1), text: `${opcode} ${operands}\`(.L)`, guard, target: 32 },
      machine('NOP', 1),
      machine('EXIT', 1),
    ]),
  )[0]

test('a jump that is certain has one successor; a guard or a predicate gives it two', () => {
  expect([after('BRA'), after('JMP')]).toEqual([[2], [2]])
  expect([after('BRA', '', '@P0'), after('BRA', 'P2, '), after('BRA.U', '!UP0, '), after('BRA.DIV', 'UR4, ')]).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
    [2, 1],
  ])
})

test('a call comes back', () => {
  expect(after('CALL.REL.NOINC')).toEqual([2, 1])
})

test('what ends a thread has a successor only with a guard', () => {
  expect(successorsIn(placed([machine('EXIT', 1), machine('NOP', 1)]))[0]).toEqual([])
  expect(successorsIn(placed([{ ...machine('EXIT', 1), guard: '@P0' }, machine('NOP', 1)]))[0]).toEqual([1])
})
