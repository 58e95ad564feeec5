import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import { solver, testIn } from '../../../support.js'

const alloc = (columns = 64, where = 'where'): string =>
  `tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [${where}], ${columns}; ld.shared.u32 t, [${where}];`
const dealloc = (columns = 64): string => `tcgen05.dealloc.cta_group::2.sync.aligned.b32 t, ${columns};`
const relinquish = 'tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;'
const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'

/** Returns the problems of the two CTAs of a pair, each once; brute force must agree. */
async function problems(first: string, second: string): Promise<readonly string[]> {
  const text = `.shared .b32 where; .global .b32 flag; d0.c0.b0.t0 { ${first} } d0.c0.b1.t0 { ${second} } check (true) as q;`
  const test = testIn(text)
  const { answers } = decide(test, await solver(), { model: proposed, liveness: false })
  const [found = [], brute = []] = [answers, bruteForce(test, proposed).answers].map(([one]) =>
    one?.undefined.kind === 'known' ? one.undefined.found : [],
  )
  const names = (some: typeof found) => [...new Set(some.map((one) => ('problem' in one ? one.problem : one.reason)))]
  expect(names(brute).toSorted()).toEqual(names(found).toSorted())
  return names(found).toSorted()
}

const whole = `${alloc()} ${relinquish} ${meet} ${dealloc()}`

test.each<readonly [string, string, string, readonly string[]]>([
  ['both perform all', whole, whole, []],
  ['both free without a barrier', `${alloc()} ${dealloc()}`, `${alloc()} ${dealloc()}`, []],
  ['the peer performs none', whole, meet, ['alone']],
  ['the peer keeps its permit', whole, `${alloc()} ${meet} ${dealloc()}`, ['alone']],
  ['the peer frees nothing', whole, `${alloc()} ${relinquish} ${meet}`, ['alone', 'left']],
  ['other columns', `${alloc()} ${dealloc()}`, `${alloc(32)} ${dealloc(32)}`, ['other columns']],
  ['the barrier comes after one of two that free', whole, `${alloc()} ${relinquish} ${dealloc()} ${meet}`, ['waits']],
  ['the barrier comes after one of two that allocate', whole, `${meet} ${whole.replace(meet, '')}`, ['waits']],
  [
    'the peer may leave the instructions out',
    `st.relaxed.gpu.u32 [flag], 1; ${alloc()} ${dealloc()}`,
    `ld.relaxed.gpu.u32 r, [flag]; beq r, 1, E; ${alloc()} ${dealloc()} E:`,
    ['alone'],
  ],
])('%s', async (_, first, second, expected) => {
  expect(await problems(first, second)).toEqual(expected)
})

test('each of two warps allocates', async () => {
  const text = (columns: number) =>
    `.shared .b32 where; .shared .b32 where2; d0.c0.b0.t0 { ${alloc()} ${dealloc()} } d0.c0.b0.t32 { ${alloc(64, 'where2')} ${dealloc()} } d0.c0.b1.t0 { ${alloc()} ${dealloc()} } d0.c0.b1.t32 { ${alloc(columns, 'where2')} ${dealloc(columns)} } check (true) as q;`
  const found = async (columns: number) => {
    const one = decide(testIn(text(columns)), await solver(), { model: proposed, liveness: false }).answers[0]
    return one?.undefined.kind === 'known'
      ? one.undefined.found.map((each) => ('problem' in each ? each.problem : each.reason))
      : []
  }
  expect(await found(64)).toEqual([])
  expect(await found(32)).toContain('other columns')
})
