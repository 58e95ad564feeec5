import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { commands } from '../cli/commands.js'
import { workplace } from './cli/workplace.js'
import { agrees, type Command, otherPages, pages, rewrite, shownIn } from './documents.js'
import { expectGolden } from './golden.js'
import { filesBelow, root, testIn, textOf, verdictOf } from './support.js'

const { folder, write, run, runProcess, clear } = workplace()

/**
 * A compiler that knows the sources of pages: it writes what nvcc makes of them. It fails on any other text, so that
 * source and PTX belong together.
 */
const compiled = join(root, 'spec/documents')
const nvcc = `#!/bin/sh
for word; do case "$word" in *.cu) source="$word";; esac; done
cmp -s "$source" "${compiled}/$source" && cp "${compiled}/\${source%.cu}.ptx" made.ptx
`
const bin = mkdtempSync(join(tmpdir(), 'ptx-litmus-bin-'))
beforeAll(() => writeFileSync(join(bin, 'nvcc'), nvcc, { mode: 0o755 }))
afterAll(() => rmSync(bin, { recursive: true }))
const withCompiler = `${bin}:${process.env['PATH']}`

const isRecording = process.env['UPDATE_GOLDEN'] === '1'

/** Returns what a command of a page prints: ours run here, any other in a shell. */
async function printedBy(line: string): Promise<string> {
  const ours = /^ptx-litmus (.*?)(?: > (\S+))?$/.exec(line)
  if (ours === null) {
    const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' })
    return stdout + stderr
  }
  const [, args = '', file] = ours
  const words = (args.match(/'[^']*'|\S+/g) ?? []).map((one) => one.replaceAll("'", ''))
  // The recorded output shows the time of a process, not of all specs before. Of several executions, a picture shows the
  // one that z3 finds first, which depends on what it did before.
  const isAlone = isRecording || words.some((word) => /\.(?:cu|svg)$/.test(word))
  const { stdout, stderr } = isAlone ? runProcess(words, '', withCompiler) : await run(words)
  if (file === undefined) return stdout + stderr
  write(file, stdout)
  return stderr
}

test.each(pages)('%s shows what its commands print', async (page) => {
  clear()
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  const changes: (readonly [Command, string])[] = []
  for (const one of shownIn(page)) {
    if (one.kind === 'file') {
      write(one.name, one.text)
      continue
    }
    const printed = await printedBy(one.line)
    if (agrees(one.shown, printed)) continue
    if (isRecording) changes.push([one, printed.trim() === '' ? '' : `${printed.trimEnd()}\n`])
    else expect(`$ ${one.line}\n${one.shown}`).toBe(`$ ${one.line}\n${printed}`)
  }
  if (changes.length > 0) rewrite(page, changes)
  for (const picture of filesBelow(folder, '.svg').filter((name) => existsSync(join(root, 'docs', name))))
    expectGolden(join(root, 'docs', picture), readFileSync(join(folder, picture), 'utf8'))
})

test.each(filesBelow(join(root, 'docs'), '.svg'))(
  'docs/%s is drawn by a command of a page that shows it',
  (picture) => {
    const showing = pages.filter((page) => textOf(root, page).includes(`${picture})`))
    expect(showing).not.toEqual([])
    for (const page of showing)
      expect(shownIn(page).some((one) => one.kind === 'command' && one.line.endsWith(` -o ${picture}`))).toBe(true)
  },
)

test.each([...pages, ...otherPages])('%s: each link leads to a file, and to a heading of it', (page) => {
  for (const [, target = '', heading] of textOf(root, page).matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)) {
    const path = target === '' ? page : join(page, '..', target)
    expect([page, path, existsSync(join(root, path))]).toEqual([page, path, true])
    if (heading === undefined) continue
    const headings = [...textOf(root, path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(headings).toContain(heading)
  }
})

test.each(['README.md', 'docs/instructions.md'])('%s: CUDA in a test can be read', (page) => {
  const [, table = ''] = /^## From CUDA to a test\n([\s\S]*?)^## /m.exec(textOf(root, page)) ?? []
  const written = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([^`]*)`/g)].map(([, one = '']) => one))
  expect(written.length).toBeGreaterThan(8)
  for (const one of written)
    testIn(`.global x; .constref c; .texref t; .surfref s; d0.b0.t0 { ${one}; } check ([x] == 0) as q;`)
})

test('docs name each option of each command', async () => {
  const docs = pages.map((page) => textOf(root, page)).join('\n')
  for (const { name, load } of commands) {
    const options = Object.keys((await load()).options)
    expect([name, options.filter((option) => !docs.includes(`--${option}`))]).toEqual([name, []])
  }
})

test.each([
  ['README.md', 150],
  ['CONTRIBUTING.md', 120],
])('%s is short: %d lines of 120 columns', (page, most) => {
  const lines = textOf(root, page).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(most)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})

test('CONTRIBUTING.md names files and scripts that exist', () => {
  const text = textOf(root, 'CONTRIBUTING.md')
  const paths = [...text.matchAll(/`([.\w-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
  const named = paths.filter((path) => !/^(spec\/)?x\/|^dist\//.test(path))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const scripts = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf(root, 'package.json')))
  const run = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script)
  expect(run.filter((script) => !(script in scripts.scripts))).toEqual([])
})

test.each(pages)('%s: prose has 120 columns', (page) => {
  const prose = textOf(root, page).replaceAll(/^```[\s\S]*?^```$/gm, '')
  expect(prose.split('\n').filter((line) => line.length > 120 && !/^[|!]/.test(line))).toEqual([])
})

/** The words that docs/glossary.md retires. */
const retired = /\b(told|hangs? on|stands?|asks of nothing|be it)\b/gi

test('the glossary has at most 30 terms, and pages use none of the words that it retires', () => {
  const glossary = textOf(root, 'docs/glossary.md')
  expect(glossary.match(/^- \*\*/gm)?.length).toBeLessThanOrEqual(30)
  for (const page of [...pages, ...otherPages]) {
    const text = page === 'docs/glossary.md' ? glossary.slice(0, glossary.indexOf('\nWords that')) : textOf(root, page)
    expect([page, text.match(retired)]).toEqual([page, null])
  }
})

test('the code uses none of them, in messages, in comments and in specs, nor do golden files', () => {
  const rooms = [
    'axioms',
    'bench',
    'cli',
    'encoder',
    'explain',
    'fuzz',
    'litmus',
    'report',
    'source',
    'spec',
    'witness',
  ]
  const files = rooms.flatMap((room) =>
    ['.ts', '.cat', '.peggy', '.txt'].flatMap((ending) =>
      filesBelow(join(root, room), ending).map((file) => join(room, file)),
    ),
  )
  expect(files.length).toBeGreaterThan(400)
  for (const file of files.filter((one) => one !== 'spec/documents.spec.ts'))
    expect([file, textOf(root, file).match(retired)]).toEqual([file, null])
})

test('the program of docs/host-and-streams.md: the read is fresh, and stale with the wait gone, or in another stream', async () => {
  const program = shownIn('docs/host-and-streams.md').find((one) => one.kind === 'file')
  const text = program?.kind === 'file' ? program.text : ''
  expect(await verdictOf(text)).toBe('forbidden')
  for (const [from, to] of [
    ['cudaStreamWaitEvent(stream2, written);', ''],
    ['write<<<1, 1, 0, stream1>>>', 'write<<<1, 1, 0, stream2>>>'],
  ]) {
    const changed = text.replace(from ?? '', to ?? '')
    expect(changed).not.toBe(text)
    expect(await verdictOf(changed)).toBe('allowed')
  }
})
