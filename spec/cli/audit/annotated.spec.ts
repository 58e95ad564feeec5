/** Sources with a mark for each piece. */

import { join } from 'node:path'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, run } = workplace()
const kernel = join(root, 'examples/kernels/last-block.test')

test('--annotate prints the lines of the source, with some around them', async () => {
  const { status, stdout } = await run(['audit', kernel, '--annotate'])
  expect(status).toBe(0)
  expect(stdout).toContain(`✗  6     __threadfence();  // 2 may be weaker: cuda::atomic_thread_fence(`)
  expect(stdout).toContain(`  9   }
✓ 10   __syncthreads();  // 5 needed: without it, race
  11   if (is_last) {`)
  expect(stdout).toContain('✗ 11   cudaDeviceSynchronize();  // 1 not needed\n')
  expect(stdout).not.toContain('extern "C"')
})

test('--mutation-report writes a page without scripts, if it ends in .html', async () => {
  await run(['audit', kernel, '--mutation-report', 'audit.html'])
  const page = textOf(folder, 'audit.html')
  expect(page).toContain('<p>Mutation score: 67 %</p>')
  expect(page).toContain(
    '<b class="needed"><span>10</span>   __syncthreads();</b><i>5 needed: without it, race</i>\n<span>11</span>   if (is_last) {\n',
  )
  expect(page).toContain('extern &quot;C&quot;')
  expect(page).not.toMatch(/<script|https?:/)
})

test('--annotate and --json print different things', async () => {
  const { status, stderr } = await run(['audit', kernel, '--annotate', '--json'])
  expect(status).toBe(2)
  expect(stderr).toContain('--json prints a document; give one of them')
})
