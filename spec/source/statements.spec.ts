import { type Statement, statementsAround, statementsOf } from '../../source/statements.js'

const shown = (text: string): unknown => {
  const show = ({ kind, start, end, inside, isFunction }: Statement): unknown => {
    const [own = ''] = text.slice(start, end).split('{')
    const words = [...(isFunction ? ['function'] : []), ...(kind === 'simple' ? [] : [kind]), own.trim()]
      .join(' ')
      .trim()
    return inside.length === 0 ? words : [words, ...inside.map(show)]
  }
  return statementsOf({ name: 'x.cu', text }).map(show)
}

test('statements, and those inside them', () => {
  expect(
    shown(`#include "a{.h" \\
  more {
// { a comment
extern "C" __global__ void f(int *x, const char *s = ";{") {
  int a[] = {1, 2};
  for (int i = 0; i < 2; i++) x[i]++;
  if (a[0]) { *x = 1; } else *x = 2;
  do { y(); } while (*x); /* } */
  each([&](int i) { g(i); });
  while (true) ;
}
int z;`),
  ).toEqual([
    [
      expect.stringMatching(/^extern/),
      [
        'function block',
        'int a[] =',
        ['loop for (int i = 0; i < 2; i++) x[i]++;', 'x[i]++;'],
        ['if if (a[0])', ['block', '*x = 1;'], '*x = 2;'],
        ['loop do', ['block', 'y();']],
        ['each([&](int i)', ['function block', 'g(i);']],
        ['loop while (true) ;', ';'],
      ],
    ],
    'int z;',
  ])
})

test('the statements around an offset, the outermost first', () => {
  const text = 'void f() { if (a) { b; } }'
  const around = statementsAround(statementsOf({ name: 'x.cu', text }), text.indexOf('b'))
  expect(around.map(({ kind }) => kind)).toEqual(['simple', 'block', 'if', 'block', 'simple'])
  expect(statementsAround(statementsOf({ name: 'y.cu', text }), text.length)).toEqual([])
})

test('text that is no C++, and hostile text, has some statements', () => {
  for (const text of ['', '}}}', '((((', 'if', 'do', 'for (', '"', "'", 'else else', 'x = {{{{'])
    expect(Array.isArray(statementsOf({ name: 'x.cu', text }))).toBe(true)
  for (const word of ['{', 'do ', 'if (a) ', 'while (a) ', '(', 'f() {', 'else '])
    expect(Array.isArray(statementsOf({ name: 'x.cu', text: word.repeat(3000) }))).toBe(true)
})
