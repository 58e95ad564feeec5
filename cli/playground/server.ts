/** The files of the page over HTTP, for browsers of this machine. */

import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.wasm', 'application/wasm'],
])

/** A file at its place, or its text. */
type ServedFile = URL | string

/** The names under which files are served. Nothing else is served: a name is never taken for a path. */
export type Served = ReadonlyMap<string, ServedFile>

/** Serves these files. */
export const serverOf = (files: Served): Server => createServer((request, response) => serve(files, request, response))

function serve(files: Served, { url = '/', method, headers }: IncomingMessage, response: ServerResponse): void {
  const name = url
    .replace(/[?#].*$/s, '')
    .replace(/^\/$/, '/index.html')
    .slice(1)
  const file = files.get(name)
  if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(file === undefined ? 404 : 405).end()
    return
  }
  const { size, state } = contentOf(file)
  const etag = `"${createHash('sha256').update(`${name} ${state}`).digest('hex').slice(0, 16)}"`
  const isKnown = headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : 200, {
    'Content-Type': types.get(extname(name)) ?? 'application/octet-stream',
    ...(isKnown ? {} : { 'Content-Length': size }),
    ETag: etag,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
  if (isKnown || method === 'HEAD') response.end()
  else if (typeof file === 'string') response.end(file)
  else
    createReadStream(fileURLToPath(file))
      .on('error', () => response.destroy())
      .pipe(response)
}

/** Returns the size of a file in bytes, and what differs when its text differs. */
function contentOf(file: ServedFile): { readonly size: number; readonly state: string } {
  if (typeof file === 'string') return { size: Buffer.byteLength(file), state: file }
  const { size, mtimeMs } = statSync(file)
  return { size, state: `${size} ${mtimeMs}` }
}
