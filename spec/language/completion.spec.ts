import { catCompletions, testCompletions } from '../../language/completion.js'

/** Returns the proposals at the bar. */
function at(marked: string, name = 'a.test') {
  const offset = marked.indexOf('¦')
  const source = { name, text: marked.replace('¦', '') }
  const none = () => ({ ok: false, reason: 'no such file' }) as const
  return name.endsWith('.cat') ? catCompletions(source, none, offset) : testCompletions(source, offset)
}
const textsOf = (marked: string, name?: string) => at(marked, name).map(({ text }) => text)

const before = '.global x; .global flag;\nd0.b1.t0 { ld other, [x]; M: goto M; }\nd0.b0.t0 {\n L: ld r0, [x];\n'

test('a statement begins with an instruction', () => {
  expect(textsOf(`${before}  ¦\n}`)).toEqual(
    expect.arrayContaining(['ld', 'st', 'atom', 'fence', 'bar', 'goto', 'bne']),
  )
  expect(at(`${before}  st [x], 1; l¦\n}`).find(({ text }) => text === 'ld')).toMatchObject({
    kind: 'instruction',
    detail: 'Loads a value from memory into a register.',
  })
})

test('a statement of a model begins with a word of the language', () => {
  expect(textsOf('uncovered "red"\nlet mine = po\n¦', 'a.cat')).toEqual(
    expect.arrayContaining(['let', 'uncovered', 'mine']),
  )
})

test('qualifiers follow it, each once', () => {
  const words = textsOf(`${before}  ld.relaxed.¦`)
  expect(words).toEqual(expect.arrayContaining(['gpu', 'acquire', 'u32']))
  expect(words).not.toContain('relaxed')
  expect(words).not.toContain('release')
  expect(textsOf(`${before}  fence.s¦`)).toContain('sc')
})

test('an operand is a name of the thread or of memory', () => {
  expect(textsOf(`${before}  st [f¦], r0;\n}`).toSorted()).toEqual(['flag', 'r0', 'x'])
  expect(textsOf(`${before}  beq r0, 0, ¦;\n}`).toSorted()).toEqual(['L', 'flag', 'r0', 'x'])
})

test('the same holds in a .litmus file', () => {
  const litmus = 'PTX a\n{\nx = 0; y = 0;\n}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n'
  expect(textsOf(`${litmus} st x, 1 | ¦`, 'a.litmus')).toContain('atom')
  expect(textsOf(`${litmus} st x, 1 | ld r, ¦ ;\n`, 'a.litmus').toSorted()).toEqual(['r', 'x', 'y'])
  expect(textsOf(`${litmus} st x, 1 | ld r, y ;\nexists (¦)`, 'a.litmus').toSorted()).toEqual(['r', 'x', 'y'])
})

test('nothing comes in a comment', () => {
  expect(at(`${before} // l¦`)).toEqual([])
})

test('a model has its definitions, the files that it finds, and words', () => {
  const words = textsOf('"m"\nlet mine = po\nacyclic m¦', 'a.cat')
  expect(words).toEqual(expect.arrayContaining(['mine', 'po', 'fencerel', 'let rec', 'acyclic']))
  expect(at('let a = ¦', 'a.cat').find(({ text }) => text === 'rf')?.detail).toMatch(/^reads-from/)
})
