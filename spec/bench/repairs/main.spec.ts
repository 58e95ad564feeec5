import { brokenAmong } from '../../../bench/repairs/broken.js'
import { examples } from '../../examples.js'
import { root, textOf } from '../../support.js'

/** The rows of the page, with their cells, under the last heading above each. */
const rows = textOf(root, 'reports/repairs.md')
  .split(/^## /m)
  .flatMap((part) => {
    const [heading = ''] = part.split('\n')
    return part
      .split('\n')
      .filter((line) => /^\| \w/.test(line) && !line.startsWith('| test '))
      .map((line) => ({ heading, cells: line.slice(2, -2).split(/(?<!\\) \| /) }))
  })
const repairs = rows.filter(({ heading }) => heading === 'Repairs').map(({ cells }) => cells)
const weakenings = rows.filter(({ heading }) => heading === 'Weakenings').map(({ cells }) => cells)

const known = examples('ptx-9.4').flatMap(({ name: test, program, verdicts }) =>
  program.questions.map(({ name: question, kind }, i) => ({ test, question, kind, verdict: `${verdicts[i]}` })),
)
const broken = brokenAmong(known)

describe('reports/repairs.md', () => {
  test('has a row for each broken example, with the outcome that should not be possible', () => {
    for (const test of new Set(broken.map((one) => one.test))) {
      const questions = broken.filter((one) => one.test === test).map(({ question }) => question)
      expect([test, repairs.find(([first]) => first === test)?.[1]]).toEqual([test, questions.join(', ')])
    }
  })
  test('has a row for each correct example that asserts something', () => {
    const correct = known.filter(
      ({ test, kind, verdict }) =>
        kind === 'assert' && verdict === 'forbidden' && !broken.some((one) => one.test === test),
    )
    const names = weakenings.map(([first]) => first)
    expect([...new Set(correct.map(({ test }) => test))].filter((test) => !names.includes(test))).toEqual([])
  })
  test('has a cost and changes, or a reason, in each row', () => {
    expect(repairs.length).toBeGreaterThan(300)
    for (const [test, , changes = '', sum = '', what = ''] of repairs)
      expect([
        test,
        changes === ''
          ? /^\*\*(no repair|undecided|not covered)\*\*: ./.test(what)
          : /^\d+ \d+$/.test(`${changes} ${sum}`),
      ]).toEqual([test, true])
  })
  test('has no weakening that costs more than the original', () => {
    const weakened = weakenings.filter(([, , before = '']) => before !== '')
    expect(weakened.length).toBeGreaterThan(50)
    for (const [test, , before, after] of weakened)
      expect([test, Number(after) <= Number(before)]).toEqual([test, true])
  })
})
