import { defaultModel, ptx75 } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { alikeThreads } from '../../../encoder/formula/symmetry.js'
import { solver } from '../../support.js'
import { testWithUnknowns } from '../unknown.js'

const threads = (body: string, asked: string) =>
  testWithUnknowns(
    `.global x; .global y; ${['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0'].map((place) => `${place} { ${body} }`).join(' ')} check (${asked}) as q;`,
  )

const classes = (program: ReturnType<typeof threads>): readonly number[] =>
  program.questions.flatMap(({ condition }) =>
    alikeThreads(buildEvents(program), defaultModel, [{ kind: 'condition', condition }]).map(({ length }) => length),
  )

const adding = 'atom.add.relaxed.gpu r, [x], 1; '

test.each([
  ['clocks', `${adding} mov clock, 0; st.relaxed.gpu [y], clock;`, 'y == 5', [3]],
  ['results of functions of what is read', `${adding} add float, r, 1; st.relaxed.gpu [y], float;`, 'y == 5', [3]],
  ['but not if a question asks for that of one', `${adding} mov clock, 0;`, 'P1:clock == 5', [2]],
  ['but not if a question asks for a result of one', `${adding} add float, r, 1;`, 'P1:float == 5', [2]],
  [
    'but not if one depends on another thread',
    `${adding} mov clock, 0; add r2, r, clock;`,
    'P0:r2 == 5 && P1:clock == 5',
    [],
  ],
] as const)('threads with %s are alike', (_, body, asked, expected) =>
  expect(classes(threads(body, asked))).toEqual(expected),
)

test('the verdict is that of all orders', async () => {
  // The third thread has the value 2, so its result is that of the others for 2.
  for (const asked of ['P0:float == 5 && P1:float == 6 && P0:r == 2', 'P0:float != P1:float2', 'y == 5 && P2:r == 0']) {
    const program = threads(`${adding} add float, r, 1; add float2, 2, 1; st.relaxed.gpu [y], float;`, asked)
    const verdicts = await Promise.all(
      (['plain', 'lean'] as const).map(async (encoding) =>
        decide(program, await solver(), { model: ptx75, encoding, liveness: false }).answers.map(
          ({ verdict }) => verdict.kind,
        ),
      ),
    )
    expect(verdicts[0]).toEqual(verdicts[1])
  }
})
