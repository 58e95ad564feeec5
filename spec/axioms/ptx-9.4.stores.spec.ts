import { redefine } from '../../axioms/algebra/edit.js'
import { difference, type Model, union } from '../../axioms/algebra/terms.js'
import { id } from '../../axioms/algebra/vocabulary.js'
import { models } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const named = (name: string): Model =>
  must(
    models.find((model) => model.name === name),
    `the model ${name}`,
  )
const [proposed, strict] = [named('ptx-9.4'), named('ptx-9.4-strict')]

const declared = '.global .u32 flag; .shared .u32 s; .shared .u32 t; .shared .b64 m;'
/** Returns what two CTAs of a cluster do after a barrier of the cluster that makes the mbarriers of both visible. */
const cluster = (first: string, second: string, asked: string, expects = 4) => {
  const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
  const ready = (more: string) => `mbarrier.init.shared.b64 [m], 1; ${more} ${meet}`
  return `${declared} d0.c0.b0.t0 { ${ready('')} ${first} ${meet} }
    d0.c0.b1.t0 { ${ready(expects === 0 ? '' : `mbarrier.arrive.expect_tx.shared.b64 _, [m], ${expects};`)} ${second} ${meet} }
    check (${asked}) as q;`
}

const store = 'st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32'
const add = 'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32'
const push = `${store} [d0.c0.b1:s], 1, [d0.c0.b1:m];`
const wait = (meaning = '.acquire.cluster') => `mbarrier.test_wait.parity${meaning}.shared.b64 p, [m], 0;`
const read = 'ld.shared.u32 r, [s];'

/** Returns the verdict; `undefined` if some execution reaches undefined behaviour. */
async function answer(text: string, model: Model = proposed): Promise<string> {
  const [one] = decide(testIn(text), await solver(), { model, liveness: false }).answers
  const { undefined: reached, verdict } = must(one, 'an answer')
  return reached.kind === 'known' && reached.found.length === 0 ? verdict.kind : 'undefined'
}
const verdict = async (text: string, model: Model) =>
  must(decide(testIn(text), await solver(), { model, liveness: false }).answers[0], 'an answer').verdict.kind

const pushed = cluster(push, `${wait()} ${read}`, 'p == 1 && r == 0')

describe('a value that a CTA pushes into the shared memory of a peer', () => {
  test.each([
    ['after the wait for its bytes', pushed, 'forbidden', 'forbidden'],
    [
      'after a wait that is relaxed',
      cluster(push, `${wait('.relaxed.cluster')} ${read}`, 'p == 1 && r == 0'),
      'allowed',
      'allowed',
    ],
    ['without a wait', cluster(push, read, 'r == 0'), 'allowed', 'allowed'],
    [
      'after a wait, if nothing announces the bytes',
      cluster(push, `mbarrier.arrive.shared.b64 _, [m]; ${wait()} ${read}`, 'p == 1 && r == 0', 0),
      'allowed',
      'allowed',
    ],
    // The complete-tx counts as in the CTA of the mbarrier; strict: in that of the issuer.
    [
      'after a wait at the scope of the CTA',
      cluster(push, `${wait('')} ${read}`, 'p == 1 && r == 0'),
      'forbidden',
      'allowed',
    ],
    [
      'of two elements, where half the bytes are announced',
      `.shared .u64 w; ${cluster(`${store.replace('.u32', '.v2.u32')} [d0.c0.b1:w], {1, 2}, [d0.c0.b1:m];`, `${wait()} ld.shared.u32 r, [w+4];`, 'p == 1')}`,
      'forbidden',
      'forbidden',
    ],
    [
      'what the issuer stored before is not carried on',
      cluster(`st.shared::cluster.u32 [d0.c0.b1:t], 1; ${push}`, `${wait()} ld.shared.u32 r, [t];`, 'p == 1 && r == 0'),
      'allowed',
      'allowed',
    ],
  ])('%s', async (_, text, expected, expectedStrictly) => {
    expect([await verdict(text, proposed), await verdict(text, strict)]).toEqual([expected, expectedStrictly])
  })

  test('is too early for an access after the instruction, but not after the wait', async () => {
    const afterFlag = (first: string, second: string) =>
      cluster(
        `${first} st.release.cluster.global.u32 [flag], 1;`,
        `ld.acquire.cluster.global.u32 f, [flag]; bne f, 1, E; ${second} ${read} E:`,
        'r == 0',
      )
    expect(await answer(afterFlag(push, ''))).toBe('undefined')
    expect(await answer(cluster(push, `W: ${wait()} beq p, 0, W; ${read}`, 'r == 0'))).toBe('forbidden')
  })

  const nothing = difference(id, id)
  const without = (name: string, gone: string): Model =>
    redefine(proposed, name, (body) => {
      if (body.kind !== 'union') throw new Error(`${name} has no alternatives`)
      const kept = body.of.filter((one) => !(one.kind === 'base' && one.name === gone))
      if (kept.length === body.of.length) throw new Error(`${name} has no ${gone}`)
      return kept.length === 0 ? nothing : union(...kept)
    })

  test('needs the order of its own operations', async () =>
    expect(await verdict(pushed, without('more-steps', 'async_order'))).toBe('allowed'))
})

describe('a buffer that a CTA hands back to a peer, who pushes the next value', () => {
  const handed = (meaning: string) =>
    cluster(
      `${wait()} bne p, 1, E; ${push} E:`,
      `${read} mbarrier.arrive${meaning}.shared::cluster.b64 _, [d0.c0.b0:m];`,
      'r == 1',
    )
  test('is read before: no fence is needed, since both are generic', async () => {
    expect([
      await verdict(handed('.release.cluster'), proposed),
      await verdict(handed('.release.cluster'), strict),
    ]).toEqual(['forbidden', 'forbidden'])
  })
  test('may be overtaken where the arrival is relaxed, or says `.cta`', async () => {
    expect(await verdict(handed('.relaxed.cluster'), proposed)).toBe('allowed')
    expect(await verdict(handed('.release.cta'), proposed)).toBe('allowed')
  })
  test('needs that an operation comes after the events before its instruction', async () =>
    expect(
      await verdict(
        handed('.release.cluster'),
        redefine(proposed, 'last-steps', () => difference(id, id)),
      ),
    ).toBe('allowed'))
})

describe('reductions', () => {
  const both = (first: string, second: string, asked: string) => cluster(first, `${second} ${wait()} ${read}`, asked, 8)
  const reduce = (value: number) => `${add} [d0.c0.b1:s], ${value}, [d0.c0.b1:m];`
  const twice = both(`${reduce(1)} ${reduce(2)}`, '', 'p == 1 && r != 3')
  test('are atomic: no update is lost', async () => {
    expect([await verdict(twice, proposed), await verdict(twice, strict)]).toEqual(['forbidden', 'forbidden'])
    expect(
      await verdict(twice, { ...proposed, axioms: proposed.axioms.filter(({ name }) => name !== 'Atomicity') }),
    ).toBe('allowed')
  })
  test('are counted by the bytes of one value', async () =>
    expect(await verdict(both(reduce(1), '', 'p == 1'), proposed)).toBe('forbidden'))
})
