import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Open } from '../../axioms/algebra/cat/read.js'
import { functions, relations, sets } from '../../axioms/algebra/cat/vocabulary.js'
import { catNameAt, catNames, catRenaming, sameCatName } from '../../language/cat-names.js'
import { catVocabulary } from '../../language/cat-vocabulary.js'
import { must } from '../../source/must.js'
import { filesBelow, root } from '../support.js'

const shared = '"shared"\nlet both = mine | po\nlet twice = both; both\n'
const open: Open = (path) =>
  path === 'shared.cat'
    ? { ok: true, source: { name: 'shared.cat', text: shared } }
    : { ok: false, reason: 'no such file' }

const text = `"mine"
let mine = rf | fr
let own = mine+
include "shared.cat"
let on(r) = r & loc
let rec step = on(own) | step; own and other = 0
let own = twice | own
acyclic own | on(po) as one
`
const source = { name: 'mine.cat', text }
const known = [...catVocabulary.keys()]
const names = must(catNames(source, open, known), 'names')

function found(marked: string) {
  const offset = text.indexOf(marked.replace('|', '')) + marked.indexOf('|')
  return must(catNameAt(names, offset), `a name at ${marked}`)
}
const linesOf = (places: readonly { readonly start: number }[]) =>
  places.map(({ start }) => text.slice(0, start).split('\n').length)

test.each([
  ['let |own = mine', [3, 6, 6, 7]],
  ['let |own = twice', [7, 8]],
  ['= |r & loc', [5, 5]],
  ['rec |step', [6, 6]],
  ['as |one', [8]],
  ['on(|po)', [8]],
])('%s is on lines %j', (marked, lines) => {
  expect(linesOf(sameCatName(names, found(marked)))).toEqual(lines)
})

test('a name may be defined in an included file', () => {
  expect(found('= |twice')).toMatchObject({ definition: { kind: 'here', source: { name: 'shared.cat' } } })
})

test.each([
  ['let |mine', 'a file that is included uses `mine`'],
  ['= |twice', '`twice` is defined in shared.cat'],
  ['on(|po)', '`po` is not defined in this file'],
])('%s is not renamed: %s', (marked, reason) => {
  expect(catRenaming(source, names, found(marked), 'fresh')).toEqual({ ok: false, reason })
})

test('a new name must be one, and free', () => {
  const to = (name: string) => catRenaming(source, names, found('rec |step'), name)
  expect(to('fresh-1')).toMatchObject({ ok: true, places: [{}, {}] })
  expect(to('2')).toEqual({ ok: false, reason: '`2` is not a name' })
  expect(to('rf')).toEqual({ ok: false, reason: 'there is a `rf` already' })
  expect(to('acyclic')).toEqual({ ok: false, reason: '`acyclic` is a word of the language' })
})

test('the vocabulary is described, name by name', () => {
  expect([...catVocabulary.keys()].toSorted()).toEqual(
    [...sets.keys(), ...relations.keys(), ...Object.keys(functions)].toSorted(),
  )
})

test('says nothing about text that cannot be parsed', () => {
  expect(catNames({ name: 'a.cat', text: 'let = ' }, open, known)).toBeUndefined()
})

const models = filesBelow(join(root, 'axioms'), '.cat').filter((file) => /^(?:ptx-\d|nvlitmus)/.test(file))

test.each(models)('every name of %s means something', (file) => {
  const text = readFileSync(join(root, 'axioms', file), 'utf8')
  const all = must(catNames({ name: file, text }, open, known), 'names')
  expect(all.occurrences.length).toBeGreaterThan(0)
  expect(all.occurrences.filter(({ definition }) => definition === undefined)).toEqual([])
})
