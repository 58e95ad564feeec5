import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { assumptionReportOf } from '../../../../witness/assumptions.js'
import { livenessIn } from '../../../../witness/waits.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { solver, testIn } from '../../../support.js'

const inc = (n: number) => `setmaxnreg.inc.sync.aligned.u32 ${n};`
const dec = (n: number) => `setmaxnreg.dec.sync.aligned.u32 ${n};`

const launching =
  'module "k.ptx"; .global x; host { k<<<1, 256, lanes 0>>>(); cudaDeviceSynchronize(); } assert (x == 0) as q;'
const ofTwo = '.maxntid 256 .minnctapersm 1'

/** Returns a kernel of two warpgroups, which execute different lines. */
const kernel = (first: string, second: string, directives: string) =>
  moduleOf(`.visible .entry k() ${directives} { .reg .pred p; .reg .b32 t;
  mov.u32 t, %tid.x; setp.ge.u32 p, t, 128; @p bra Second;
  ${first} ret;
Second: ${second} ret; }`)

/** Returns whether the kernel ends, what it waits for, the undefined behaviour, and the number of assumptions. */
async function decided(first: string, second: string, directives = ofTwo) {
  const program = compiledTest(launching, { 'k.ptx': kernel(first, second, directives) })
  const { graph, answers } = decide(program, await solver(), { model: proposed })
  const [brute] = bruteForce(program, proposed).answers
  const [answer] = answers
  expect(brute?.liveness?.kind).toBe(answer?.liveness?.kind)
  const { hang, hangWithout } = livenessIn(graph, answer?.liveness)
  const reached = answer?.undefined.kind === 'known' ? answer.undefined.found : []
  return {
    ends: answer?.liveness?.kind === 'ends',
    awaits: (hang ?? hangWithout)?.[0]?.for,
    problems: [...new Set(reached.map((one) => ('problem' in one ? one.problem : one.reason)))],
    assumes: assumptionReportOf(graph).assumptions?.map(({ what }) => what) ?? [],
  }
}

// 65,536 registers are 256 for each of 256 threads, of which 248 may be used.
test('a request waits for registers that others release', async () => {
  const fits = await decided(dec(104), `${dec(208)} bar.sync 1, 128; ${inc(248)}`)
  expect(fits).toMatchObject({ ends: true, problems: [] })
  expect(fits.assumes).toEqual([expect.stringContaining('for all warps of the CTA')])
  const same = await decided('', inc(248))
  expect(same).toMatchObject({ ends: true, problems: [] })
})

test('it waits for ever if there are too few', async () => {
  const directives = '.maxnreg 128'
  expect(await decided(dec(120), inc(136), directives)).toMatchObject({ ends: true })
  const found = await decided(dec(120), inc(144), directives)
  expect(found).toMatchObject({ ends: false, awaits: '2048 registers, of which 1024 have come' })
  expect(await decided('', inc(136), directives)).toMatchObject({ ends: false })
})

test('a release that never comes', async () => {
  const waits = 'bar.sync 1, 256;'
  expect(await decided(`${waits} ${dec(120)}`, `${inc(136)} ${waits}`, '.maxnreg 128')).toMatchObject({ ends: false })
})

test('undefined behaviour: the wrong way, and without the whole warpgroup', async () => {
  expect((await decided(dec(136), '', '.maxnreg 128')).problems).toEqual(['wrong way'])
  expect((await decided(inc(120), '', '.maxnreg 128')).problems).toEqual(['wrong way'])
  const one = 'setp.ge.u32 p, t, 32; @p bra End;'
  expect((await decided(`${one} ${dec(120)} End:`, '', '.maxnreg 128')).problems).toEqual(['apart'])
})

test('undefined behaviour: again before all warps of the warpgroup have done so', async () => {
  const twice = (between: string, directives?: string) =>
    decided(`${dec(112)} ${between} ${dec(104)}`, '', directives).then(({ problems }) => problems)
  expect(await twice('')).toEqual(['not synchronised'])
  expect(await twice('', '')).toEqual(['not synchronised'])
  expect(await twice('bar.sync 1, 128;')).toEqual([])
  // The first two warps alone do not suffice.
  const some = 'setp.ge.u32 p, t, 64; @p bra.uni Alone; bar.sync 1, 64; Alone:'
  expect(await twice(some)).toEqual(['not synchronised'])
})

test('it is assumed not to wait where it is not known how many registers there are', async () => {
  const found = await decided('', inc(248), '')
  expect(found).toMatchObject({ ends: true, problems: [] })
  expect(found.assumes).toEqual([expect.stringContaining('registers are there')])
})

test.each([
  ['setmaxnreg.inc.sync.aligned.u32 20;', 'the number of registers is a multiple of 8 from 24 to 256'],
  ['setmaxnreg.inc.sync.aligned.u32 30;', 'the number of registers is a multiple of 8 from 24 to 256'],
  ['setmaxnreg.inc.u32 32;', 'it is `setmaxnreg.inc.sync.aligned.u32` or `setmaxnreg.dec.sync.aligned.u32`'],
])('%s is an error', (text, message) => {
  expect(() => testIn(`d0.b0.t0 { ${text} } check (true) as q;`)).toThrow(message)
})
