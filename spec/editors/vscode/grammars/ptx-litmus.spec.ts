import { join } from 'node:path'
import { filesBelow, root, textOf } from '../../../support.js'
import { colouring, uncoloured } from '../colours.js'

const folder = join(root, 'examples')

test.each(filesBelow(folder, '.litmus'))('every piece has a colour: %s', async (file) => {
  expect(await uncoloured('ptx-litmus', textOf(folder, file))).toEqual([])
})

const text = `PTX MP+labels
"A title
 in quotes"
{
x = 0; int64_t y[2] = {1, 2}; z @ generic aliases x; P1:r9 = &x; (* comments (* nest *) *)
}
 P0@cta 0,gpu 0,kernel k | P1..2@cta 1,gpu 0 ;
 st.release.gpu x, 7     | LOOP: ld.weak r0, y[1] ; // behind
 x.store(1, cuda::memory_order_relaxed) | @r0 bne r0, 0x1, LOOP ;
                         | st.weak [r9+4], %r2 ;
~exists (P1:r0 = 1 /\\ 2:r1 = -3)
`

test('every piece has its scope', async () => {
  const found = await colouring('ptx-litmus', text)
  for (const [piece, scope] of [
    ['MP+labels', 'entity.name.section.ptx'],
    ['in quotes', 'string.quoted.double.ptx'],
    ['int64_t', 'storage.type.ptx'],
    ['generic', 'storage.modifier.space.ptx'],
    ['aliases', 'keyword.other.ptx'],
    ['r9', 'variable.other.register.ptx'],
    ['comments', 'comment.block.ptx'],
    ['nest', 'comment.block.ptx'],
    ['P1..2', 'entity.name.type.thread.ptx'],
    ['kernel', 'storage.modifier.place.ptx'],
    ['st', 'keyword.other.mnemonic.ptx'],
    ['ld', 'keyword.other.mnemonic.ptx'],
    ['bne', 'keyword.other.mnemonic.ptx'],
    ['.release.gpu', 'storage.modifier.qualifier.ptx'],
    ['7', 'constant.numeric.ptx'],
    ['0x1', 'constant.numeric.ptx'],
    ['r0', 'variable.other.register.ptx'],
    ['%r2', 'variable.other.register.ptx'],
    ['// behind', 'comment.line.double-slash.ptx'],
    ['store', 'entity.name.function.cuda'],
    ['exists', 'keyword.control.question.ptx'],
    ['2', 'constant.numeric.ptx'],
    ['-3', 'constant.numeric.ptx'],
  ] as const)
    expect(found).toContainEqual([piece, scope])
  expect(await uncoloured('ptx-litmus', text)).toEqual([])
})

test('anything else is invalid', async () => {
  expect((await uncoloured('ptx-litmus', text.replace('st.weak', '`st.weak'))).map(({ text }) => text)).toEqual(['`'])
})
