import { join } from 'node:path'
import { filesBelow, root, textOf } from '../../../support.js'
import { colouring, uncoloured } from '../colours.js'

const folders = ['axioms', 'examples'].map((name) => join(root, name))
const files = folders.flatMap((folder) => filesBelow(folder, '.cat').map((file) => [folder, file] as const))

test.each(files)('every piece has a colour: %s/%s', async (folder, file) => {
  expect(await uncoloured('cat', textOf(folder, file))).toEqual([])
})

test('every piece has its scope', async () => {
  const text = `"mine"
(* a (* nested *) comment *)
uncovered "red"
include "ptx-common.cat" // behind
let rec more-steps = [W]; po^-1; more-steps+ | 0
and f(r) = r & _
flag ~empty f(rf) \\ (W * R) as no-rf
`
  const found = await colouring('cat', text)
  for (const [piece, scope] of [
    ['"mine"', 'string.quoted.double.cat'],
    ['nested', 'comment.block.cat'],
    ['comment', 'comment.block.cat'],
    ['// behind', 'comment.line.double-slash.cat'],
    ['uncovered', 'keyword.other.cat'],
    ['"red"', 'string.quoted.double.cat'],
    ['let', 'keyword.other.let.cat'],
    ['more-steps', 'entity.name.function.cat'],
    ['more-steps', 'variable.other.cat'],
    ['^-1', 'keyword.operator.cat'],
    ['0', 'constant.numeric.cat'],
    ['f', 'entity.name.function.cat'],
    ['_', 'constant.language.cat'],
    ['empty', 'keyword.control.check.cat'],
    ['f', 'entity.name.function.call.cat'],
    ['no-rf', 'entity.name.tag.check.cat'],
  ] as const)
    expect(found).toContainEqual([piece, scope])
  expect(await uncoloured('cat', text)).toEqual([])
  expect((await uncoloured('cat', text.replace('_', '`'))).map(({ text }) => text)).toEqual(['`'])
})
