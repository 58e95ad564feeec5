/**
 * Small random programs with kernels on two GPUs and in two memory synchronisation domains, in default and other
 * streams, with calls between them that are about one GPU or both.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'

const name = fc.constantFrom('x', 'y')
const value = fc.constantFrom('1', '2')
const scope = fc.constantFrom('gpu', 'gpu', 'sys')

/** `!` is replaced by a register of the thread, and `%` by the number of its line. */
const statement: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: name.map((at) => `ld.weak !, [${at}]`) },
  { weight: 3, arbitrary: fc.tuple(name, value).map(([at, stored]) => `st.weak [${at}], ${stored}`) },
  { weight: 2, arbitrary: fc.tuple(name, scope).map(([at, of]) => `st.relaxed.${of} [${at}], 1`) },
  { weight: 2, arbitrary: fc.tuple(name, scope).map(([at, of]) => `st.release.${of} [${at}], 1`) },
  { weight: 3, arbitrary: fc.tuple(name, scope).map(([at, of]) => `ld.acquire.${of} !, [${at}]`) },
  { weight: 1, arbitrary: fc.tuple(name, scope).map(([at, of]) => `atom.add.acq_rel.${of} !, [${at}], 1`) },
  { weight: 2, arbitrary: scope.map((of) => `fence.acq_rel.${of}`) },
  { weight: 1, arbitrary: scope.map((of) => `fence.sc.${of}`) },
  { weight: 1, arbitrary: fc.tuple(name, scope).map(([at, of]) => `L%: ld.relaxed.${of} !, [${at}]; bne !, 1, L%`) },
  { weight: 2, arbitrary: fc.constant('griddepcontrol.launch_dependents') },
  { weight: 1, arbitrary: fc.constant('griddepcontrol.wait') },
)

const kernel = fc.record({
  lines: fc.array(statement, { minLength: 1, maxLength: 3 }),
  gpu: fc.constantFrom(0, 1, 1),
  domain: fc.constantFrom('', '', ', domain(0)', ', domain(1)'),
  isNamed: fc.boolean(),
  programmatic: fc.constantFrom('', '', ', programmatic'),
  next: fc.constantFrom(
    ...['', '', '', '', 'cudaSetDevice(1)', 'cudaDeviceSynchronize()', 'cudaSetDevice(0); cudaDeviceSynchronize()'],
    ...['cudaEventRecord(e, s0); cudaStreamWaitEvent(s1, e)', 'cudaEventRecord(e, s0); cudaEventSynchronize(e)'],
    ...['cudaMemcpyPeerAsync(y, 1, x, 0)', 'cudaMemcpyPeerAsync(y, 0, x, 1, s1)', 'cudaMemcpyAsync(y, x)'],
  ),
})

const compared = fc.array(fc.tuple(fc.nat(), fc.constantFrom('0', '1', '2')), { minLength: 1, maxLength: 2 })

/** Draws texts of tests; undefined for a model that does not cover streams or branches. */
export function devicePrograms({ excludes }: Model): fc.Arbitrary<string> | undefined {
  if ((['kernels and streams', 'branches'] as const).some((one) => excludes.includes(one))) return undefined
  return fc
    .record({ kernels: fc.array(kernel, { minLength: 2, maxLength: 3 }), asked: fc.tuple(compared, compared) })
    .map(({ kernels, asked }) => {
      const placed = kernels.map((one, i) => ({
        ...one,
        name: `k${i}`,
        lines: one.lines.map((line, at) => line.replaceAll('!', `r${at}`).replaceAll('%', `${at}`)),
      }))
      const terms = [
        '[x]',
        '[y]',
        ...placed.flatMap(({ name, gpu, lines }) =>
          ['r0', 'r1', 'r2']
            .filter((register) => lines.some((one) => one.includes(` ${register}, [`)))
            .map((register) => `${name}.d${gpu}.b0.t0:${register}`),
        ),
      ]
      const host = placed.flatMap(({ name, gpu, domain, isNamed, programmatic, next }) => [
        `${name}<<<1, 1${isNamed ? `, 0, s${gpu}` : ''}, device(${gpu})${domain}${programmatic}>>>()`,
        ...(next === '' ? [] : [next]),
      ])
      const questions = asked.map((all, i) => {
        const condition = all.map(([which, value]) => `${terms[which % terms.length]} == ${value}`).join(' && ')
        return `check (${condition}) as q${i};`
      })
      return [
        '.global x; .global y;',
        ...placed.map(({ name, gpu, lines }) => `kernel ${name} { d${gpu}.b0.t0 { ${lines.join('; ')}; } }`),
        `host { ${host.join('; ')}; }`,
        ...questions,
      ].join('\n')
    })
}
