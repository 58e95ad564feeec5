import { wrongUse } from '../../../cli/synthesis/options.js'
import { workplace } from '../workplace.js'

const usual = { instructions: 4, threads: 4, locations: 3 }

test.each([
  [8, 4, 3, []],
  [8, 6, 3, ['async']],
  [7, 8, 4, []],
  [7, 8, 5, ['async']],
  [4, 8, 8, []],
] as const)('copies in %i instructions, %i threads, %i locations', (instructions, threads, locations, refused) => {
  const sizes = { instructions, threads, locations }
  const words = wrongUse({ with: ['async'], without: [], ...sizes }).map(({ message }) => message.split(' ')[0])
  expect(words).toEqual(refused)
  expect(wrongUse({ with: [], without: [], ...sizes })).toEqual([])
})

test.each([
  [[], [], []],
  [['sys'], ['cta', 'gpu'], []],
  [[], ['cta', 'gpu'], ['without: it needs a scope']],
  [['alias-proxies', 'proxy-orders', 'one-sided-fences'], ['texture', 'surface', 'read-only'], []],
  [['alias-proxies'], ['alias'], ['with: alias-proxies has no effect without alias']],
  [['alias-proxies', 'alias', 'surface'], ['proxies'], []],
  [
    ['alias-proxies', 'alias', 'proxy-orders'],
    ['proxies'],
    [
      'with: alias-proxies has no effect without texture or surface or constant or read-only',
      'with: proxy-orders has no effect without texture or surface or constant',
    ],
  ],
  [['one-sided-fences'], ['fences'], ['with: one-sided-fences has no effect without fences']],
  [
    ['sys', 'fences'],
    ['fences', 'sys'],
    ['with: sys is also in --without', 'with: fences is also in --without'],
  ],
] as const)('with %j, without %j: %j', (wanted, without, problems) => {
  const found = wrongUse({ with: wanted, without, ...usual }).map(({ argument, message }) => `${argument}: ${message}`)
  expect(found).toEqual(problems)
})

const { run } = workplace()

describe.each([
  ['generate', []],
  ['distinguish', ['ptx-7.5', 'ptx-6.0']],
] as const)('%s', (command, words) => {
  test.each([
    ['--instructions', '0', 'it must be at least 1'],
    ['--instructions', '9', 'it must be at most 8'],
    ['--instructions', 'two', 'expected a number of instructions'],
    ['--threads', '1.5', 'it must be a whole number'],
    ['--threads', '9', 'it must be at most 8'],
    ['--locations', '0', 'it must be at least 1'],
    ['--seconds', '0', 'it must be more than 0'],
    ['--seconds', 'long', 'expected a number of seconds'],
    ['--jobs', '0', 'it must be at least 1'],
    ['--with', 'proxy', 'it must be one of cta, gpu, sys, alias, texture, surface, constant, read-only, proxies'],
    ['--without', '', 'it must be one of cta, gpu, sys'],
  ])('%s %s: %s', async (option, value, message) => {
    const { status, stderr } = await run([command, ...words, option, value])
    expect(stderr).toContain(`ptx-litmus: ${option}: ${message}`)
    expect(status).toBe(2)
  })
})
