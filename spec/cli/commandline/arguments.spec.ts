import picocolors from 'picocolors'
import * as z from 'zod'
import { readArguments } from '../../../cli/commandline/arguments.js'
import { defineCommand } from '../../../cli/commandline/command.js'
import { listed } from '../../../cli/commandline/listed.js'
import { flag, option } from '../../../cli/commandline/option.js'
import { bound, paths, timeout } from '../../../cli/commandline/options.js'
import { commands } from '../../../cli/commands.js'

const command = defineCommand({
  words: '[paths..]',
  describe: 'look at files',
  takes: z.object({
    words: paths('a file is needed'),
    deep: flag('into folders', 'd'),
    name: option(z.array(z.string()), { type: 'string', repeatable: true, describe: 'what to look for' }),
    timeout,
    bound,
  }),
  writes: async () => z.object({ files: z.int() }),
  examples: [],
  notes: [],
  statuses: { 0: 'looked' },
})

/** Returns the result of a command line: the arguments with which the command runs, what it prints, or the error. */
async function read(...argv: readonly string[]) {
  const seen: unknown[] = []
  const look = listed(
    'look',
    async () => ({ command }),
    async () => ({
      run: async (args) => {
        seen.push(args)
        return 0
      },
    }),
  )
  const request = await readArguments(argv, [look])
  if (request.kind !== 'work') return request
  const none = () => Promise.reject(new Error('no solver'))
  const output = {
    out: (text: string) => seen.push(text),
    err: () => undefined,
    progress: () => undefined,
    colours: picocolors.createColors(false),
  }
  await request.work({ solver: none, compiled: none, threadScript: new URL('file:///none.js'), output })
  return seen[0]
}

/** Returns the error for a command line that names `look`, and for one that names no command. */
const wrong = (message: string) => ({ kind: 'misused', message, command: expect.objectContaining({ name: 'look' }) })
const wrongInAll = (message: string) => ({ kind: 'misused', message, command: undefined })

test('words and options, with their default values', async () => {
  expect(await read('look', 'a', 'b')).toEqual({ words: ['a', 'b'], deep: false, name: [], bound: 2 })
  expect(await read('look', '-d', '--name', 'x', 'a', '--name', 'y', '--bound', '4')).toEqual({
    words: ['a'],
    deep: true,
    name: ['x', 'y'],
    bound: 4,
  })
})

test('a time limit is typed in seconds, and used in milliseconds', async () => {
  expect(await read('look', 'a', '--timeout', '1.5')).toMatchObject({ timeout: 1500 })
})

test('all that is wrong is reported', async () => {
  expect(await read('look', '--bound', '0')).toEqual(wrong('look: a file is needed; --bound: it must be at least 1'))
  expect(await read('look', 'a', '--bound')).toEqual(wrong('--bound: it must be at least 1'))
  expect(await read('look', 'a', '--nam', 'x')).toEqual(wrong('unknown option --nam; did you mean `--name`?'))
  expect(await read('lok', 'a')).toEqual(wrongInAll('unknown command lok; did you mean `look`? The commands are look'))
  expect(await read()).toEqual(wrongInAll('missing command; the commands are look'))
})

test('an option that takes one value is not given twice', async () => {
  const twice = wrong('--bound: it takes one value, but 2 are given: 3, 4')
  expect(await read('look', 'a', '--bound', '3', '--bound=4')).toEqual(twice)
  expect(await read('look', '--bound', '3', '--bound', '0')).toEqual(
    wrong('--bound: it takes one value, but 2 are given: 3, 0; look: a file is needed; --bound: it must be at least 1'),
  )
  expect(await read('look', 'a', '--name', 'x', '--name', 'x', '-d', '--deep')).toMatchObject({
    name: ['x', 'x'],
    deep: true,
  })
})

// They run one after the other: jest cannot load modules that share others at the same time.
const takingOne: (readonly [command: string, option: string])[] = []
for (const { name, load } of commands)
  for (const [option, { type, repeatable }] of Object.entries((await load()).options))
    if (type !== 'boolean' && repeatable !== true) takingOne.push([name, option])

test.each(takingOne)('%s takes one --%s', async (command, option) => {
  const { kind, message } = {
    message: '',
    ...(await readArguments([command, `--${option}`, '7', `--${option}`, '7'], commands)),
  }
  expect(kind).toBe('misused')
  expect(message).toContain(`--${option}: it takes one value, but 2 are given: 7, 7`)
})

test('--schema needs no words, and prints the JSON Schema', async () => {
  expect(JSON.parse(String(await read('look', '--schema')))).toMatchObject({ required: ['files'] })
  expect(await read('look', '--schema', '--bound', 'x')).toEqual(wrong('--bound: expected a number'))
  expect(await read('look', '--schema', '')).toEqual(wrong('look: a path is empty'))
})

test('help and versions need nothing else', async () => {
  const onLook = { kind: 'help', on: expect.objectContaining({ name: 'look' }) }
  for (const line of [
    ['look', '--help'],
    ['look', '-h'],
    ['help', 'look'],
  ])
    expect(await read(...line)).toEqual(onLook)
  for (const line of [['--help'], ['-h'], ['help']])
    expect(await read(...line)).toEqual({ kind: 'help', on: undefined })
  for (const line of [['--version'], ['-V'], ['look', '-V']]) expect(await read(...line)).toEqual({ kind: 'version' })
})

test('help on a command that does not exist', async () => {
  expect(await read('help', 'lok')).toEqual(
    wrongInAll('unknown command lok; did you mean `look`? The commands are look'),
  )
})

test.each(commands.map(({ name, load }) => ({ name, load })))(
  '$name: each option says what it is, and what it is without being given is one of its choices',
  async ({ load }) => {
    const { options } = await load()
    for (const [name, { describe, default: usual, choices }] of Object.entries(options)) {
      expect([name, describe]).toEqual([name, expect.stringMatching(/^\S.*[^.]$/)])
      if (usual !== undefined && choices !== undefined) expect(choices).toContain(usual)
    }
  },
)
