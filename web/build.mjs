/**
 * Makes the page in dist/web, or in the folder that is named: the page, its worker, its service worker, the examples, the
 * documentation, and CaDiCaL.
 */

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { exchange } from '../exchange.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const place = resolve(root, process.argv[2] ?? 'dist/web')
const target = `${place}.${process.pid}`

mkdirSync(target, { recursive: true })

const textOf = (file) => readFileSync(file, 'utf8')
const loaded = await build({
  absWorkingDir: root,
  stdin: {
    contents: "export * from './cli/playground/examples.js'; export * from './cli/playground/documents.js'",
    resolveDir: root,
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
})
const { examplesJson, sourcesJson, documentsJson } = await import(
  `data:text/javascript;base64,${Buffer.from(loaded.outputFiles[0].contents).toString('base64')}`
)
writeFileSync(join(target, 'examples.json'), examplesJson(join(root, 'examples')))
writeFileSync(join(target, 'sources.json'), sourcesJson(join(root, 'examples')))
writeFileSync(join(target, 'docs.json'), documentsJson(root))
copyFileSync(join(root, 'web', 'style.css'), join(target, 'style.css'))
copyFileSync(join(root, 'web', 'site.css'), join(target, 'help.css'))
copyFileSync(createRequire(import.meta.url).resolve('cadical-wasm/cadical.wasm'), join(target, 'cadical.wasm'))
const digest = (...contents) => {
  const hash = createHash('sha256')
  for (const one of contents) hash.update(one)
  return hash.digest('hex').slice(0, 16)
}
const { homepage, version, repository } = JSON.parse(textOf(join(root, 'package.json')))
const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'warning',
  outdir: target,
  define: { VERSION: JSON.stringify(version) },
}
const { metafile } = await build({
  ...shared,
  entryPoints: ['web/page.ts', 'web/worker.ts'],
  format: 'esm',
  // The page and its worker share files; what certificates need is in others, which are loaded when one is wanted.
  splitting: true,
  metafile: true,
  // Emscripten's JavaScript imports these only under Node.
  external: ['fs', 'path', 'crypto', 'worker_threads', 'node:module'],
})
/** The scripts that the page and its worker start with. */
const scripts = new Set(['page.js', 'worker.js'])
const outputs = new Map(Object.entries(metafile.outputs).map(([path, one]) => [basename(path), one]))
for (const name of scripts)
  for (const { path, kind } of outputs.get(name).imports)
    if (kind === 'import-statement' && outputs.has(basename(path))) scripts.add(basename(path))
/** Their files, which the browser requests before it has read what imports them. */
const preloads = outputs
  .get('page.js')
  .imports.filter(({ kind }) => kind === 'import-statement')
  .map(({ path }) => `<link rel="modulepreload" href="${basename(path)}" />\n    `)
const page = textOf(join(root, 'web', 'index.html'))
  .replace('VERSION', version)
  .replace('<script type="module"', `${preloads.join('')}<script type="module"`)
writeFileSync(join(target, 'index.html'), page)

await build({
  ...shared,
  entryPoints: ['web/help.ts'],
  format: 'esm',
  define: {
    PLAYGROUND: JSON.stringify(`${homepage}playground/`),
    FILES: JSON.stringify(`${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}`),
  },
})
writeFileSync(join(target, 'help.html'), textOf(join(root, 'web', 'help.html')).replace('VERSION', version))

await build({
  ...shared,
  entryPoints: ['web/service-worker.ts'],
  format: 'iife',
  define: {
    ...shared.define,
    SCRIPTS: JSON.stringify([...scripts]),
    BUILD: JSON.stringify(
      digest(
        ...readdirSync(target)
          .toSorted()
          .map((file) => readFileSync(join(target, file))),
      ),
    ),
  },
})
exchange(target, place, { recursive: true, entries: ['index.html', 'service-worker.js'] })
