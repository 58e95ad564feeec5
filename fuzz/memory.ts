/**
 * Small random programs about memory as bytes: arrays, addresses that are computed, loaded and compared, widths,
 * vectors, undefined behaviour.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

const declarations = `.global .u32 a[2];
.global .u64 w;
.global .u32 f = 1;
.global .u64 p = &a;
.shared .u32 m[2];
.global .u32 b[2] physically aliases a;
`

/** The lines of each body, in which `#` becomes a suffix that makes registers distinct. */
interface Snippet {
  readonly lines: readonly string[]
  /** The registers that it writes. */
  readonly registers: readonly string[]
}

const snippet = (lines: readonly string[], ...registers: readonly string[]): Snippet => ({ lines, registers })

/** Draws texts of tests; undefined for a model that covers too little. */
export function memoryPrograms(model: Model): fc.Arbitrary<string> | undefined {
  const excluded = excludedBy(model)
  if (excluded.includes('computed addresses') || excluded.includes('mixed sizes')) return undefined
  const array = excluded.includes('aliases') ? fc.constant('a') : fc.constantFrom('a', 'a', 'a', 'b')
  const scope = fc.constantFrom('cta', 'gpu')
  const strengthOf = (...orders: readonly string[]) =>
    fc.oneof(
      fc.constant('weak'),
      fc.tuple(fc.constantFrom(...orders), scope).map((words) => words.join('.')),
    )
  const [loading, storing] = [strengthOf('relaxed', 'acquire'), strengthOf('relaxed', 'release')]
  const value = fc.constantFrom(1, 2, 3)
  const element = fc.tuple(array, fc.constantFrom(0, 1)).map(([name, index]) => `${name}[${index}]`)
  const word = fc.oneof({ weight: 3, arbitrary: element }, fc.constantFrom('f', 'w', 'w+4'))
  /** Accesses of unusual widths, by type and place. */
  const odd = fc.constantFrom(
    ['u8', 'w'],
    ['u8', 'w+5'],
    ['u16', 'w+2'],
    ['u16', 'a'],
    ['u64', 'w'],
    ['u64', 'w'],
    ['u64', 'a'],
  )
  const anywhere = fc.oneof(
    { weight: 3, arbitrary: word.map((place) => ['u32', place] as const) },
    { weight: 2, arbitrary: odd.map(([type = '', place = '']) => [type, place] as const) },
  )
  const load = fc
    .tuple(loading, anywhere)
    .map(([order, [type, place]]) => snippet([`ld.${order}.${type} r#, [${place}];`], 'r#'))
  const store = fc
    .tuple(storing, anywhere, value)
    .map(([order, [type, place], one]) => snippet([`st.${order}.${type} [${place}], ${one};`]))
  const atomic = fc
    .tuple(
      fc.constantFrom('add', 'exch', 'or'),
      fc.constantFrom('u32', 'u32', 'u64'),
      fc.constantFrom('w', 'w', 'a'),
      value,
      scope,
    )
    .map(([operation, type, place, one, scope]) =>
      snippet(
        [
          `atom.relaxed.${scope}.${operation}.${operation === 'add' ? type : type.replace('u', 'b')} r#, [${place}], ${one};`,
        ],
        'r#',
      ),
    )
  const vector = fc.oneof(
    fc
      .tuple(loading, fc.constantFrom('a', 'w'))
      .map(([order, place]) => snippet([`ld.${order}.v2.u32 {r#, s#}, [${place}];`], 'r#', 's#')),
    fc
      .tuple(storing, fc.constantFrom('a', 'w'), value, value)
      .map(([order, place, one, other]) => snippet([`st.${order}.v2.u32 [${place}], {${one}, ${other}};`])),
  )
  const target = fc.oneof({ weight: 3, arbitrary: element }, fc.constantFrom('f', 'w+4'))
  const publish = fc
    .tuple(storing, target)
    .map(([order, place]) => snippet([`mov.u64 q#, &${place};`, `st.${order}.u64 [p], q#;`]))
  const follow = fc
    .tuple(
      loading,
      fc.constantFrom(
        `ld.weak.u32 r#, [q#];`,
        `ld.relaxed.gpu.u32 r#, [q#];`,
        `st.weak.u32 [q#], 3;`,
        `ld.weak.u16 r#, [q#+2];`,
      ),
    )
    .map(([order, use]) => snippet([`ld.${order}.u64 q#, [p];`, use], ...(use.startsWith('ld') ? ['r#'] : [])))
  /** An element by an index that is read; it may be beyond the array. */
  const indexed = fc
    .tuple(
      loading,
      fc.boolean(),
      fc.constantFrom('ld.weak.u32 r#, [t#];', 'st.relaxed.gpu.u32 [t#], 2;', 'st.weak.u32 [t#+4], 1;'),
      array,
    )
    .map(([order, masked, use, name]) =>
      snippet(
        [
          `ld.${order}.u32 i#, [f];`,
          ...(masked ? ['and.b32 i#, i#, 1;'] : []),
          'mul.wide.u32 o#, i#, 4;',
          `mov.u64 t#, ${name};`,
          'add.u64 t#, t#, o#;',
          use,
        ],
        ...(use.startsWith('ld') ? ['r#'] : []),
      ),
    )
  /** A pointer to an element of shared memory; each CTA has its own instance. */
  const shared = fc
    .tuple(
      fc.constantFrom(
        'st.weak.u32 [t#], 3;',
        'ld.weak.u32 r#, [t#];',
        'ld.weak.shared.u16 r#, [t#+2];',
        'st.weak.u64 [t#], 2;',
      ),
      fc.constantFrom('&m', '&m[1]'),
    )
    .map(([use, place]) => snippet([`mov.u64 t#, ${place};`, use], ...(use.startsWith('ld') ? ['r#'] : [])))
  /** A pointer that is exchanged, if it is the expected one. */
  const swapped = fc
    .tuple(fc.constantFrom('0', '&a', '&a[1]'), target, scope)
    .map(([expected, place, scope]) =>
      snippet(
        [
          `mov.u64 e#, ${expected};`,
          `mov.u64 n#, &${place};`,
          `atom.relaxed.${scope}.cas.b64 q#, [p], e#, n#;`,
          'setp.eq.u64 r#, q#, e#;',
        ],
        'r#',
      ),
    )
  /** Half of a pointer, or a byte of it. */
  const piece = fc.constantFrom(
    snippet(['ld.weak.u8 r#, [p];'], 'r#'),
    snippet(['ld.weak.u32 r#, [p];'], 'r#'),
    snippet(['st.weak.u8 [p], 4;']),
    snippet(['st.weak.u32 [p], 0;']),
  )
  /** A vector whose address may be misaligned, or whose end may be beyond the array. */
  const shifted = fc
    .tuple(array, fc.constantFrom('ld.weak.v2.u32 {r#, s#}, [t#];', 'ld.weak.v2.u16 {r#, s#}, [t#];'))
    .map(([name, use]) =>
      snippet(
        [
          'ld.weak.u32 i#, [f];',
          'and.b32 i#, i#, 1;',
          'mul.wide.u32 o#, i#, 4;',
          `mov.u64 t#, ${name};`,
          'add.u64 t#, t#, o#;',
          use,
        ],
        'r#',
        's#',
      ),
    )
  const compared = fc
    .tuple(fc.constantFrom('eq', 'ne', 'lt'), element)
    .map(([how, place]) =>
      snippet([`ld.weak.u64 q#, [p];`, `mov.u64 t#, &${place};`, `setp.${how}.u64 r#, q#, t#;`], 'r#'),
    )
  const fence = fc
    .tuple(fc.constantFrom('sc', 'acq_rel'), scope)
    .map(([order, scope]) => snippet([`fence.${order}.${scope};`]))
  const step = fc.oneof(
    { weight: 4, arbitrary: load },
    { weight: 4, arbitrary: store },
    { weight: 1, arbitrary: atomic },
    { weight: 2, arbitrary: vector },
    { weight: 2, arbitrary: publish },
    { weight: 2, arbitrary: follow },
    { weight: 2, arbitrary: indexed },
    { weight: 1, arbitrary: compared },
    { weight: 1, arbitrary: shared },
    { weight: 2, arbitrary: swapped },
    { weight: 1, arbitrary: piece },
    { weight: 1, arbitrary: shifted },
    { weight: 1, arbitrary: fence },
    ...(excluded.includes('aliases') ? [] : [{ weight: 1, arbitrary: fc.constant(snippet(['fence.proxy.alias;'])) }]),
  )
  const body = fc.array(step, { minLength: 1, maxLength: 3 })
  const term = fc.record({
    which: fc.nat(),
    operator: fc.constantFrom('==', '==', '==', '!=', '<'),
    against: fc.constantFrom('0', '1', '2', '3'),
  })
  return fc
    .record({
      names: fc.shuffledSubarray(['d0.b0.t0', 'd0.b0.t1', 'd0.b1.t0'], { minLength: 1, maxLength: 3 }),
      bodies: fc.tuple(body, body, body),
      /**
       * True if the first thread releases its writes to the second, so that accesses of different sizes need not race.
       */
      released: fc.boolean(),
      /** True if all threads do the same, each in its own CTA. */
      alike: fc.constantFrom(false, false, false, true),
      asked: fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 3 }),
    })
    .map(({ names: scattered, bodies, released, alike, asked }) => {
      const names = alike ? scattered.map((_, i) => `d0.b${i}.t0`) : scattered
      const handsOver = released && !alike && names.length > 1
      const rendered = names.map((name, thread) => {
        const steps = (bodies[alike ? 0 : thread] ?? []).map(({ lines, registers }, i) => {
          const named = (text: string) => text.replaceAll('#', `${i}_${thread}`)
          return { lines: lines.map(named), registers: registers.map(named) }
        })
        const lines = steps.flatMap(({ lines }) => lines)
        const whole =
          handsOver && thread === 0
            ? [...lines, 'st.release.gpu.u32 [done], 1;']
            : handsOver && thread === 1
              ? ['ld.acquire.gpu.u32 d, [done];', 'beq d, 0, END;', ...lines, 'END:']
              : lines
        return {
          text: [`${name} {`, ...whole.map((line) => `  ${line}`), '}'].join('\n'),
          registers: steps.flatMap(({ registers }) => registers),
        }
      })
      const observed = [
        ...rendered.flatMap(({ registers }) => registers),
        ...['a[0]', 'a[1]', 'f'].filter((name) => rendered.some(({ text }) => text.includes(`[${name}]`))),
      ]
      const questions = asked.map((terms, i) => {
        const all = terms.map(({ which, operator, against }) =>
          observed.length === 0 ? '0 == 0' : `${observed[which % observed.length]} ${operator} ${against}`,
        )
        return `check (${all.join(' && ')}) as q${i};`
      })
      const also = handsOver ? '.global .u32 done;\n' : ''
      const aliases = excluded.includes('aliases') ? declarations.replace(/.*aliases.*\n/, '') : declarations
      return `${aliases}${also}${rendered.map(({ text }) => text).join('\n')}\n${questions.join('\n')}\n`
    })
}
