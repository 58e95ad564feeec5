import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { catHover, testHover } from '../../language/hover.js'
import { namesOf } from '../../language/names.js'
import { testFileEndings } from '../../litmus/format.js'
import { describedInstruction } from '../../litmus/instructions/mnemonics.js'
import { filesBelow, root, testsIn, textOf } from '../support.js'

const text = `.global .u32 x = 3;
.global y virtually aliases x;
.shared .s16 a[2] = {1, 2};
d0.b0.t0 {
  ld.acquire.gpu.u32 r, [x];
  add.u32 r, r, 1;
  st [y], r;
}
check (r == 1) as q;
`
const hover = (marked: string) => {
  const offset = text.indexOf(marked.replace('|', '')) + marked.indexOf('|')
  return testHover({ name: 'a.test', text }, testsIn(text, 'a.test'), offset)?.markdown
}

test('an instruction has a sentence, its qualifiers, and the section of the ISA', () => {
  expect(hover('l|d.acquire')).toBe(
    [
      '`ld.acquire.gpu.u32`',
      'Loads a value from memory into a register.\n- acquire: what follows comes after the release that it observes\n- .gpu: for the threads of the same GPU',
      'PTX ISA, Data Movement and Conversion Instructions',
    ].join('\n\n'),
  )
})

test('memory has its space, its type, its value, and its other names', () => {
  expect(hover('[|x]')).toBe(
    '`x`: global memory, u32, initially 3\n\nother names of the memory: `y` (the same virtual address)',
  )
  expect(hover('[|y]')).toContain('virtually aliases `x`')
  expect(hover('|a[2]')).toContain('shared memory, s16[2], initially {1, 2}')
})

test('a register has the instructions that write it, a question is one', () => {
  expect(hover('(|r ==')).toBe(
    '`r`: register of d0.b0.t0, written by\n\n    ld.acquire.gpu.u32 r, [x]\n    add.u32 r, r, 1',
  )
  expect(hover('as |q')).toBe('`q`: question')
})

test('says nothing about numbers', () => {
  expect(hover('= |3;')).toBeUndefined()
})

test('of a module, instructions are described, and no names', () => {
  const text =
    '.version 8.0\n.target sm_90\n.visible .entry k()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, 0;\n@%p1 membar.gl;\nret;\n}'
  const say = (word: string) => testHover({ name: 'k.ptx', text }, [], text.indexOf(word))?.markdown
  expect(say('membar')).toContain('PTX ISA')
  expect(say('r1, 0')).toBe(undefined)
})

test('every instruction of the examples is described', () => {
  const folder = join(root, 'examples')
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  const unknown = testFileEndings
    .flatMap((ending) => filesBelow(folder, ending))
    .flatMap((file) => namesOf({ name: file, text: textOf(folder, file) }).statements)
    .flatMap(({ mnemonic }) => mnemonic ?? [])
    .map((one) => one.text)
    .filter((one) => describedInstruction(one) === undefined)
  expect([...new Set(unknown)]).toEqual([])
})

test('a name of a model has its definition and the comment before it', () => {
  const model = `"mine"
(* ISA 8.9 *)
(* reads: comes before *)
let mine = po | rf

acyclic mine as one
`
  const say = (marked: string) => {
    const offset = model.indexOf(marked.replace('|', '')) + marked.indexOf('|')
    const source = { name: 'there/mine.cat', text: model }
    return catHover(source, () => ({ ok: false, reason: 'no such file' }), offset)?.markdown
  }
  expect(say('acyclic |mine')).toBe('```cat\nlet mine = po | rf\n```\n\nISA 8.9\n\nreads: comes before\n\nin mine.cat')
  expect(say('= |po')).toBe('`po`: program order, transitive')
})
