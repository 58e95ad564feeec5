import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { assemblyIn, clusterSyncIn, isOnlyAssembly } from '../../repair/asm-text.js'
import { fix } from '../../repair/fix.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { root, solver, testIn, testsIn } from '../support.js'

const compiledFrom = (text: string) => ({ name: 'k.ptx', text: '', sources: [{ name: 'k.cu', text }] })

test.each([
  [
    'a function of the source',
    'void warpgroup_arrive() { asm volatile("wgmma.fence.sync.aligned;\\n" ::: "memory"); }',
    'wgmma.fence.sync.aligned',
    'warpgroup_arrive()',
  ],
  [
    'a template of the source',
    'template <int N> void wait() {\n  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N)); }',
    'wgmma.wait_group.sync.aligned 1',
    'wait<1>()',
  ],
  [
    'inline assembly without one',
    'void other() { asm volatile("wgmma.commit_group.sync.aligned;"); }',
    'wgmma.fence.sync.aligned',
    'asm volatile("wgmma.fence.sync.aligned;" ::: "memory")',
  ],
])('what CUDA C++ has no function for: %s', (_, source, written, expected) => {
  expect(assemblyIn(compiledFrom(source), written)).toBe(expected)
})

test('the group of a cluster has the name that the source gives it', () => {
  expect(clusterSyncIn(compiledFrom('auto all = cg::this_cluster();'))).toBe('all.sync()')
  expect(clusterSyncIn({ name: 'a.test', text: '' })).toBe('cooperative_groups::this_cluster().sync()')
})

test('only instructions of warpgroups have no function', () => {
  const { threads } = testIn('.global x; d0.b0.t0 { bar.sync 0; cp.async.wait_all; st [x], 1; } check (x == 1);')
  expect(threads.flatMap(({ instructions }) => instructions.filter(isOnlyAssembly))).toEqual([])
})

test('the two halves of the barrier of a cluster are one call', async () => {
  const name = join(root, 'examples/kernels/cluster-sum+no-sync.test')
  const program = must(testsIn(readFileSync(name, 'utf8'), name)[0], 'a test')
  const goal = { kind: 'claims', questions: program.questions } as const
  const fixed = fix(program, await solver(), { model: defaultModel, goal, only: ['barriers'] })
  const [first] = fixed.kind === 'repaired' ? fixed.repairs : []
  expect(first?.changes.flatMap((one) => changeLines(program, one))).toEqual([
    expect.stringMatching(
      /^ {2}insert barrier\.cluster\.arrive\.release; barrier\.cluster\.wait\.acquire in kernel add_up, all threads, before /,
    ),
    expect.stringContaining('cluster-sum+no-sync.cu:12: atomicAdd('),
    '    in CUDA: cluster.sync()',
  ])
})
