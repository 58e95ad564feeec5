import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { buildEvents } from '../../encoder/events/events.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { onEach } from '../extent.js'
import { root, solver, testsIn, textOf } from '../support.js'

const folder = join(root, 'examples/kernels')

/**
 * Returns the changes that an explanation proposes, the torn vectors, and where undefined behaviour or a trap is
 * reached.
 */
const blamed = (explanation: string): string =>
  [
    ...explanation.matchAll(
      /^ {2}(replace|insert|swap) .*$|^ {4}(in CUDA|in CUDA, which orders the access itself less|or, which [a-z ]+): .*$/gm,
    ),
    ...explanation.matchAll(/^A torn vector: .*\n( {2}.*\n)+/gm),
    ...explanation.matchAll(/^ {2}.* (at|traps at) .*\.ptx:.*$/gm),
  ]
    .map(([found]) => found)
    .join('\n')

/** Returns the line of a kernel's file that has the words. If several have, the one of that index. */
function lineOf(file: string, words: string, index: number): string {
  const lines = textOf(folder, file).split('\n')
  const found = lines.flatMap((line, i) => (line.includes(words) ? [i + 1] : []))
  return `${file}:${must(found[index], `${words} in ${file}`)}`
}

function programOf(kernel: string): Program {
  const name = join(folder, `${kernel}.test`)
  return must(testsIn(textOf(name), name)[0], `a test of ${kernel}`)
}

/** Returns what the explanation of a kernel's first question blames. */
async function blamedOf(kernel: string): Promise<string> {
  const program = programOf(kernel)
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model: defaultModel })
  return blamed(explanationText(program, question, defaultModel.name, explanation))
}

/** Events up to which kernels are in the sample: an explanation of more takes up to half a minute. */
const few = 14

const eventsOf = ({ name }: { readonly name: string }): number => buildEvents(programOf(name)).events.length

/** Returns the small kernels, or at least the smallest one. */
function sample<T extends { readonly name: string }>(kernels: readonly T[]): readonly T[] {
  const sized = kernels.map((one) => [eventsOf(one), one] as const).toSorted(([a], [b]) => a - b)
  return sized.filter(([events], i) => i === 0 || events <= few).map(([, one]) => one)
}

const named = <T>(kernels: Readonly<Record<string, T>>): readonly { readonly name: string; readonly said: T }[] =>
  Object.entries(kernels).map(([name, said]) => ({ name, said }))

/** Words of a line of a module; the line of that index, if several have them. */
type Words = readonly [words: string, index?: number]

const inModules: Readonly<Record<string, readonly Words[]>> = {
  'block-sum+divergent': [['bar.sync', 1]],
  // The barrier comes where the two paths meet, which is on no line of the source.
  'cluster-sum+no-sync': [['$L__BB0_2:']],
  'cooperative-groups+plain-launch': [['trap;']],
  'handover-cluster+plain-launch': [['ld.acquire.cluster'], ['st.release.cluster']],
  'last-block+no-acquire': [['atom.global.inc']],
  'last-block+no-release': [['atom.global.inc']],
  'vector+one-flag': [['ld.volatile'], ['st.volatile']],
  'vector+words': [['ld.volatile'], ['st.volatile']],
  'spin-lock+no-fence': [['atom.global.cas'], ['atom.global.exch']],
  'ticket-lock+volatile': [['ld.volatile'], ['st.volatile']],
  'grid-barrier+block-scope': [
    ['membar.cta', 0],
    ['membar.cta', 1],
  ],
  'look-back+relaxed': [['ld.relaxed']],
  'ring+relaxed-head': [['st.relaxed']],
  'pointer+volatile': [['ld.volatile']],
  'word+struct': [
    ['ld.volatile', 0],
    ['st.volatile', 1],
  ],
}

onEach(
  'the explanation of a broken kernel names the lines of the mistake',
  { all: named(inModules), sample, least: 1 },
  async ({ name, said: mistakes }) => {
    const text = await blamedOf(name)
    const module = name.replace('+plain-launch', '')
    const found = mistakes.filter(([words, index = 0]) => text.includes(lineOf(`${module}.ptx`, words, index)))
    expect(found).toEqual(mistakes)
  },
)

/** Words of a line of a kernel's source, and the explanation there, by kernel. */
type InSources = Readonly<Record<string, readonly (readonly [words: string, said: string])[]>>

