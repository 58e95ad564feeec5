import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateOf } from '../../../web/state.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { run, write } = workplace()

/** Starts the command as a process, and waits until it has printed the address of the page. */
async function started(...words: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'dist/ptx-litmus.js'), 'playground', '--no-open', ...words])
  const [printed] = await once(child.stdout, 'data')
  return { child, address: String(printed).trim() }
}

async function ended(child: Awaited<ReturnType<typeof started>>['child']) {
  child.kill('SIGINT')
  const [status] = await once(child, 'exit')
  return status
}

test('it serves the page until Ctrl-C', async () => {
  const { child, address } = await started('--port', '0')
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  const page = await fetch(address)
  expect(await page.text()).toContain('<title>ptx-litmus</title>')
  const cadical = await fetch(`${address}cadical.wasm`, { method: 'HEAD' })
  expect([cadical.status, cadical.headers.get('Content-Type')]).toEqual([200, 'application/wasm'])
  expect(await ended(child)).toBe(0)
})

test('the examples of the page are those of the package', async () => {
  const { child, address } = await started('--port', '0')
  const path = 'paper/figure-2-IRIW.test'
  const textOf = (file: string) => readFileSync(join(root, 'examples', file), 'utf8')
  expect(await (await fetch(`${address}examples.json`)).json()).toMatchObject({
    models: expect.arrayContaining([{ name: 'ptx-9.4', text: expect.stringContaining('acyclic') }]),
    tests: expect.arrayContaining([{ path, text: textOf(path) }]),
    modules: { 'kernels/last-block.ptx': textOf('kernels/last-block.ptx') },
  })
  expect(await (await fetch(`${address}sources.json`)).json()).toMatchObject({
    'kernels/last-block.cu': textOf('kernels/last-block.cu'),
  })
  expect(await ended(child)).toBe(0)
})

test('a test that is given is in the page', async () => {
  const text = '.global x;\nd0.b0.t0 { ld.weak r0, [x]; }\npermit (r0 == 0) as zero;\n'
  const { child, address } = await started('--port', '0', write('a.test', text))
  expect(await stateOf(new URL(address).hash)).toMatchObject({ name: 'a.test', text })
  expect(await ended(child)).toBe(0)
})

test('a port that is taken, and a test that is not there, are errors', async () => {
  const { child, address } = await started('--port', '0')
  const { port } = new URL(address)
  expect(await run(['playground', '--no-open', '--port', port])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`--port ${port}: the page cannot be served`),
  })
  expect(await ended(child)).toBe(0)
  expect(await run(['playground', '--no-open', 'none.test'])).toMatchObject({ status: 2 })
})
