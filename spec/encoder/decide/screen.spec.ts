import { defaultModel } from '../../../axioms/models.js'
import { decide, prepare } from '../../../encoder/decide/decide.js'
import { screened } from '../../../encoder/decide/screen.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

const add = 'atom.add.relaxed.gpu.u32 r, [c], 1;'

/** Returns the first answer with screens, and whether the screen gave it. */
async function answerTo(declared: string, threads: string, asked = 'c == 9') {
  const program = testIn(`.global .u32 c; .global .u32 x; ${declared} ${threads} check (${asked}) as q;`)
  const z3 = await solver()
  const { screen } = prepare(program, defaultModel, { breakSymmetry: true, liveness: true, fewestAlike: 2 })
  const [answer] = decide(program, z3, { model: defaultModel, fewestAlike: 2 }).answers
  const byScreen = screen && screened(screen, z3, undefined, program.questions)
  return { ...must(answer, 'an answer'), hasScreen: screen !== undefined, isScreened: byScreen !== undefined }
}

describe('a screen answers', () => {
  test('if nothing goes wrong in the one order of threads that do the same', async () => {
    const { verdict, liveness, isScreened } = await answerTo('', `d0.b0.t0..2 { ${add} }`)
    expect([verdict.kind, liveness?.kind, isScreened]).toEqual(['forbidden', 'ends', true])
  })
  test('with an execution of its own if an outcome is reached', async () => {
    const { verdict, liveness, isScreened } = await answerTo('', `d0.b0.t0..2 { ${add} }`, 'c == 3')
    expect([verdict.kind, liveness?.kind, isScreened]).toEqual(['allowed', 'ends', true])
    expect(verdict.kind === 'allowed' && verdict.execution.co.length).toBe(6)
  })
  test('but not if threads hang', async () => {
    const waiting = `${add} W: ld.relaxed.gpu.u32 s, [x]; bne s, 1, W;`
    const storing = 'ld.relaxed.gpu.u32 s, [c]; beq s, 0, E; st.relaxed.gpu.u32 [x], 1; E:'
    for (const asked of ['c == 9', 'c == 2']) {
      const { liveness, hasScreen } = await answerTo('', `d0.b0.t0..1 { ${waiting} } d0.b0.t2 { ${storing} }`, asked)
      expect([asked, liveness?.kind, hasScreen]).toEqual([asked, 'hangs', true])
    }
  })
  test('but not if behaviour is undefined', async () => {
    const trapping = `${add} ld.relaxed.gpu.u32 s, [x]; beq s, 0, E; trap; E:`
    const { undefined: reached, hasScreen } = await answerTo(
      '',
      `d0.b0.t0..2 { ${trapping} } d0.b0.t3 { st.relaxed.gpu.u32 [x], 1; }`,
    )
    expect([reached.kind === 'known' && reached.found.length, hasScreen]).toEqual([3, true])
  })
  test('but not if the bound cuts a loop', async () => {
    const counting = `${add} mov.u32 i, 0; L: add.u32 i, i, 1; st.relaxed.gpu.u32 [x], i; ld.relaxed.gpu.u32 s, [c]; bne s, 2, L;`
    for (const asked of ['c == 9', 'c == 2']) {
      const { liveness, hasScreen } = await answerTo('', `d0.b0.t0..1 { ${counting} }`, asked)
      expect([liveness?.kind === 'ends' && liveness.within !== undefined, hasScreen]).toEqual([true, true])
    }
  })
  test('but not where there are instructions that are not modelled', async () => {
    const { hasScreen } = await answerTo('', `d0.b0.t0..2 { ${add} bne r, 5, E; add.rn.f32 f, r, r; beq f, 0, E; E: }`)
    expect(hasScreen).toBe(false)
  })
  test('but not where few threads do the same', async () => {
    const { hasScreen } = await answerTo('', `d0.b0.t0 { ${add} } d0.b0.t1 { ${add} ${add} }`)
    expect(hasScreen).toBe(false)
  })
})

test('threads of two kinds come in any order with respect to each other', async () => {
  const [adding, storing] = [`{ ${add} }`, '{ atom.exch.relaxed.gpu.u32 r, [c], 7; }']
  for (const asked of ['c == 7', 'c == 8', 'c == 9']) {
    const { verdict } = await answerTo('', `d0.b0.t0..1 ${adding} d0.b0.t2..3 ${storing}`, asked)
    expect([asked, verdict.kind]).toEqual([asked, 'allowed'])
  }
})

test('threads come in one order only where they come in any', async () => {
  // The second addition depends on the first, so that not all threads add to `x`.
  const claiming = `${add} bne r, 0, E; atom.add.relaxed.gpu.u32 s, [x], 1; E:`
  const { verdict } = await answerTo('', `d0.b0.t0..2 { ${claiming} }`, 'x == 1')
  expect(verdict.kind).toBe('allowed')
})
