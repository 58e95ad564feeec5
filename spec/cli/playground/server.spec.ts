import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverOf } from '../../../cli/playground/server.js'

const folder = await mkdtemp(join(tmpdir(), 'ptx-litmus-'))
writeFileSync(join(folder, 'page.js'), 'one()')
writeFileSync(join(folder, 'secret'), 'two')
const server = serverOf(new Map([['page.js', pathToFileURL(join(folder, 'page.js'))]]))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' ? address?.port : undefined
afterAll(() => server.close())

/** Sends the path as it is, as no client does. */
const status = (path: string, method = 'GET', headers = {}) =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume()
      resolve([response.statusCode, response.headers['content-length'] ?? null])
    }).end()
  })

test('it serves the files that it is given, and nothing beside them', async () => {
  expect(await status('/page.js')).toEqual([200, '5'])
  expect(await status('/page.js?x=1')).toEqual([200, '5'])
  expect(await status('/page.js', 'HEAD')).toEqual([200, '5'])
  for (const path of ['/secret', '/../secret', '/%2e%2e/secret', '//secret', '/', '/page.js/../secret'])
    expect([path, await status(path)]).toEqual([path, [404, null]])
  expect(await status('/page.js', 'POST')).toEqual([405, null])
})

test('files that a browser has are not sent again', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${port}/page.js`)
  expect(await status('/page.js', 'GET', { 'If-None-Match': headers.get('ETag') })).toEqual([304, null])
})
