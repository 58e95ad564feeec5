import { redefine } from '../../axioms/algebra/edit.js'
import { type Model, union } from '../../axioms/algebra/terms.js'
import { defaultModel, ptx75, strictForm } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { herd, solver, testIn } from '../support.js'

const strict = must(strictForm(defaultModel), 'the strict form')
const without = redefine(defaultModel, 'seen-across-proxies', () => union())

/** Decides whether a thread that reads until it sees what another one writes ends in every execution. */
async function ends(text: string, model: Model = defaultModel): Promise<boolean> {
  const liveness = decide(testIn(text), await solver(), { model }).answers[0]?.liveness
  if (liveness?.kind !== 'ends' && liveness?.kind !== 'hangs') throw new Error(`it is ${liveness?.kind}`)
  return liveness.kind === 'ends'
}

const waiting = (declared: string, write: string, read: string, reader = 'd0.b1.t0') =>
  `${declared} d0.b0.t0 { ${write} } ${reader} { L: ${read} r, [x]; beq r, 0, L; } exists (r == 0) as q;`
const byAlias = (write: string, read: string) =>
  waiting('.global .u32 x; .global .u32 y physically aliases x;', `${write} [y], 1;`, read)
const byReduction = (scope: string, read: string, reader?: string) =>
  waiting(
    '.global .u32 x; .shared .u32 s = 1;',
    `cp.reduce.async.bulk${scope}.global.shared::cta.bulk_group.add.u32 [x], [s], 4; cp.async.bulk.commit_group;`,
    read,
    reader,
  )

describe('strong writes are eventually seen through another address if both have system scope (8.6.1)', () => {
  const both = byAlias('st.relaxed.sys.u32', 'ld.relaxed.sys.u32')

  test('as long as the model says so', async () => {
    expect(await ends(both)).toBe(true)
    expect(await ends(both, strict)).toBe(true)
    expect(await ends(both, without)).toBe(false)
    expect(await ends(both, ptx75)).toBe(false)
  })
  test.each([
    ['st.volatile.u32', 'ld.acquire.sys.u32', true],
    ['st.relaxed.gpu.u32', 'ld.relaxed.sys.u32', false],
    ['st.relaxed.sys.u32', 'ld.relaxed.gpu.u32', false],
    ['st.weak.u32', 'ld.relaxed.sys.u32', false],
    ['st.relaxed.sys.u32', 'ld.weak.u32', false],
  ])('%s and %s: %s', async (write, read, expected) => {
    expect(await ends(byAlias(write, read))).toBe(expected)
  })
  test('but not by a texture', async () => {
    const by = (read: string, proxy: string) =>
      herd(
        `x = 0; y @ ${proxy} aliases x;`,
        [
          ['P0@cta 0,gpu 0', 'st.relaxed.sys x, 1'],
          ['P1@cta 1,gpu 0', 'L:', `${read} r0, y`, 'beq r0, 0, L'],
        ],
        'exists (x == 9)',
      )
    expect(await ends(by('tld', 'texture'))).toBe(false)
    expect(await ends(by('ld.relaxed.sys', 'generic'))).toBe(true)
  })
})

describe('between the async and the generic proxy the scope of the GPU is enough (8.6.1)', () => {
  test('if it includes both', async () => {
    const text = byReduction('', 'ld.relaxed.gpu.u32')
    expect(await ends(text)).toBe(true)
    expect(await ends(text, without)).toBe(false)
    expect(await ends(byReduction('', 'ld.relaxed.gpu.u32', 'd1.b0.t0'))).toBe(false)
    expect(await ends(byReduction('', 'ld.relaxed.cta.u32'))).toBe(false)
    expect(await ends(byReduction('', 'ld.weak.u32'))).toBe(false)
  })
})
