import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { suiteDocument } from '../../../report/suite.js'
import { filesBelow, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const generate = (output: string, ...args: readonly string[]) =>
  run(['generate', '--without', 'proxies', '--jobs', '1', ...args, '-o', output])
const suite = (of: string) => `${of}/suite.json`
const textIn = (path: string) => textOf(folder, path)
/** Returns a part with a change in it. */
const changed = (name: string, part: string, change: object) =>
  write(name, JSON.stringify({ ...suiteDocument.parse(JSON.parse(textIn(suite(part)))), ...change }))

const three = ['--instructions', '3', '--without', 'atomics']

beforeAll(async () => {
  for (const i of [1, 2, 3]) await generate(`third${i}`, ...three, '--shard', `${i}/3`)
  await generate('whole', ...three)
})
const thirds = [suite('third1'), suite('third2'), suite('third3')]

describe('ptx-litmus merge', () => {
  test('three parts give the suite of one run, byte for byte, and its files', async () => {
    const { status, stdout, stderr } = await run(['merge', ...thirds, '-o', 'of3'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^10 minimal tests of up to 3 instructions that ptx-9\.4 forbids\nwith scopes cta, gpu; no /)
    expect(stdout).toMatch(/\nwritten to of3\n$/)
    expect(textIn(suite('of3'))).toBe(textIn(suite('whole')))
    const files = filesBelow(`${folder}/whole`, '.test')
    expect(files).toHaveLength(10)
    expect(filesBelow(`${folder}/of3`, '.test')).toEqual(files)
    for (const file of files) expect(textIn(`of3/${file}`)).toBe(textIn(`whole/${file}`))
  })

  test('the parts have different tests: no part has all of them', () => {
    const counts = thirds.map((path) => suiteDocument.parse(JSON.parse(textIn(path))).tests.length)
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(10)
    expect(Math.max(...counts)).toBeLessThan(10)
  })

  test('a folder is that of its suite', async () => {
    const folders = [1, 2, 3].map((i) => `third${i}`)
    expect(await run(['merge', ...folders, '--json'])).toEqual(await run(['merge', ...thirds, '--json']))
  })

  test('so do two, in any order', async () => {
    for (const i of [1, 2]) await generate(`half${i}`, '--instructions', '2', '--shard', `${i}/2`)
    await generate('small', '--instructions', '2')
    expect(await run(['merge', suite('half2'), suite('half1'), '-o', 'of2'])).toMatchObject({ status: 0 })
    expect(textIn(suite('of2'))).toBe(textIn(suite('small')))
  })

  test('--json prints the document; without -o nothing is written, and the names are printed', async () => {
    const { stdout } = await run(['merge', ...thirds, '--json'])
    expect(stdout).toBe(textIn(suite('whole')))
    const text = await run(['merge', ...thirds])
    expect(text.stdout).toMatch(/^CoRR\+rlx\+rlx\.gpu-weak +Causality$/m)
    expect(text.stdout).not.toContain('written to')
  })

  test('a run in one part is merged by itself', async () => {
    expect((await run(['merge', suite('whole'), '--json'])).stdout).toBe(textIn(suite('whole')))
  })

  test('it may be merged again into its folder', async () => {
    expect(await run(['merge', ...thirds, '-o', 'again'])).toMatchObject({ status: 0 })
    expect(await run(['merge', ...thirds, '-o', 'again'])).toMatchObject({ status: 0 })
    expect(textIn(suite('again'))).toBe(textIn(suite('whole')))
  })
})

describe('documents that cannot be merged: status 2, with the name of the file', () => {
  const [first = '', second = '', third = ''] = thirds
  test.each([
    ['a part is missing', [first, third], `${first}: of its 3 parts, these are missing: 2\n`],
    ['two are missing', [second], `${second}: of its 3 parts, these are missing: 1, 3\n`],
    ['a part is given twice', [first, second, third, second], `${second}: it is part 2 of 3, as ${second} is\n`],
    ['a file that does not exist', [first, 'none.json'], 'none.json: no such file or folder\n'],
    ['a folder without a suite', ['nowhere'], 'nowhere/suite.json: no such file or folder\n'],
  ])('%s', async (_, words, stderr) => {
    mkdirSync(`${folder}/nowhere`, { recursive: true })
    expect(await run(['merge', ...words, '-o', 'not'])).toEqual({ status: 2, stdout: '', stderr })
    expect(existsSync(`${folder}/not`)).toBe(false)
  })

  test('a part that is not complete', async () => {
    changed('cut.json', 'third3', { complete: false })
    expect(await run(['merge', first, second, 'cut.json'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'cut.json: its search is not complete\n',
    })
  })

  test.each([
    ['of another model', { model: 'ptx-6.0' }, 'it is another suite: its model is not the same'],
    ['of a model that has changed', { fingerprint: '0' }, 'it is another suite: the text of its model is not the same'],
    ['of another size', { instructions: 4 }, 'it is another suite: its number of instructions is not the same'],
    ['of an axiom', { axiom: 'Causality' }, 'it is another suite: its axiom is not the same'],
    ['of four', { shard: { number: 3, of: 4 } }, 'it is one of 4 parts, not of 3'],
  ])('a part %s', async (_, change, message) => {
    changed('other.json', 'third3', change)
    expect(await run(['merge', first, second, 'other.json'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `other.json: ${message} as in ${first}\n`,
    })
  })

  test.each([
    ['{}', 'this is neither a document of check nor a suite of ptx-litmus'],
    ['{"format": "other"}', 'this is not a suite of ptx-litmus'],
    ['[]', 'this is neither a document of check nor a suite of ptx-litmus'],
    [
      '{ "format": "ptx-litmus suite", "version": 1 }',
      'this is not a suite: model: Invalid input: expected string, received undefined',
    ],
    ['{ "format": "ptx-litmus suite", "version": 2 }', 'this version of the format is unknown'],
  ])('a document that is not a suite: %s', async (text, message) => {
    write('no.json', text)
    expect(await run(['merge', first, 'no.json'])).toEqual({ status: 2, stdout: '', stderr: `no.json: ${message}\n` })
  })

  test('no JSON', async () => {
    write('no.json', '// a test')
    expect((await run(['merge', 'no.json'])).stderr).toMatch(/^no\.json.*: this is not JSON: /)
  })

  test('a suite whose tests have names that lead elsewhere', async () => {
    const { tests } = suiteDocument.parse(JSON.parse(textIn(suite('whole'))))
    for (const title of ['../../there', '..', '', 'a/b']) {
      changed('evil.json', 'whole', { tests: tests.map((test) => ({ ...test, title })) })
      expect(await run(['merge', 'evil.json', '-o', 'not'])).toEqual({
        status: 2,
        stdout: '',
        stderr: 'evil.json: this is not a suite: tests.0.title: expected a name of a file\n',
      })
    }
  })

  test('into the folder of a part, which would be lost', async () => {
    cpSync(`${folder}/third1`, `${folder}/copy`, { recursive: true })
    expect(await run(['merge', ...thirds, '-o', 'copy'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'copy: it is another part of the suite; give another folder\n',
    })
    expect(textIn(suite('copy'))).toBe(textIn(first))
  })

  test('nothing is given', async () => {
    expect((await run(['merge'])).stderr).toMatch(/merge: missing parts: give the documents of all shards/)
  })
})
