/**
 * Small random kernels as compilers write them, launched with two threads: branches, barriers, fences, atomics, loops
 * that wait.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))

/** Words of `x` in global memory, and of `s` in shared memory. `s` is left out if it would belong to another CTA. */
const word = fc.constantFrom('.global.u32 @, [%x]', '.global.u32 @, [%x+4]', '.u32 @, [%x+4]', '.shared.u32 @, [s]')
const scope = fc.constantFrom('cta', 'gpu', 'gpu', 'sys')
const loading = fc.oneof(
  fc.constantFrom('', '', '.volatile'),
  say('.', fc.constantFrom('relaxed', 'acquire'), '.', scope),
)
const storing = fc.oneof(
  fc.constantFrom('', '', '.volatile'),
  say('.', fc.constantFrom('relaxed', 'release'), '.', scope),
)
const value = fc.constantFrom('1', '2', '$')

/**
 * The text `@, [a]` becomes an access: a load to `@`, or a store from it. `!` is a register to write, `$` one to read,
 * `#` a label.
 */
const load = fc.tuple(loading, word).map(([order, place]) => `ld${order}${place.replace('@', '!')};`)
const store = fc
  .tuple(storing, word, value)
  .map(([order, place, from]) => `st${order}${place.replace(/ @, (.*)/, ` $1, ${from};`).replace('$;', '$;')}`)
const atomic = fc
  .tuple(
    fc.constantFrom('', '.acq_rel.gpu', '.release.gpu', '.acquire.cta'),
    fc.constantFrom('.global', '.global', '.shared'),
    fc.constantFrom('add.u32', 'exch.b32', 'cas.b32', 'inc.u32', 'max.s32', 'or.b32'),
    value,
  )
  .map(([order, space, operation, from]) => {
    const place = space === '.shared' ? '[s]' : '[%x]'
    return `atom${order}${space}.${operation} !, ${place}, ${operation === 'cas.b32' ? `0, ${from}` : from};`
  })
const reduction = say(
  'red',
  fc.constantFrom('', '.release.gpu', '.relaxed.cta'),
  '.global.',
  fc.constantFrom('add.u32 [%x], 1;', 'add.u32 [%x+4], 1;', 'and.b32 [%x], 2;'),
)
const fence = fc.constantFrom('membar.gl;', 'membar.cta;', 'fence.acq_rel.gpu;', 'fence.sc.gpu;', 'fence.sc.cta;')
const vector = fc.constantFrom(
  'ld.global.v2.u32 {!, %t0}, [%x];',
  'st.global.v2.u32 [%x], {1, $};',
  'ld.global.v2.u32 {%t0, !}, [%x];',
)
const narrow = fc.constantFrom('ld.global.u8 !, [%x];', 'st.global.u16 [%x+4], 1;', 'ld.global.s16 !, [%x+2];')
const computation = fc.constantFrom(
  'add.s32 !, $, 1;',
  'setp.ne.s32 %p1, $, 0; @%p1 mov.b32 !, 2;',
  'shl.b32 !, $, 1;',
  'xor.b32 !, $, $;',
)
const guarded = fc
  .tuple(
    fc.constantFrom('eq', 'ne', 'gt'),
    fc.constantFrom('0', '1'),
    fc.constantFrom('', '!'),
    fc.oneof(load, store, atomic, reduction, fence),
  )
  .map(([operator, against, not, line]) => `setp.${operator}.s32 %p1, $, ${against}; @${not}%p1 ${line}`)
const branching = fc
  .tuple(fc.constantFrom('eq', 'ne'), fc.oneof(load, store), fc.oneof(store, computation))
  .map(
    ([operator, then, otherwise]) =>
      `setp.${operator}.s32 %p1, $, 0; @%p1 bra #_E; ${then} bra.uni #_D; #_E: ${otherwise} #_D:`,
  )
const waiting = fc.constantFrom(
  '#_W: ld.acquire.gpu.global.u32 !, [%x+4]; setp.eq.s32 %p1, !, 0; @%p1 bra #_W;',
  '#_W: ld.volatile.global.u32 !, [%x+4]; setp.ne.s32 %p1, !, 1; @%p1 bra #_W; membar.gl;',
  '#_W: atom.acquire.gpu.global.cas.b32 !, [%x+4], 0, 1; setp.ne.s32 %p1, !, 0; @%p1 bra #_W;',
)
const barrier = fc.constantFrom('bar.sync 0;', 'bar.sync 0;', 'barrier.sync 1;', 'bar.sync 1, 32;')

