import { expandTemplate } from '../../litmus/template.js'

/** Returns the first instance of a template with one row, `x`. */
const filled = (template: string): string | undefined =>
  expandTemplate({ name: 'a.litmus', text: `${template}\n$$\nx\n` }).instances[0]?.source.text

test.each([
  ['$0 (* $1 *) $0 // $2 (*', 'x (* $1 *) x // $2 (*\n'],
  ['(*) $1 *) $0', '(*) $1 *) x\n'],
  ['*) (* $0', '*) (* x\n'],
  ['// (* $1\n$0 // *) $2', '// (* $1\nx // *) $2\n'],
])('holes are filled but in comments, which have an end: %j', (template, text) => {
  expect(filled(template)).toBe(text)
})

test('a text of comments without an end is read in a moment', () => {
  const text = '(*'.repeat(200_000)
  expect(expandTemplate({ name: 'a.litmus', text }).instances).toEqual([{ source: { name: 'a.litmus', text } }])
})
