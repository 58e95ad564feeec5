import { readRemarkedModel } from '../../../../axioms/algebra/cat/read.js'
import { formatRemark } from '../../../../source/diagnostic.js'

/** Returns the first lines of the remarks on a model. */
function remarksOn(text: string): readonly string[] {
  const read = readRemarkedModel({ name: 'mine.cat', text }, () => ({ ok: false, reason: 'there is none' }))
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join())
  return read.value.remarks.map((one) => formatRemark(one).split('\n')[0] ?? '')
}

const instead = 'is a built-in name; from here on it means this definition'

test.each([
  ['let po = rf', ['1:5: note: `po`']],
  ['let rec co = rf | co', ['1:9: note: `co`']],
  ['let a = rf and W = R and po = co', ['1:16: note: `W`', '1:26: note: `po`']],
  ['let loc(r) = r', ['1:5: note: `loc`']],
  ['let co = co+', []],
  ['let po = ([W] | domain(po) * R) \\ id', []],
  ['let fr = rf^-1; co', []],
  ['let mine = po', []],
  ['let f(po) = po', []],
])('a name of the vocabulary that gets another meaning: %s', (statement, remarks) => {
  expect(remarksOn(`${statement}\nacyclic rf as q`)).toEqual(remarks.map((one) => `mine.cat:${one} ${instead}`))
})

test('a model without an axiom', () => {
  expect(remarksOn('let a = po')).toEqual([
    'mine.cat: note: the model has no axiom, so it allows every candidate execution',
  ])
  expect(remarksOn('flag empty rf as q')).toHaveLength(1)
})
