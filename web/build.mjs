/**
 * Makes the page in dist/web, or in the folder that is named: the page, its worker, its service worker, the examples,
 * and z3.
 */

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { exchange } from '../exchange.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const place = resolve(root, process.argv[2] ?? 'dist/web')
const target = `${place}.${process.pid}`

/** Returns the files below a folder that have one of these endings, sorted by path. */
const filesBelow = (folder, ...endings) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && endings.some((ending) => one.name.endsWith(ending)))
    .map((one) => join(one.parentPath, one.name))
    .toSorted()

mkdirSync(target, { recursive: true })

const examples = join(root, 'examples')
const textOf = (file) => readFileSync(file, 'utf8')
const modules = filesBelow(examples, '.ptx').map((file) => [file.replace(/^.*\//, ''), textOf(file)])
const builtIn = await build({
  absWorkingDir: root,
  stdin: {
    contents: `export { models } from './axioms/models.js'; export { printModel } from './axioms/algebra/cat/print.js'`,
    resolveDir: root,
  },
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  write: false,
})
const { models, printModel } = await import(
  `data:text/javascript;base64,${Buffer.from(builtIn.outputFiles[0].contents).toString('base64')}`
)
const tests = filesBelow(examples, '.test', '.litmus').map((file) => ({
  path: relative(examples, file),
  text: textOf(file),
}))
writeFileSync(
  join(target, 'examples.json'),
  JSON.stringify({
    models: models.map((model) => ({ name: model.name, text: printModel(model) })),
    tests,
    modules: Object.fromEntries(modules),
  }),
)
copyFileSync(join(root, 'web', 'style.css'), join(target, 'style.css'))
const z3 = createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')
copyFileSync(z3, join(target, 'z3-built.wasm'))
const digest = (...contents) => {
  const hash = createHash('sha256')
  for (const one of contents) hash.update(one)
  return hash.digest('hex').slice(0, 16)
}
// A new z3 gets a new address, so that a cached one never needs to be checked.
const address = `z3-built.wasm?${digest(readFileSync(z3))}`
writeFileSync(join(target, 'index.html'), textOf(join(root, 'web', 'index.html')).replace('z3-built.wasm', address))

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'warning',
  outdir: target,
  define: { Z3: JSON.stringify(address) },
}
await build({
  ...shared,
  entryPoints: ['web/page.ts', 'web/worker.ts'],
  format: 'esm',
  // Emscripten's JavaScript imports these only under Node.
  external: ['fs', 'path', 'crypto', 'worker_threads'],
})
await build({
  ...shared,
  entryPoints: ['web/service-worker.ts'],
  format: 'iife',
  define: {
    ...shared.define,
    BUILD: JSON.stringify(digest(...filesBelow(target, '').map((file) => readFileSync(file)))),
  },
})
exchange(target, place, { recursive: true, entries: ['index.html', 'service-worker.js'] })
