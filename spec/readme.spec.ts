import { join } from 'node:path'
import { ptx75 } from '../axioms/models.js'
import { witnesses } from '../encoder/decide/witnesses.js'
import type { Witness } from '../report/witness.js'
import { witnessOf } from '../witness/build.js'
import { witnessSvg } from '../witness/picture/svg.js'
import { witnessText } from '../witness/text.js'
import { expectGolden } from './golden.js'
import { root, solver, testsIn, textOf, verdictOf } from './support.js'

const readme = textOf(root, 'README.md')

/** The stale read of the test that the README begins with. */
async function stale(): Promise<Witness> {
  const text = /`stale\.test` passes[\s\S]*?```\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const test = testsIn(text, 'stale.test').find(({ row }) => row?.number === 2)
  const [question] = test?.questions ?? []
  if (test === undefined || question === undefined) throw new Error('README.md has no test')
  const { graph, model, found } = witnesses(test, question, await solver(), { model: ptx75 })
  const [execution] = found
  if (execution === undefined) throw new Error('the stale read is forbidden')
  return witnessOf({ graph, model, execution, question })
}

test('the picture is what the tool draws', async () => {
  expectGolden(join(root, 'docs/stale.svg'), `${witnessSvg([await stale()])}\n`)
})

test('the program with kernels and streams: the read is fresh, and stale with the wait gone, or in another stream', async () => {
  const text = /```\n(\.global A;[\s\S]*?)```/.exec(readme.slice(readme.indexOf('### Kernels')))?.[1] ?? ''
  expect(await verdictOf(text)).toBe('forbidden')
  for (const [from, to] of [
    ['cudaStreamWaitEvent(stream2, written);', ''],
    ['write<<<1, 1, 0, stream1>>>', 'write<<<1, 1, 0, stream2>>>'],
  ]) {
    const changed = text.replace(from ?? '', to ?? '')
    expect(changed).not.toBe(text)
    expect(await verdictOf(changed)).toBe('allowed')
  }
})

test('the text is what the tool writes', async () => {
  expect(readme).toContain(witnessText(await stale()))
})
