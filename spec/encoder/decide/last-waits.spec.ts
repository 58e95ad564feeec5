import { defaultModel, ptx75 } from '../../../axioms/models.js'
import { decide, prepare } from '../../../encoder/decide/decide.js'
import { screenedShortly } from '../../../encoder/decide/screen.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

interface Parts {
  /** The first thread, which by default initialises an mbarrier for all four and meets the others. */
  readonly begin?: string
  /** What the first thread does in the end, and what the others do before and after their waits. */
  readonly first?: string
  readonly before?: string
  readonly after?: string
  readonly asked?: string
}

const arrive = 'mbarrier.arrive.shared.b64 _, [b];'
const wait = 'W: mbarrier.try_wait.parity.shared.b64 p, [b], 0; beq p, 0, W;'
const meets = 'mbarrier.init.shared.b64 [b], 4; bar.sync 0;'

/** A thread that initialises an mbarrier, and three more that end with a wait for it. */
const meeting = ({
  begin = `${meets} ${arrive} ${wait}`,
  first = '',
  before = arrive,
  after = '',
  asked = 'x == 1',
}: Parts) =>
  testIn(`.shared .b64 b; .global .u32 x; .global .u32 c;
d0.b0.t0 { ${begin} ${first} }
d0.b0.t1..3 { bar.sync 0; atom.add.relaxed.gpu.u32 r1, [c], 1; ${before} ${wait} ${after} }
check (${asked}) as q;`)

/** Returns the first answer, and whether there is a program without last waits, and it gave the answer. */
async function answerTo(parts: Parts, model = defaultModel) {
  const program = meeting(parts)
  const z3 = await solver()
  const { graph, shorter } = prepare(program, model, { breakSymmetry: true, liveness: true, fewestAlike: 2 })
  const [answer] = decide(program, z3, { model, fewestAlike: 2 }).answers
  const shortly = shorter && screenedShortly(shorter, graph, model, z3, undefined, program.questions)
  return { ...must(answer, 'an answer'), hasShorter: shorter !== undefined, isShort: shortly !== undefined }
}

describe('threads that do the same end before their waits', () => {
  test('where no execution reaches the outcome', async () => {
    const { verdict, liveness, isShort } = await answerTo({})
    expect([verdict.kind, liveness?.kind, isShort]).toEqual(['forbidden', 'ends', true])
  })
  test('and outcomes that are reached are found in the whole program', async () => {
    const { verdict, isShort } = await answerTo({ asked: 'c == 3' })
    expect([verdict.kind, isShort]).toEqual(['allowed', false])
    expect(verdict.kind === 'allowed' && verdict.execution.executed.length).toBe(
      prepare(meeting({ asked: 'c == 3' }), defaultModel).graph.events.length,
    )
  })
  test('but one of them waits, so that a hang is found', async () => {
    const { liveness, hasShorter, isShort } = await answerTo({ begin: meets })
    expect([liveness?.kind, hasShorter, isShort]).toEqual(['hangs', true, false])
  })
  test('and so that what is undefined at their waits is found', async () => {
    const begin = 'bar.sync 0; mbarrier.init.shared.b64 [b], 1;'
    const { undefined: reached, hasShorter, isShort } = await answerTo({ begin, first: arrive, before: '' })
    expect([reached.kind === 'known' && reached.found.length > 0, hasShorter, isShort]).toEqual([true, true, false])
  })
  const others: readonly (readonly [string, Parts])[] = [
    ['where a question names their registers', { asked: 'P1:p == 0 && P2:p == 0 && P3:p == 0' }],
    ['where something comes after their waits', { after: 'ld.relaxed.gpu.u32 r2, [x];' }],
    ['where the first thread comes to a barrier afterwards', { first: 'bar.sync 0;' }],
    ['where all threads meet afterwards', { first: 'bar.sync 0;', after: 'bar.sync 0;' }],
  ]
  test.each(others)('but not %s', async (_, parts) => {
    expect((await answerTo(parts)).hasShorter).toBe(false)
  })
  test('under another model', async () => {
    const { verdict } = await answerTo({}, ptx75)
    expect(verdict.kind).toBe('not covered')
  })
})
