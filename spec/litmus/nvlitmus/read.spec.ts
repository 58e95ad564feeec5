import { join } from 'node:path'
import { termsOf } from '../../../litmus/condition.js'
import { testName } from '../../../litmus/program.js'
import { expectErrors } from '../../golden.js'
import { root, testIn, testsIn, verdictOf } from '../../support.js'

const program = (body: string, asked = 'check ([x] == 1) as q;') => `.global x; d0.b0.t0 { ${body} } ${asked}`

describe('threads', () => {
  test('pieces of one thread are one, in the order of the text', () => {
    const { threads } = testIn(
      '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { } d00.b0.t0 { ld r, [x]; } check (r == 1) as q;',
    )
    expect(threads.map(({ name, instructions }) => [name, instructions.map(({ kind }) => kind)])).toEqual([
      ['d0.b0.t0', ['store', 'load']],
      ['d0.b1.t0', []],
    ])
  })
})

describe('registers', () => {
  const owners = (asked: string) => {
    const { questions } = testIn(
      `.global x; d0.b0.t0 { ld r, [x]; ld a, [x]; } d0.b1.t0 { ld r, [x]; } check (${asked}) as q;`,
    )
    return questions.flatMap(({ condition }) =>
      termsOf(condition).flatMap((term) => (term.kind === 'register' ? [term.thread] : [])),
    )
  }
  test('a bare name is that of the thread that writes it', () => expect(owners('a == 1')).toEqual([0]))
  test('P1 and a position name the thread', () =>
    expect(owners('P1:r == 1 || d0.b0.t0:r == 1 || d0.b01.t0:r == 1')).toEqual([1, 0, 1]))
  test('%r and r are one register', () => expect(owners('%a == P1:%r')).toEqual([0, 1]))
})

describe('conditions', () => {
  const holds = async (asked: string) =>
    expect(await verdictOf(program('mov a, 1; mov b, 0; mov c, 1;', `check (${asked}) as q;`))).toBe('allowed')
  const fails = async (asked: string) =>
    expect(await verdictOf(program('mov a, 1; mov b, 0; mov c, 1;', `check (${asked}) as q;`))).toBe('forbidden')

  test('&& binds tighter than ||', () => holds('a == 1 || b == 1 && c == 0'))
  test('not takes all that follows', () => fails('not b == 1 || c == 1'))
  test('not within parentheses ends with them', () => holds('(not b == 1) && c == 1'))
  test('integers are decimal, hexadecimal or binary', () => holds('a == 0x1 && c == 0b1 && b != -1'))
})

describe('templates', () => {
  const template = (rows: string) => testsIn(`${program('$0 st [x], $1;')}\n$$\n${rows}`, 't.test')

  test('each row is a test, numbered from 1; empty lines and comments are not rows', () => {
    const tests = template('| 1\n\n# a comment\n// another\nfence.sc.gpu; | 2\n')
    expect(tests.map((test) => [testName(test), test.row?.text])).toEqual([
      ['t.test#1', ' | 1'],
      ['t.test#2', 'fence.sc.gpu; | 2'],
    ])
  })
  test('a bar at the end closes the last column', () => {
    expect(template('fence.sc.gpu; | 2 |\n| 1 |\n').map(({ row }) => row?.text)).toEqual(['fence.sc.gpu; | 2', ' | 1'])
  })
  test('a bar alone is one empty column', () => {
    const tests = testsIn(`${program('$0 st [x], 1;')}\n$$\nfence.sc.gpu;\n|\n`)
    expect(tests.map(({ threads }) => threads[0]?.instructions.length)).toEqual([2, 1])
  })
})

describe('texts', () => {
  const text = program('st [x], 1; // one\n ld r, [x];')
  test.each([
    ['lines that end in CR LF', text.replaceAll('\n', '\r\n')],
    ['lines that end in CR', text.replaceAll('\n', '\r')],
    ['tabs', text.replaceAll(' ', '\t')],
  ])('%s', (_, variant) => {
    expect(testIn(variant).threads[0]?.instructions).toHaveLength(2)
  })
})

test('a register may begin as a special one does', () => {
  expect(
    testIn(program('mov %clockwise, 1; mov %smidgen, %clockwise; st [x], %smidgen;')).threads[0]?.registers,
  ).toEqual([])
})

test('a name that nothing uses takes no part', async () => {
  expect(await verdictOf(`.global unused; ${program('st [x], 1;')}`)).toBe('allowed')
})

expectErrors('the nvlitmus reader', join(root, 'spec/litmus/nvlitmus/errors'), '.test')
