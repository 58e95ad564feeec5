/** Whether executions come to a piece. */

import { reaching } from '../../audit/reached.js'
import { defaultModel } from '../../axioms/models.js'
import { solver, testIn } from '../support.js'

const z3 = await solver()
const after = (first: string, more = '') =>
  reaching(
    testIn(`.global x; .global y; d0.b0.t0 { ${first} bne r0, 1, DONE; fence.sc.gpu; DONE: } ${more} check (r0 == 1);`),
    [{ thread: 0, at: 2 }],
    z3,
    { model: defaultModel },
  )

test('a value that no execution has keeps them from it, and one that some execution has does not', () => {
  const one = 'd0.b1.t0 { st.relaxed.gpu [x], 1; }'
  expect(after('ld.relaxed.gpu r0, [x];')).toBe('not reached')
  expect(after('ld.relaxed.gpu r0, [x];', one)).toBe('reached')
  expect(after('mov r0, 1;')).toBe('reached')
  expect(after('mov r0, 2;', one)).toBe('not reached')
})

test('what else is undefined does not count as coming to it', () => {
  expect(after('mov r0, 2;', 'd0.b1.t0 { trap; }')).toBe('not reached')
})

test('a time that is up leaves it undecided', () => {
  const program = testIn('.global x; d0.b0.t0 { ld.relaxed.gpu r0, [x]; fence.sc.gpu; } check (r0 == 1);')
  expect(reaching(program, [{ thread: 0, at: 1 }], z3, { model: defaultModel, timeout: 1e-6 })).toMatchObject({
    kind: 'undecided',
  })
})
