/**
 * Small random programs whose host queries tasks, loops until a query or a read says that they are done, and skips
 * waits by branches.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'

const name = fc.constantFrom('x', 'y')
const value = fc.constantFrom('0', '1', '2')
const stream = fc.constantFrom('a', 'b')
const event = fc.constantFrom('e', 'f')
const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))

const order = fc.constantFrom('weak', 'volatile', 'acquire.sys', 'relaxed.sys')
const load = say('ld.', order, ' !, [', name, ']')
const store = say('st.', fc.constantFrom('weak', 'volatile', 'release.sys', 'relaxed.gpu'), ' [', name, '], ', value)
const hostStore = say('st.', fc.constantFrom('weak', 'volatile', 'release.sys'), ' [', name, '], ', value)
const query = fc.oneof(say('! = cudaStreamQuery(', stream, ')'), say('! = cudaEventQuery(', event, ')'))
const wait = fc.oneof(say('cudaStreamSynchronize(', stream, ')'), say('cudaEventSynchronize(', event, ')'))

/** `!` is replaced by a register of the thread, `%` by the number of the line. */
const device = fc.oneof(
  { weight: 4, arbitrary: store },
  { weight: 3, arbitrary: load },
  { weight: 2, arbitrary: say('L%: ld.', order, ' !, [', name, ']; bne !, 1, L%') },
  { weight: 1, arbitrary: say('fence.acq_rel.', fc.constantFrom('gpu', 'sys')) },
  { weight: 1, arbitrary: say('atom.acq_rel.sys.add !, [', name, '], 1') },
)

const host = fc.oneof(
  { weight: 2, arbitrary: query },
  { weight: 4, arbitrary: say('L%: ', query, '; bne !, 0, L%') },
  { weight: 1, arbitrary: say('L%: ', query, '; ', load, '; bne !, 1, L%') },
  { weight: 3, arbitrary: say('L%: ', load, '; ', fc.constantFrom('bne', 'beq'), ' !, ', value, ', L%') },
  {
    weight: 2,
    arbitrary: say(fc.oneof(query, load), '; beq !, ', value, ', L%; ', fc.oneof(wait, query, load), '; L%:'),
  },
  { weight: 1, arbitrary: say('L%: ', wait, '; ', load, '; beq !, 2, L%') },
  { weight: 3, arbitrary: load },
  { weight: 3, arbitrary: hostStore },
  { weight: 1, arbitrary: fc.constant('fence.acq_rel.sys') },
  { weight: 1, arbitrary: wait },
)

const compared = fc.array(fc.tuple(fc.nat(), fc.constantFrom('0', '1', '2', '600')), { minLength: 1, maxLength: 2 })

/** Draws texts of tests; undefined for a model that does not cover streams or branches. */
export function pollingHosts({ excludes }: Model): fc.Arbitrary<string> | undefined {
  if ((['kernels and streams', 'branches'] as const).some((one) => excludes.includes(one))) return undefined
  return fc
    .record({
      kernels: fc.array(fc.tuple(fc.array(device, { minLength: 1, maxLength: 2 }), stream), {
        minLength: 1,
        maxLength: 2,
      }),
      before: fc.array(host, { maxLength: 1 }),
      after: fc.array(host, { minLength: 1, maxLength: 3 }),
      recorded: fc.boolean(),
      asked: fc.tuple(compared, compared),
    })
    .map(({ kernels, before, after, recorded, asked }) => {
      const bodies = kernels.map(([lines, on], i) => ({ kernel: `k${i}`, on, lines: filled(lines) }))
      const launches = bodies.map(({ kernel, on }) => `${kernel}<<<1, 1, 0, ${on}>>>()`)
      const [first = '', ...others] = launches
      const record = 'cudaEventRecord(f, a)'
      // Streams and events are used before they are queried.
      const lines = filled([
        'cudaEventRecord(e, a); cudaEventRecord(f, b)',
        first,
        ...(recorded ? [record] : []),
        ...before,
        ...others,
        ...(recorded ? [] : [record]),
        ...after,
      ])
      const owners = [...bodies.map((one) => [`${one.kernel}.d0.b0.t0`, one.lines] as const), ['host', lines] as const]
      const terms = [
        '[x]',
        '[y]',
        ...owners.flatMap(([owner, all]) =>
          ['r0', 'r1', 'r2']
            .filter((register) => all.some((one) => one.includes(` ${register}, [`) || one.includes(`${register} =`)))
            .map((register) => `${owner}:${register}`),
        ),
      ]
      const questions = asked.map((all, i) => {
        const condition = all.map(([which, value]) => `${terms[which % terms.length]} == ${value}`).join(' && ')
        return `check (${condition}) as q${i};`
      })
      const text = (all: readonly string[]): string => all.map((one) => (one.endsWith(':') ? one : `${one};`)).join(' ')
      return [
        '.global x; .global y;',
        ...bodies.map(({ kernel, lines }) => `kernel ${kernel} { d0.b0.t0 { ${text(lines)} } }`),
        `host { ${text(lines)} }`,
        ...questions,
      ].join('\n')
    })
}

/** Fills each open place with a register, and gives each line its own labels. */
const filled = (lines: readonly string[]): readonly string[] =>
  lines.map((one, i) => one.replaceAll('!', `r${i % 3}`).replaceAll('%', `${i}`))
