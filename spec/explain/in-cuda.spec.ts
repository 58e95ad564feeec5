import { join } from 'node:path'
import { ptx75 } from '../../axioms/models.js'
import { explanationOf, raceReportOf } from '../../explain/document.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { findRace } from '../../races/find-races.js'
import { explanationDocument } from '../../report/explanation.js'
import { must } from '../../source/must.js'
import { root, solver, testsIn, textOf, verdictOf } from '../support.js'

async function explained(text: string, name: string) {
  const [program] = testsIn(text, name)
  if (program === undefined) throw new Error(`${name} has no test`)
  const question = must(program.questions[0], 'a question')
  const explanation = explain(program, question, await solver(), { model: ptx75 })
  return {
    lines: explanationText(program, question, ptx75.name, explanation).split('\n'),
    document: explanationDocument.parse(explanationOf(program, question, ptx75, explanation)),
  }
}

const kernel = (name: string) => {
  const path = join(root, 'examples/kernels', `${name}.test`)
  return explained(textOf(path), path)
}

/** Returns the lines after a given one, up to an empty line. */
const linesAfter = (lines: readonly string[], head: string): readonly string[] => {
  const rest = lines.slice(lines.indexOf(head) + 1)
  const end = rest.indexOf('')
  return lines.includes(head) ? rest.slice(0, end === -1 ? undefined : end) : []
}

test('the instructions in a chain of a compiled kernel have their CUDA beside the PTX, each once', async () => {
  const { lines, document } = await kernel('spin-lock')
  // Atomics take and release the lock; the solver chooses which of the two the chain passes through.
  expect(linesAfter(lines, 'In CUDA:')).toEqual([
    expect.stringMatching(/^ {2}atom\.global\.(cas\.b32 is atomicCAS|exch\.b32 is atomicExch)\(…\)$/),
    '  membar.gl is __threadfence()',
  ])
  expect(document.cuda).toEqual([
    { ptx: expect.stringMatching(/^atom\.global\./), cuda: expect.stringMatching(/^atomic/) },
    { ptx: 'membar.gl', cuda: '__threadfence()' },
  ])
})

test('so do those in an execution that reaches an outcome, and in repairs', async () => {
  const { lines, document } = await kernel('pointer+volatile')
  expect(linesAfter(lines, 'In CUDA:')).toEqual([
    '  membar.gl is __threadfence()',
    '  st.volatile.global.u64 is a volatile write',
    '  ld.volatile.global.u64 is a volatile read',
  ])
  expect(linesAfter(lines, 'This change would forbid it:').slice(-2)).toEqual([
    '    in CUDA: __threadfence()',
    '    or, with <cuda/atomic>, which is weaker: cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device)',
  ])
  expect(document.repairs.map(({ cuda }) => cuda)).toEqual([
    [['__threadfence()', 'cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device)']],
    [
      [
        'cuda::atomic_ref<T, cuda::thread_scope_device>(…).load(cuda::memory_order_acquire)',
        'a volatile read, then __threadfence()',
      ],
    ],
  ])
})

test('a race of a compiled kernel has the CUDA of the execution that shows it', async () => {
  const path = join(root, 'examples/kernels/spin-lock+no-fence.test')
  const [program] = testsIn(textOf(path), path)
  if (program === undefined) throw new Error('no test')
  const verdict = findRace(program, await solver(), { model: ptx75 })
  expect(raceReportOf(program, ptx75, verdict).cuda).toEqual([
    { ptx: 'atom.global.cas.b32', cuda: 'atomicCAS(…)' },
    { ptx: 'atom.global.exch.b32', cuda: 'atomicExch(…)' },
  ])
})

const passed = (threads: string) => `.global x; .global y; ${threads} check (r0 == 1 && r1 == 0) as stale;`

test('a test in PTX has no list, but its repairs have their CUDA', async () => {
  const { lines, document } = await explained(
    passed('d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; } d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld r1, [x]; }'),
    'passed.test',
  )
  expect(lines).not.toContain('In CUDA:')
  expect(document.cuda).toEqual([])
  expect(lines).toContain(
    '    in CUDA: cuda::atomic_ref<int, cuda::thread_scope_device>(y).load(cuda::memory_order_acquire)',
  )
})

