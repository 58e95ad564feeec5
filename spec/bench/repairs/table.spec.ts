import { defaultModel } from '../../../axioms/models.js'
import { fixedTable, weakenedTable } from '../../../bench/repairs/table.js'
import { fix } from '../../../repair/fix.js'
import { weaken } from '../../../repair/weaken.js'
import { solver, testIn } from '../../support.js'

const options = { model: defaultModel }
const declared = '.global x; .global y;'

/** Returns the last line of a table, which is the only row. */
const rowOf = (table: string): string => table.split('\n').at(-1) ?? ''

describe('a repair', () => {
  async function row(text: string) {
    const program = testIn(text)
    const fixed = fix(program, await solver(), { ...options, goal: { kind: 'claims', questions: program.questions } })
    return fixedTable([{ test: 'T', program, questions: ['q', 'r'], fixed, seconds: 1.234 }])
  }
  test('has its cost, and each change with its line', async () => {
    const table = await row(`${declared}
d0.b0.t0 {
  st.weak [x], 1;
  st.relaxed.gpu [y], 1;
}
d0.b1.t0 {
  ld.relaxed.gpu r, [y];
  ld.weak s, [x];
}
assert (~(r == 1 && s == 0)) as fresh;`)
    expect(table).toMatch(/^1 tests: 1 repaired, 0 without a repair, 0 undecided, .*\nMedian 1\.23 s, most 1\.2 s\.$/m)
    expect(rowOf(table)).toBe(
      '| T | q, r | 2 | 680 | d0.b0.t0 line 4: `st.relaxed.gpu [y], 1` → `st.release.gpu`; d0.b1.t0 line 7: `ld.relaxed.gpu r, [y]` → `ld.acquire.gpu` | 1.23 |',
    )
  })
  test('that is missing has a reason', async () => {
    const table = await row(`${declared} d0.b0.t0 { st.weak [x], 1; } assert ([x] == 2) as two;`)
    expect(table).toMatch(/^1 tests: 0 repaired, 1 without a repair/)
    expect(rowOf(table)).toMatch(/^\| T \| q, r \| {2}\| {2}\| \*\*no repair\*\*: it fails in a run .* \| 1\.23 \|$/)
  })
  test('of a claim that holds is empty', async () => {
    const table = await row(`${declared} d0.b0.t0 { st.weak [x], 1; } assert ([x] == 1) as one;`)
    expect(rowOf(table)).toBe('| T | q, r |  |  | nothing to do | 1.23 |')
  })
})

describe('a weakening', () => {
  async function row(text: string) {
    const program = testIn(text)
    const weakened = weaken(program, await solver(), { ...options, questions: program.questions })
    return rowOf(weakenedTable([{ test: 'T', program, weakened, seconds: 1 }]))
  }
  const fenced = (first: string, last: string) => `${declared}
d0.b0.t0 {
  st.weak [x], 1;
  ${first};
  st.relaxed.gpu [y], 1;
}
d0.b1.t0 {
  ld.relaxed.gpu r, [y];
  ${last};
  ld.weak s, [x];
}
assert (~(r == 1 && s == 0)) as fresh;`
  test('has the prices before and after, and says that all of it may be made', async () => {
    expect(await row(fenced('fence.acq_rel.gpu', 'fence.sc.sys'))).toBe(
      '| T | d0.b1.t0 line 9: `fence.sc.sys` → `fence.acq_rel.gpu` | 2341 | 1612 | the same | 1.00 |',
    )
  })
  test('that is missing is reported as such', async () => {
    expect(await row(fenced('fence.acq_rel.gpu', 'fence.acq_rel.gpu'))).toBe('| T | nothing |  |  |  | 1.00 |')
  })
})
