import { styleOf } from '../../../witness/picture/colours.js'

const relations = ['po', 'rf', 'co', 'fr', 'rmw', 'sync_fence', 'api', 'issue', 'completed', 'syncbar', 'objection']

test('errors have colours that no relation has', () => {
  const synchronisation = ['sync', 'cluster-sync']
  const others = [
    ...relations.map((name, i) => styleOf(name, i, synchronisation)),
    ...synchronisation.map((name, i) => styleOf(name, i, synchronisation)),
    ...Array.from({ length: 12 }, (_, i) => styleOf(`asked${i}`, i, synchronisation)),
  ]
  for (const mark of ['race', 'unsynchronised']) {
    const { light, dark } = styleOf(mark, 0, synchronisation)
    expect(others.filter((one) => one.light === light || one.dark === dark)).toEqual([])
  }
})