describe('a test that has calls of CUDA C++ has the PTX of each beside it', () => {
  const store = 'cuda::atomic_ref<int, cuda::thread_scope_device> flag(y); st [x], 1; flag.store(1);'
  const passing = (fence: string, order: string) =>
    explained(
      passed(`d0.b0.t0 { ${store} }
d0.b1.t0 { r0 = atomicAdd(&y, 0); @r0 ${fence}; cuda::atomic_ref<int>(y).fetch_sub(r0${order}); ld r1, [x]; }`),
      'passed.test',
    )
  test('in the execution that reaches the outcome', async () => {
    const { lines } = await passing('__threadfence_block()', ', cuda::memory_order_release')
    expect(linesAfter(lines, 'In CUDA:')).toEqual([
      '  fence.sc.gpu; st.relaxed.gpu [y], 1 is flag.store(1)',
      '  atom.relaxed.gpu.add r0, [y], 0 is r0 = atomicAdd(&y, 0)',
      '  fence.sc.cta is __threadfence_block()',
      '  neg r0_negated, r0; atom.release.sys.add _, [y], r0_negated is cuda::atomic_ref<int>(y).fetch_sub(r0, cuda::memory_order_release)',
    ])
  })
  test('in a chain', async () => {
    const { lines, document } = await passing('__threadfence_block()', '')
    expect(lines.join('\n')).toMatch(/ {2}e3 {2}d0\.b0\.t0, line 1: fence\.sc\.gpu\n/)
    expect(document.cuda).toEqual([
      { ptx: 'fence.sc.gpu; st.relaxed.gpu [y], 1', cuda: 'flag.store(1)' },
      {
        ptx: 'neg r0_negated, r0; fence.sc.sys; atom.acquire.sys.add _, [y], r0_negated',
        cuda: 'cuda::atomic_ref<int>(y).fetch_sub(r0)',
      },
    ])
  })
})

/** Both the first and the second form that a repair names forbid the outcome. */
test.each([
  [['cuda::atomic_ref<int, cuda::thread_scope_device>(y).store(1, cuda::memory_order_release);']],
  [['__threadfence(); st.volatile [y], 1;']],
  [['cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device); st.relaxed.gpu [y], 1;']],
  [['__threadfence(); atomicExch(&y, 1); __threadfence();']],
])('%s releases', async ([store]) => {
  const load = (text: string) => passed(`d0.b0.t0 { st [x], 1; ${store} } d0.b1.t0 { ${text} ld r1, [x]; }`)
  for (const text of [
    'r0 = cuda::atomic_ref<int, cuda::thread_scope_device>(y).load(cuda::memory_order_acquire);',
    'ld.volatile r0, [y]; __threadfence();',
    'ld.relaxed.gpu r0, [y]; cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);',
    'r0 = atomicAdd(&y, 0); __threadfence();',
  ])
    expect(await verdictOf(load(text))).toBe('forbidden')
  expect(await verdictOf(load('ld.volatile r0, [y];'))).toBe('allowed')
})

test.each([
  [
    'a fence that is moved, by what it is',
    'd0.b0.t0 { st [x], 1; st.relaxed.gpu [y], 1; fence.sc.gpu; } d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }',
    /^swap st\.relaxed\.gpu \[y\], 1 and fence\.sc\.gpu /,
    ['__threadfence()'],
  ],
  [
    'a scope that is widened',
    'd0.b0.t0 { st [x], 1; fence.sc.cta; st.relaxed.gpu [y], 1; } d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }',
    /^replace fence\.sc\.cta with fence\.sc\.gpu /,
    ['__threadfence()'],
  ],
  [
    'the read-only path, in words',
    'd0.b0.t0 { st [x], 1; st.release.gpu [y], 1; } d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.global.nc r1, [x]; }',
    /^replace ld\.global\.nc r1, \[x\] with /,
    ['an ordinary read, neither by __ldg() nor through a pointer that is const __restrict__'],
  ],
])('a repair names %s', async (_, threads, change, names) => {
  const { repairs } = (await explained(passed(threads), 'passed.test')).document
  const repair = must(
    repairs.find(({ changes: [first = ''] }) => change.test(first)),
    'the repair',
  )
  expect(repair.cuda).toEqual([names])
})
