import { join } from 'node:path'
import { ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { must } from '../../source/must.js'
import { root, solver, testsIn, textOf } from '../support.js'

const folder = join(root, 'examples/kernels')

/** The line of a kernel's PTX that has the words. If several have, the one of that index. */
function lineOf(kernel: string, words: string, index: number): string {
  const lines = textOf(folder, `${kernel}.ptx`).split('\n')
  const found = lines.flatMap((line, i) => (line.includes(words) ? [i + 1] : []))
  return `${kernel}.ptx:${must(found[index], `${words} in ${kernel}.ptx`)}`
}

describe('the explanation of a broken kernel names the lines of the mistake', () => {
  test.each([
    ['spin-lock+no-fence', [['atom.global.cas'], ['atom.global.exch']]],
    ['ticket-lock+volatile', [['ld.volatile'], ['st.volatile']]],
    ['grid-barrier+block-scope', [['membar.cta', 0]]],
    ['look-back+relaxed', [['ld.relaxed']]],
    ['ring+relaxed-head', [['st.relaxed']]],
    ['pointer+volatile', [['ld.volatile']]],
    [
      'word+struct',
      [
        ['ld.volatile', 0],
        ['st.volatile', 1],
      ],
    ],
  ] as const)('%s', async (kernel, mistakes) => {
    const name = join(folder, `${kernel}.test`)
    const [program] = testsIn(textOf(name), name)
    if (program === undefined) throw new Error(`${kernel} has no test`)
    const question = must(program.questions[0], 'a question')
    const explanation = explain(program, question, await solver(), { model: ptx75 })
    const lines = explanationText(program, question, 'ptx-7.5', explanation).split('\n')
    const changes = lines.filter((line) => /^ {2}(replace|insert|swap) /.test(line))
    const named = mistakes.filter(([words, index = 0]) =>
      changes.some((line) => line.includes(`(${lineOf(kernel, words, index)})`)),
    )
    expect(named).toEqual(mistakes)
  })
})
