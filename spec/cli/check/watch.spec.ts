import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, clear, run } = workplace()
const running: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.kill('SIGKILL')
  clear()
})

/**
 * Starts a process that watches. Returns it with functions for what it has printed since the last call, and for its
 * end.
 */
function watching(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'dist/ptx-litmus.js'), 'check', '--watch', ...args], {
    cwd: folder,
  })
  running.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  /** Waits until this is printed, and returns everything that was printed since the last call. */
  const until = async (what: RegExp): Promise<string> => {
    while (!what.test(printed)) await setTimeout(10)
    const all = printed
    printed = ''
    return all
  }
  return {
    until,
    started: () => until(/watching for changes; Ctrl-C ends\n/),
    /** Expects that nothing is printed for a while. */
    isSilent: async () => {
      await setTimeout(400)
      expect(printed).toBe('')
    },
    interrupt: () => child.kill('SIGINT'),
    ended,
  }
}

const count = /^\d+ questions? of .*; \d+\.\d+ s\n/m
const reads = (value: number) =>
  `.global x; d0.b0.t0 { ld r0, [x]; } assert (r0 == ${value}) as q; check (r0 == 9) as other;`
const steady = (text: string) =>
  text
    .replace(/ +\d+\.\d+ ms/g, '')
    .replace(/ +$/gm, '')
    .replace(/; \d+\.\d+ s\n/g, '\n')

test('an edit is answered: the lines of the file, and the count', async () => {
  write('tests/a.test', reads(0))
  write('tests/b.test', reads(0))
  const { started, until, isSilent, interrupt, ended } = watching('tests')
  expect(await started()).toMatch(
    /^✓ {2}tests\/a\.test {2}q .*\n· .*\n✓ {2}tests\/b\.test (?:.|\n)*4 questions of 2 tests in 2 files: 2 as/,
  )
  await isSilent()
  write('tests/b.test', reads(1))
  expect(steady(await until(count))).toBe(
    `✗  tests/b.test  q      violated             expected holds
·  tests/b.test  other  forbidden
4 questions of 2 tests in 2 files: 1 as expected, 1 not as expected, 2 without expectation\n`,
  )
  await isSilent()
  // Editors do this.
  write('tests/.b.test.swp', reads(0))
  renameSync(join(folder, 'tests/.b.test.swp'), join(folder, 'tests/b.test'))
  expect(await until(count)).toMatch(/^✓ {2}tests\/b\.test {2}q .*\n.*\n4 questions .*: 2 as expected, 2 without/)
  interrupt()
  expect(await ended).toBe(130)
})

test('new files and folders are seen; a file that is removed is reported once', async () => {
  write('tests/a.test', reads(0))
  const { started, until, isSilent } = watching('tests')
  await started()
  mkdirSync(join(folder, 'tests/more/deep'), { recursive: true })
  await setTimeout(200)
  write('tests/more/deep/c.test', reads(0))
  expect(await until(count)).toMatch(/^✓ {2}tests\/more\/deep\/c\.test {2}q .*\n.*\n4 questions of 2 tests/)
  write('tests/more/deep/c.test', reads(1))
  expect(await until(count)).toMatch(/^✗ {2}tests\/more\/deep\/c\.test/)
  rmSync(join(folder, 'tests/more'), { recursive: true })
  expect(steady(await until(count))).toBe(
    'tests/more/deep/c.test: removed\n2 questions of 1 test in 1 file: 1 as expected, 1 without expectation\n',
  )
  await isSilent()
})

test('a named file that is removed, and comes again', async () => {
  write('a.test', reads(0))
  const { started, until, isSilent } = watching('a.test')
  await started()
  rmSync(join(folder, 'a.test'))
  expect(steady(await until(count))).toBe(
    'a.test: no such file or folder\n0 questions of 0 tests in 0 files: 1 error\n',
  )
  await isSilent()
  write('a.test', reads(0))
  expect(await until(count)).toMatch(/^✓ {2}a\.test {2}q (?:.|\n)*\n2 questions of 1 test in 1 file: 1 as expected/)
})

test('the target of a link', async () => {
  write('far/a.test', reads(0))
  mkdirSync(join(folder, 'tests'))
  symlinkSync('../far/a.test', join(folder, 'tests/link.test'))
  const { started, until, isSilent } = watching('tests/link.test')
  await started()
  write('far/a.test', reads(1))
  expect(await until(count)).toMatch(/^✗ {2}tests\/link\.test {2}q /)
  await isSilent()
})

