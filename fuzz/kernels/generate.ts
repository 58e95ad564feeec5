/**
 * Random kernels for one thread: straight code with predicates, branches, counted loops, tables of labels, and memory
 * of a few elements.
 */

import fc from 'fast-check'
import { must } from '../../source/must.js'
import { groups, ofRegisters } from './instructions.js'
import type { Launch } from './interpret.js'

export interface RandomKernel {
  /** The module. */
  readonly text: string
  readonly launch: Launch
}

/** The registers and values that fill the open places of a line, one number for each place. */
type Picks = readonly number[]

type KernelStep =
  | { readonly kind: 'line'; readonly line: string; readonly picks: Picks; readonly guard: Guard | undefined }
  | {
      readonly kind: 'if'
      readonly guard: Guard
      readonly then: readonly KernelStep[]
      readonly otherwise: readonly KernelStep[]
    }
  | { readonly kind: 'loop'; readonly form: number; readonly times: number; readonly body: readonly KernelStep[] }
  /** True if it leaves the loop around it. */
  | { readonly kind: 'leave'; readonly guard: Guard }
  | { readonly kind: 'table'; readonly index: number; readonly cases: readonly (readonly KernelStep[])[] }
  | { readonly kind: 'scope'; readonly body: readonly KernelStep[] }
  | { readonly kind: 'call'; readonly function: number; readonly picks: Picks }
  | { readonly kind: 'return'; readonly guard: Guard; readonly how: string }

interface Guard {
  readonly register: number
  readonly negated: boolean
}

/** The number of registers of each kind that the lines share. */
const registers = { h: 3, r: 4, d: 3, p: 3 }

const widths = { h: 16, r: 32, d: 64 }

const amounts = [0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 255, 256, -1]

/** Returns immediate values of `width` bits: the edge cases, and a few others. */
function immediates(width: number): readonly bigint[] {
  const top = 1n << BigInt(width - 1)
  return [0n, 1n, 2n, -1n, -2n, 7n, 100n, -100n, top - 1n, -top, 0x55n, 0x1234n, (top - 1n) / 3n, 0x80n, 0xffn, -128n]
}

/** Zeros, ones, and values that are subnormal, infinite, or not a number. */
const floats = '00000000 80000000 3F800000 BF800000 00000001 807FFFFF 7F800000 FF800000 7FC00000 00800000'
  .split(' ')
  .map((digits) => `0f${digits}`)
const doubles =
  '0000000000000000 8000000000000000 3FF0000000000000 BFF0000000000000 0000000000000001 7FF0000000000000 FFF8000000000000'
    .split(' ')
    .map((digits) => `0d${digits}`)

const picks = fc.array(fc.nat(255), { minLength: 8, maxLength: 8 })
const guard: fc.Arbitrary<Guard> = fc.record({ register: fc.nat(registers.p - 1), negated: fc.boolean() })

const lineOf = (lines: readonly (readonly string[])[]) =>
  fc.record({
    kind: fc.constant('line' as const),
    line: fc.oneof(...lines.map((some) => fc.constantFrom(...some))),
    picks,
    guard: fc.option(guard, { nil: undefined, freq: 3 }),
  })

/** The computations of functions, and whether they return early. */
const functions = fc.array(
  fc.record({
    lines: fc.array(lineOf(ofRegisters), { maxLength: 4 }),
    early: fc.option(guard, { nil: undefined }),
    how: fc.constantFrom('ret', 'ret.uni', 'ret', 'exit'),
  }),
  { minLength: 2, maxLength: 2 },
)
type Function = typeof functions extends fc.Arbitrary<(infer F)[]> ? F : never

const { steps } = fc.letrec<{ steps: readonly KernelStep[]; step: KernelStep }>((tie) => {
  const body = tie('steps')
  return {
    steps: fc.array(tie('step'), { maxLength: 6, depthIdentifier: 'steps' }),
    step: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'steps' },
      { weight: 60, arbitrary: lineOf(groups) },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('call' as const), function: fc.nat(1), picks }),
      },
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant('if' as const),
          guard,
          then: body,
          otherwise: fc.oneof(fc.constant([]), body),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('loop' as const),
          form: fc.nat(2),
          times: fc.nat(3),
          body,
        }),
      },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave' as const), guard }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('table' as const),
          index: fc.nat(registers.r - 1),
          cases: fc.array(body, { minLength: 1, maxLength: 3 }),
        }),
      },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('scope' as const), body }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('return' as const),
          guard,
          how: fc.constantFrom('ret', 'exit', 'bra.uni DONE'),
        }),
      },
    ),
  }
})

