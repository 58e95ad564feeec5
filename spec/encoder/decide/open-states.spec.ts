import { testOutcomes } from '../../../answers/outcomes.js'
import { ptx75 } from '../../../axioms/models.js'
import { bruteOutcomes } from '../../../encoder/decide/brute.js'
import { outcomes } from '../../../encoder/decide/outcomes.js'
import type { Program } from '../../../litmus/program.js'
import { solver } from '../../support.js'
import { testWithUnknowns } from '../unknown.js'

const options = { model: ptx75, besides: [], limit: 50 }

const reported = (program: Program, found: ReturnType<typeof outcomes>) => {
  const { states, questions, complete } = testOutcomes(program, found, [], {
    witnesses: false,
    limit: 50,
    again: () => found,
  })
  return {
    complete,
    states: states.map(({ values }) => Object.values(values).join(' ')),
    counts: questions.map(({ positive, negative, observation }) => `${positive} ${negative} ${observation}`),
  }
}

const states = async (program: Program) => reported(program, outcomes(program, await solver(), options))

test('an unknown value is open, in one state', async () => {
  const program = testWithUnknowns(
    '.global x; d0.b0.t0 { mov clock, 0; ld r0, [x]; st [x], clock; } check (x == 5 && r0 == 0) as q;',
  )
  expect(await states(program)).toEqual({ complete: true, states: ['0 ?'], counts: ['1 1 Sometimes'] })
})

test('only if an execution has it', async () => {
  const program = testWithUnknowns(`.global x;
d0.b0.t0 { mov clock, 0; st.relaxed.gpu [x], clock; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; add r1, r0, 1; }
check (r1 == 7) as q;`)
  expect(await states(program)).toEqual({ complete: true, states: ['1', '?'], counts: ['1 2 Sometimes'] })
})

test('a few values are listed: those of a predicate, and those that a comparison leaves', async () => {
  const program = testWithUnknowns(
    '.global x; d0.b0.t0 { mov clock, 0; mov.u32 flag, 0; setp.lt.u32 p, clock, 5; add r0, flag, 10; mov r1, 1; @p mov r1, 2; } check (r0 == 11 && r1 == 2) as q;',
  )
  expect(await states(program)).toEqual({
    complete: true,
    states: ['10 1', '10 2', '11 1', '11 2'],
    counts: ['1 3 Sometimes'],
  })
})

test('final memory is open if an open value remains there', async () => {
  const program = testWithUnknowns(`.global x;
d0.b0.t0 { mov clock, 0; st.relaxed.gpu [x], clock; }
d0.b1.t0 { st.relaxed.gpu [x], 3; }
check (x == 3) as q;`)
  expect(await states(program)).toEqual({ complete: true, states: ['3', '?'], counts: ['2 1 Sometimes'] })
})

test('brute force lists the same states if it can try all values', async () => {
  const program = testWithUnknowns(`.global x; .global y;
d0.b0.t0 { mov.u32 flag1, 0; st.relaxed.gpu [x], flag1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { mov.u8 clock, 0; ld.relaxed.gpu r0, [y]; ld.relaxed.gpu r1, [x]; mov.u8 r2, clock; add.u8 r3, r2, r2; }
check (r0 == 1 && r1 == 1 && r3 == 4) as q;`)
  const all = await states(program)
  expect(all.states).toEqual(['0 0 ?', '0 1 ?', '1 0 ?', '1 1 ?'])
  expect(reported(program, bruteOutcomes(program, options))).toEqual(all)
})
