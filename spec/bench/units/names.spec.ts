import { plainName, plainNames } from '../../../bench/units/names.js'

test.each([
  ['spin', 'spin'],
  ['_Z4spinPjS_j', 'spin'],
  ['_Z4eachIfLi4E5ScaleEvPT_T1_', 'each'],
  ['_ZN3cub16_V_300500_SM_9006detail4scan16DeviceScanKernelIiEEvv', 'cub::detail::scan::DeviceScanKernel'],
  ['_ZN45_GLOBAL__N__029762f0_12_templates_cu_8e88665b6hiddenEPi', '(anonymous)::hidden'],
  ['_ZNK6Square4areaEv', 'Square::area'],
  ['_ZL4mainv', 'main'],
  ['_ZplRK1AS1_', '_ZplRK1AS1_'],
])('%s is %s', (mangled, plain) => {
  expect(plainName(mangled)).toBe(plain)
})

test('equal names are numbered', () => {
  expect(plainNames(['_Z4eachIfEvv', 'sum', '_Z4eachIiEvv'])).toEqual(['each', 'sum', 'each (2)'])
})