/** A random kernel; the requested size grows with the number of steps. */
export const randomKernels: fc.Arbitrary<RandomKernel> = fc
  .record({
    body: fc.array(steps, { minLength: 1, maxLength: 3 }).map((parts) => parts.flat()),
    called: functions,
    values: fc.array(fc.nat(255), { minLength: 12, maxLength: 12 }),
    times: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ body, called, values, times }) => kernelOf(body, called, values, times))

function kernelOf(
  body: readonly KernelStep[],
  called: readonly Function[],
  values: Picks,
  times: number,
): RandomKernel {
  const value = (i: number, width: number): bigint =>
    BigInt.asUintN(width, must(immediates(width)[must(values[i], 'a value') % 16], 'an immediate value'))
  let named = 0
  const write = (steps: readonly KernelStep[], end: string | undefined): readonly string[] =>
    steps.flatMap((step) => writeOne(step, end))
  const writeOne = (step: KernelStep, end: string | undefined): readonly string[] => {
    const name = named++
    switch (step.kind) {
      case 'line':
        return [`  ${guarded(step.guard, filled(step.line, step.picks))}`]
      case 'if': {
        const skip = `  ${guardText({ ...step.guard, negated: !step.guard.negated })} bra $L${name}_else;`
        const otherwise = write(step.otherwise, end)
        const leave = otherwise.length === 0 ? [] : [`  bra.uni $L${name}_end;`]
        return [skip, ...write(step.then, end), ...leave, `$L${name}_else:`, ...otherwise, `$L${name}_end:`]
      }
      case 'loop':
        return loop(step, name, write(step.body, `$L${name}_end`))
      case 'leave':
        return end === undefined ? [] : [`  ${guardText(step.guard)} bra ${end};`]
      case 'table': {
        const labels = step.cases.map((_, i) => `$L${name}_${i}`)
        return [
          `  min.u32 %tr, %r${step.index}, ${labels.length};`,
          `$L${name}_table: .branchtargets ${[...labels, `$L${name}_end`].join(', ')};`,
          `  brx.idx %tr, $L${name}_table;`,
          ...step.cases.flatMap((steps, i) => [
            `${labels[i]}:`,
            ...write(steps, end),
            ...(i % 2 === 0 ? [`  bra $L${name}_end;`] : []),
          ]),
          `$L${name}_end:`,
        ]
      }
      case 'scope':
        return [
          '  {',
          '  .reg .b32 %r0;',
          '  mov.u32 %r0, 77;',
          ...write(step.body, end),
          '  add.u32 %r1, %r0, 1;',
          '  }',
        ]
      case 'call':
        return call(step.function, step.picks)
      case 'return':
        return [`  ${guardText(step.guard)} ${step.how};`]
    }
  }
  const lines = write(body, undefined)
  const text = `.version 8.5
.target sm_90
.address_size 64

.visible .global .align 16 .b32 gv[4] = {1, 0xffffffff, 0x12345678};
.shared .align 16 .b8 sm[16];

${called.map((one, i) => functionText(one, i)).join('\n')}
.visible .entry k(
  .param .u64 out,
  .param .u64 g,
  .param .u32 n,
  .param .u64 m,
  .param .u16 l,
  .param .u32 times,
  .param .align 8 .b8 s[16]
)
{
  .local .align 16 .b8 depot[16];
  .local .align 8 .b64 spill;
  .reg .b16 %h<${registers.h}>;
  .reg .b16 %th, %th1, %th2;
  .reg .b32 %r<${registers.r}>;
  .reg .b32 %tr, %tr1, %tr2, %s, %times;
  .reg .b64 %d<${registers.d}>;
  .reg .b64 %td, %td1, %g, %sg, %SP, %SPL, %out;
  .reg .pred %p<${registers.p}>, %tp;
  .reg .u32 %c<${named + 1}>;
  .reg .pred %q<${named + 1}>;

  mov.u64 %SPL, depot;
  cvta.local.u64 %SP, %SPL;
  ld.param.u64 %td, [g];
  cvta.to.global.u64 %g, %td;
  mov.u32 %s, sm;
  cvt.u64.u32 %td, %s;
  cvta.shared.u64 %sg, %td;
  ld.param.u32 %r0, [n];
  ld.param.u64 %d0, [m];
  ld.param.u16 %h0, [l];
  ld.param.u32 %times, [times];
  ld.global.u32 %r1, [%g];
  ld.global.u64 %d1, [%g+8];
  mov.u32 %r2, ${value(0, 32)};
  mov.u32 %r3, %r0;
  mov.u64 %d2, ${value(1, 64)};
  cvt.u16.u32 %h1, %r1;
  mov.b16 %h2, ${value(2, 16)};
  setp.gt.s32 %p0, %r0, 3;
  setp.ne.u32 %p1, %r1, 0;
  setp.lt.s64 %p2, %d0, %d1;
  st.shared.v4.u32 [sm], {%r0, %r1, %r2, 3};
  st.local.u64 [depot], %d0;
  st.local.u64 [depot+8], %d1;
${lines.join('\n')}
  ld.param.u64 %out, [out];
${finalStores().join('\n')}
DONE:
  ret;
}
`
  const initial = (first: number, count: number, width: number) =>
    Array.from({ length: count }, (_, i) => value(first + i, width))
  const structure = Array.from({ length: 16 }, (_, i) => must(values[i % values.length], 'a byte'))
  return {
    text,
    launch: {
      entry: 'k',
      arguments: [
        { object: 'out' },
        { object: 'g' },
        value(3, 32),
        value(4, 64),
        value(5, 16),
        BigInt(times),
        structure,
      ],
      objects: [
        { space: 'global', name: 'out', alignment: 8, size: 8, elements: words, initial: [] },
        { space: 'global', name: 'g', alignment: 16, size: 8, elements: 2, initial: initial(6, 2, 64) },
      ],
    },
  }
}

