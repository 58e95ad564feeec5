/**
 * The contents of the .vsix: the client as one file, the files that `package.json` names, and the command with its
 * solvers, which need no other installation.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { type DeflateOptions, zipSync } from 'fflate'
import * as z from 'zod'
import { must } from '../../source/must.js'
import { type Manifest, parts } from './opc.js'

const manifests = z.looseObject({
  name: z.string(),
  version: z.string(),
  displayName: z.string(),
  description: z.string(),
  publisher: z.string(),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
  extensionKind: z.array(z.string()),
  engines: z.object({ vscode: z.string() }),
  icon: z.string(),
  license: z.string(),
})

/** The addresses of the project, which the package has. */
const projects = z.object({
  homepage: z.string(),
  bugs: z.string(),
  repository: z.object({ type: z.string(), url: z.string() }),
  author: z.string(),
})

/**
 * Builds the extension as a .vsix with the command from `dist/`, and returns its bytes and its name. `root` is the
 * folder of the repository; `level` is that of the compression, from 0 for none (z3 takes seconds) to 9.
 */
export async function packaged(
  root: string,
  level: DeflateOptions['level'] = 6,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const here = join(root, 'editors/vscode')
  const addresses = projects.parse(JSON.parse(textIn(root, 'package.json')))
  const { devDependencies: _, ...own } = manifests.parse(JSON.parse(textIn(here, 'package.json')))
  const manifest = { ...own, ...addresses }
  const files = new Map([
    ['package.json', encoded(JSON.stringify(manifest, null, 2))],
    ['README.md', encoded(withPictures(textIn(here, 'README.md'), addresses))],
    ['LICENSE.txt', readFileSync(join(root, 'LICENSE'))],
    ['images/icon.png', readFileSync(join(here, 'images/icon.png'))],
    ...below(here, 'grammars'),
    ...below(here, 'languages'),
    ['dist/extension.cjs', await client(here)],
    ...server(root),
  ])
  return { name: nameOf(manifest), bytes: zipSync(Object.fromEntries(parts(manifest, files, encoded)), { level }) }
}

/**
 * Returns a page whose pictures are those of the repository, as the market shows it: a .vsix with pictures would be
 * larger.
 */
const withPictures = (page: string, { repository }: z.infer<typeof projects>): string =>
  page.replaceAll('](images/', `](${repository.url.replaceAll(/^git\+|\.git$/g, '')}/raw/main/editors/vscode/images/`)

const nameOf = ({ name, version }: Manifest): string => `${name}-${version}.vsix`

type Entry = readonly [path: string, content: Uint8Array]

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

const textIn = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

const below = (folder: string, inside: string): readonly Entry[] =>
  readdirSync(join(folder, inside)).map((name) => [`${inside}/${name}`, readFileSync(join(folder, inside, name))])

/** Bundles the client. VS Code loads CommonJS and provides the module `vscode`. */
async function client(folder: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['extension.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    external: ['vscode'],
    write: false,
    logLevel: 'warning',
  })
  return must(outputFiles[0], 'the bundle of the client').contents
}

/** Returns the file of CaDiCaL if it is loaded: not its types. */
const loaded = (name: string): readonly string[] => (/\.(js|wasm)$/.test(name) ? [`dist/${name}`] : [])

/** Returns the command as npm would install it: its bundle, and the parts of z3-solver and CaDiCaL that it loads. */
function server(root: string): readonly Entry[] {
  const { name, version } = manifestOf(join(root, 'package.json'))
  const own = { name, version, type: 'module', exports: { './package.json': './package.json' } }
  const solver = dirname(createRequire(join(root, 'package.json')).resolve('z3-solver/package.json'))
  const lowLevel = 'build/low-level'
  const ofSolver = [
    'package.json',
    'LICENSE.txt',
    'build/z3-built.js',
    'build/z3-built.wasm',
    ...readdirSync(join(solver, lowLevel)).flatMap((one) => (one.endsWith('.js') ? [`${lowLevel}/${one}`] : [])),
  ]
  const sat = join(root, 'node_modules/cadical-wasm')
  const ofSat = ['package.json', 'LICENSE', ...readdirSync(join(sat, 'dist')).flatMap(loaded)]
  return [
    ['server/package.json', encoded(JSON.stringify(own, null, 2))],
    ...imported(join(root, 'dist')),
    ...ofSolver.map((path): Entry => [`server/node_modules/z3-solver/${path}`, readFileSync(join(solver, path))]),
    ...ofSat.map((path): Entry => [`server/node_modules/cadical-wasm/${path}`, readFileSync(join(sat, path))]),
  ]
}

const manifestOf = (path: string) =>
  z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8')))

/**
 * Returns the command, the script of its threads, and the files of the bundle that they import directly or indirectly.
 */
function imported(folder: string): readonly Entry[] {
  const texts = new Map<string, string>()
  const add = (name: string): void => {
    if (texts.has(name)) return
    const text = textIn(folder, name)
    texts.set(name, text)
    for (const [, other] of text.matchAll(/["']\.\/([\w-]+\.js)["']/g)) if (other !== undefined) add(other)
  }
  add('ptx-litmus.js')
  add('worker.js')
  return [...texts].map(([name, text]) => [`server/dist/${name}`, encoded(text)])
}
