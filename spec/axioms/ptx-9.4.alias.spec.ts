import { redefine } from '../../axioms/algebra/edit.js'
import { type Model, union } from '../../axioms/algebra/terms.js'
import { defaultModel, strictForm } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { agreedVerdict, solver, testIn } from '../support.js'

const strict = must(strictForm(defaultModel), 'the strict form')
const without = (name: string): Model => redefine(defaultModel, name, () => union())

/** Returns the verdict on the only question of a text. */
const verdict = async (text: string, model: Model = defaultModel): Promise<string> =>
  must(decide(testIn(text), await solver(), { model, liveness: false }).answers[0], 'an answer').verdict.kind

const [release, acquire] = ['fence.proxy.alias.release.sys;', 'fence.proxy.alias.acquire.sys;']
const declared = '.global .u32 x; .global .u32 y physically aliases x; .global .u32 f; .global .u32 g;'
const asked = 'exists (d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 0) as stale;'
const [publish, observe] = ['st.relaxed.sys.u32 [f], 1;', 'ld.relaxed.sys.u32 r0, [f];']

/**
 * Returns a test in which a thread writes by one address, and another thread that has seen its flag reads by another
 * address.
 */
const passing = (first: string, second: string, read = 'y') =>
  `${declared} d0.b0.t0 { st.weak.u32 [x], 1; ${first} } d0.b1.t0 { ${second} ld.weak.u32 r1, [${read}]; } ${asked}`
const pair = passing(`${release} ${publish}`, `${observe} ${acquire}`)

describe('a pair of alias fences, each in one direction', () => {
  test('orders accesses by two addresses around a synchronisation of its own', async () => {
    expect([await verdict(pair), await verdict(pair, strict)]).toEqual(['forbidden', 'forbidden'])
    expect(await verdict(pair, without('preserved-by-alias-pair'))).toBe('allowed')
  })
  test('is also a release and an acquire fence for one address', async () => {
    expect(await verdict(passing(`${release} ${publish}`, `${observe} ${acquire}`, 'x'))).toBe('forbidden')
  })
  test.each([
    ['without the acquire fence', passing(`${release} ${publish}`, observe)],
    ['without the release fence', passing(publish, `${observe} ${acquire}`)],
    ['with an acquire fence of memory', passing(`${release} ${publish}`, `${observe} fence.acquire.sys;`)],
    ['with a release fence of memory', passing(`fence.release.sys; ${publish}`, `${observe} ${acquire}`)],
    ['the wrong way round', passing(`${acquire} ${publish}`, `${observe} ${release}`)],
    ['with the release after the flag', passing(`${publish} ${release}`, `${observe} ${acquire}`)],
    ['with the acquire before the flag', passing(`${release} ${publish}`, `${acquire} ${observe}`)],
    ['with a flag at too small a scope', passing(`${release} st.relaxed.cta.u32 [f], 1;`, `${observe} ${acquire}`)],
  ])('not %s', async (_, text) => {
    expect(await verdict(text)).toBe('allowed')
  })
  test('around another synchronisation, in two threads', async () => {
    expect(
      await verdict(passing(`${release} st.release.sys.u32 [f], 1;`, `ld.acquire.sys.u32 r0, [f]; ${acquire}`)),
    ).toBe('forbidden')
    const barrier = (first: string, second: string) =>
      `${declared} d0.b0.t0 { st.weak.u32 [x], 1; ${first} bar.sync 0; } d0.b0.t1 { bar.sync 0; ${second} ld.weak.u32 r1, [y]; }
        exists (d0.b0.t1:r1 == 0) as stale;`
    expect(await verdict(barrier(release, acquire))).toBe('forbidden')
    expect(await verdict(barrier(release, ''))).toBe('allowed')
    expect(await verdict(barrier('', acquire))).toBe('allowed')
  })
  test('by way of a third thread', async () => {
    const text = `${declared} d0.b0.t0 { st.weak.u32 [x], 1; ${release} ${publish} }
      d0.b1.t0 { ${observe} fence.acq_rel.sys; st.relaxed.sys.u32 [g], 1; }
      d0.b2.t0 { ld.relaxed.sys.u32 r0, [g]; ${acquire} ld.weak.u32 r1, [y]; }
      exists (d0.b1.t0:r0 == 1 && d0.b2.t0:r0 == 1 && d0.b2.t0:r1 == 0) as stale;`
    expect(await verdict(text)).toBe('forbidden')
  })
  test('not in one thread, where the fence both ways does', async () => {
    const alone = (fence: string) =>
      `${declared} d0.b0.t0 { st.weak.u32 [x], 1; ${fence} ld.weak.u32 r, [y]; } exists (d0.b0.t0:r == 0) as stale;`
    expect(await verdict(alone(`${release} ${acquire}`))).toBe('allowed')
    expect(await verdict(alone('fence.proxy.alias;'))).toBe('forbidden')
  })
  test('as brute force confirms', async () => {
    expect(await agreedVerdict(pair)).toBe('forbidden')
    expect(await agreedVerdict(passing(`${release} ${publish}`, observe))).toBe('allowed')
  })
})
