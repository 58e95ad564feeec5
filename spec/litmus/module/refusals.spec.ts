import { entriesOf, readModule } from '../../../litmus/module/read.js'
import { examined } from '../../../litmus/module/refusals.js'
import { must } from '../../../source/must.js'

/** Returns the refusals in the entry `k` of a module with this text, and the number of instructions examined. */
function refusedIn(text: string) {
  const module = readModule({ name: 'k.ptx', text: `.version 9.0\n.target sm_90\n.address_size 64\n${text}` })
  if (!module.ok) throw new Error('the module is not read')
  const entry = must(
    entriesOf(module.value).find(({ name }) => name.text === 'k'),
    'an entry',
  )
  const { instructions, refused } = examined(module.value, entry)
  return { instructions, refused: refused.map(({ instruction }) => instruction), why: refused.map(({ why }) => why) }
}

test('modelled instructions are not refused', () => {
  expect(refusedIn('.entry k(.param .u64 p) { .reg .b64 %d; ld.param.u64 %d, [p]; st.u32 [%d], 1; ret; }')).toEqual({
    instructions: 3,
    refused: [],
    why: [],
  })
})

test('an instruction is refused by its mnemonic, also after a guard, in braces and in unreachable code', () => {
  const { instructions, refused, why } = refusedIn(`.entry k() {
    .reg .pred %p;
    @%p txq;
    { txq; }
    ret;
    multimem.red.relaxed.sys.global.add.f32 [%rd1], 0f00000000;
  }`)
  expect(instructions).toBe(4)
  expect(refused).toEqual(['txq', 'txq', 'multimem.red.relaxed.sys.global.add.f32'])
  expect(why[0]).toBe('`txq` is refused: textures and surfaces by handles are not modelled')
})

test('functions that are called are examined once each, and other functions not at all', () => {
  const { instructions, refused } = refusedIn(`
    .func (.param .b32 r) f(.param .b32 a) { txq; ret; }
    .func other() { txq; ret; }
    .entry k() {
      .param .b32 a;
      .param .b32 r;
      .reg .b32 %r;
      st.param.b32 [a], 1;
      call (r), f, (a);
      ld.param.b32 %r, [r];
      call (r), f, (a);
      ld.param.b32 %r, [r];
      ret;
    }`)
  expect(instructions).toBe(8)
  expect(refused).toEqual(['txq'])
})

test('many functions that call each other twice take no time', () => {
  const functions = Array.from({ length: 40 }, (_, i) => `.func f${i + 1}() { call f${i}; call f${i}; ret; }`)
  const { instructions, refused } = refusedIn(
    `.func f0() { txq; ret; }\n${functions.join('\n')}\n.entry k() { call f40; }`,
  )
  expect([instructions, refused]).toEqual([2 + 40 * 3 + 1, ['txq']])
})

test('refused calls have the name of the function that they call', () => {
  const { refused } = refusedIn(`
    .extern .func (.param .b64 r) malloc(.param .b64 n);
    .func again() { call again; ret; }
    .entry k() {
      .param .b64 n;
      .param .b64 r;
      .reg .b64 %f;
      call (r), malloc, (n);
      call again;
      call %f, (), p;
    p: .callprototype ()_ ();
    }`)
  expect(refused).toEqual(['call malloc', 'call again', 'call by pointer'])
})

test('a jump by a table is not refused, though another index than those of the table is', () => {
  const { refused } = refusedIn(`.entry k() {
    .reg .b32 %r;
    brx.idx %r, t;
    t: .branchtargets a, b;
    a: ret;
    b: brx.idx %r, none;
  }`)
  expect(refused).toEqual(['brx.idx'])
})

test('dynamic shared memory is not refused for want of a size', () => {
  const text = '.extern .shared .align 4 .b8 s[];\n.entry k() { .reg .b32 %r; mov.u32 %r, s; st.shared.u32 [s+4], %r; }'
  expect(refusedIn(text).refused).toEqual([])
})
