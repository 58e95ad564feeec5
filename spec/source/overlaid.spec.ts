import { withEntry } from '../../source/overlaid.js'

test('a map with other entries is what a copy with them is', () => {
  let map: ReadonlyMap<string, { readonly n: number }> = new Map([
    ['a', { n: 0 }],
    ['b', { n: 1 }],
  ])
  const copy = new Map(map)
  const first = map
  for (let n = 0; n < 100; n++) {
    const key = `${'abc'[n % 3]}${n % 7 === 0 ? '' : n % 40}`
    map = withEntry(map, key, { n })
    copy.set(key, { n })
    expect([...map]).toEqual([...copy])
    expect([map.size, map.get(key), map.has(key), map.has('none')]).toEqual([copy.size, { n }, true, false])
    expect([[...map.keys()], [...map.values()]]).toEqual([[...copy.keys()], [...copy.values()]])
  }
  const visited: string[] = []
  map.forEach((_, key) => {
    visited.push(key)
  })
  expect(visited).toEqual([...copy.keys()])
  expect([...first.keys()]).toEqual(['a', 'b'])
})
