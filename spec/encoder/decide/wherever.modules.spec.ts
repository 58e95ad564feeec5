import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { findRace } from '../../../races/find-races.js'
import { undefinedTexts } from '../../../witness/labels.js'
import { undefinedReportOf } from '../../../witness/undefined.js'
import { compiledTest, moduleOf } from '../../litmus/module/modules.js'
import { solver } from '../../support.js'

const entry = (body: string, parameters = ''): string =>
  `.visible .entry k(${parameters}) { .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p; ${body} ret; }`

const programOf = (kernel: string, call: string) =>
  compiledTest(
    `module "k.ptx"; .global .u32 a; .global .u32 b; .global .u32 wide[64]; host { ${call}; cudaDeviceSynchronize(); } assert (b == 0) as q;`,
    { 'k.ptx': moduleOf(kernel) },
  )

/** Returns the undefined behaviour of an entry that the call launches. */
async function undefinedIn(kernel: string, call = 'k<<<1, 1>>>()'): Promise<readonly string[]> {
  const { graph, answers } = decide(programOf(kernel, call), await solver(), { model: defaultModel })
  const [answer] = answers
  const reached = answer && undefinedReportOf(graph, answer.undefined).undefined
  return undefinedTexts(reached ?? []).map((text) => text.replace(/^.*?: (?=\w+\.)/, ''))
}

describe('memory of a module has the alignment that it declares', () => {
  const vector = (alignment: string, space = 'global') =>
    undefinedIn(
      `.${space} ${alignment} .b32 pad; .${space} ${alignment} .b32 arr[8]; ${entry(`mov.u64 %rd1, arr; ld.${space}.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];`)}`,
    )
  test.each(['global', 'shared', 'const'])('a vector access, in %s memory', async (space) => {
    expect(await vector('.align 16', space)).toEqual([])
    expect(await vector('.align 4', space)).toEqual([
      `ld.${space}.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1] accesses 16 bytes at arr, not aligned to their size: arr is only known to be aligned to 4 bytes`,
    ])
    expect(await vector('', space)).toHaveLength(1)
  })

  test('the declaration of a pointer parameter proves nothing', async () => {
    const kernel = (alignment: number) =>
      `.visible .global .align ${alignment} .b32 arr[8]; ${entry('ld.param.u64 %rd1, [p]; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];', '.param .u64 .ptr .global .align 16 p')}`
    expect(await undefinedIn(kernel(4), 'k<<<1, 1>>>(arr)')).toHaveLength(1)
    expect(await undefinedIn(kernel(16), 'k<<<1, 1>>>(arr)')).toEqual([])
  })

  test.each([
    ['from it', '[sh], [gl]', 'gl'],
    ['to it', '[gl], [sh]', 'gl'],
  ])('a bulk copy %s', async (_, operands, object) => {
    const into = operands.startsWith('[sh]')
    const copy = into
      ? `mbarrier.init.shared.b64 [m], 1; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes ${operands}, 16, [m];`
      : `cp.async.bulk.global.shared::cta.bulk_group ${operands}, 16; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`
    const kernel = (alignment: number) =>
      `.global .align ${alignment} .b8 gl[32]; ${entry(`.shared .align 16 .b8 sh[16]; .shared .align 8 .b64 m; ${copy}`)}`
    const texts = await undefinedIn(kernel(8))
    expect(texts.join()).toContain(
      `accesses 16 bytes at ${object}, not aligned to their size: ${object} is only known to be aligned to 8 bytes`,
    )
    expect((await undefinedIn(kernel(16))).join()).not.toContain('aligned')
  })

  test('races also reports it', async () => {
    const kernel = `.global .align 4 .b32 arr[8]; ${entry('ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [arr];')}`
    expect(findRace(programOf(kernel, 'k<<<1, 1>>>()'), await solver(), { model: defaultModel })).toMatchObject({
      undefined: [{ problem: 'misaligned', object: 'arr', alignment: 4 }],
    })
  })
})

test('an access from the address of one object does not reach the next', async () => {
  const store = (offset: number) =>
    entry(`ld.param.u64 %rd1, [p]; st.global.u32 [%rd1+${offset}], 7;`, '.param .u64 p, .param .u64 q')
  expect(await undefinedIn(store(256), 'k<<<1, 1>>>(a, b)')).toEqual([
    'st.global.u32 [%rd1+256], 7 accesses 4 bytes at a+256, outside of a',
  ])
  expect(await undefinedIn(store(252), 'k<<<1, 1>>>(wide, b)')).toEqual([])
})

test('a thread that skips __syncthreads() and may go on, though it does nothing more', async () => {
  const round = (label: string, most: number) =>
    `setp.gt.s32 %p, %r1, ${most}; @%p bra ${label}; ld.shared.u32 %r2, [s]; bar.sync 0; ${label}:`
  const kernel = (body: string) => `${entry(`.shared .align 4 .b32 s; mov.u32 %r1, %tid.x; ${body}`)}`
  const divergent = 'bar.sync 0: k.d0.b0.t2, which runs the same text, goes on without it'
  // The thread that skips the second one leaves.
  expect(await undefinedIn(kernel(round('A', 1) + round('B', 0)), 'k<<<1, 3>>>()')).toEqual([divergent, divergent])
  // This is `if (t > 1) return;`, compiled.
  expect(await undefinedIn(kernel(round('A', 1)), 'k<<<1, 3>>>()')).toEqual([])
})
