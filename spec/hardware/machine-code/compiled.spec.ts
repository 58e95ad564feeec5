import { compiledModule, compiledPiece } from '../../../hardware/machine-code/compiled.js'
import { obligationsOf } from '../../../hardware/machine-code/obligations.js'
import { must } from '../../../source/must.js'

const text = `// compiled
.version 9.0
.target sm_90
.address_size 64
.file 1 "a.cu"
.global .u32 add;
.func (.param .u32 r) next(.param .u32 v) {
  .reg .u32 a, b;
  ld.param.u32 a, [v];
  add.u32 b, a, 1;
  st.param.u32 [r], b;
  ret;
}
.visible .entry count(.param .u64 count_param_0) {
  .reg .pred p; .reg .u32 f, g; .reg .u64 d;
  .loc 1 7 3
  ld.param.u64 d, [count_param_0];
L:
  ld.acquire.gpu.u32 f, [d]; setp.eq.u32 p, f, 0;
  @p bra L; // not yet
  { .param .u32 v; .param .u32 r;
  st.param.u32 [v], f;
  call (r), next, (v);
  ld.param.u32 g, [r]; }
  st.global.u32 [add], g;
  ret;
}
.section .debug_str { .b8 1 }
`
const source = { name: 'count.ptx', text }
const read = compiledModule(source)
const { compiled, entries } = must(read.ok ? read.value : undefined, 'a module')
const statements = compiled.statements.map(({ start, end }) => text.slice(start, end))

test('the instructions of an entry have the numbers of their statements, also those of a function that it calls', () => {
  const { name, assembled } = must(entries[0], 'an entry')
  expect([name, entries.length]).toEqual(['count', 1])
  const written = assembled.instructions.map(({ kind }, i) => [kind, statements[(assembled.lines[i] ?? 0) - 1]])
  expect(written).toContainEqual(['load', 'ld.acquire.gpu.u32 f, [d];'])
  expect(written).toContainEqual(['store', 'st.global.u32 [add], g;'])
  expect(written).toContainEqual(['arithmetic', 'add.u32 b, a, 1;'])
  const pairs = obligationsOf(assembled.instructions, assembled.observed).map(({ rule, from, to }) =>
    [rule, ...[from, to].map((at) => assembled.instructions[at]?.kind)].join(' '),
  )
  expect(new Set(pairs)).toEqual(new Set(['synchronising-read load store', 'dependency load store']))
})

test('a piece has no header, a `.loc` before each statement, and a prefix before its own names only', () => {
  const { lines, functions } = compiledPiece(compiled, 'm1_')
  const whole = lines.join('\n')
  expect(functions).toEqual(['m1_next', 'm1_count'])
  expect(whole).not.toMatch(/\.version|\.target|\.address_size|\.file|\.section|\.loc 1 7 3|\/\//)
  for (const [i, statement] of statements.entries())
    expect(whole).toContain(`.loc 1 ${i + 1} 0\n${statement.replace('next', 'm1_next').replace('[add]', '[m1_add]')}`)
  expect(whole).toContain('.global .u32 m1_add;')
  expect(whole).toContain('.visible .entry m1_count(.param .u64 count_param_0)')
  expect(whole).toContain('add.u32 b, a, 1;')
})

test('a statement can be left out', () => {
  const number = statements.indexOf('ret;') + 1
  const whole = compiledPiece(compiled, '', new Set([number])).lines.join('\n')
  expect(whole).not.toContain(`.loc 1 ${number} 0`)
  expect(whole).toContain(`.loc 1 ${number + 1} 0`)
})

test('a text that is no module is refused', () => {
  expect(compiledModule({ name: 'x.ptx', text: 'int main() {}' }).ok).toBe(false)
})
