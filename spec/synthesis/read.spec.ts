import { sketchOf } from '../../synthesis/read.js'
import { testIn } from '../support.js'
import { cycleIn, keyOf, sketchIn, textOfTest } from './support.js'

describe('a test as a sketch', () => {
  test.each([
    'PodWW+fence.acq_rel.gpu Rfe+rel+acq.gpu PodRR+fence.proxy.alias Fre+weak+alias',
    'DpDatadW Rfe DpDatadW Rfe',
    'PodWW Rfe Amo+ar.sys Rfe+amo.ar.sys+tex PodRR Fre+const+weak',
    'PodWW Rfe+surf PodRR Fre+nc+weak',
    'PodWW Rfe+surf+asurf PodRR Fre+anc+weak',
    'PodWW Rfe+asurf+atex PodRR+fence.proxy.alias Fre+aconst+alias',
    'Rfe@d0.b0 PodRW Coe@d1.b3 PodWW Coe',
    'DpDatadW+weak+rel.gpu Rfe+rel+amo.acq.gpu Amo PodWW Rfe',
  ])('%s: the text of its test reads back', (text) => {
    const { test: made } = cycleIn(text)
    expect(keyOf(sketchIn(textOfTest(made)))).toBe(keyOf(made))
  })
  test('values, and the order of equations, do not matter', () => {
    const text = (value: string) =>
      `.global x; .global y; d0.b0.t0 { st [x], ${value}; st [y], 1; } d0.b1.t0 { ld r0, [y]; st [x], 5; }`
    expect(keyOf(sketchIn(`${text('7')} assert (not (r0 == 1 && [x] == 7)) as q;`))).toBe(
      keyOf(sketchIn(`${text('2')} permit (2 == [x] && 1 == r0) as q;`)),
    )
  })
  test('the last value of a location with one write says nothing', () => {
    const text = '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r0, [x]; }'
    expect(keyOf(sketchIn(`${text} exists (r0 == 1 && [x] == 1)`))).toBe(keyOf(sketchIn(`${text} exists (r0 == 1)`)))
  })
})

describe('features that sketches do not have', () => {
  const body = (text: string, question = 'exists (r0 == 1)') =>
    `.global x; .global y; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ${text} } ${question}`
  test.each([
    [body('ld.volatile r0, [x];'), 'it has an access that is volatile'],
    [body('ld r0, [x]; add r0, r0, 1;'), 'a register has more than what is read'],
    [body('ld r0, [x]; add r1, r0, 1;'), 'it computes'],
    [body('ld r0, [x]; st [y], r0;'), 'it stores what it reads'],
    [body('ld r0, [x]; ld r0, [y];'), 'two reads have one register'],
    [
      body('ld r0, [x]; ld r1, [x]; xor r2, r0, r0; xor r3, r1, r1; add r4, r2, r3; st [y], r4;'),
      'a value depends on two reads',
    ],
    [body('ld r0, [x] == 1;'), 'it demands a value of a load'],
    [body('atom.add.relaxed.gpu r0, [x], 1;'), 'it has an atomic that is not an exchange'],
    [body('ld.u8 r0, [x];').replace('.global x', '.global .u32 x'), 'accesses have several widths'],
    [body('.reg r5 = 3; ld r0, [x];'), 'registers have initial values'],
    [body('L: ld r0, [x]; beq r0, 0, L;'), 'it has an instruction of a kind that is not searched: label'],
    [body('ld r0, [x];', 'exists (r0 != 1)'), 'its outcome is not a list of values'],
    [body('ld r0, [x];', 'exists (r0 == 1 || r0 == 0)'), 'its outcome is not a list of values'],
    [body('ld r0, [x];', 'forall (r0 == 1)'), 'its outcome is not a list of values'],
    [body('ld r0, [x];', 'exists (r0 == 4)'), 'a value does not say which write is read'],
    [body('ld r0, [x]; st [x], 1;'), 'a value does not say which write is read'],
    [body('ld r0, [x]; st [x], 2;', 'exists ([x] == 3)'), 'a value does not say which write is last'],
    [body('ld r0, [x];', 'exists (r0 == 1 && r0 == 0)'), 'its outcome contradicts itself'],
    [body('ld r0, [x];', 'filter (r0 == 1) exists (r0 == 1)'), 'it has a filter'],
    [
      '.shared x; d0.b0.t0 { st [x], 1; ld r0, [x]; } exists (r0 == 1)',
      'it has memory that is not global, is an array, or begins with another value than 0',
    ],
    [
      '.global x = 4; d0.b0.t0 { ld r0, [x]; } exists (r0 == 4)',
      'it has memory that is not global, is an array, or begins with another value than 0',
    ],
    ['.global x; d0.c0.b0.t0 { ld r0, [x]; } exists (r0 == 0)', 'it has clusters'],
  ])('%s', (text, why) => expect(sketchOf(testIn(text))).toEqual({ kind: 'beyond', why }))
})
