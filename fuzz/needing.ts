/** Small random programs whose blocks, kernels and hosts wait for each other, so that many end only if some of them run at the same time. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'

const flag = fc.constantFrom('x', 'y')
const set = flag.map((at) => `st.relaxed.sys [${at}], 1`)
const awaits = flag.map((at) => `L%: ld.relaxed.sys !, [${at}]; bne !, 1, L%`)
const asks = flag.map((at) => `L%: ! = cudaStreamQuery(a); ld.relaxed.sys !, [${at}]; bne !, 1, L%`)

/** `!` is replaced by a register of the thread, `%` by a number. */
const block = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: set },
    { weight: 4, arbitrary: awaits },
    { weight: 1, arbitrary: fc.constant('griddepcontrol.launch_dependents') },
    { weight: 1, arbitrary: fc.constant('griddepcontrol.wait') },
  ),
  { minLength: 1, maxLength: 2 },
)

const kernel = fc.record({
  blocks: fc.oneof(
    { weight: 2, arbitrary: fc.array(block, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(block, { minLength: 2, maxLength: 2 }) },
  ),
  stream: fc.constantFrom('a', 'b'),
  option: fc.constantFrom('', '', ', programmatic', ', resident(1)', ', resident(2)'),
})

const call = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: set },
  { weight: 3, arbitrary: awaits },
  { weight: 1, arbitrary: asks },
  { weight: 1, arbitrary: fc.constantFrom('cudaStreamSynchronize(a)', 'cudaStreamSynchronize(b)') },
)

/** Texts of tests; undefined for a model that does not cover streams or branches. */
export function needingPrograms({ excludes }: Model): fc.Arbitrary<string> | undefined {
  if ((['kernels and streams', 'branches'] as const).some((one) => excludes.includes(one))) return undefined
  return fc
    .record({
      kernels: fc.array(fc.tuple(kernel, call), { minLength: 1, maxLength: 2 }),
      last: call,
      setter: fc.nat(),
    })
    .map(({ kernels, last, setter }) => {
      // What is awaited is set somewhere: otherwise nothing ends.
      const written = [...kernels.flatMap(([{ blocks }, after]) => [...blocks.flat(), after]), last].join('\n')
      const missing = ['x', 'y'].filter(
        (at) => written.includes(`ld.relaxed.sys !, [${at}]`) && !written.includes(`sys [${at}], 1`),
      )
      const all = kernels.flatMap(([{ blocks }]) => blocks)
      const chosen = all[setter % all.length]
      const threads = kernels.map(([{ blocks }], i) => {
        const bodies = blocks.map((lines, at) => {
          const set = lines === chosen ? missing.map((flag) => `st.relaxed.sys [${flag}], 1`) : []
          return `  d0.b${at}.t0 { ${filled([...set, ...lines], `${i}${at}`)}; }`
        })
        return [`kernel k${i} {`, ...bodies, '}'].join('\n')
      })
      const calls = kernels.flatMap(([{ blocks, stream, option }, after], i) => [
        `k${i}<<<${blocks.length}, 1, 0, ${stream}${option}>>>()`,
        ...(after === '' ? [] : [filled([after], `h${i}`)]),
      ])
      // Streams are used before what asks for them.
      const host = [
        'cudaEventRecord(e, a)',
        'cudaEventRecord(f, b)',
        ...calls,
        ...(last === '' ? [] : [filled([last], 'h')]),
      ]
      return `.global x; .global y;\n${threads.join('\n')}\nhost {\n  ${host.join(';\n  ')};\n}\ncheck (true) as q;`
    })
}

/** Gives each line its registers and labels. */
const filled = (lines: readonly string[], name: string): string =>
  lines.map((line, i) => line.replaceAll('!', `r${i}`).replaceAll('%', `${name}_${i}`)).join('; ')
