import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deviceText, hostText } from '../../../hardware/harness/text.js'
import { planOf } from '../../../hardware/plan.js'
import { root, testIn, textOf } from '../../support.js'

/** Returns a limit of the harness. */
const room = (name: string): number =>
  Number(new RegExp(`\\b${name}(?: = |\\[)(\\d+)`).exec(`${deviceText}${hostText}`)?.[1])

const times = (count: number, one: (i: number) => string, between: string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join(between)

// A test at a limit of the harness can run, and a test one above it cannot.
test.each<[string, (count: number) => string]>([
  [
    'most_locations',
    (count) => `${times(count, (i) => `.global x${i};`, ' ')} d0.b0.t0 { st [x0], 1; } check ([x0] == 0) as q;`,
  ],
  [
    'most_views',
    (count) =>
      `.global x; ${times(count - 1, (i) => `.global y${i} physically aliases x;`, ' ')} d0.b0.t0 { st [x], 1; } check ([x] == 0) as q;`,
  ],
  [
    'most_observed',
    (count) =>
      `.global a[${count}]; d0.b0.t0 { st [a[0]], 1; } check (${times(count, (i) => `[a[${i}]] == 0`, ' && ')}) as q;`,
  ],
  [
    'initial',
    (count) =>
      `.global a[${count}] = {${times(count, () => '1', ', ')}}; d0.b0.t0 { st [a[0]], 1; } check ([a[0]] == 0) as q;`,
  ],
])('no test has more than %s', (name, text) => {
  expect(room(name)).toBeGreaterThan(1)
  expect(planOf(testIn(text(room(name)))).kind).toBe('plan')
  expect(planOf(testIn(text(room(name) + 1))).kind).toBe('not runnable')
})

test('the texts are those of all files, each once and without its head', () => {
  const folder = join(root, 'hardware/harness')
  const files = readdirSync(folder).filter((file) => file.endsWith('.cuh'))
  const bodies = files.map((file) => textOf(folder, file).replace(/^.*?\n\n/s, ''))
  const text = `${deviceText}\n${hostText}\n`
  for (const body of bodies) expect(text.split(body)).toHaveLength(2)
  expect(text).toHaveLength(bodies.reduce((sum, body) => sum + body.length + 1, 0))
})
