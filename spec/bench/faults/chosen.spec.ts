import { chosen } from '../../../bench/faults/chosen.js'
import { faults } from '../../../bench/faults/faults.js'

const namesOf = (...names: readonly string[]) => {
  const result = chosen(faults, names)
  return result.kind === 'faults' ? result.faults.map(({ name }) => name) : result.message
}

test('without names, all faults are planted; with names, those with that name or in that group', () => {
  expect(chosen(faults, [])).toEqual({ kind: 'faults', faults })
  expect(namesOf('final-overwritten', 'two-sources')).toEqual(['two-sources', 'final-overwritten'])
  const liveness = faults.filter(({ group }) => group === 'liveness').map(({ name }) => name)
  expect(liveness).toContain('blocked-forgotten')
  expect(namesOf('liveness', 'two-sources')).toEqual(['two-sources', ...liveness])
})

test('an unknown name is an error that lists the groups and the faults', () => {
  expect(namesOf('two-sources', 'wrong', 'other')).toMatch(
    /^there is no fault wrong, other; these are there:\n {2}cat files: release-any-address, (.|\n)*\n {2}liveness: .*blocked-forgotten[,\n]/,
  )
})
