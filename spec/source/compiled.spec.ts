import { compiledFrom } from '../../source/compiled.js'
import { baseName, lineText } from '../../source/line.js'
import { span } from '../../source/text.js'

const text = `.version 8.0
.visible .entry k()
{
  .loc 1 10 0
  first;
  .loc 1 3 5, function_name $L0, inlined_at 1 12 7
  inlined;
  .loc 2 207 3, function_name $L1, inlined_at 1 3 5
  twice;
  .loc 3 8 1, function_name $L0, inlined_at 1 12 7
  beside;
  .loc 2 209 3, function_name $L1, inlined_at 3 8 1
  below;
  .loc 1 0 0
  unknown;
  .loc 1 5 1, function_name $L0, inlined_at 1 5 1
  circle;
  .loc 9 1 1
  stranger;
}
.func f()
{
  before;
}
.file 1 "/home/user/k.cu"
.file 2 "/usr/local/cuda/include/atomic.hpp"
.file 3 "/home/user/lock.cuh"
.section .debug_str { .b8 0 }
`
const source = { name: 'folder/k.ptx', text }
const at = (word: string) => span(source, text.indexOf(`  ${word};`) + 2, text.indexOf(`  ${word};`) + 2)

const call = { file: '/home/user/k.cu', line: 12, column: 7 }

test.each([
  ['first', '/home/user/k.cu', 10, 0, []],
  ['inlined', '/home/user/k.cu', 3, 5, [call]],
  ['twice', '/home/user/k.cu', 3, 5, [call]],
  ['beside', '/home/user/lock.cuh', 8, 1, [call]],
  ['below', '/home/user/lock.cuh', 8, 1, [call]],
  ['circle', '/home/user/k.cu', 5, 1, []],
])('%s is compiled from %s:%d:%d, with the calls of inlined functions', (word, file, line, column, calls) => {
  expect(compiledFrom(at(word))).toEqual({ file, line, column, calls })
})

test.each(['unknown', 'stranger', 'before'])('the compiler says nothing about %s', (word) => {
  expect(compiledFrom(at(word))).toBeUndefined()
})

test('the last part of a path is its name, on any system', () => {
  expect(['/home/k.cu', 'C:\\src\\k.cu', 'k.cu'].map(baseName)).toEqual(['k.cu', 'k.cu', 'k.cu'])
})

test('a line is that of the source, with that of the PTX beside it; without a source it stays as it is', () => {
  expect(lineText(at('inlined'), true)).toBe('k.cu:3, called at k.cu:12 (k.ptx:7)')
  expect(lineText(at('first'), true)).toBe('k.cu:10 (k.ptx:5)')
  expect(lineText(at('before'), true)).toBe('k.ptx:23')
  expect(lineText(at('inlined'), false)).toBe('line 7')
})

test('where files are only names, those beside the source may be of a library: the line is that of the source', () => {
  const named = { name: 'k.ptx', text: text.replace(/"\/.*\//g, '"') }
  const start = named.text.indexOf('  below;') + 2
  expect(compiledFrom(span(named, start, start))).toEqual({ file: 'k.cu', line: 12, column: 7, calls: [] })
})

test('a label has the place of the code after it, not of the code that ends before it', () => {
  const loop = `.entry k()
{
  .loc 1 2 3
  first;
$L__BB0_1: // the head
  .pragma "nounroll";
  .loc 1 3 3
  second;
$L__BB0_2:
  third;
}
.file 1 "k.cu"
`
  const source = { name: 'k.ptx', text: loop }
  const lineAt = (word: string): number | undefined => {
    const start = loop.indexOf(word)
    return compiledFrom(span(source, start, start + word.length))?.line
  }
  expect(['first', '$L__BB0_1', 'second', '$L__BB0_2', 'third'].map(lineAt)).toEqual([2, 3, 3, 3, 3])
})

test('a copy of inlined code is called where its first one is, whatever else calls that function since', () => {
  const copies = `.visible .entry k()
{
  .loc 2 127 5, function_name $L7, inlined_at 1 17 7
  .loc 3 305 5, function_name $L8, inlined_at 2 127 5
  .loc 3 232 9, function_name $L9, inlined_at 3 305 5
  one;
  .loc 2 127 5, function_name $L7, inlined_at 1 19 7
  .loc 3 305 5, function_name $L10, inlined_at 2 127 5
  .loc 3 232 9, function_name $L11, inlined_at 3 305 5
  other;
  .loc 3 232 9, function_name $L9, inlined_at 3 305 5
  again;
  .loc 3 232 9, function_name $L11, inlined_at 3 305 5
  likewise;
}
.file 1 "/home/user/k.cu"
.file 2 "/usr/local/cuda/include/a.h"
.file 3 "/usr/local/cuda/include/b.h"
`
  const lineOf = (word: string) => {
    const start = copies.indexOf(`  ${word};`) + 2
    return compiledFrom(span({ name: 'k.ptx', text: copies }, start, start))?.line
  }
  expect(['one', 'other', 'again', 'likewise'].map(lineOf)).toEqual([17, 19, 17, 19])
})

test('a call that is stated again belongs to the call that was stated last, not to that of its first copy', () => {
  const calls = `.visible .entry k()
{
  .loc 2 127 5, function_name $L7, inlined_at 1 13 3
  .loc 3 305 5, function_name $L8, inlined_at 2 127 5
  .loc 3 232 9, function_name $L9, inlined_at 3 305 5
  one;
  .loc 2 127 5, function_name $L7, inlined_at 1 33 3
  .loc 3 400 5, function_name $L8, inlined_at 2 127 5
  other;
  .loc 1 33 3
  own;
  .loc 3 305 5, function_name $L8, inlined_at 2 127 5
  .loc 3 232 9, function_name $L9, inlined_at 3 305 5
  again;
}
.file 1 "/home/user/k.cu"
.file 2 "/usr/local/cuda/include/a.h"
.file 3 "/usr/local/cuda/include/b.h"
`
  const lineOf = (word: string) => {
    const start = calls.indexOf(`  ${word};`) + 2
    return compiledFrom(span({ name: 'k.ptx', text: calls }, start, start))?.line
  }
  expect(['one', 'other', 'own', 'again'].map(lineOf)).toEqual([13, 33, 33, 33])
})
