import { models } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { accessAt, isMemory } from '../../../../encoder/events/graph/event.js'
import type { Program } from '../../../../litmus/program.js'
import { must } from '../../../../source/must.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { solver, testIn } from '../../../support.js'

const model = must(
  models.find(({ name }) => name === 'ptx-9.4'),
  'a model of asynchronous operations',
)
const spread = 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster'
const declared = '.global .u32 g[4] = {1, 2, 3, 4}; .shared .u32 s[4]; .shared .b64 m;'
const cluster = (lines: readonly string[], asked = '') =>
  testIn(`${declared} ${lines.map((one, i) => `d0.c0.b${i}.t0 { ${one} }`).join(' ')} ${asked} check (true) as any;`)

/**
 * Returns the accesses that the first instructions of threads issue: the kind of each, whose memory it is, and the
 * offset in bytes.
 */
const operationsOf = (program: Program) => {
  const graph = buildEvents(program)
  const { variables } = program
  const shown = (id: number) => {
    const { kind, sets, places, value } = accessAt(graph, id)
    const [place] = places
    const variable = variables.find(({ address }) => address === place?.address)
    const owner = variable?.instance === undefined ? '' : `${variable.instance.owner}:`
    const what = sets.includes('MBAR') ? 'count' : kind
    return `${what} ${owner}${variable?.instance?.of ?? variable?.name}+${place?.offset} ${value.width / 8}`
  }
  const order = graph.async_order.map(([a, b]) => `${shown(a)} → ${shown(b)}`)
  return {
    all: [...new Set(graph.issue.map(([, id]) => shown(id)))].toSorted(),
    order: [...new Set(order)].toSorted(),
    graph,
  }
}

test('one read, and for each CTA of the mask a write and a complete-tx, at the same offsets', () => {
  const program = cluster([`${spread} [s+4], [g], 4, [m], 5;`, '', 'ld.shared.u32 r, [s+4];'])
  const { all, order } = operationsOf(program)
  expect(all).toEqual(['count 0:m+0 8', 'count 2:m+0 8', 'read g+0 4', 'write 0:s+4 4', 'write 2:s+4 4'])
  // Each write comes before the complete-tx of its own CTA only.
  expect(order).toEqual([
    'count 0:m+0 8 → count 0:m+0 8',
    'count 2:m+0 8 → count 2:m+0 8',
    'read g+0 4 → count 0:m+0 8',
    'read g+0 4 → count 2:m+0 8',
    'read g+0 4 → write 0:s+4 4',
    'read g+0 4 → write 2:s+4 4',
    'write 0:s+4 4 → count 0:m+0 8',
    'write 2:s+4 4 → count 2:m+0 8',
  ])
})

test('the CTA that issues it need not be one of them, and no instruction need name the memory of another', () => {
  const { all } = operationsOf(cluster([`${spread} [s], [g], 4, [m], 2;`, '', ''], 'check ([g[0]] == 0) as q;'))
  expect(all).toEqual(['count 1:m+0 8', 'read g+0 4', 'write 1:s+0 4'])
})

test('an address of another CTA says where in each of them', () => {
  const { all } = operationsOf(
    cluster([`${spread} [d0.c0.b1:s+8], [g], 4, [d0.c0.b1:m], 1;`, ''], 'check ([g[0]] == 0) as q;'),
  )
  expect(all).toEqual(['count 0:m+0 8', 'read g+0 4', 'write 0:s+8 4'])
})

test('a mask and addresses in registers', () => {
  const program = cluster([
    `mov.u32 mask, 1; shl.b32 mask, mask, 1; add.u32 mask, mask, 65537; mov.u32 to, &s; mov.u32 bar, &m; ${spread} [to+4], [g], 4, [bar], mask;`,
    'ld.shared.u32 r, [s+4];',
  ])
  expect(operationsOf(program).all).toEqual([
    'count 0:m+0 8',
    'count 1:m+0 8',
    'read g+0 4',
    'write 0:s+4 4',
    'write 1:s+4 4',
  ])
})

test('a mask in a register may name any CTA, also one whose memory no instruction names', () => {
  const program = cluster([`mov.u32 mask, 6; ${spread} [s], [g], 4, [m], mask;`, '', ''], 'check ([g[0]] == 0) as q;')
  expect(operationsOf(program).all).toEqual([
    'count 1:m+0 8',
    'count 2:m+0 8',
    'read g+0 4',
    'write 1:s+0 4',
    'write 2:s+0 4',
  ])
})

