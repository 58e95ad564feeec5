import { join } from 'node:path'
import { suiteDocument } from '../../../../report/suite.js'
import { filesBelow, root, textOf } from '../../../support.js'
import { coloured, colouring, uncoloured } from '../colours.js'

const examples = join(root, 'examples')
const { tests } = suiteDocument.parse(JSON.parse(textOf(root, 'suites/ptx-7.5/suite.json')))

test.each([
  ['the examples', filesBelow(examples, '.test').map((name) => ({ name, text: textOf(examples, name) }))],
  ['the suite', tests],
])('every piece of every test has a colour: %s', async (_, texts) => {
  expect(texts.length).toBeGreaterThan(0)
  for (const { name, text } of texts) expect([name, await uncoloured('ptx-test', text)]).toEqual([name, []])
})

test('anything else is invalid', async () => {
  expect((await uncoloured('ptx-test', '.global x;\n` d0.b0.t0 { ld r, [x]; ` }')).map(({ line }) => line)).toEqual(
    [1, 2].map(() => 2),
  )
})

const text = `// A comment
.global .u32 x = 0x1f;
module "k.ptx";
kernel k {
  d0.b0..1.t0 {
    .reg .u32 r0 = 7;
  LOOP:
    ld.acquire.gpu.u32 r1, [x+4]; // behind
    @!%p bne r1, 0, LOOP;
    mov.b32 r2, %laneid;
    int r3 = atomicAdd(&x, 1);
    x.store(2, cuda::memory_order_relaxed);
  }
}
assert (not (d0.b0.t0:r1 == 1 && [x] == -2)) as fresh;
`

test.each([
  ['// A comment', 'comment.line.double-slash.ptx'],
  ['.global', 'storage.modifier.space.ptx'],
  ['.u32', 'storage.type.ptx'],
  ['x', 'variable.other.location.ptx'],
  ['0x1f', 'constant.numeric.ptx'],
  ['"k.ptx"', 'string.quoted.double.ptx'],
  ['k', 'entity.name.function.kernel.ptx'],
  ['d0.b0..1.t0', 'entity.name.type.thread.ptx'],
  ['r0', 'variable.other.register.ptx'],
  ['LOOP', 'entity.name.label.ptx'],
  ['ld', 'keyword.other.mnemonic.ptx'],
  ['.acquire.gpu.u32', 'storage.modifier.qualifier.ptx'],
  ['r1', 'variable.other.register.ptx'],
  ['4', 'constant.numeric.ptx'],
  ['// behind', 'comment.line.double-slash.ptx'],
  ['%p', 'variable.other.register.ptx'],
  ['bne', 'keyword.other.mnemonic.ptx'],
  ['%laneid', 'variable.language.special-register.ptx'],
  ['int', 'storage.type.cuda'],
  ['atomicAdd', 'entity.name.function.cuda'],
  ['store', 'entity.name.function.cuda'],
  ['cuda::memory_order_relaxed', 'support.constant.cuda'],
  ['assert', 'keyword.control.question.ptx'],
  ['d0.b0.t0', 'entity.name.type.thread.ptx'],
  ['&&', 'keyword.operator.ptx'],
  ['-2', 'constant.numeric.ptx'],
  ['fresh', 'entity.name.tag.question.ptx'],
])('%s is %s', async (piece, scope) => {
  const found = (await colouring('ptx-test', text)).filter(([one]) => one === piece)
  expect(found).not.toEqual([])
  expect(new Set(found.map(([, one]) => one))).toEqual(new Set([scope]))
})

test('a template has holes, and rows with comments', async () => {
  const template = 'd0.$0 {\n  ld.$1 r, [x];\n  $2\n}\n$$\n# a row\nb0.t0 | weak | fence.sc.gpu;\n'
  const found = new Map(await colouring('ptx-test', template))
  expect(found.get('d0.$0')).toBe('entity.name.type.thread.ptx')
  expect(found.get('$2')).toBe('variable.parameter.template.ptx')
  expect(found.get('$$')).toBe('keyword.control.template.ptx')
  expect(found.get('# a row')).toBe('comment.line.number-sign.ptx')
  expect(found.get('fence')).toBe('keyword.other.mnemonic.ptx')
  expect(await uncoloured('ptx-test', template)).toEqual([])
})

test('the code of a thread ends with its brace', async () => {
  const pieces = await coloured('ptx-test', 'd0.b0.t0 { mov.b64 {r0, r1}, r2; }\ncheck (x == {1, 2}) as q;')
  expect(pieces.filter(({ line }) => line === 2).flatMap(({ scopes }) => scopes)).not.toContain('meta.block.ptx')
  expect(pieces.find(({ text }) => text === 'r1')?.scopes).toContain('meta.block.ptx')
})
