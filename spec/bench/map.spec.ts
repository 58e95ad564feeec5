import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { filesBelow, root } from '../support.js'

const { arrows, contents } = z
  .object({ arrows: z.record(z.string(), z.unknown()), contents: z.record(z.string(), z.string()) })
  .parse(createRequire(import.meta.url)('../../rooms.cjs'))

/** Returns what the script prints in a folder, and its exit status. */
function map(cwd: string, ...words: readonly string[]) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'bench/map.mjs'), ...words], {
    cwd,
    encoding: 'utf8',
  })
  return { lines: stdout.trimEnd().split('\n'), status }
}

test('each source file begins with a comment, and the map has its first sentence', () => {
  const { lines, status } = map(root)
  expect(lines.filter((line) => line.endsWith('begins with no comment'))).toEqual([])
  expect(status).toBe(0)
  const files = new Set(lines.map((line) => /^ {2}(\S+): ./.exec(line)?.[1]))
  const rooms = Object.keys(arrows).filter((room) => room !== 'spec' && !room.includes('/') && !room.endsWith('.ts'))
  const generated = ['axioms/built-in.ts', 'axioms/library.ts', 'hardware/harness/text.ts']
  const sources = rooms
    .flatMap((room) => filesBelow(join(root, room), '.ts').map((file) => `${room}/${file}`))
    .filter((file) => !generated.includes(file))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => !files.has(file))).toEqual([])
})

test('each room has a line, and each folder that has one exists', () => {
  const { lines } = map(root)
  const folders = lines.filter((line) => !line.startsWith(' '))
  const rooms = Object.keys(arrows).filter((room) => !room.endsWith('.ts'))
  expect(rooms.filter((room) => contents[room] === undefined)).toEqual([])
  expect(Object.entries(contents).filter(([name, says]) => !folders.includes(`${name}/: ${says}`))).toEqual([])
})

describe('in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('a.ts', '/**\n * Reads `x.test`\n * twice. It does no more.\n */\n')
  write('source/b.cat', '"one model"\n')
  write('source/c.cuh', '// Runs a test,\n// and ends.\n#pragma once\n')
  write('node_modules/d.ts', 'export const one = 1\n')
  write('.gitignore', 'node_modules\n')

  test('the map has first sentences, on one line each', () => {
    expect(map(folder)).toEqual({
      lines: [
        './',
        '  a.ts: Reads `x.test` twice.',
        `source/: ${contents['source']}`,
        '  source/b.cat: one model',
        '  source/c.cuh: Runs a test, and ends.',
      ],
      status: 0,
    })
  })
  test('words keep the lines that have them', () => {
    expect(map(folder, 'MODEL').lines).toEqual([`source/: ${contents['source']}`, '  source/b.cat: one model'])
  })
  test('the exit status is 1 if a file begins with something else', () => {
    write('d.ts', 'export const one = 1\n\n/** Two. */\nexport const two = 2\n')
    expect(map(folder)).toEqual({ lines: expect.arrayContaining(['  d.ts: begins with no comment']), status: 1 })
    rmSync(join(folder, 'd.ts'))
  })
})