test('errors and their end', async () => {
  write('a.test', reads(0))
  const { started, until } = watching('a.test')
  await started()
  write('a.test', 'oops')
  expect(await until(count)).toMatch(/^a\.test:1:1: (?:.|\n)*\n0 questions of 0 tests in 1 file: 1 error; /)
  write('a.test', reads(0))
  expect(await until(count)).toMatch(/^✓ {2}a\.test (?:.|\n)*: 1 as expected, 1 without expectation; /)
})

test('a module that a test names, also before it is there', async () => {
  const kernel = (value: number) => `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .u64 %rd<2>;
  ld.param.u64 %rd1, [p];
  st.global.u32 [%rd1], ${value};
  ret;
}
`
  mkdirSync(join(folder, 'modules'))
  write(
    'k.test',
    'module "modules/k.ptx";\n.global .u32 x;\nhost { k<<<1, 1>>>(x); cudaDeviceSynchronize(); }\nassert (x == 7) as seven;\n',
  )
  const { started, until } = watching('k.test')
  await started()
  write('modules/k.ptx', kernel(7))
  expect(await until(count)).toMatch(/seven {2}holds/)
  write('modules/k.ptx', kernel(8))
  expect(await until(count)).toMatch(/seven {2}violated/)
})

test('a model with its includes: only the lines that differ from before', async () => {
  write(
    'mp.test',
    '.global x; .global y;\nd0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }\nd0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }\ncheck (r0 == 1 && r1 == 0) as stale;\ncheck (r0 == 1) as read;',
  )
  const [title = '', coverage = '', ...definitions] = readFileSync(join(root, 'axioms/ptx-6.0.cat'), 'utf8').split('\n')
  const model = definitions.join('\n')
  write('models/mine.cat', `${title}\n${coverage}\ninclude "part.cat"\n`)
  write('models/part.cat', model)
  const { started, until } = watching('mp.test', '--model', 'models/mine.cat')
  expect(await started()).toMatch(/stale {2}forbidden/)
  const weaker = model.replace(/^let sync = .*$/m, 'let sync = 0')
  expect(weaker).not.toBe(model)
  write('models/part.cat', weaker)
  const printed = await until(count)
  expect(printed).toMatch(/stale {2}allowed/)
  expect(printed).not.toContain('read ')
})

test('a table: only the lines that differ from before, without deciding again', async () => {
  write('tests/a.test', reads(0))
  write('tests/b.test', reads(0))
  const table = (verdict: string) =>
    write('tests/expected.csv', `test,question,model,verdict\na.test,other,ptx-9.4,${verdict}\n`)
  table('forbidden')
  const { started, until } = watching('tests', '--expect', 'tests')
  await started()
  table('allowed')
  expect(await until(count)).toMatch(
    /^✗ {2}tests\/a\.test {2}other {2}forbidden +expected allowed.*\n4 questions .*1 not as expected/,
  )
  table('nonsense')
  expect(await until(count)).toContain('tests/expected.csv:2:1: `nonsense` is not a verdict')
  table('forbidden')
  expect(await until(count)).toMatch(/: 3 as expected, 1 without expectation;/)
  write('tests/more/expected.csv', 'test,question,model,verdict\nb.test,other,ptx-9.4,forbidden\n')
  expect(await until(count)).toMatch(/^✓ {2}tests\/b\.test {2}other {2}forbidden +as expected .*\n4 questions .*: 4 as/)
  rmSync(join(folder, 'tests/more'), { recursive: true })
  expect(await until(count)).toMatch(/: 3 as expected, 1 without expectation;/)
})

test('reports are written each time', async () => {
  write('a.test', reads(0))
  const { started, until } = watching('a.test', '--reporter', 'tap=report.tap', '--quiet')
  await started()
  const report = () => readFileSync(join(folder, 'report.tap'), 'utf8')
  expect(report()).toContain('\nok 1 - a.test q\n')
  write('a.test', reads(1))
  expect(await until(/✗/)).toMatch(/^✗ {2}a\.test {2}q .*\n$/)
  while (!report().includes('\nnot ok 1 - a.test q\n')) await setTimeout(10)
})

test.each([
  [['-'], '--watch: standard input does not change'],
  [['a.test', '--json'], '--watch: it cannot be combined with --json'],
  [['a.test', '--shard', '1/2'], '--watch: it cannot be combined with --shard'],
  [['a.test', '--jobs', '2'], '--watch: it cannot be combined with --jobs'],
  [['a.test', '--reporter', 'tap'], '--reporter: with --watch, name a file for the report: NAME=FILE'],
])('%j is misused', async (args, message) => {
  const { status, stderr } = await run(['check', '--watch', ...args])
  expect(status).toBe(2)
  expect(stderr).toContain(message)
})
