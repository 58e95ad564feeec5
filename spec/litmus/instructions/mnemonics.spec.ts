import {
  describedInstruction,
  knownOpcodes,
  unmodelledInstruction,
  wordsAfter,
  writesRegister,
} from '../../../litmus/instructions/mnemonics.js'
import { opcodeOf, opcodes } from '../../../litmus/instructions/opcodes.js'

const does = (mnemonic: string) => describedInstruction(mnemonic)?.does

test('the row with the longest name counts, and names are whole words', () => {
  expect(does('ld.global.u32')).toBe('Loads a value from memory into a register.')
  expect(does('ld.global.nc.u32')).toContain('read-only path')
  expect(does('st.async.weak')).toContain('asynchronously')
  expect(does('stx')).toBeUndefined()
  expect(does('fence.proxy.async::global')).toContain('through one proxy')
})

test('each opcode that a test may use has a sentence', () => {
  expect([...opcodes.keys()].filter((opcode) => does(opcode) === undefined)).toEqual([])
})

test('a refused mnemonic has its reason, the longest first; a modelled one has none', () => {
  expect(unmodelledInstruction('fence.proxy.alias.release.sys')).toBeUndefined()
  expect(unmodelledInstruction('multimem.red.add')).toBe('multimem addresses are not modelled')
  expect(unmodelledInstruction('clusterlaunchcontrol.try_cancel')).toBeUndefined()
  expect(unmodelledInstruction('fence.proxy.alias')).toBeUndefined()
  expect(unmodelledInstruction('retx')).toBeUndefined()
})

test('which mnemonics begin with a register that is written', () => {
  const all = [
    'ld',
    'atom.add',
    'add.u32',
    'setp.eq',
    'vote.sync',
    'activemask.b32',
    'elect.sync',
    'barrier.cta.red.or',
  ]
  const none = ['st', 'red.add', 'fence.sc', 'bar.sync', 'mbarrier.init.b64', 'cp.async.bulk', 'goto']
  expect(all.filter((one) => !writesRegister(one))).toEqual([])
  expect(none.filter(writesRegister)).toEqual([])
  expect(['mbarrier.arrive.b64', 'mbarrier.try_wait.parity.b64'].every(writesRegister)).toBe(true)
})

test('an editor offers the opcodes that are modelled, and the words after them', () => {
  expect(knownOpcodes).toEqual(expect.arrayContaining(['elect', 'tensormap', 'cp', 'membar', 'st', 'bne']))
  expect(knownOpcodes).not.toContain('multimem')
  expect(wordsAfter('cp')).toContain('reduce.async.bulk')
  expect(wordsAfter('st')).toEqual(['bulk', 'async'])
  expect(knownOpcodes.filter((one) => opcodeOf(one) !== one)).toEqual([])
})
