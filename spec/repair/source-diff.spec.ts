/** The same repairs as diffs of the CUDA sources from which kernels were compiled. */

import { join } from 'node:path'
import { testNamed } from '../../cli/input/tests.js'
import { threadAt } from '../../litmus/program.js'
import { memoryFences } from '../../repair/fences.js'
import { sourceDiff } from '../../repair/source-diff.js'
import { sourcePlaceOf } from '../../repair/source-places.js'
import { fixDocument } from '../../report/repairs.js'
import { must } from '../../source/must.js'
import { workplace } from '../cli/workplace.js'
import { root } from '../support.js'

const { run } = workplace()

/** Returns the lines that the first repair adds to the sources and removes from them; undefined without a diff. */
async function changedLines(...args: readonly string[]): Promise<readonly string[] | undefined> {
  const { stdout } = await run(['fix', '--json', ...args])
  const [first] = fixDocument.parse(JSON.parse(stdout)).repairs
  return first?.sourceDiff?.split('\n').filter((line) => /^[-+]/.test(line))
}

const example = (name: string): string => join(root, 'examples', name)

test('a call before a statement has the indent of that statement', async () => {
  const lines = await changedLines(example('kernels/flag+no-fence.test'), '--question', 'stale')
  expect(lines?.slice(2)).toEqual(['+    __threadfence();', '+    __threadfence();'])
  expect(lines?.[0]).toMatch(/^--- .*flag\+no-fence\.cu$/)
})
test('a call in a line is replaced by one in the idiom of the source', async () => {
  const lines = await changedLines(example('kernels/pipeline+one-behind.test'), '--race-free')
  expect(lines?.slice(2)).toEqual([
    '-  cuda::pipeline_consumer_wait_prior<1>(pipe);',
    '+  cuda::pipeline_consumer_wait_prior<0>(pipe);',
  ])
})
test('another order is another word of the call', async () => {
  const lines = await changedLines(example('kernels/look-back+relaxed.test'), '--race-free', '--only', 'orders')
  expect(lines?.slice(2)).toEqual([
    '-        status = status_ref(statuses[other]).load(cuda::memory_order_relaxed);',
    '+        status = status_ref(statuses[other]).load(cuda::memory_order_acquire);',
  ])
})
test.each([
  ['a macro hides the call', 'launches/ring+gpu-fence.test'],
  ['the call has arguments that the reader must fill in', 'kernels/handover-device+block-scope.test'],
])('there is none where %s', async (_, name) => {
  expect(await changedLines(example(name), '--race-free', '--only', 'scopes')).toBeUndefined()
})

test.each([
  ['in a block', 'kernels/block-sum', 'before', 'sums[i] += sums[i + half];', /^[+] {6}__threadfence_block\(\);$/],
  [
    'after a statement',
    'kernels/block-sum',
    'after',
    'out[i] = sums[0];',
    /^[+] {2}cuda::atomic_thread_fence\([^()]*\);$/,
  ],
  ['in a line of several statements', 'launches/ticket', 'before', '__global__ void take', undefined],
  ['before the `if` of an `else`, which needs braces', 'kernels/mpmc-queue', 'before', '} else if', undefined],
  ['within a statement', 'kernels/bulk-copy', 'within', 'while (!ptx::mbarrier_try_wait', undefined],
])('a fence %s', (_, name, where, text, added) => {
  const read = testNamed(example(`${name}.test`), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error('it cannot be read')
  const program = read.value
  const changes = memoryFences(program).flatMap(({ levels }) => levels.flatMap(({ change }) => change ?? []))
  const there = changes.filter(({ edits: [edit] }) => {
    const place = edit && sourcePlaceOf(threadAt(program.threads, edit.thread).instructions, edit.at)
    return edit?.change.kind === 'insert' && place?.where === where && place.text.startsWith(text)
  })
  const diff = sourceDiff(program, [must(there[0], 'a fence at that place')], (file) => file)
  const line = diff?.split('\n').find((one) => /^[+] /.test(one))
  if (added === undefined) expect(line).toBeUndefined()
  else expect(line).toMatch(added)
})
