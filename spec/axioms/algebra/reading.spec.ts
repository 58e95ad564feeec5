import { mannerOf, type Reading } from '../../../axioms/algebra/reading.js'

describe('a chain shows a relation', () => {
  test.each<readonly [Reading | undefined, string]>([
    [undefined, 'opened'],
    [{}, 'opened'],
    [{ role: 'base causality' }, 'opened'],
    [{ extension: true }, 'opened'],
    [{ words: 'comes before' }, 'named'],
    [{ backwards: 'comes after' }, 'named'],
    [{ called: 'release pattern' }, 'named'],
    [{ condition: true, role: 'moral strength' }, 'named'],
    [{ synchronisation: true }, 'named'],
    [{ lastResort: true }, 'named'],
  ])('that reads as %j: %s', (reading, manner) => {
    expect(mannerOf(reading)).toBe(manner)
  })
  test('as the model says', () => {
    expect(mannerOf({ words: 'comes before', shown: 'opened' })).toBe('opened')
    expect(mannerOf({ shown: 'named' })).toBe('named')
    expect(mannerOf({ role: 'causality order', shown: 'whole' })).toBe('whole')
  })
})