test('a split of the bytes in one CTA splits them in all', () => {
  const program = cluster([`${spread} [s], [g], 16, [m], 3;`, 'ld.shared.u32 r, [s+4];'], 'check ([g[0]] == 0) as q;')
  expect(operationsOf(program).all).toEqual([
    'count 0:m+0 8',
    'count 1:m+0 8',
    'read g+0 4',
    'read g+4 4',
    'write 0:s+0 4',
    'write 0:s+4 4',
    'write 1:s+0 4',
    'write 1:s+4 4',
  ])
})

test('a tile that is partly outside its tensor', () => {
  const tile = spread.replace('bulk', 'bulk.tensor.1d')
  const program = testIn(`.param .tensormap map = tensor(g, {4}, {2}); ${declared}
    d0.c0.b0.t0 { ${tile} [s], [map, {3}], [m], 3; } d0.c0.b1.t0 { ld.shared.v2.u32 {a, b}, [s]; } check (true) as any;`)
  const { all, order } = operationsOf(program)
  expect(all).toEqual([
    'count 0:m+0 8',
    'count 1:m+0 8',
    'read g+12 4',
    'write 0:s+0 4',
    'write 1:s+0 4',
    'write 1:s+4 4',
  ])
  expect(order).toContain('write 1:s+4 4 → count 1:m+0 8')
  expect(order).not.toContain('write 1:s+4 4 → count 0:m+0 8')
})

test('a mask of no CTA issues nothing', () => {
  const { all, graph } = operationsOf(cluster([`${spread} [s], [g], 4, [m], 0;`]))
  expect([all, graph.events.filter((one) => isMemory(one) && one.asynchronous)]).toEqual([[], []])
})

describe('a mask', () => {
  const problems = async (program: Program) => {
    const [found, brute] = [
      decide(program, await solver(), { model, liveness: false }),
      bruteForce(program, model),
    ].map(({ answers: [one] }) =>
      one?.undefined.kind === 'known'
        ? one.undefined.found.map((one) => ('problem' in one ? one.problem : one.reason))
        : undefined,
    )
    expect(brute).toEqual(found)
    return found
  }

  test('that names a CTA which the cluster does not have is undefined behaviour where a register has it', async () => {
    const lines = (mask: number) => [`mov.u32 mask, ${mask}; ${spread} [s], [g], 4, [m], mask;`, '']
    expect(await problems(cluster(lines(4)))).toEqual(['no such CTA'])
    expect(await problems(cluster(lines(0)))).toEqual([])
  })

  test('is that of the ranks in the cluster of a launch', async () => {
    const kernel = (mask: number) =>
      moduleOf(
        `.visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<9>; .reg .b16 %rs<2>;
        .shared .align 16 .b8 s[64]; .shared .align 8 .b64 bar; ld.param.u64 %rd1, [p]; mov.u32 %r1, s; mov.u32 %r2, bar;
        mov.u32 %r3, %ctaid.x; setp.ne.u32 %p1, %r3, 2; @%p1 bra $end; mov.b16 %rs1, ${mask};
        ${spread} [%r1], [%rd1], 16, [%r2], %rs1; $end: ret; }`.replace('.reg .b16', '.reg .pred %p<2>; .reg .b16'),
      )
    const text = 'module "k.ptx"; .global .u32 g[16]; host { k<<<4, 1, cluster(2)>>>(g); } check ([g[0]] == 0) as q;'
    const test = (mask: number) => compiledTest(text, { 'k.ptx': kernel(mask) })
    // The first thread is the host.
    expect(operationsOf(test(3)).all.filter((one) => one.startsWith('count'))).toEqual([
      'count 3:bar+0 8',
      'count 4:bar+0 8',
    ])
    expect(await problems(test(4))).toEqual(['no such CTA'])
  })

  test('that depends on a read is not covered', async () => {
    const program = cluster([`ld.global.u32 mask, [g]; ${spread} [s], [g], 4, [m], mask;`])
    const [one] = decide(program, await solver(), { model, liveness: false }).answers
    expect(one?.verdict).toMatchObject({ kind: 'not covered' })
  })
})
