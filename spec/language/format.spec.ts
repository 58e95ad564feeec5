import { join } from 'node:path'
import { formatted } from '../../language/format.js'
import { testFileEndings } from '../../litmus/format.js'
import { printProgram } from '../../litmus/print.js'
import { isCompiled } from '../../litmus/program.js'
import { filesBelow, root, testsIn, textOf } from '../support.js'

test('threads are indented, labels are not, and comments stay', () => {
  const text = `  .global x; // shared by all
kernel k {
d0.b0.t0 {   // the writer
st [x], 1;
    LOOP:
ld r0, [x];
  bne r0, 0,
      LOOP;   
}
}
   check (x == 1 ||
     x == 2) as q;
`
  expect(formatted({ name: 'a.test', text })).toBe(
    `.global x; // shared by all
kernel k {
  d0.b0.t0 {   // the writer
    st [x], 1;
  LOOP:
    ld r0, [x];
  bne r0, 0,
      LOOP;
  }
}
check (x == 1 ||
     x == 2) as q;
`.replace('  bne r0, 0,', '    bne r0, 0,'),
  )
})

test('the cells of a .litmus are in columns', () => {
  const text =
    'PTX a (* b *)\n{ x = 0; }\nP0@cta 0,gpu 0|P1@cta 1,gpu 0;\nst x, 1|ld r, x;\n|st x, 2;\nexists (x = 1)\n'
  expect(formatted({ name: 'a.litmus', text })).toBe(
    'PTX a (* b *)\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st x, 1        | ld r, x        ;\n                | st x, 2        ;\nexists (x = 1)\n',
  )
})

const folder = join(root, 'examples')

describe.each(testFileEndings.flatMap((ending) => filesBelow(folder, ending)))('%s', (file) => {
  const text = textOf(folder, file)
  const source = { name: join(folder, file), text }
  const once = formatted(source)

  test('no word changes, and a second time changes nothing', () => {
    expect(once.replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''))
    expect(formatted({ ...source, text: once })).toBe(once)
  })

  test('printed text is already laid out', () => {
    const [test] = testsIn(text, source.name)
    if (test === undefined || test.threads.some(isCompiled)) return
    const printed = printProgram(test, test.format)
    expect(formatted({ ...source, text: printed })).toBe(printed)
  })
})
