/**
 * Small random programs in which dependent kernels of one GPU are in memory synchronisation domains of their own, and a
 * kernel of another GPU, or another dependent, takes part.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'

const name = fc.constantFrom('x', 'y')
const scope = fc.constantFrom('gpu', 'gpu', 'sys')
const at = (text: (place: string, of: string) => string): fc.Arbitrary<string> =>
  fc.tuple(name, scope).map(([place, of]) => text(place, of))

/** `!` is replaced by a register of the thread, and `%` by the number of its line. */
const access: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: name.map((place) => `ld.weak !, [${place}]`) },
  { weight: 3, arbitrary: fc.tuple(name, fc.constantFrom(1, 2)).map(([place, one]) => `st.weak [${place}], ${one}`) },
  { weight: 1, arbitrary: at((place, of) => `st.release.${of} [${place}], 1`) },
  { weight: 1, arbitrary: at((place, of) => `ld.acquire.${of} !, [${place}]`) },
  { weight: 1, arbitrary: at((place, of) => `L%: ld.relaxed.${of} !, [${place}]; bne !, 1, L%`) },
)
const lines = (most: number): fc.Arbitrary<readonly string[]> => fc.array(access, { minLength: 0, maxLength: most })
const fence = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  scope.map((of) => `fence.acq_rel.${of}`),
)

/** The first kernel: it stores, fences, triggers, and goes on. */
const first = fc
  .tuple(lines(2), fence, fc.constantFrom('griddepcontrol.launch_dependents', ''), lines(1))
  .map(([before, fence, trigger, after]) => [...before, fence, trigger, ...after])
/** A dependent: what it does before and after it waits, if it does. */
const dependent = fc
  .tuple(
    lines(1),
    fc.constantFrom('griddepcontrol.wait', 'griddepcontrol.wait', ''),
    lines(2),
    fence,
    fc.constantFrom('', 'griddepcontrol.launch_dependents'),
  )
  .map(([before, wait, after, fence, trigger]) => [
    ...before,
    wait,
    ...after,
    ...(trigger === '' ? [] : [fence, trigger]),
  ])
const elsewhere = fc.tuple(lines(2), fence, lines(1)).map(([before, fence, after]) => [...before, fence, ...after])

const domain = fc.constantFrom('', '', ', domain(1)')
const programmatic = fc.constantFrom(', programmatic', ', programmatic', ', programmatic', '')
const third = fc.oneof(
  fc.tuple(dependent, fc.constant(0), programmatic),
  fc.tuple(elsewhere, fc.constant(1), fc.constant('')),
)
const compared = fc.array(fc.tuple(fc.nat(), fc.nat(2)), { minLength: 1, maxLength: 2 })

/** Draws texts of tests; undefined for a model that does not cover streams or branches. */
export function dependentsInDomains({ excludes }: Model): fc.Arbitrary<string> | undefined {
  if ((['kernels and streams', 'branches'] as const).some((one) => excludes.includes(one))) return undefined
  const kernels = fc.tuple(
    fc.tuple(first, fc.constant(0), fc.constant('')),
    fc.tuple(dependent, fc.constant(0), programmatic),
    third,
  )
  return fc
    .record({ kernels, domains: fc.tuple(domain, domain, domain), asked: fc.tuple(compared, compared) })
    .map(({ kernels, domains, asked }) => {
      const placed = kernels.map(([all, gpu, option], i) => ({
        kernel: `k${i}`,
        gpu,
        launch: `k${i}<<<1, 1, 0, s${gpu}, device(${gpu})${option}${domains[i] ?? ''}>>>()`,
        text: [...all.filter((line) => line !== ''), 'mov.u32 r9, 1'].map((line, at) =>
          line.replaceAll('!', `r${at}`).replaceAll('%', `${at}`),
        ),
      }))
      const terms = placed.flatMap(({ kernel, gpu, text }) =>
        text.flatMap((line) => {
          const register = / (r[0-8]), \[/.exec(line)?.[1]
          return register === undefined ? [] : [`${kernel}.d${gpu}.b0.t0:${register}`]
        }),
      )
      const asks = ['[x]', '[y]', ...terms]
      const questions = asked.map((all, i) => {
        const condition = all.map(([which, one]) => `${asks[which % asks.length]} == ${one}`).join(' && ')
        return `check (${condition}) as q${i};`
      })
      return [
        '.global x; .global y;',
        ...placed.map(({ kernel, gpu, text }) => `kernel ${kernel} { d${gpu}.b0.t0 { ${text.join('; ')}; } }`),
        `host { ${placed.map(({ launch }) => launch).join('; ')}; }`,
        ...questions,
      ].join('\n')
    })
}
