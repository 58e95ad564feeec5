/** Measures the speed of the page in Chromium, beside that of the command: `npm run bench:page`. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { after, choose, installed, open, play } from './chromium.js'

const runs = 5
const example = 'paper/figure-9-MP.test'

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const row = (...cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2)

if (installed === undefined) {
  console.error('Chromium is not installed: no figures of the page')
  process.exit(2)
}
const played = await play()
row('file', 'MB', 'gzip', 'brotli')
row('---', '---:', '---:', '---:')
const sums = [0, 0, 0]
for (const name of readdirSync(played.folder)) {
  const bytes = readFileSync(join(played.folder, name))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length]
  for (const [i, size] of sizes.entries()) sums[i] = (sums[i] ?? 0) + size
  row(name, ...sizes.map(megabytes))
}
row('all', ...sums.map(megabytes))

/** Milliseconds of something, in each of several runs. */
async function timed(times: number, act: () => Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await act()
    taken.push(performance.now() - start)
  }
  return taken
}

const cold = await timed(runs, async () => (await open(played)).page.context().close())
const { page } = await open(played)
await after(page, () => choose(page, example))
await page.locator('#editor .cm-content').click()
/**
 * The time from the key press to the answer and the picture on the page, without the pause that waits for the next key.
 */
const warm: number[] = await page.evaluate(`(async () => {
  const taken = []
  const status = document.querySelector('#status')
  const seen = () => Number(document.documentElement.dataset.decided)
  for (let i = 0; i < 20; i++) {
    const before = seen()
    document.querySelector('#editor .cm-content').focus()
    document.execCommand('insertText', false, ' ')
    const start = performance.now()
    while (seen() === before) await new Promise((resolve) => setTimeout(resolve, 0))
    taken.push(performance.now() - start)
  }
  return taken
})()`)
const inWorker = Number(/(\d+) ms/.exec((await page.locator('#status').textContent()) ?? '')?.[1])
const command = await timed(runs, async () => {
  execFileSync(process.execPath, ['dist/ptx-litmus.js', 'check', `examples/${example}`])
})
console.log()
row('what', 'ms')
row('---', '---:')
row('first verdict in the page, from an empty profile', median(cold).toFixed(0))
row(`verdict and picture after a key, with the pause of 60 ms: ${example}`, median(warm).toFixed(0))
row('of which the verdict', inWorker)
row('the command on the same file, with its start', median(command).toFixed(0))
await played.close()
