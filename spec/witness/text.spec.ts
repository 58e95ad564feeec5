import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { witnessDot } from '../../witness/dot.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { witnessText } from '../../witness/text.js'
import { solver, testIn } from '../support.js'

async function shown(text: string, width?: number) {
  const test = testIn(text)
  const question = must(test.questions[0], 'a question')
  const { graph, found } = witnesses(test, question, await solver(), { model: defaultModel })
  const witness = witnessOf({ graph, model: defaultModel, execution: must(found[0], 'an execution'), question })
  return witnessText(witness, { width })
}

const three = `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; st.relaxed.gpu [y], 1; }
d0.b2.t0 { ld.relaxed.gpu r1, [y]; ld.relaxed.gpu r2, [x]; }
check (r0 == 1 && r1 == 1 && r2 == 0) as stale;`

test('without a width all threads are side by side', async () => {
  expect(await shown(three)).toContain('\n  d0.b0.t0                            | d0.b1.t0')
  expect(await shown(three)).toBe(await shown(three, Number.POSITIVE_INFINITY))
})

test('as many threads side by side as fit, the others below, and each line in its width', async () => {
  const text = await shown(three, 96)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(96)
  expect(text).toContain(`
  d0.b0.t0                            | d0.b1.t0
  e2: st.relaxed.gpu [x], 1   W x = 1 | e3: ld.relaxed.gpu r0, [x]   R x = 1
                                      | e4: st.relaxed.gpu [y], 1    W y = 1

  d0.b2.t0
  e5: ld.relaxed.gpu r1, [y]   R y = 1
  e6: ld.relaxed.gpu r2, [x]   R x = 0

`)
})

test('where a thread does not fit alone, the effects of its events are below the instruction', async () => {
  const text = await shown(three, 32)
  expect(text).toContain(`
  d0.b2.t0
  e5: ld.relaxed.gpu r1, [y]
        R y = 1
  e6: ld.relaxed.gpu r2, [x]
        R x = 0
`)
  expect(text.split('\n').filter((line) => line.length > 32)).toEqual([])
})

test('relations and the final state go on below where they begin', async () => {
  const text = await shown(three, 40)
  expect(text).toContain(`
  rf  e0 -> e6, e2 -> e3, e4 -> e5
  co  e0 -> e2, e1 -> e4
`)
  expect(await shown(three, 30)).toContain(`
  rf  e0 -> e6, e2 -> e3,
      e4 -> e5
`)
  expect(await shown(three, 30)).toContain(`
  finally: d0.b1.t0:r0 = 1
           d0.b2.t0:r1 = 1
`)
})

test('up to four threads without instructions have columns; more are named in a line, and pictures leave them out', async () => {
  const among = async (count: number) => {
    const idle = Array.from({ length: count }, (_, i) => `d0.b0.t${i + 1} { }`).join('\n')
    const test = testIn(`.global x;\nd0.b0.t0 { st [x], 1; }\n${idle}\ncheck ([x] == 1) as one;`)
    const question = must(test.questions[0], 'a question')
    const { graph, found } = witnesses(test, question, await solver(), { model: defaultModel })
    return witnessOf({ graph, model: defaultModel, execution: must(found[0], 'an execution'), question })
  }
  const [four, five] = [await among(4), await among(5)]
  expect(witnessText(four)).toContain(' | d0.b0.t1 | d0.b0.t2 | d0.b0.t3 | d0.b0.t4\n')
  expect(witnessText(five)).toContain('\n\n  nothing happens in d0.b0.t1 to t5\n\n')
  expect(witnessText(five)).not.toContain(' | d0.b0.t1')
  expect(witnessSvg([four])).toContain('>d0.b0.t4<')
  expect(witnessSvg([five])).not.toContain('>d0.b0.t4<')
  expect(witnessSvg([five])).toContain('nothing happens in d0.b0.t1 to t5')
  expect(witnessDot(five)).not.toContain('d0.b0.t4')
})
