/** The .vsix, unpacked. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import * as z from 'zod'
import { packaged } from '../../../editors/vscode/contents.js'
import { clientOf } from '../../cli/lsp/client.js'
import { root } from '../../support.js'
import { activated } from './editor.js'

const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { name, bytes } = await packaged(root, 0)
const unpacked = unzipSync(bytes)
const files = Object.keys(unpacked)
for (const [path, content] of Object.entries(unpacked)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8')

const manifest = z
  .object({
    version: z.string(),
    main: z.string(),
    icon: z.string(),
    repository: z.object({ url: z.string() }),
    contributes: z.object({
      languages: z.array(z.object({ id: z.string(), configuration: z.string() })),
      grammars: z.array(z.object({ language: z.string().optional(), scopeName: z.string(), path: z.string() })),
      configuration: z.object({ properties: z.record(z.string(), z.object({ default: z.unknown() })) }),
      commands: z.array(z.object({ command: z.string() })),
    }),
  })
  .parse(JSON.parse(textOf('extension/package.json')))
const { languages, grammars, configuration, commands } = manifest.contributes

test('it has the version of the command', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  expect(manifest.version).toBe(version)
  expect(name).toBe(`ptx-litmus-vscode-${version}.vsix`)
})

test('its pictures are those of the repository of the package', () => {
  const pictures = [...textOf('extension/README.md').matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, path = '']) => path)
  expect(pictures.length).toBeGreaterThan(0)
  for (const path of pictures) {
    const [address, file = ''] = path.split('/raw/main/')
    expect(manifest.repository.url).toBe(`git+${address}.git`)
    expect(existsSync(join(root, file))).toBe(true)
  }
})

test('the files that the manifests name exist', () => {
  const named = [
    manifest.main,
    manifest.icon,
    ...languages.map(({ configuration }) => configuration),
    ...grammars.map(({ path }) => path),
  ].map((path) => join('extension', path))
  const assets = [...textOf('extension.vsixmanifest').matchAll(/ Path="([^"]+)"/g)].map(([, path]) => path)
  expect(assets).toHaveLength(4)
  expect([...named, ...assets].filter((path) => path === undefined || !files.includes(path))).toEqual([])
})

test('the licence of z3 is in it, and that of the extension', () => {
  expect(textOf('extension/LICENSE.txt')).toMatch(/Apache License/)
  expect(textOf('extension/server/node_modules/z3-solver/LICENSE.txt')).toMatch(/MIT License/)
})

test('each language has a grammar, and each grammar the name by which it is known', () => {
  const coloured = grammars.flatMap(({ language }) => language ?? [])
  expect(coloured.toSorted()).toEqual(languages.map(({ id }) => id).toSorted())
  for (const { path, scopeName } of grammars)
    expect(JSON.parse(textOf(join('extension', path)))).toMatchObject({ scopeName })
})

test('each JSON file is one, and nothing of the workspace is in the manifest', () => {
  for (const path of files.filter((one) => one.endsWith('.json'))) expect(() => JSON.parse(textOf(path))).not.toThrow()
  expect(JSON.parse(textOf('extension/package.json'))).not.toHaveProperty('devDependencies')
})

test('the client needs VS Code and Node alone, and knows the settings and commands of the manifest', () => {
  const client = textOf('extension/dist/extension.cjs')
  const needed = [...client.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, module = '']) => module.replace(/^node:/, ''))
  expect(new Set(needed)).toContain('vscode')
  expect(needed.filter((one) => one !== 'vscode' && !builtinModules.includes(one))).toEqual([])
  for (const setting of Object.keys(configuration.properties))
    expect(client).toContain(`.get("${setting.replace('ptx-litmus.', '')}",`)
  for (const { command } of commands) expect(client).toContain(`"${command}"`)
})

test('the server in it reads and decides, with nothing else installed', async () => {
  const editor = await clientOf(join(folder, 'extension/server/dist/ptx-litmus.js'), ['lsp', '--stdio'])
  const text = '.global x;\nd0.b0.t0 { st [x], 1; ld r, [x]; }\nassert (r == 1) as own;\n'
  expect(await editor.decided(editor.open(join(folder, 'own.test'), text))).toEqual(['✓ holds, as expected'])
  expect(await editor.end()).toBe(0)
})

test('the client starts the server in it, and registers the features of the server', async () => {
  const { called, messages, close } = await activated(join(folder, 'extension'), { timeout: 60 })
  expect(messages).toEqual([])
  for (const what of ['CodeLens', 'Hover', 'Definition', 'Reference', 'Rename', 'CodeActions', 'CompletionItem'])
    expect(called).toContain(`languages.register${what}Provider`)
  expect(called).toContain('commands.registerCommand')
  await close()
})

test('a change of a setting restarts the server, even after a setting with which it cannot start', async () => {
  const { called, change, close } = await activated(join(folder, 'extension'), {})
  await expect(change({ command: join(folder, 'none') })).rejects.toMatch('failed')
  called.clear()
  await change({ model: 'ptx-7.5' })
  expect(called).toContain('languages.registerHoverProvider')
  await close()
})
