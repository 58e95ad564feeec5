import { join } from 'node:path'
import { ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { must } from '../../source/must.js'
import { root, solver, testsIn, textOf } from '../support.js'

const folder = join(root, 'examples/kernels')

/** What an explanation proposes to change, the vectors that are torn, and where undefined behaviour or a trap is reached. */
const blamed = (explanation: string): string =>
  [
    ...explanation.matchAll(/^ {2}(replace|insert|swap) .*$/gm),
    ...explanation.matchAll(/^A torn vector: .*\n( {2}.*\n)+/gm),
    ...explanation.matchAll(/^ {2}.* (at|traps at) .*\.ptx:.*$/gm),
  ]
    .map(([found]) => found)
    .join('\n')

/** The line of a kernel's PTX that has the words. If several have, the one of that index. */
function lineOf(kernel: string, words: string, index: number): string {
  const module = kernel.replace('+plain-launch', '')
  const lines = textOf(folder, `${module}.ptx`).split('\n')
  const found = lines.flatMap((line, i) => (line.includes(words) ? [i + 1] : []))
  return `${module}.ptx:${must(found[index], `${words} in ${module}.ptx`)}`
}

describe('the explanation of a broken kernel names the lines of the mistake', () => {
  test.each([
    ['block-sum+divergent', [['bar.sync', 1]]],
    ['cooperative-groups+plain-launch', [['trap;']]],
    ['last-block+no-acquire', [['atom.global.inc']]],
    ['last-block+no-release', [['atom.global.inc']]],
    ['vector+one-flag', [['ld.volatile'], ['st.volatile']]],
    ['vector+words', [['ld.volatile'], ['st.volatile']]],
    ['spin-lock+no-fence', [['atom.global.cas'], ['atom.global.exch']]],
    ['ticket-lock+volatile', [['ld.volatile'], ['st.volatile']]],
    [
      'grid-barrier+block-scope',
      [
        ['membar.cta', 0],
        ['membar.cta', 1],
      ],
    ],
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
    const text = blamed(explanationText(program, question, 'ptx-7.5', explanation))
    const named = mistakes.filter(([words, index = 0]) => text.includes(lineOf(kernel, words, index)))
    expect(named).toEqual(mistakes)
  })
})
