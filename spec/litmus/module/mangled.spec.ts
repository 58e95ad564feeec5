import { functionName, shortNames, variableName } from '../../../litmus/module/mangled.js'

test.each([
  ['_ZZ4pipePKiPiiE3buf', 'buf'],
  ['_ZZ4pipeILi4EEvPKiPiE3buf', 'buf'],
  ['_ZZN4lock4spinIiEEvPT_E5stage_0', 'stage'],
  ['_ZZ4pipevE3buf__10_', 'buf'],
  ['_ZN3lib5queueE', 'queue'],
  ['_ZN49_INTERNAL_a809d006_21_bulk_copy_no_fence_cu_twice4cuda3std6ranges3__45__cpo4swapE', 'swap'],
  ['_ZL7counter', 'counter'],
  ['_ZN6HolderIiE5valueE', 'value'],
  // An instance of a template has no name of its own, and other names are not mangled.
  ['_Z5tableIiE', undefined],
  ['counter', undefined],
  ['_Z', undefined],
  ['_ZZ4pipevE9buf', undefined],
])('the variable %s is %s', (mangled, name) => expect(variableName(mangled)).toBe(name))

test.each([
  ['_Z4spinPi', 'spin'],
  ['_ZN4lock4spinIiEEvPT_', 'spin'],
  ['spin', undefined],
  ['_ZplRK1AS1_', undefined],
])('the function %s is %s', (mangled, name) => expect(functionName(mangled)).toBe(name))

test('a name is short only where no other name is the same', () => {
  const names = ['_Z1av', '_Z1bv', '_Z1bi', '_Z1cv', 'd', '_Z1dv']
  expect([...shortNames(names, functionName, ['c'])]).toEqual([['_Z1av', 'a']])
})
