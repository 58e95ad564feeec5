import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { witnessDot } from '../../witness/dot.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { shownEvents } from '../../witness/rounds.js'
import { witnessText } from '../../witness/text.js'
import { solver, testIn } from '../support.js'

async function witnessIn(text: string) {
  const test = testIn(text)
  const question = must(test.questions[0], 'a question')
  const { graph, found } = witnesses(test, question, await solver(), { model: defaultModel, bound: 2 })
  return witnessOf({ graph, model: defaultModel, execution: must(found[0], 'an execution'), question, show: [] })
}

const loop = `.global x; .global y;
d0.b0.t0 { .reg r2 = 0;
L: ld.relaxed.gpu r0, [x];
  atom.add.relaxed.gpu r1, [y], 1;
  fence.sc.gpu;
  add r2, r2, 1;
  blt r2, 2, L;
  atom.add.relaxed.gpu r3, [y], 1; }
check (r0 == 0 && r1 == 1) as q;`

test('a text says in which round an access of a loop is, a line for each instruction', async () => {
  const lines = witnessText(await witnessIn(loop), { isWhole: true }).split('\n')
  const line = (start: string) =>
    lines
      .find((one) => one.includes(start))
      ?.replace(/^.*?: /, '')
      .replace(/ +/g, ' ')
  expect(line('ld.relaxed')).toBe('ld.relaxed.gpu r0, [x] round 1: R x = 0; round 2: R x = 0')
  expect(line('r1, [y]')).toBe('atom.add.relaxed.gpu r1, [y], 1 round 1: R y = 0, W y = 1; round 2: R y = 1, W y = 2')
  expect(line('fence')).toBe('fence.sc.gpu round 1; round 2')
  expect(line('r3, [y]')).toBe('atom.add.relaxed.gpu r3, [y], 1 R y = 2, W y = 3')
})

test('so do the pictures, in the box of each event, and of both events of an atomic', async () => {
  const witness = await witnessIn(loop)
  for (const picture of [witnessDot(witness, { isWhole: true }), witnessSvg([witness], { isWhole: true })]) {
    expect(picture.match(/round [12]: [RW] x = \d/g)).toEqual(['round 1: R x = 0', 'round 2: R x = 0'])
    expect(picture.match(/round 2: R y = \d, W y = \d/g)).toEqual(['round 2: R y = 1, W y = 2'])
    expect(picture.match(/round \d(?!:)/g)).toEqual(['round 1', 'round 2'])
  }
})

test('an instruction that is in no loop, or in one that needs a single round, has none', async () => {
  const witness =
    await witnessIn(`.global x; d0.b0.t0 { L: ld.relaxed.gpu r0, [x]; beq r0, 0, L; atom.add.relaxed.gpu r1, [x], 1; }
d0.b1.t0 { st.relaxed.gpu [x], 1; } check (r0 == 1) as q;`)
  expect(shownEvents(witness)).toEqual(witness.events)
  expect(witnessText(witness)).not.toContain('round')
})
