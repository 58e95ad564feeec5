import { defaultModel } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { unknownTexts } from '../../../../witness/labels.js'
import { unknownReportOf } from '../../../../witness/unknowns.js'
import { solver, testIn } from '../../../support.js'

/** Returns whether a claim about the final value of r can be violated, and the unknown values that this may depend on. */
async function decided(code: string, claim: string) {
  const test = testIn(`.global .u32 x; .global .u32 zero; d0.b0.t0 { ${code} } assert (${claim}) as q;`)
  const { graph, answers } = decide(test, await solver(), { model: defaultModel })
  return answers.map(({ verdict, unknowns }) => [verdict.kind, ...unknownTexts(unknownReportOf(graph, unknowns))])
}

describe('the result of a division by zero is open', () => {
  test.each(['div.u32', 'rem.u32', 'div.s32', 'rem.s32'])('%s', async (name) => {
    for (const divisor of ['ld.u32 r0, [zero];', 'mov.u32 r0, 0;'])
      for (const value of ['-1', '7', '0'])
        expect(await decided(`${divisor} ${name} r, 7, r0;`, `r == ${value}`)).toEqual([
          ['allowed', expect.stringMatching(/the value of (div|rem).*, which PTX leaves open if it divides by 0$/)],
        ])
  })
  test('that by another number is not', async () => {
    expect(await decided('div.u32 r, 7, 2;', 'r == 3')).toEqual([['forbidden']])
    const [[verdict] = []] = await decided('st.u32 [x], 2; ld.u32 r0, [x]; rem.u32 r, 7, r0;', 'r == 1')
    expect(verdict).toBe('forbidden')
  })
})