const call = (index: number, picks: Picks): readonly string[] => [
  '  {',
  '  .param .b32 param0;',
  filled('  st.param.b32 [param0+0], $r;', picks),
  '  .param .b64 param1;',
  filled('  st.param.b64 [param1], $d;', picks),
  '  .param .b64 retval0;',
  `  call.uni (retval0), f${index}, (param0, param1);`,
  filled('  ld.param.b64 !d, [retval0+0];', picks.slice(1)),
  '  }',
]

/** Writes a function; the second function calls the first. */
function functionText({ lines, early, how }: Function, index: number): string {
  return `.func (.param .b64 result) f${index}(.param .b32 a, .param .b64 b)
{
  .reg .b16 %h<${registers.h}>;
  .reg .b16 %th, %th1, %th2;
  .reg .b32 %r<${registers.r}>;
  .reg .b32 %tr, %tr1, %tr2;
  .reg .b64 %d<${registers.d}>;
  .reg .b64 %td;
  .reg .pred %p<${registers.p}>, %tp;

  ld.param.b32 %r0, [a];
  ld.param.b64 %d0, [b];
  mov.u32 %r1, 5;
  not.b32 %r2, %r0;
  cvt.u32.u64 %r3, %d0;
  neg.s64 %d1, %d0;
  mov.b64 %d2, {%r0, %r1};
  cvt.u16.u32 %h0, %r0;
  mov.u16 %h1, 9;
  cvt.u16.u64 %h2, %d0;
  setp.lt.u32 %p0, %r0, %r3;
  setp.lt.s32 %p1, %r0, 0;
  setp.ne.u16 %p2, %h2, 0;
${index === 1 ? call(0, [0, 1]).join('\n') : ''}
${lines.map(({ line, picks, guard }) => `  ${guarded(guard, filled(line, picks))}`).join('\n')}
  st.param.b64 [result+0], %d1;
${early === undefined ? '' : `  ${guardText(early)} ${how};`}
  mov.b64 %d1, {%r0, %r1};
  xor.b64 %d0, %d0, %d1;
  xor.b64 %d0, %d0, %d2;
  st.param.b64 [result], %d0;
  ret;
}
`
}

