import fc from 'fast-check'
import { randomKernels } from '../../../fuzz/kernels/generate.js'
import { groups } from '../../../fuzz/kernels/instructions.js'
import { interpret } from '../../../fuzz/kernels/interpret.js'
import { readModule } from '../../../fuzz/kernels/text.js'

const runs = 300
const drawn = fc.sample(randomKernels, { numRuns: runs, seed: 20_221 })

/** Returns the instructions of a kernel between its fixed beginning and end, without registers and values. */
const instructionsOf = (text: string): readonly string[] => {
  const lines = text.split('\n')
  const [first, last] = ['st.local.u64 [depot+8], %d1;', 'ld.param.u64 %out, [out];'].map((line) =>
    lines.findIndex((one) => one.trim() === line),
  )
  return lines.slice((first ?? 0) + 1, last)
}

test(`${runs} kernels end, do nothing undefined, and are all different`, () => {
  const memories = drawn.map(({ text, launch }) => [...interpret(readModule(text), launch)])
  expect(new Set(drawn.map(({ text }) => text)).size).toBeGreaterThan(0.95 * runs)
  expect(new Set(memories.map((memory) => JSON.stringify(memory))).size).toBeGreaterThan(0.9 * runs)
})

test('they have every form of control flow, and guards', () => {
  const code = drawn.map(({ text }) => instructionsOf(text).join('\n'))
  const having = (form: RegExp) => code.filter((text) => form.test(text)).length
  for (const form of [
    /_else:/,
    /_loop:/,
    /_table:/,
    /call.uni \(retval0\), f0/,
    /call.uni \(retval0\), f1/,
    /^ {2}\{$/m,
    /^ {2}@!?%p\d (ret|exit);/m,
    /@%p\d add/,
    /@!%p\d st/,
  ])
    expect(having(form)).toBeGreaterThan(0)
})

test.each(groups.map((lines, i) => [lines[0] ?? `${i}`, lines] as const))('they have lines such as %s', (_, lines) => {
  const names = new Set(lines.map((line) => line.split(' ')[0]))
  const used = drawn.filter(({ text }) =>
    instructionsOf(text).some((line) =>
      names.has(
        line
          .trim()
          .replace(/^@!?%p\d /, '')
          .split(' ')[0],
      ),
    ),
  )
  expect(used.length).toBeGreaterThan(runs / 50)
})
