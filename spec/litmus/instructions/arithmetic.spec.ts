import type { DataType } from '../../../litmus/operand.js'
import { testIn } from '../../support.js'

const name = ({ signed, width }: DataType): string => `${signed ? 's' : 'u'}${width}`

/** `mul-wide u64 from u32`: the operation, the type of its result, and that of its operands if it differs. */
const read = (body: string) =>
  (testIn(`.global x; d0.b0.t0 { .reg a = 1; ${body} } check (0 == 0) as q;`).threads[0]?.instructions ?? []).flatMap(
    (one) =>
      one.kind === 'arithmetic'
        ? [
            [
              one.operation,
              name(one.type),
              ...(one.from === undefined ? [] : [`from ${name(one.from)}`]),
              ...(one.space === undefined ? [] : [one.space]),
            ].join(' '),
          ]
        : [],
  )

test.each([
  ['and.b32 r, a, 1', 'and s32'],
  ['or.b64 r, a, 1', 'or s64'],
  ['xor r, a, 1', 'xor s32'],
  ['not.b16 r, a', 'not s16'],
  ['neg.s64 r, a', 'neg s64'],
  ['shl.b32 r, a, 2', 'shl s32'],
  ['shr.u32 r, a, 2', 'shr u32'],
  ['shr.s32 r, a, 2', 'shr s32'],
  ['shr.b64 r, a, 2', 'shr u64'],
  ['rem.u32 r, a, 4', 'rem u32'],
  ['min.s32 r, a, 4', 'min s32'],
  ['max.u64 r, a, 4', 'max u64'],
  ['mul.lo.u32 r, a, 4', 'mul u32'],
  ['mul.hi.s32 r, a, 4', 'mul-hi s32'],
  ['mul.wide.u32 r, a, 4', 'mul-wide u64 from u32'],
  ['mul.wide.s16 r, a, 4', 'mul-wide s32 from s16'],
  ['mad.lo.s32 r, a, 4, a', 'mad s32'],
  ['mad.wide.u32 r, a, 4, &x', 'mad-wide u64 from u32'],
  ['cvt.u64.u32 r, a', 'cvt u64 from u32'],
  ['cvt.s32.s8 r, a', 'cvt s32 from s8'],
  ['cvt.u32.u32 r, a', 'cvt u32 from u32'],
  ['cvta.global.u64 r, x', 'cvta u64 global'],
  ['cvta.shared::cta.u64 r, a', 'cvta u64 shared'],
  ['cvta.to.const.u64 r, a', 'cvta-to u64 const'],
  ['cvta.shared::cluster.u64 r, a', 'cvta u64 shared::cluster'],
  ['mapa.shared::cluster.u32 r, a, 1', 'mapa u32 shared::cluster'],
  ['mapa.u64 r, a, 1', 'mapa u64'],
  ['getctarank.shared::cluster.u32 r, a', 'getctarank u32 from u32 shared::cluster'],
  ['getctarank.u64 r, a', 'getctarank u32 from u64'],
])('%s', (text, operation) => expect(read(`${text};`)).toEqual([operation]))
