import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { encode } from '../../../encoder/formula/encode.js'
import { hangText, solver, testIn } from '../../support.js'

/** Three threads that count, of which one waits until all of them have. The scope is that of the reads that wait. */
const counting = (scope: string, last: number) => {
  const count = 'atom.add.relaxed.gpu r, [x], 1;'
  const wait = `W: ld.relaxed.${scope} s, [x]; bne s, ${last}, W;`
  const threads = [`${count} ${wait}`, count, count].map((lines, block) => `d0.b${block}.t0 { ${lines} }`)
  return testIn(`.global x; ${threads.join(' ')} check (x == 3) as counted;`)
}

describe('a thread that waits for a counter', () => {
  test.each([
    ['gpu', 3, 'ends'],
    ['gpu', 4, 'hangs'],
    // Scopes that do not include each other promise nothing.
    ['cta', 3, 'can hang'],
  ] as const)('by reads of scope %s, for %d steps: %s', async (scope, last, expected) => {
    const program = counting(scope, last)
    const { answers } = decide(program, await solver(), { model: defaultModel })
    expect(hangText(answers[0]?.liveness)).toBe(expected)
    expect(hangText(bruteForce(program, defaultModel).answers[0]?.liveness)).toBe(expected)
  })
  test('reads what remains, so that no order of the steps has to be tried', () => {
    const { hang, builder } = encode(buildEvents(counting('gpu', 3)), defaultModel, { assumesAxioms: true })
    expect(hang()).toBe(builder.ff)
  })
})
