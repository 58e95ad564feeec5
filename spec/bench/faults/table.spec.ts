import type { Fault } from '../../../bench/faults/fault.js'
import { table } from '../../../bench/faults/table.js'

const fault = (name: string, group: Fault['group']): Fault => ({
  name,
  group,
  says: 'a | b',
  file: 'x.ts',
  text: 'a',
  replacement: 'b',
  specs: ['spec/x.spec.ts'],
})

test('the table has a row for each fault, group by group, with the first test that fails', () => {
  const caught = { kind: 'fails', spec: 'spec/x.spec.ts', test: 'x is\n y' } as const
  expect(
    table([
      { fault: fault('late', 'JSON fields'), outcome: caught, isWhole: true, seconds: 1200.4 },
      { fault: fault('early', 'cat files'), outcome: caught, isWhole: false, seconds: 3.2 },
      { fault: fault('missed', 'liveness'), outcome: { kind: 'passes' }, isWhole: true, seconds: 5 },
      { fault: fault('broken', 'liveness'), outcome: { kind: 'not run', why: 'why' }, isWhole: true, seconds: 5 },
    ]),
  ).toBe(`4 faults, 2 caught, in 1214 s.

| group | fault | planted in | caught by | first failing test | s |
|---|---|---|---|---|---:|
| cat files | early: a \\| b | \`x.ts\` | \`spec/x.spec.ts\` | x is y | 3 |
| liveness | missed: a \\| b | \`x.ts\` | **not caught** |  | 5 |
| liveness | broken: a \\| b | \`x.ts\` | **not caught** | why | 5 |
| JSON fields | late: a \\| b | \`x.ts\` | \`spec/x.spec.ts\` (run of all) | x is y | 1200 |`)
})
