import { models, ptx75 } from '../../axioms/models.js'
import { reduced, reducedFr, relationsOf } from '../../witness/relations.js'

describe('the pairs of a relation that are shown', () => {
  test('of a strict partial order, the pairs from which the rest follows', () => {
    const chain = [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ] as const
    expect(reduced(chain)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    expect(
      reduced([
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 3],
        [2, 3],
      ]),
    ).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ])
  })
  test('all of a relation that is not transitive, or has a cycle', () => {
    const open = [
      [0, 1],
      [1, 2],
      [1, 3],
      [0, 3],
    ] as const
    expect(reduced(open)).toEqual(open)
    const both = [
      [0, 1],
      [1, 0],
      [0, 0],
      [1, 1],
    ] as const
    expect(reduced(both)).toEqual(both)
  })
  test('of fr, the writes that are next', () => {
    expect(
      reducedFr(
        [
          [5, 1],
          [5, 2],
          [5, 3],
        ],
        [
          [0, 1],
          [0, 2],
          [1, 2],
        ],
      ),
    ).toEqual([
      [5, 1],
      [5, 3],
    ])
  })
})

describe('names of relations', () => {
  test('base relations, fr, and the definitions of the model', () => {
    expect([...relationsOf(ptx75).keys()]).toEqual(
      expect.arrayContaining([
        'po',
        'sync_fence',
        'fr',
        'sync',
        'base-cause',
        'preserved-alias-across-proxies',
        'cause',
        'ms',
        'dep',
      ]),
    )
  })
  test.each(models.map((model) => [model.name, model] as const))(
    '%s defines no two relations of one name',
    (_, model) => {
      const bodies = new Map<string, unknown>()
      const visited = new Set<unknown>()
      const visit = (term: unknown): void => {
        // A definition that several others use is one value in all of them.
        if (typeof term !== 'object' || term === null || visited.has(term)) return
        visited.add(term)
        if ('kind' in term && term.kind === 'named' && 'name' in term && 'body' in term) {
          const known = bodies.get(String(term.name))
          expect([term.name, known === undefined || known === term.body]).toEqual([term.name, true])
          bodies.set(String(term.name), term.body)
        }
        for (const part of Object.values(term)) visit(part)
      }
      visit(model.axioms)
    },
  )
})
