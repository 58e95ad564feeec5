import { defaultModel } from '../../axioms/models.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import type { ChangeKind } from '../../repair/repair.js'
import type { Goal } from '../../repair/result.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { commit, describe as descriptors, fence, multiply, wait } from '../axioms/ptx-9.4.wgmma.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

/** Returns a kernel in which a warpgroup executes some lines, and one more warp others. */
const kernel = (lines: string, others: string): string => `.visible .entry k() {
  .reg .pred p; .reg .b32 d<4>; .reg .b32 tid; .reg .b64 a; .reg .b64 b; .reg .b64 c; .reg .b64 s; .reg .b64 desc; .reg .b64 desc2;
  .shared .align 128 .b8 tile[256]; .shared .align 128 .b8 other[256]; .shared .align 8 .b64 empty;
  mov.u32 tid, %tid.x; setp.eq.u32 p, tid, 0; @p mbarrier.init.shared.b64 [empty], 4; bar.sync 0;
  setp.ge.u32 p, tid, 128; @p bra Others;
  ${descriptors} ${lines} ret;
Others: ${others} ret;
}`

/** Returns what the cheapest repair changes; lane 0 of each warp runs. */
async function repaired(lines: string, others: string, only: ChangeKind, asksClaims = false) {
  const program = compiledTest(
    'module "k.ptx"; .global x; host { k<<<1, 160, lanes 0>>>(); cudaDeviceSynchronize(); } assert (x == 0) as q;',
    { 'k.ptx': moduleOf(kernel(lines, others).replaceAll('; ', ';\n')) },
  )
  const goal: Goal = asksClaims ? { kind: 'claims', questions: program.questions } : { kind: 'race-free' }
  const found = fix(program, await solver(), { model: defaultModel, goal, only: [only] })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const edits = editsOf(must(found.repairs[0], 'a repair').changes)
  expect(patched(program, edits)?.printed).toBe(false)
  return edits.map((one) =>
    repairText(program, one)
      .replace(/ in kernel k, all threads/, '')
      .replace(/k\.ptx:\d+(?:[,:] |$)/g, ''),
  )
}

const whole = `${fence} ${multiply()} ${commit}`
const second = multiply('{d0, d1, d2, d3}', 'desc2').replace('desc2, desc,', 'desc2, desc2,')
const store = 'st.shared.u32 [tile], 1;'
const proxy = 'fence.proxy.async;'
const meet = 'bar.sync 1;'
const arrive = 'mbarrier.arrive.shared.b64 s, [empty];'
const untilEmpty = 'L: mbarrier.try_wait.parity.shared.b64 p, [empty], 0; @!p bra L;'

test.each<readonly [string, string, string, ChangeKind, readonly string[]]>([
  [
    'a wait is inserted before the matrix is handed back',
    `${whole} ${meet}`,
    `${meet} ${store}`,
    'async',
    ['insert wgmma.wait_group.sync.aligned 0, between wgmma.commit_group.sync.aligned, and bar.sync 1'],
  ],
  [
    'a wait leaves fewer groups',
    `${whole} ${wait(1)} ${meet}`,
    `${meet} ${store}`,
    'async',
    ['replace wgmma.wait_group.sync.aligned 1 with wgmma.wait_group.sync.aligned 0, waits for more'],
  ],
  [
    'the wait comes before the arrival',
    `${whole} ${arrive} ${wait()}`,
    `${untilEmpty} ${store}`,
    'async',
    [
      'remove wgmma.wait_group.sync.aligned 0, ',
      'insert wgmma.wait_group.sync.aligned 0, between wgmma.commit_group.sync.aligned, and mbarrier.arrive.shared.b64 s, [empty]',
    ],
  ],
  [
    'the arrival comes after the wait, which must stay after another operation',
    `${whole} ${arrive} ${second} ${commit} ${wait()}`,
    `${untilEmpty} ${store}`,
    'async',
    [
      'remove mbarrier.arrive.shared.b64 s, [empty], ',
      'insert mbarrier.arrive.release.cta.shared.b64 s, [empty], between wgmma.wait_group.sync.aligned 0, and ret',
    ],
  ],
  [
    'a fence of the warpgroup comes after what orders the write',
    `${fence} ${meet} ${multiply()} ${commit} ${wait()}`,
    `${store} ${proxy} ${meet}`,
    'async',
    [expect.stringMatching(/^insert wgmma.fence.sync.aligned, between bar.sync 1, and wgmma.mma_async/)],
  ],
  [
    'a fence of the async proxy comes after the write',
    `${meet} ${whole} ${wait()}`,
    `${store} ${meet}`,
    'proxy-fences',
    ['insert fence.proxy.async.shared::cta, between st.shared.u32 [tile], 1, and bar.sync 1'],
  ],
])('%s', async (_, lines, others, only, changes) => {
  expect(await repaired(lines, others, only)).toEqual(changes)
})

test('a wait comes before an access to the accumulator, and a fence before the first operation', async () => {
  expect(await repaired(`${whole} add.u32 d1, d0, 1; ${wait()}`, '', 'async', true)).toEqual([
    'remove wgmma.wait_group.sync.aligned 0, ',
    'insert wgmma.wait_group.sync.aligned 0, between wgmma.commit_group.sync.aligned, and add.u32 d1, d0, 1',
  ])
  expect(await repaired(`${multiply()} ${commit} ${wait()}`, '', 'async', true)).toEqual([
    expect.stringMatching(/^insert wgmma.fence.sync.aligned, between .* and wgmma.mma_async/),
  ])
})
