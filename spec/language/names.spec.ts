import { join } from 'node:path'
import { edited } from '../../language/edit.js'
import { definitionOf, nameAt, namesOf, renaming, sameName } from '../../language/names.js'
import { testFileEndings } from '../../litmus/format.js'
import { printProgram } from '../../litmus/print.js'
import { isCompiled } from '../../litmus/program.js'
import { expandTemplate } from '../../litmus/template.js'
import { must } from '../../source/must.js'
import { onEach } from '../extent.js'
import { filesBelow, root, testsIn, textOf } from '../support.js'

const mp = `.global x; .global f;
.global y virtually aliases x;
d0.b0.t0 { st.weak [y], 1; st.release.gpu [f], 1; }
d0.b1.t0..1 {
LOOP:
  ld.acquire.gpu %r, [f];
  beq r, 0, LOOP;
  @p ld.weak s, [x];
}
assert (not (d0.b1.t1:r == 1 && P1:s == 0) || [x] == 1) as fresh;
`
const source = { name: 'mp.test', text: mp }
const names = namesOf(source)

/** Returns the word at the place of a text that `|` marks. */
function found(marked: string) {
  const offset = mp.indexOf(marked.replace('|', '')) + marked.indexOf('|')
  return must(nameAt(names, offset), `a name at ${marked}`)
}

const linesOf = (places: readonly { readonly start: number }[]) =>
  places.map(({ start }) => mp.slice(0, start).split('\n').length)

test.each([
  ['.global |x', 'location', 'x', [1, 2, 8, 10]],
  ['[|f]', 'location', 'f', [1, 3, 6]],
  ['gpu %|r', 'register', 'r', [6, 7, 10]],
  ['P1:|s', 'register', 's', [8, 10]],
  ['@|p', 'register', 'p', [8]],
  ['0, |LOOP', 'label', 'LOOP', [5, 7]],
  ['as |fresh', 'question', 'fresh', [10]],
] as const)('%s is a %s', (marked, kind, name, lines) => {
  expect(found(marked)).toMatchObject({ kind, name })
  expect(linesOf(sameName(names, found(marked)))).toEqual(lines)
  expect(linesOf([must(definitionOf(names, found(marked)), 'a definition')])).toEqual([lines[0]])
})

test('registers and labels of other threads are different names', () => {
  const text =
    '.global x; d0.b0.t0 { L: ld r, [x]; goto L; } d0.b1.t0 { L: ld r, [x]; } check (P0:r == 1 && 1:r == 0) as q;'
  const all = namesOf({ name: 'a.test', text }).occurrences
  const scopes = (name: string) => all.flatMap((one) => (one.name === name ? [one.scope] : []))
  expect(scopes('r')).toEqual(['d0.b0.t0', 'd0.b1.t0', 'd0.b0.t0', 'd0.b1.t0'])
  expect(scopes('L')).toEqual(['d0.b0.t0', 'd0.b0.t0', 'd0.b1.t0'])
})

test.each([
  ['P1:|s', 'r', 'there is a `r` already'],
  ['P1:|s', 'x', 'there is a `x` already'],
  ['.global |x', 'r', 'there is a `r` already'],
  ['P1:|s', '1a', '`1a` is not a name'],
  ['P1:|s', '_', '`_` is not a name'],
])('%s does not become %s', (marked, to, reason) => {
  expect(renaming(source, names, found(marked), to)).toEqual({ ok: false, reason })
})

test('labels in any number are found at once', () => {
  const text = `d0.b0.t0 { ${'L:'.repeat(100_000)} ld r, [x]; }`
  expect(namesOf({ name: 'a.test', text }).occurrences).toHaveLength(100_002)
})

test('the names of a template are not renamed, since rows may have them', () => {
  const text = mp.concat('$$\n')
  const template = { name: 'mp.test', text }
  const all = namesOf(template)
  expect(renaming(template, all, must(nameAt(all, text.indexOf('x')), 'a name'), 'z').ok).toBe(false)
})

const folder = join(root, 'examples')
const files = testFileEndings.flatMap((ending) => filesBelow(folder, ending)).map((name) => ({ name }))
const everyEighth = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => i % 8 === 0)

/** Expects that each name of the first test in a file of the examples can be another. */
function expectRenamed(file: string): void {
  const [instance] = expandTemplate({ name: file, text: textOf(folder, file) }).instances
  const { text } = must(instance, 'an instance').source
  const path = join(folder, file)
  const [before] = testsIn(text, path)
  if (before === undefined || before.threads.some(isCompiled)) return
  const printed = printProgram(before, before.format)
  const one = { name: path, text }
  const all = namesOf(one)
  for (const name of all.occurrences.filter((found) => sameName(all, found)[0] === found)) {
    const renamed = renaming(one, all, name, 'fresh_0')
    if (!renamed.ok) throw new Error(`${name.name}: ${renamed.reason}`)
    const changed = edited(text, renamed.places, 'fresh_0')
    const [after] = testsIn(changed, path)
    const again = after && printProgram(after, after.format).replaceAll('fresh_0', name.name)
    expect([name, squeezed(again ?? '')]).toEqual([name, squeezed(printed)])
  }
}

onEach('each name of an example can be another', { all: files, sample: everyEighth, least: 20 }, ({ name }) =>
  expectRenamed(name),
)
test('kernels, and registers that threads of several kernels have, can be others', () =>
  expectRenamed('launches/graph-replay.test'))

/** Columns are as wide as their names, and a register that only one thread has needs no thread in conditions. */
const squeezed = (text: string): string =>
  text.replace(/ +/g, ' ').replace(/(?<![\w.])(?:P\d+|[\w.]*\bt\d+):(?=\w)/g, '')
