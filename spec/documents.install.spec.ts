import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { workplace } from './cli/workplace.js'
import { root, textOf } from './support.js'

const { folder } = workplace()

test('after the command in README.md, the shell finds ptx-litmus in an empty folder outside of the clone', () => {
  expect(textOf(root, 'README.md')).toContain('\nnpm install --global . ')
  const prefix = join(folder, 'prefix')
  const empty = join(folder, 'empty')
  for (const path of [prefix, empty]) mkdirSync(path)
  const env = { ...process.env, npm_config_prefix: prefix, PATH: `${join(prefix, 'bin')}:${process.env['PATH']}` }
  // Scripts are switched off: they would rebuild dist/ while other specs run what is in it.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  const installed = spawnSync('npm', ['install', '--global', '.', ...options], { cwd: root, env, encoding: 'utf8' })
  expect([installed.status, installed.error]).toEqual([0, undefined])
  const { status, stdout } = spawnSync('sh', ['-c', 'ptx-litmus --version'], {
    cwd: empty,
    env,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^ptx-litmus \d/)])
})

const packed = z.array(z.object({ files: z.array(z.object({ path: z.string() })) }))

test('the package has the command, the pages for users and the examples, but no reports, suites or measurements', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = packed.parse(JSON.parse(stdout)).flatMap((one) => one.files.map(({ path }) => path))
  expect(files).toEqual(
    expect.arrayContaining(['dist/ptx-litmus.js', 'docs/hardware/README.md', 'examples/classic/MP.test']),
  )
  expect(
    files.filter((file) =>
      /^(reports|suites)\/|^dist\/(bench|faults|fuzz|suite|synthesis|units)[a-z-]*\.js$/.test(file),
    ),
  ).toEqual([])
})
