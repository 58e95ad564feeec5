import { readExpectations, statedIn } from '../../../cli/tables/expectations.js'
import { readTests } from '../../../litmus/read.js'
import { must } from '../../../source/must.js'

const table = (folder: string, verdict: string) => {
  const text = `test,question,model,verdict\nx.test,q,ptx-9.4,${verdict}\n`
  const read = readExpectations({ name: `${folder}/expected.csv`, text }, 'ptx-9.4')
  if (!read.ok) throw new Error('a table with errors')
  return read.value
}

const stated = (file: string, tables: readonly ReturnType<typeof table>[]) => {
  const { tests } = readTests({ name: file, text: '.global x; d0.b0.t0 { ld r0, [x]; } check (r0 == 0) as q;' })
  const test = must(tests[0], 'the test')
  return statedIn(tables, test, must(test.questions[0], 'its question'))
}

test('a row of a test is that of the table in its folder, even if another has a test of the same name', () => {
  const tables = [table('a', 'allowed'), table('b', 'forbidden')]
  expect(stated('a/x.test', tables)).toBe('allowed')
  expect(stated('b/x.test', tables)).toBe('forbidden')
  // A row may name the end of a path if no table is beside the test.
  expect(stated('c/x.test', tables)).toBe('allowed')
  expect(stated('c/y.test', tables)).toBeUndefined()
})
