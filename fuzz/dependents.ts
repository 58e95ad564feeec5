/**
 * Small random programs with dependent kernels: two or three in one stream, with triggers, waits, fences, barriers and
 * loops that wait.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'

const name = fc.constantFrom('x', 'y')
const value = fc.constantFrom('1', '2')
const scope = fc.constantFrom('cta', 'gpu', 'sys')

/** `!` is replaced by a register of the thread. */
const statement: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: name.map((at) => `ld.weak !, [${at}]`) },
  { weight: 3, arbitrary: fc.tuple(name, value).map(([at, stored]) => `st.weak [${at}], ${stored}`) },
  { weight: 1, arbitrary: name.map((at) => `st.relaxed.gpu [${at}], 1`) },
  { weight: 1, arbitrary: name.map((at) => `ld.acquire.gpu !, [${at}]`) },
  { weight: 2, arbitrary: scope.map((of) => `fence.acq_rel.${of}`) },
  { weight: 4, arbitrary: fc.constant('griddepcontrol.launch_dependents') },
  { weight: 3, arbitrary: fc.constant('griddepcontrol.wait') },
  { weight: 1, arbitrary: name.map((at) => `L%: ld.relaxed.gpu !, [${at}]; bne !, 1, L%`) },
  { weight: 1, arbitrary: fc.constant('ld.global.nc !, [x]') },
)

const body = fc.array(statement, { minLength: 1, maxLength: 3 })

/** The threads of a kernel: one, two of a CTA that may meet between two parts, or one of each of two CTAs. */
const kernel: fc.Arbitrary<readonly (readonly [string, readonly string[]])[]> = fc.oneof(
  { weight: 4, arbitrary: body.map((one) => [['d0.b0.t0', one]] as const) },
  {
    weight: 2,
    arbitrary: fc.tuple(body, body, fc.boolean()).map(([one, other, meets]) => {
      const meeting = meets ? ['bar.sync 0'] : []
      return [['d0.b0.t0', [...one, ...meeting]] as const, ['d0.b0.t1', [...meeting, ...other]] as const]
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(body, body).map(([one, other]) => [['d0.b0.t0', one] as const, ['d0.b1.t0', other] as const]),
  },
)

const between = fc.constantFrom('', '', '', 'cudaMemsetAsync(x, 0, s)', 'cudaStreamSynchronize(s)')
const options = fc.constantFrom(', programmatic', ', programmatic', ', programmatic', '')
const compared = fc.array(fc.tuple(fc.nat(), fc.constantFrom('0', '1', '2')), { minLength: 1, maxLength: 2 })

/** Draws texts of tests; undefined for a model that does not cover streams or branches. */
export function dependentPrograms({ excludes }: Model): fc.Arbitrary<string> | undefined {
  if ((['kernels and streams', 'branches'] as const).some((one) => excludes.includes(one))) return undefined
  return fc
    .record({
      kernels: fc.array(kernel, { minLength: 2, maxLength: 3 }),
      launches: fc.array(fc.tuple(options, between), { minLength: 3, maxLength: 3 }),
      asked: fc.tuple(compared, compared),
    })
    .map(({ kernels, launches, asked }) => {
      const names = ['a', 'b', 'c']
      const threads = kernels.flatMap((all, i) =>
        all.map(([position, lines]) => ({ kernel: names[i] ?? '', position, lines: filled(lines) })),
      )
      const terms = [
        '[x]',
        '[y]',
        ...threads.flatMap(({ kernel, position, lines }) =>
          ['r0', 'r1', 'r2']
            .filter((register) => lines.some((one) => one.includes(` ${register}, [`)))
            .map((register) => `${kernel}.${position}:${register}`),
        ),
      ]
      const host = kernels.flatMap((_, i) => {
        const [option = '', next = ''] = launches[i] ?? []
        return [`${names[i]}<<<2, 2, 0, s${option}>>>()`, ...(next === '' ? [] : [next])]
      })
      const questions = asked.map((all, i) => {
        const condition = all.map(([which, value]) => `${terms[which % terms.length]} == ${value}`).join(' && ')
        return `check (${condition}) as q${i};`
      })
      return [
        '.global x; .global y;',
        ...kernels.map((_, i) => {
          const own = threads.filter(({ kernel }) => kernel === names[i])
          return `kernel ${names[i]} { ${own.map(({ position, lines }) => `${position} { ${lines.join('; ')}; }`).join(' ')} }`
        }),
        `host { ${host.join('; ')}; }`,
        ...questions,
      ].join('\n')
    })
}

/** Puts a register into each open place, and a separate label into each loop. */
const filled = (lines: readonly string[]): readonly string[] =>
  lines.map((one, i) => one.replaceAll('!', `r${i % 3}`).replaceAll('%', `${i}`))