/** Programs with modules, which the model must cover: the module, and then the test that launches it. */
export function launchedPrograms(model: Model): fc.Arbitrary<string> | undefined {
  const excluded = excludedBy(model)
  if (excluded.includes('branches') || excluded.includes('kernels and streams')) return undefined
  const step = fc.record({
    line: fc.oneof(
      { weight: 5, arbitrary: load },
      { weight: 5, arbitrary: store },
      { weight: 3, arbitrary: atomic },
      { weight: 1, arbitrary: reduction },
      { weight: 3, arbitrary: fence },
      { weight: 1, arbitrary: vector },
      { weight: 1, arbitrary: narrow },
      { weight: 1, arbitrary: computation },
      { weight: 2, arbitrary: guarded },
      { weight: 2, arbitrary: branching },
      { weight: 2, arbitrary: waiting },
      { weight: 1, arbitrary: barrier },
    ),
    pick: fc.nat(15),
  })
  const steps = (maxLength: number) => fc.array(step, { maxLength })
  return fc
    .record({
      before: steps(1),
      between: fc.option(barrier, { nil: undefined }),
      own: fc.tuple(steps(3), steps(3)),
      after: fc.option(fc.tuple(barrier, steps(1)), { nil: undefined }),
      grid: fc.constantFrom('2, 1', '1, 2'),
      /**
       * The initial state of shared memory: written by one thread, with or without a barrier after that, or with
       * unknown values.
       */
      start: fc.constantFrom('written', 'written', 'written', 'written', 'racing', 'unknown'),
      asked: fc.array(
        fc.array(fc.record({ which: fc.nat(), operator: fc.constantFrom('==', '==', '!=', '<'), against: fc.nat(3) }), {
          minLength: 1,
          maxLength: 3,
        }),
        { minLength: 1, maxLength: 2 },
      ),
    })
    .map(({ before, between, own: [first, second], after, grid, start, asked }) => {
      let labels = 0
      const written = (all: readonly { readonly line: string; readonly pick: number }[]) =>
        all.map(({ line, pick }) => {
          const label = `$L${labels++}`
          return `  ${line
            .replaceAll('#', label)
            .replaceAll('!', (_, at: number) => (line[at - 1] === '@' ? '!' : `%r${pick % 2}`))
            .replaceAll(/\$(?!L\d)/g, `%r${(pick >> 1) % 2}`)}`
        })
      const part = (line: string | undefined) => (line === undefined ? [] : [`  ${line}`])
      const body = [
        ...written(before),
        ...part(between),
        '  @%second bra $SECOND;',
        ...written(first),
        '  bra.uni $JOINED;',
        '$SECOND:',
        ...written(second),
        '$JOINED:',
        ...part(after?.[0]),
        ...written(after?.[1] ?? []),
      ]
      const initially = {
        written: '  setp.eq.s32 %p1, %t3, 0;\n  @%p1 st.shared.u32 [s], 0;\n  bar.sync 2;\n',
        racing: '  st.shared.u32 [s], 0;\n',
        unknown: '',
      }
      const isShared = body.some((line) => line.includes('[s]'))
      const module = `.version 8.5
.target sm_90
.address_size 64

.visible .entry k(.param .u64 x, .param .u64 out)
{
${isShared ? '  .shared .align 4 .u32 s;\n' : ''}  .reg .pred %p1, %second;
  .reg .b32 %r<2>;
  .reg .b32 %t<4>;
  .reg .b64 %x, %out, %d<3>;

  ld.param.u64 %d0, [x];
  cvta.to.global.u64 %x, %d0;
  ld.param.u64 %d1, [out];
  cvta.to.global.u64 %out, %d1;
  mov.u32 %t1, %ctaid.x;
  mov.u32 %t2, %ntid.x;
  mov.u32 %t3, %tid.x;
  mad.lo.s32 %t1, %t1, %t2, %t3;
  setp.ne.s32 %second, %t1, 0;
  mov.u32 %r0, 0;
  mov.u32 %r1, 0;
${isShared ? initially[start] : ''}${body.join('\n')}
  mul.wide.s32 %d2, %t1, 8;
  add.s64 %out, %out, %d2;
  st.global.u32 [%out], %r0;
  st.global.u32 [%out+4], %r1;
  ret;
}
`
      const observed = ['out[0]', 'out[1]', 'out[2]', 'out[3]', 'x[0]', 'x[1]']
      const questions = asked.map((terms, i) => {
        const all = terms.map(({ which, operator, against }) => `${observed[which % 6]} ${operator} ${against}`)
        return `check (${all.join(' && ')}) as q${i};`
      })
      return `${module}
module "k.ptx";
.global .u32 x[2];
.global .u32 out[4];
host { k<<<${grid}>>>(x, out); cudaDeviceSynchronize(); }
${questions.join('\n')}
`
    })
}