const inSources: InSources = {
  'double-checked+volatile': [['if (!*ready) {', 'with ld.acquire.gpu']],
  'flag+no-fence': [
    ['*flag = 1', '__threadfence(), then a volatile write'],
    ['while (*flag', 'a volatile read, then __threadfence()'],
  ],
  'handover-block+relaxed': [
    ['store(1, cuda::memory_order_relaxed)', 'thread_scope_block>(…).store(…, cuda::memory_order_release)'],
  ],
  'handover-device+block-scope': [
    ['store(1, cuda::memory_order_release)', 'thread_scope_device>(…).store(…, '],
    ['load(cuda::memory_order_acquire)', 'thread_scope_device>(…).load('],
  ],
  'mailbox+device-scope': [['box->answered).store', 'thread_scope_system>(…).store(']],
  'fix-up+no-sync': [['if (threadIdx.x == 0) {', 'in CUDA: __syncthreads()']],
  'histogram+no-sync': [['bins[threadIdx.x] = 0', 'in CUDA: __syncthreads()']],
  'work-list+one-barrier': [['done[mine', 'in CUDA: __syncthreads()']],
  'mcs-lock+relaxed-handover': [['(next->waiting).store(0', 'with st.release.gpu']],
  'once+no-fence': [['atomicExch(state, ready)', '__threadfence(), then atomicExch(…)']],
  'rw-lock+relaxed-reader': [['fetch_sub(1, cuda::memory_order_relaxed)', 'fetch_add(…, cuda::memory_order_release)']],
  'stack+relaxed-push': [
    ['fresh, cuda::memory_order_relaxed', 'compare_exchange_strong(…, cuda::memory_order_release)'],
  ],
  'mpmc-queue+relaxed-sequence': [['index_ref(slot.sequence).store(at + 1', 'with st.release.gpu']],
  'rcu+no-fence': [['fetch_add(1, cuda::memory_order_acq_rel)', 'insert fence.sc.gpu']],
  'seqlock+acquire-after': [['after = word(*sequence).load', 'insert fence.acq_rel.gpu']],
  'split-k+no-barrier': [['tile[threadIdx.x] += mine', 'in CUDA: __syncthreads()']],
  'work-stealing+no-fence': [['index_ref(*bottom).store(b, ', 'insert fence.sc.gpu']],
  'bulk-copy+no-fence': [
    ['ptx::cp_async_bulk(ptx::space_global', 'in CUDA: cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)'],
  ],
  'tensor-tile+no-fence': [
    ['ptx::cp_async_bulk_tensor(ptx::space_global', 'in CUDA: cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)'],
  ],
  'warp-counter+no-syncwarp': [['bool wants', 'insert bar.warp.sync 0xffffffff']],
}

/** Returns the text without the calls of functions that were inlined. */
const withoutCalls = (text: string): string => text.replaceAll(/, called at [^ ,]+/g, '')

onEach(
  'the explanation of a broken kernel names the line of the mistake in its source, and the repair',
  { all: named(inSources), sample, least: 1 },
  async ({ name, said }) => {
    const text = await blamedOf(name)
    for (const [words, repair] of said) {
      expect(withoutCalls(text)).toContain(`${lineOf(`${name}.cu`, words, 0)} (${name}.ptx:`)
      expect(text).toContain(repair)
    }
    expect(text).toMatch(/^ {4}in CUDA: /m)
  },
)

const undefinedThere: InSources = {
  'cluster-gather+early-exit': [['*out = *cluster.map_shared_rank', 'may exit before']],
  'cluster-push+no-wait': [['ptx::st_async(', 'may exit before']],
  'memcpy-async+no-wait': [['out[threadIdx.x] = word', 'the destination of fetch.d0.b0.t0']],
  'pipeline+one-behind': [['out[1] = stage[1]', 'replace cp.async.wait_group 1 with cp.async.wait_group 0']],
}

onEach(
  'the explanation of undefined behaviour names the lines where it is',
  { all: named(undefinedThere), sample, least: 1 },
  async ({ name, said }) => {
    const text = await blamedOf(name)
    for (const [words, why] of said) {
      expect(withoutCalls(text)).toContain(`${lineOf(`${name}.cu`, words, 0)} (`)
      expect(text).toContain(why)
    }
  },
)

test('a mistake of the host is one of the line of its call', async () => {
  expect(await blamedOf('stream-mailbox+early-record')).toContain(
    'swap cudaEventRecord(full, stream1) and leave<<<1, 1, 0, stream1>>>() in host, line 7: the event is recorded too early',
  )
})