/** Returns the end of the kernel, which stores everything that it computed in 64-bit words. */
function finalStores(): readonly string[] {
  const { h, r, d, p } = registers
  const all = [
    ...Array.from({ length: r }, (_, i) => ['b32', `%r${i}`] as const),
    ...Array.from({ length: h }, (_, i) => ['b16', `%h${i}`] as const),
    ...Array.from({ length: d }, (_, i) => ['b64', `%d${i}`] as const),
  ]
  const predicates = Array.from({ length: p }, (_, i) => [
    `  selp.u32 %tr, ${2 ** i}, 0, %p${i};`,
    i === 0 ? '  mov.u32 %tr1, %tr;' : '  or.b32 %tr1, %tr1, %tr;',
  ]).flat()
  return [
    ...all.map(([type, register], i) => `  st.global.${type} [%out+${8 * i}], ${register};`),
    ...predicates,
    `  st.global.u32 [%out+${8 * all.length}], %tr1;`,
    `  ld.shared.v2.u64 {%td, %td1}, [sm];`,
    `  st.global.v2.u64 [%out+${8 * (all.length + 2)}], {%td, %td1};`,
  ]
}
const words = 14

function loop(
  { form, times }: Extract<KernelStep, { kind: 'loop' }>,
  name: number,
  body: readonly string[],
): readonly string[] {
  const count = times === 0 ? '%times' : `${times}`
  const [begin, end, counter, goesOn] = [`$L${name}_loop`, `$L${name}_end`, `%c${name}`, `%q${name}`]
  if (form === 0)
    return [
      `  mov.u32 ${counter}, 0;`,
      `${begin}:`,
      ...body,
      `  add.s32 ${counter}, ${counter}, 1;`,
      `  setp.lt.u32 ${goesOn}, ${counter}, ${count};`,
      `  @${goesOn} bra ${begin};`,
      `${end}:`,
    ]
  if (form === 1)
    return [
      `  mov.u32 ${counter}, ${count};`,
      `${begin}:`,
      `  setp.eq.s32 ${goesOn}, ${counter}, 0;`,
      `  @${goesOn} bra ${end};`,
      ...body,
      `  add.s32 ${counter}, ${counter}, -1;`,
      `  bra.uni ${begin};`,
      `${end}:`,
    ]
  return [
    `  neg.s32 ${counter}, ${count};`,
    `${begin}:`,
    ...body,
    `  add.s32 ${counter}, ${counter}, 1;`,
    `  setp.ne.b32 ${goesOn}, ${counter}, 0;`,
    `  @!${goesOn} bra ${end};`,
    `  bra ${begin};`,
    `${end}:`,
  ]
}

const guardText = ({ register, negated }: Guard): string => `@${negated ? '!' : ''}%p${register}`

/** Returns the line under the guard, if it is one instruction. */
const guarded = (guard: Guard | undefined, line: string): string =>
  guard === undefined || line.indexOf(';') < line.length - 1 ? line : `${guardText(guard)} ${line}`

/** Puts registers and values into the open places of a line. */
function filled(line: string, picks: Picks): string {
  let at = 0
  const pick = () => must(picks[at++ % picks.length], 'a pick')
  const register = (kind: keyof typeof registers) => `%${kind}${pick() % registers[kind]}`
  const oneOf = <T>(all: readonly T[]): T => must(all[pick() % all.length], 'one to choose')
  const isKind = (text: string): text is keyof typeof widths => text in widths
  return line.replace(/([!$?])([hrdnbfgp])\b|@(\d+)/g, (_, sign: string, kind: string, size: string | undefined) => {
    if (size !== undefined) return `${Number(size) * (pick() % (16 / Number(size)))}`
    if (kind === 'p') return register('p')
    if (kind === 'n') return pick() % 3 === 0 ? register('r') : `${oneOf(amounts)}`
    if (kind === 'f') return pick() % 3 === 0 ? oneOf(floats) : register('r')
    if (kind === 'g') return pick() % 3 === 0 ? oneOf(doubles) : register('d')
    if (kind === 'b')
      return pick() % 3 === 0 ? register('r') : `${oneOf(amounts.filter((one) => one >= 0 && one < 256))}`
    if (!isKind(kind)) throw new Error(`no kind ${kind}`)
    return sign === '?' && pick() % 2 === 0 ? `${oneOf(immediates(widths[kind]))}` : register(kind)
  })
}
