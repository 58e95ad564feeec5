/** The sentence that wider elements of vectors are enough. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixDocument } from '../../report/repairs.js'
import { workplace } from '../cli/workplace.js'
import { root } from '../support.js'

const { run, write } = workplace()
const example = (name: string): string => join(root, 'examples/kernels', name)

async function reasonOf(path: string, question: string): Promise<string | undefined> {
  const { stdout } = await run(['fix', '--json', path, '--question', question])
  const { result, reason } = fixDocument.parse(JSON.parse(stdout))
  expect(result).toBe('no repair')
  return reason
}

test('a word with its flag in one element of 64 bits is enough, at the accesses that are strong', async () => {
  const reason = await reasonOf(example('vector+words.test'), 'torn')
  expect(reason).toContain(
    'in no order (ISA 8.2.4), so that no fence orders them, and one element can hold what belongs together: verified with ld.volatile.global.v2.b64 in place of ld.volatile.global.v4.u32 at vector+words.cu:11',
  )
  expect(reason).toContain(', and st.volatile.global.v2.b64 in place of st.volatile.global.v4.u32 at vector+words.cu:4')
  expect(reason).not.toContain('st.global.v2.u32')
})

test('it is not said where it is not enough, nor of elements of 64 bits', async () => {
  write('vector+words.ptx', readFileSync(example('vector+words.ptx')))
  const text = readFileSync(example('vector+words.test'), 'utf8')
  const path = write('both.test', text.replace('out == {0, 43}', 'out == {42, 43}'))
  expect(await reasonOf(path, 'torn')).not.toContain('8.2.4')
  expect(await reasonOf(example('quad+two-halves.test'), 'torn')).not.toContain('8.2.4')
})
