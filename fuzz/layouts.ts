/**
 * Small random programs about the layout of memory: alignments, orders, distances and bits of addresses, and accesses
 * that need more than is promised.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

/** An array of 32 bits an element. */
export interface LaidOut {
  /** The alignment that `.align` gives; undefined for an allocation. */
  readonly alignment: number | undefined
  readonly length: number
}

/** An address: that of an object, an offset, and if it is indexed, what another thread may have written. */
export interface Address {
  readonly object: number
  readonly offset: number
  readonly indexed: boolean
  /** The address that is as far from the start of this object as it would be from that of its own. */
  readonly rebased: number | undefined
}

/** The value of a register `r`; if `guard` gives a mask, an access is left out if the masked address is not 0. */
type Result =
  | { readonly kind: 'bits'; readonly of: Address; readonly mask: number; readonly from: number }
  | { readonly kind: 'less'; readonly one: Address; readonly other: Address }
  | { readonly kind: 'between'; readonly objects: readonly [number, number, number] }
  | { readonly kind: 'near'; readonly one: Address; readonly other: Address; readonly within: number }
  | { readonly kind: 'apart'; readonly one: Address; readonly other: Address; readonly by: number }
  | {
      readonly kind: 'load'
      readonly at: Address
      readonly words: 1 | 2 | 4
      readonly down: number | undefined
      readonly guard: number | undefined
    }

export interface LayoutProgram {
  readonly objects: readonly LaidOut[]
  /** The value that another thread writes. */
  readonly index: number
  readonly result: Result
}

/** Returns the initial value of an element. */
export const elementAt = (object: number, index: number): number => 100 * (object + 1) + index

const laidOut: fc.Arbitrary<LaidOut> = fc.record({
  alignment: fc.constantFrom(undefined, undefined, 4, 8, 16, 32, 512),
  length: fc.constantFrom(2, 4, 8),
})

/** Programs with two or three objects. */
export const layoutPrograms: fc.Arbitrary<LayoutProgram> = fc
  .array(laidOut, { minLength: 2, maxLength: 3 })
  .chain((objects) => {
    const object = fc.nat(objects.length - 1)
    const address: fc.Arbitrary<Address> = fc.record({
      object,
      offset: fc.constantFrom(0, 0, 0, 4, 8, 16, -4, 256, -256, 1024),
      indexed: fc.boolean(),
      rebased: fc.option(object, { freq: 3, nil: undefined }),
    })
    const start = object.map((one): Address => ({ object: one, offset: 0, indexed: false, rebased: undefined }))
    const result: fc.Arbitrary<Result> = fc.oneof(
      fc.record({
        kind: fc.constant('bits' as const),
        of: address,
        mask: fc.constantFrom(1, 3),
        from: fc.constantFrom(0, 0, 2, 4, 5),
      }),
      fc.record({
        kind: fc.constant('bits' as const),
        of: address,
        mask: fc.constant(1),
        from: fc.constantFrom(8, 12, 17),
      }),
      fc.record({ kind: fc.constant('less' as const), one: address, other: address }),
      fc.record({ kind: fc.constant('between' as const), objects: fc.tuple(object, object, object) }),
      fc.record({
        kind: fc.constant('near' as const),
        one: start,
        other: start,
        within: fc.constantFrom(256),
      }),
      // The arrangements are a sample of the distances between the smallest and the largest possible one.
      fc.record({ kind: fc.constant('apart' as const), one: start, other: start, by: fc.constantFrom(512, 768) }),
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('load' as const),
          at: address,
          words: fc.constantFrom(1 as const, 2 as const, 4 as const),
          down: fc.option(fc.constantFrom(4, 8, 16), { freq: 3, nil: undefined }),
          guard: fc.option(fc.constantFrom(7, 15), { freq: 3, nil: undefined }),
        }),
      },
    )
    return fc.record({ objects: fc.constant(objects), index: fc.constantFrom(4, 8, 16, 64), result })
  })

