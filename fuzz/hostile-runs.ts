/** Runs of the command on hostile files, special files and full disks. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../source/must.js'
import { type Below, hostileNumber, hostileText } from './hostile.js'
import { complaintAboutRun, type Run, runProcess } from './process.js'

/** Valid texts, by the endings of their files. */
export interface Seeds {
  readonly test: readonly string[]
  readonly litmus: readonly string[]
  readonly ptx: readonly string[]
  readonly launch: readonly string[]
  readonly cat: readonly string[]
  readonly json: readonly string[]
  readonly csv: readonly string[]
}

interface HostileRun extends Run {
  /** The hostile part, and the text, if there is one. */
  readonly about: string
  readonly text?: string
  /** True if the run must end with status 2. */
  readonly fails?: boolean
}

export interface HostileRuns {
  /** Makes one run, and returns what is wrong with it, if anything. */
  readonly next: () => Promise<{ readonly what: string; readonly text: string } | undefined>
  readonly close: () => void
}

const plain = '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r, [x]; } permit (r == 1) as seen;'

/** Commands that read a test. */
const onTests = ['check', 'witness', 'explain', 'races', 'outcomes', 'smt', 'convert'] as const

/** Prepares runs of the command on hostile inputs, in a new folder. `script` is that of the command. */
export function hostileRuns(script: string, seeds: Seeds, below: Below): HostileRuns {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-fuzz-'))
  const special = specialFiles(folder)
  const full = openSync('/dev/full', 'w')
  const oneOf = <T>(items: readonly T[]): T => must(items[below(items.length)], 'an item to draw')
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  write('plain.test', plain)
  const limits = ['--timeout', '1']
  const hostile = (kind: keyof Seeds): string => hostileText(oneOf(seeds[kind]), below)

  const onTest = (): HostileRun => {
    const kind = oneOf(['test', 'litmus'] as const)
    const text = hostile(kind)
    const command = oneOf(onTests)
    const words = [command, write(`hostile.${kind}`, text), ...(command === 'convert' ? [] : limits)]
    return { about: `a .${kind}`, text, words }
  }
  const onModel = (): HostileRun => {
    const text = hostile('cat')
    const file = write('hostile.cat', text)
    const words = oneOf([
      ['models', 'show', file],
      ['models', 'diff', 'ptx-7.5', file],
      ['check', 'plain.test', '--model', file, ...limits],
      ['explain', 'plain.test', '--model', file, ...limits],
      ['regress', 'plain.test', '--against', file, ...limits],
    ])
    return { about: 'a .cat', text, words }
  }
  const onWitness = (): HostileRun => {
    const text = hostile('json')
    return { about: 'a witness', text, words: ['replay', write('hostile.json', text)] }
  }
  const onTable = (): HostileRun => {
    const text = hostile('csv')
    const file = write('hostile.csv', text)
    const words = oneOf([
      ['check', 'plain.test', '--expect', file, ...limits],
      ['regress', 'plain.test', '--baseline', file, ...limits],
      ['regress', 'plain.test', '--baseline', file, '--update', ...limits],
    ])
    return { about: 'a .csv', text, words }
  }
  const onInput = (): HostileRun => {
    const text = hostile(oneOf(['test', 'litmus'] as const))
    return { about: 'standard input', text, input: text, words: ['check', '-', ...limits] }
  }
  const onNumber = (): HostileRun => {
    const options = ['--bound', '--timeout', '--memory', '--jobs', '--row', '--limit']
    const number = hostileNumber(below)
    const command = oneOf(onTests)
    const words = oneOf([
      [command, `plain.test#${number}`],
      [command, 'plain.test', oneOf(options), number],
    ])
    return { about: 'a number on the command line', words }
  }
  const onSpecial = (): HostileRun => {
    const file = oneOf(special)
    const words = oneOf([
      ...onTests.map((command) => [command, file]),
      ['check', 'plain.test', '--model', 'endless.cat'],
      ['check', 'plain.test', '--expect', file],
      ['replay', file],
      ['regress', 'plain.test', '--baseline', file],
      ['regress', 'plain.test', '--baseline', file, '--update'],
      ['regress', file, '--each-axiom'],
    ])
    return { about: 'a special file', words, fails: true }
  }
  const onFolder = (): HostileRun => ({ about: 'a folder with special files', words: ['check', 'folder', ...limits] })
  const onFullDisk = (): HostileRun => {
    const file = oneOf(['/dev/full', '/', 'nowhere/x', 'plain.test/x', 'a'.repeat(300)])
    return oneOf<HostileRun>([
      { about: 'a full disk', words: [oneOf(onTests), 'plain.test'], output: full, fails: true },
      { about: 'a full disk', words: [oneOf(['--help', '--version', 'models'])], output: full, fails: true },
      {
        about: 'a file that cannot be written',
        words: [oneOf(['witness', 'explain', 'smt', 'convert']), 'plain.test', '-o', file],
        fails: true,
      },
      {
        about: 'a baseline that cannot be written',
        words: ['regress', 'plain.test', '--update', '--baseline', file],
        fails: true,
      },
    ])
  }
  const ways = [
    onTest,
    onTest,
    onTest,
    onModel,
    onModel,
    onWitness,
    onTable,
    onInput,
    onNumber,
    onSpecial,
    onFolder,
    onFullDisk,
  ]
  return {
    next: async () => {
      const { about, text, fails, ...run } = oneOf(ways)()
      const complaint = complaintAboutRun(await runProcess(script, run, folder), fails)
      if (complaint === undefined) return undefined
      const command = ['ptx-litmus', ...run.words].map((word) => word.slice(0, 100)).join(' ')
      return { what: `${complaint}; ${about}: ${command}`, text: text ?? '' }
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** Returns inputs that are not files of tests, by name, and a folder with some of them beside a test. */
function specialFiles(folder: string): readonly string[] {
  const inFolder = join(folder, 'folder')
  mkdirSync(inFolder)
  writeFileSync(join(inFolder, 'plain.test'), plain)
  execFileSync('mkfifo', [join(inFolder, 'pipe.litmus'), join(inFolder, 'pipe.test'), join(inFolder, 'expected.csv')])
  symlinkSync('/dev/zero', join(inFolder, 'endless.test'))
  symlinkSync('/dev/zero', join(folder, 'endless.cat'))
  symlinkSync('/dev/urandom', join(folder, 'endless.litmus'))
  symlinkSync('loop.test', join(folder, 'loop.test'))
  symlinkSync('nowhere', join(folder, 'lost.test'))
  mkdirSync(join(folder, 'hollow'))
  return [
    '/dev/zero',
    '/dev/full',
    '/dev/null',
    '/dev/random',
    'endless.litmus',
    'loop.test',
    'lost.test',
    'hollow',
    'plain.test/x',
    'a'.repeat(300),
    `${'../'.repeat(2000)}x`,
  ]
}
