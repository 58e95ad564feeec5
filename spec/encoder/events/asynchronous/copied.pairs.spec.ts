import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { accessAt } from '../../../../encoder/events/graph/event.js'
import { printProgram } from '../../../../litmus/print.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import { mostCandidates } from '../../../extent.js'
import { solver, testIn } from '../../../support.js'

const load = 'cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes'
const declared = `.global .u32 g[4] = {1, 2, 3, 4}; .param .tensormap map = tensor(g, {4}, {4});
  .shared .align 128 .u32 s[4]; .shared .b64 m;`
const cluster = (lines: readonly string[]) =>
  testIn(`${declared} ${lines.map((one, i) => `d0.c0.b${i}.t0 { ${one} }`).join(' ')} check (true) as any;`)

/** Returns the mbarriers that count a copy: the CTA of each, and its name. */
function counting(lines: readonly string[]): readonly string[] {
  const program = cluster(lines)
  const graph = buildEvents(program)
  return graph.issue
    .map(([, id]) => accessAt(graph, id))
    .filter(({ kind, sets }) => kind === 'write' && sets.includes('MBAR'))
    .map(({ places: [place] }) => {
      const variable = program.variables.find(({ address }) => address === place?.address)
      return `${variable?.instance?.owner}:${variable?.instance?.of}`
    })
    .toSorted()
}

async function problems(lines: readonly string[]): Promise<readonly string[]> {
  const program = cluster(lines)
  const [found = [], brute = []] = [
    decide(program, await solver(), { model: proposed, liveness: false }).answers,
    bruteForce(program, proposed, { most: mostCandidates }).answers,
  ].map(([one]) => (one?.undefined.kind === 'known' ? one.undefined.found : []))
  const texts = (some: typeof found) => some.map((one) => ('problem' in one ? one.problem : one.reason))
  expect(texts(brute)).toEqual(texts(found))
  return texts(found)
}

describe('`.cta_group` of a copy', () => {
  test('is printed as it is read', () => {
    const line = `${load}.multicast::cluster.cta_group::2 [s[0]], [map, {0}], [m], 3`
    expect(printProgram(cluster([`${line};`, '']), 'nvlitmus')).toContain(line)
  })

  test('2: the mbarrier may be in the other CTA of the pair', async () => {
    const copy = (group: string) => [
      `${load}${group} [s], [map, {0}], [d0.c0.b1:m];`,
      'mbarrier.init.shared.b64 [m], 1;',
    ]
    expect(counting(copy('.cta_group::2'))).toEqual(['1:m'])
    expect(await problems(copy('.cta_group::1'))).toEqual(['other CTA'])
    expect(await problems(copy(''))).toEqual(['other CTA'])
  })

  test('2: not in a CTA of another pair', async () => {
    const lines = [`${load}.cta_group::2 [s], [map, {0}], [d0.c0.b2:m];`, '', 'mbarrier.init.shared.b64 [m], 1;', '']
    expect(await problems(lines)).toEqual(['other CTA'])
  })

  test('2: each CTA of a mask signals the one of its pair with the parity of the named one', () => {
    const to = (mask: number, bar = 'm') =>
      counting([`${load}.multicast::cluster.cta_group::2 [s], [map, {0}], [${bar}], ${mask};`, '', '', ''])
    expect(to(15)).toEqual(['0:m', '0:m', '2:m', '2:m'])
    expect(to(8)).toEqual(['2:m'])
    expect(to(1, 'd0.c0.b1:m')).toEqual(['1:m'])
  })

  test('2: a pair without a second CTA has no mbarrier there', async () => {
    const copy = `${load}.multicast::cluster.cta_group::2 [s], [map, {0}], [m], 4;`
    expect(await problems(['', copy, ''])).toEqual(['no such CTA'])
  })
})