/** Returns the text of a program that asks whether `r` may be that number. */
export function layoutText({ objects, index, result }: LayoutProgram, asked: number): string {
  const declared = objects.map(({ alignment, length }, object) => {
    const values = Array.from({ length }, (_, i) => elementAt(object, i))
    return `.global ${alignment === undefined ? '' : `.align ${alignment} `}.u32 x${object}[${length}] = {${values.join(', ')}};`
  })
  const address = (name: string, { object, offset, indexed, rebased }: Address): readonly string[] => [
    `mov.u64 ${name}, &x${object};`,
    ...(rebased === undefined
      ? []
      : [
          `mov.u64 ${name}_to, &x${rebased};`,
          `sub.u64 ${name}, ${name}, &x${object};`,
          `add.u64 ${name}, ${name}, ${name}_to;`,
        ]),
    ...(offset === 0 ? [] : [`add.u64 ${name}, ${name}, ${offset};`]),
    ...(indexed ? [`add.u64 ${name}, ${name}, i;`] : []),
  ]
  const lines = (): readonly string[] => {
    switch (result.kind) {
      case 'bits':
        return [
          ...address('p', result.of),
          `shr.u64 p, p, ${result.from};`,
          `and.b64 p, p, ${result.mask};`,
          'cvt.u32.u64 r, p;',
        ]
      case 'less':
        return [
          ...address('p', result.one),
          ...address('q', result.other),
          'setp.lt.u64 s, p, q;',
          'selp.u32 r, 1, 0, s;',
        ]
      case 'between': {
        const [a, b, c] = result.objects
        return [
          `mov.u64 p, &x${a};`,
          `mov.u64 q, &x${b};`,
          `mov.u64 t, &x${c};`,
          ...['setp.lt.u64 s, p, q;', 'selp.u32 u, 1, 0, s;', 'setp.lt.u64 s, q, t;', 'selp.u32 v, 1, 0, s;'],
          'xor.b32 r, u, v;',
        ]
      }
      case 'near':
        return [
          ...[...address('p', result.one), ...address('q', result.other)],
          ...['sub.u64 d, p, q;', 'abs.s64 d, d;', `setp.lt.s64 s, d, ${result.within};`, 'selp.u32 r, 1, 0, s;'],
        ]
      case 'apart':
        return [
          ...[...address('p', result.one), ...address('q', result.other)],
          ...['sub.u64 d, p, q;', `setp.eq.u64 s, d, ${result.by};`, 'selp.u32 r, 1, 0, s;'],
        ]
      case 'load': {
        const { at, words, down, guard } = result
        const to = words === 1 ? 'r' : `{${['r', 'u', 'v', 'w'].slice(0, words).join(', ')}}`
        return [
          ...address('p', at),
          ...(down === undefined ? [] : [`and.b64 p, p, ${-down};`]),
          ...(guard === undefined ? [] : [`and.b64 g, p, ${guard};`, 'setp.eq.u64 s, g, 0;']),
          `${guard === undefined ? '' : '@s '}ld.weak${words === 1 ? '' : `.v${words}`}.u32 ${to}, [p];`,
        ]
      }
    }
  }
  return [
    ...[...declared, '.shared .u32 f;', 'd0.b0.t0 {', '  ld.relaxed.cta.shared.u32 n, [f];', '  cvt.u64.u32 i, n;'],
    ...['  mov.u32 r, 0;', ...lines().map((line) => `  ${line}`), '}'],
    `d0.b0.t1 { st.relaxed.cta.shared.u32 [f], ${index}; }`,
    `check (d0.b0.t0:r == ${asked}) as it;`,
  ].join('\n')
}

/** Draws texts of tests; undefined for a model that covers too little. */
export const layoutTexts = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('computed addresses')
    ? undefined
    : fc.tuple(layoutPrograms, fc.nat(2)).map(([program, choice]) => layoutText(program, askedOf(program, choice)))

/** Returns a number that `r` is likely to be. */
function askedOf({ result }: LayoutProgram, choice: number): number {
  if (result.kind !== 'load' || choice === 0) return choice % 2
  const { object, offset, rebased = object } = result.at
  return elementAt(rebased, Math.max(0, offset / 4) + (choice - 1))
}
