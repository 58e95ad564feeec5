import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkReport } from '../../../report/check.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const mp = (asked: string, order = 'release') => `.global x;
.global y;
d0.b0.t0 { st [x], 1; st.${order}.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
${asked}`
const stale = 'r0 == 1 && r1 == 0'

/** Times and versions differ from run to run. */
const steady = (text: string) => text.replace(/ +\d+\.\d ms/g, ' # ms').replace(/\d+\.\d+ s$/m, '# s')

describe('ptx-litmus check', () => {
  test('a claim that holds: status 0, a line and a count', async () => {
    const path = write('holds.test', mp(`assert (not (${stale})) as fresh;`))
    const { status, stdout } = await run(['check', path])
    expect(status).toBe(0)
    expect(steady(stdout)).toBe(
      `✓  ${path}  fresh  holds                as expected # ms\n1 question of 1 test in 1 file: 1 as expected; # s\n`,
    )
  })

  test('a claim that does not hold: status 1, and what was expected', async () => {
    const { status, stdout } = await run(['check', write('broken.test', mp(`permit (${stale}) as stale;`))])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^✗ .*stale {2}forbidden +expected allowed/)
    expect(stdout).toContain('1 not as expected')
  })

  test('a question without a claim: status 0', async () => {
    const { status, stdout } = await run(['check', write('asks.test', mp(`check (${stale}) as stale;`))])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^· .*stale {2}forbidden /)
  })

  test('an assert that is violated is broken', async () => {
    const { status, stdout } = await run([
      'check',
      write('violated.test', mp(`assert (not (${stale})) as fresh;`, 'relaxed')),
    ])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^✗ .*fresh {2}violated +expected holds/)
  })

  describe('a question that no execution could answer otherwise', () => {
    const vacuous = `.global x; d0.b0.t0 { ld r0, [x] == 7; } assert (r0 == 8) as q; check (r0 == 7) as c;`

    test('counts as broken', async () => {
      const { status, stdout } = await run(['check', write('vacuous.test', vacuous)])
      expect(status).toBe(1)
      expect(stdout).toMatch(/^✗ .*q {2}holds \(vacuous\) +is vacuous/)
      expect(stdout).toContain('2 not as expected, 2 vacuous')
    })

    test('unless a table expects it', async () => {
      const path = write('vacuous.test', vacuous)
      const table = write(
        'vacuous.csv',
        'test,question,model,verdict\nvacuous.test,q,ptx-9.4,vacuous\nvacuous.test,c,ptx-9.4,forbidden\n',
      )
      expect(await run(['check', path, '--expect', table])).toMatchObject({ status: 0 })
    })
  })

  describe('a question that no execution within the bound answers', () => {
    const path = () =>
      write(
        'count.litmus',
        'PTX count\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\n L: ;\n add r0, r0, 1 ;\n blt r0, 3, L ;\n~exists (P0:r0 == 7)\n',
      )
    const reason = /no execution ends within bound 2 \(loop P0 L, .*count\.litmus:5:2\); --bound raises it/

    test.each(['sat', 'z3', 'brute'])('is undecided, and no claim is kept by it: %s', async (solver) => {
      const { status, stdout } = await run(['check', path(), '--solver', solver])
      expect(stdout).toMatch(/^\? .*~exists {2}undecided /)
      expect(stdout).toMatch(reason)
      expect(status).toBe(3)
      expect(await run(['check', path(), '--solver', solver, '--bound', '3'])).toMatchObject({ status: 0 })
    })
    test.each(['explain', 'witness', 'outcomes'])('%s does not know either', async (command) => {
      const { status, stdout } = await run([command, path()])
      expect(stdout).toMatch(command === 'outcomes' ? /Not all states are listed: .*beyond bound 2/ : reason)
      expect(status).toBe(3)
    })
    test('a baseline records it, and expects nothing by it', async () => {
      const baseline = write('count.csv', 'test,question,model,verdict\ncount.litmus,~exists,ptx-9.4,undecided\n')
      expect(await run(['check', path(), '--expect', baseline])).toMatchObject({ status: 3, stderr: '' })
      expect(await run(['check', path(), '--expect', baseline, '--bound', '3'])).toMatchObject({ status: 0 })
    })
    test('regress never finds it equal', async () => {
      const { status, stdout } = await run(['regress', path(), '--against', 'ptx-6.0'])
      expect(stdout).toMatch(/^\? .*undecided → undecided/)
      expect(stdout).toContain('0 equal, 1 undecided')
      expect(status).toBe(3)
    })
  })

  describe('a claim that holds only within the bound', () => {
    const spin = (asked: string) =>
      `.global x; d0.b0.t0 { .reg r1 = 0; L: ld.relaxed.gpu r0, [x]; add r1, r1, 1; beq r0, 0, L; } d0.b1.t0 { st.relaxed.gpu [x], 1; } ${asked}`
    const claim = () => write('few.test', spin('assert (r1 < 3) as few; permit (r1 == 1) as once;'))

    test('is as expected, and counted', async () => {
      const { status, stdout } = await run(['check', claim()])
      expect(stdout).toMatch(/^✓ .*few {3}holds within bound 2 +as expected/)
      expect(stdout).toContain(': 2 as expected, 2 only within the bound; ')
      expect(status).toBe(0)
    })
    test('is open with --strict', async () => {
      const { status, stdout } = await run(['check', '--strict', claim()])
      expect(stdout).toMatch(/^\? .*few {3}holds within bound 2 +\d[^\n]* ms\n {4}loops cut at the bound/)
      // A permitted outcome is as expected only if no execution is undefined.
      expect(stdout).toMatch(/^\? .*once {2}allowed, no hang within bound 2/m)
      expect(stdout).toContain(': 2 only within the bound; ')
      expect(status).toBe(3)
      const quiet = await run(['check', '--strict', '--quiet', claim()])
      expect(quiet.stdout).toMatch(/^\? .*few[^\n]*\n[^\n]*\n\? .*once[^\n]*\n[^\n]*\n$/)
      const report = checkReport.parse(JSON.parse((await run(['check', '--strict', '--json', claim()])).stdout))
      expect(report.questions.map(({ asExpected }) => asExpected)).toEqual([null, null])
      expect(report.questions[1]?.definedWithin).toMatchObject({ bound: 2 })
      expect(report).toMatchObject({ count: { withinBound: 2, withoutExpectation: 0, undecided: 0 }, exitStatus: 3 })
    })
    test('an outcome that is reached, and that nothing expects, rests on no bound', async () => {
      const { status, stdout } = await run(['check', '--strict', write('asked.test', spin('check (r1 == 1) as once;'))])
      expect(stdout).toMatch(/^· .*once {2}allowed, no hang within bound 2/)
      expect(status).toBe(0)
    })
    test('where a test can hang, a permitted outcome is defined within the bound', async () => {
      const forwarding = 'd0.b3.t0 { ld.relaxed.gpu r3, [x]; bne r3, 1, END; st.relaxed.gpu [f], 1; END: }'
      const others = `.global f; d0.b2.t0 { M: ld.relaxed.gpu r2, [f]; bne r2, 1, M; } ${forwarding}`
      const file = write('hangs.test', spin(`${others} permit (r1 == 1) as once;`))
      expect((await run(['check', file])).stdout).toMatch(/^✓ .*allowed, can hang, defined within bound 2 +as expected/)
      expect((await run(['check', '--strict', file])).status).toBe(3)
    })
    test('so is an outcome that is forbidden only within the bound; if it is expected, that is broken', async () => {
      const asked = (question: string) => run(['check', '--strict', write('many.test', spin(question))])
      expect(await asked('check (r1 == 3) as many;')).toMatchObject({ status: 3, stdout: expect.stringMatching(/^\?/) })
      expect(await asked('permit (r1 == 3) as many;')).toMatchObject({ status: 1, stdout: expect.stringMatching(/^✗/) })
    })
  })

  describe('notes on texts that may be misread', () => {
    const twice = (asked: string) => `.global x;
d0.b0.t0 { st [x], 1; }
d0.b0.t0 { ld r0, [x]; }
${asked}`

    test('two blocks of one thread are one thread', async () => {
      const path = write('twice.test', twice('check (r0 == 0) as older;'))
      const { status, stdout, stderr } = await run(['check', path])
      expect(stderr).toBe(
        `${path}:3:1: note: another block of \`d0.b0.t0\`: the blocks are one thread, and run in the order of the file
    d0.b0.t0 { ld r0, [x]; }
    ^~~~~~~~
  note: the first: ${path}:2:1
`,
      )
      expect(stdout).toMatch(/^· .*older {2}forbidden/)
      expect(status).toBe(0)
      expect(await run(['check', '--quiet', path])).toMatchObject({ status: 0, stderr: '' })
    })
    test.each([
      [
        'not r0 == 1 && r0 == 2',
        /:4:8: note: `not` negates everything that follows it here; make this explicit with `not \(…\)`, or/,
      ],
      ['r0 == 1 || not (r0 == 1) || r0 == 2', /:4:19: note: `not`/],
      ['not not r0 == 1 || r0 == 2', /:4:12: note: /],
      ['not (r0 == 1 && r0 == 2)', /^$/],
      ['not (not (r0 == 1) && r0 == 2)', /:4:13: note/],
      ['(not r0 == 1) && r0 == 2', /^$/],
      ['~(r0 == 1) && r0 == 2', /^$/],
      ['r0 == 2 && not r0 == 1', /^$/],
      ['not true', /^$/],
    ])('how far `not` reaches: %s', async (condition, note) => {
      const path = write('not.test', `.global x;\n\nd0.b0.t0 { ld r0, [x]; }\ncheck (${condition}) as q;`)
      const { status, stderr } = await run(['check', path])
      expect(stderr.replaceAll(path, '')).toMatch(note)
      expect(status).toBe(0)
    })
    test('of a template once, with the number of rows; of one row, for that row', async () => {
      const path = write(
        'rows.test',
        '.global x; d0.b0.t0 { ld r0, [x]; } check (not r0 == $0 && r0 == 3) as q;\n$$\n1\n2\n',
      )
      expect((await run(['check', path])).stderr).toMatch(/in row 1, [^\n]*: 1\n {2}note: and in 1 more row\n$/)
      expect((await run(['check', `${path}#2`])).stderr).toMatch(/in row 2, [^\n]*: 2\n$/)
    })
  })

  describe('--question', () => {
    const both = () => write('both.test', mp(`check (${stale}) as stale; permit (r0 == 1) as arrives;`))

    test('decides that one, in the tests that have it', async () => {
      const other = write('other.test', mp('permit (r1 == 1) as seen;'))
      const { status, stdout } = await run(['check', both(), other, '--question', 'arrives'])
      expect(stdout).toMatch(
        /^✓ .*both\.test {2}arrives {2}allowed[^\n]*\n1 question of 1 test in 2 files: 1 as expected; /,
      )
      expect(status).toBe(0)
    })
    test('none has that name', async () => {
      const { status, stderr } = await run(['check', both(), '--question', 'stall'])
      expect(stderr).toBe(
        '--question: there is no question `stall`; did you mean `stale`? The questions are stale, arrives\n',
      )
      expect(status).toBe(2)
    })
    test('a table is compared with all questions', async () => {
      const table = write('both.csv', 'test,question,model,verdict\nboth.test,stale,ptx-9.4,forbidden\n')
      const { status, stderr } = await run(['check', both(), '--question', 'arrives', '--expect', table])
      expect([status, stderr]).toEqual([0, ''])
    })
  })

  describe('--expect', () => {
    const path = () => write('table/mp.test', mp(`permit (${stale}) as stale;`))

    test('overrides what the file expects, and leaves other models and columns alone', async () => {
      const table = write(
        'table/t.csv',
        'test,question,model,verdict,why\nmp.test,stale,ptx-9.4,forbidden,x\nmp.test,stale,ptx-6.0,allowed,y\n',
      )
      expect(await run(['check', path(), '--expect', table])).toMatchObject({ status: 0 })
    })
    test('a test may be named by the end of its path', async () => {
      const table = write('elsewhere/t.csv', 'test,question,model,verdict\ntable/mp.test,stale,ptx-9.4,forbidden\n')
      expect(await run(['check', path(), '--expect', table])).toMatchObject({ status: 0 })
    })
    test.each([
      ['verdict', 'forbidden', 0],
      ['verdict', 'holds', 0],
      ['verdict', 'holds within 2', 0],
      ['verdict', 'allowed', 1],
      ['verdict', 'violated', 1],
      ['condition', 'holds', 0],
      ['condition', 'fails', 1],
      ['condition', 'violated', 1],
    ])('of a claim that holds, a %s `%s` gives status %i', async (column, word, status) => {
      const claim = write('table/fresh.test', mp(`assert (not (${stale})) as fresh;`))
      const table = write('table/t.csv', `test,question,model,${column}\nfresh.test,fresh,ptx-9.4,${word}\n`)
      const found = await run(['check', claim, '--expect', table])
      expect(found.status).toBe(status)
      expect(found.stdout).toMatch(status === 0 ? /holds +as expected/ : /holds +expected violated/)
    })
    test.each([
      ['allowed', 0],
      ['holds', 0],
      ['forbidden', 1],
      ['violated', 1],
    ])('of an outcome that is reached, `%s` gives status %i', async (word, status) => {
      const question = write('table/reached.test', mp('check (r0 == 1) as reached;'))
      const table = write('table/t.csv', `test,question,model,verdict\nreached.test,reached,ptx-9.4,${word}\n`)
      const found = await run(['check', question, '--expect', table])
      expect(found.status).toBe(status)
      expect(found.stdout).toMatch(status === 0 ? /allowed +as expected/ : /allowed +expected forbidden/)
    })
    test('broken, it says so', async () => {
      const table = write('table/t.csv', 'test,question,model,verdict\nmp.test,stale,ptx-9.4,allowed\n')
      expect(await run(['check', path(), '--expect', table])).toMatchObject({ status: 1 })
    })
    test.each([
      [
        'a verdict that is none',
        'test,question,model,verdict\nmp.test,stale,ptx-9.4,maybe\n',
        /t\.csv:2:1: `maybe` is not a verdict/,
      ],
      [
        'a missing column',
        'test,question,verdict\nmp.test,stale,allowed\n',
        /t\.csv:1:1: the table has no column `model`/,
      ],
      [
        'rows that disagree',
        'test,question,model,verdict\nmp.test,stale,ptx-9.4,allowed\nmp.test,stale,ptx-9.4,forbidden\n',
        /t\.csv:3:1: .*line 2/,
      ],
      [
        'an unknown question',
        'test,question,model,verdict\nmp.test,stall,ptx-9.4,allowed\n',
        /t\.csv:2:1: `mp.test` has no question `stall`/,
      ],
      [
        'an unknown row',
        'test,question,model,verdict\nmp.test#4,stale,ptx-9.4,allowed\n',
        /t\.csv:2:1: there is no test `mp.test#4`/,
      ],
      [
        'an unknown model',
        'test,question,model,verdict\nmp.test,stale,ptx-9,allowed\n',
        /t\.csv:2:1: there is no model `ptx-9`/,
      ],
      ['a column twice', 'test,test,question,model,verdict\n', /t\.csv:1:1: the table has two columns named `test`/],
      ['no table', '', /t\.csv:1:1: the table has no rows/],
    ])('%s is an error with its line', async (_, text, message) => {
      const { status, stderr } = await run(['check', path(), '--expect', write('table/t.csv', text)])
      expect(stderr).toMatch(message)
      expect(status).toBe(2)
    })
  })

  test('--json is one document, which fits its schema', async () => {
    const path = write('json.test', `${mp(`permit (${stale}) as $0;`)}\n$$\nfirst\n`)
    const { status, stdout } = await run(['check', '--json', path])
    const report = checkReport.parse(JSON.parse(stdout))
    expect(status).toBe(1)
    expect(report).toMatchObject({
      model: 'ptx-9.4',
      questions: [
        {
          test: `${path}#1`,
          row: { number: 1, text: 'first' },
          question: 'first',
          verdict: 'forbidden',
          answer: 'forbidden',
          expected: 'allowed',
          asExpected: false,
          events: 6,
        },
      ],
      count: { files: 1, tests: 1, questions: 1, asExpected: 0, broken: 1, undecided: 0, vacuous: 0 },
      exitStatus: 1,
    })
  })

  test('JSON has the verdict on the outcome and the answer to the claim', async () => {
    const path = write('both.test', mp(`assert (not (${stale})) as fresh; assert (r0 == 0) as never;`))
    const report = checkReport.parse(JSON.parse((await run(['check', '--json', path])).stdout))
    expect(report.questions.map(({ verdict, answer, expected }) => [verdict, answer, expected])).toEqual([
      ['forbidden', 'holds', 'forbidden'],
      ['allowed', 'violated', 'forbidden'],
    ])
  })

  test('a test that is too large is undecided, with the numbers', async () => {
    const body = Array.from({ length: 5000 }, () => 'add r0, r0, r0;').join(' ')
    const { status, stdout } = await run([
      'check',
      write('large.test', `.global x; d0.b0.t0 { ld r0, [x]; ${body} } check (r0 == 1) as q;`),
    ])
    expect(stdout).toMatch(
      /^\? .*undecided[\s\S]*a value is computed by more than 1000 operations, one after the other/,
    )
    expect(status).toBe(3)
  })

  test('--json has errors in the document too', async () => {
    const { status, stdout } = await run(['check', '--json', write('bad.test', 'x')])
    const report = checkReport.parse(JSON.parse(stdout))
    expect(report.errors).toEqual([{ message: expect.any(String), place: `${join(folder, 'bad.test')}:1:1` }])
    expect([status, report.exitStatus]).toEqual([2, 2])
  })

  test('--quiet prints only unexpected answers', async () => {
    const path = write('two.test', mp(`permit (${stale}) as stale; permit (r0 == 1) as arrives;`))
    expect((await run(['check', '-q', path])).stdout).toMatch(/^✗[^\n]*stale[^\n]*\n$/)
  })

  test('--verbose adds the events and where the time went', async () => {
    expect((await run(['check', '-v', write('holds.test', mp(`assert (not (${stale})) as fresh;`))])).stdout).toMatch(
      /\n {4}6 events; read [\d.]+, build [\d.]+, load [\d.]+, solve [\d.]+ ms\n/,
    )
  })

  test('a time limit that is reached: undecided, status 3', async () => {
    const threads = Array.from(
      { length: 8 },
      (_, i) => `d0.b${i}.t0 { atom.gpu.mul r${i}, [x], 3; atom.gpu.xor s${i}, [x], r${i}; }`,
    )
    const hard = `.global x; ${threads.join('\n')} check ([x] == 12345) as q;`
    const { status, stdout } = await run(['check', '--timeout', '0.01', write('hard/hard.test', hard)])
    expect(stdout).toMatch(/^\? .*undecided/)
    expect(stdout).toContain('the time limit was reached')
    expect(status).toBe(3)
  })

  describe('statuses of several', () => {
    test('unreadable input wins over a broken claim, and the other files are still decided', async () => {
      write('mixed/a.test', 'nonsense')
      write('mixed/b.test', mp(`permit (${stale}) as stale;`))
      write('mixed/deeper/c.test', mp(`permit (r0 == 1) as arrives;`))
      const { status, stdout, stderr } = await run(['check', 'mixed'])
      expect(status).toBe(2)
      expect(stderr).toContain('mixed/a.test:1:1: expected')
      expect(stdout).toMatch(/✗ .*b\.test/)
      expect(stdout).toMatch(/✓ .*deeper\/c\.test/)
      expect(stdout).toContain('1 as expected, 1 not as expected, 1 error;')
    })
    test('a row that cannot be read does not hide the other rows', async () => {
      const { status, stdout, stderr } = await run([
        'check',
        write('rows.test', `${mp(`permit (r0 == $0) as q;`)}\n$$\n1\nnought\n0\n`),
      ])
      expect(status).toBe(2)
      expect(stderr).toMatch(
        /rows\.test:5:15: `nought` is not declared, and no thread writes such a register[\s\S]*in row 2, .*rows\.test:8: nought/,
      )
      expect(stdout).toMatch(/rows\.test#1[\s\S]*rows\.test#3/)
    })
  })

  describe('wrong usage: status 2', () => {
    test.each([
      ['no command', [], /missing command; .*\nTry `ptx-litmus --help`\.\n$/],
      ['an unknown command', ['chek'], /unknown command chek; did you mean `check`\?/],
      [
        'a file without a command',
        ['pass.cu'],
        /pass\.cu is a file; say before it what to do with it, such as check or races/,
      ],
      [
        'no path',
        ['check'],
        /check: missing test: give a file, a folder, file#row, or -\nTry `ptx-litmus check --help`\.\n$/,
      ],
      ['an option without its value', ['check', '.', '--expect'], /--expect: expected a file or folder/],
      ['a time limit without a number', ['check', '.', '--timeout'], /--timeout: /],
      ['an unknown option before the path', ['check', '--jsn', 'x'], /unknown option --jsn; did you mean `--json`\?/],
      ['an unknown model', ['check', '.', '--model', 'ptx-9'], /--model: it must be one of ptx-9.4, /],
      ['an unknown option', ['check', '.', '--tiemout', '3'], /tiemout/],
      ['a time limit of nothing', ['check', '.', '--timeout', '0'], /--timeout/],
      ['a time limit that is no number', ['check', '.', '--timeout', 'long'], /--timeout/],
      ['a file that does not exist', ['check', 'nowhere.test'], /nowhere\.test: no such file or folder/],
      [
        'a table that does not exist',
        ['check', 'x', '--expect', 'nowhere.csv'],
        /nowhere\.csv: no such file or folder/,
      ],
    ])('%s', async (_, args, message) => {
      const { status, stderr } = await run(args)
      expect(stderr).toMatch(message)
      expect(status).toBe(2)
    })
    test('a folder without tests', async () => {
      mkdirSync(join(folder, 'hollow'), { recursive: true })
      const { status, stderr } = await run(['check', 'hollow'])
      expect(stderr).toContain('hollow: no tests in this folder')
      expect(status).toBe(2)
    })
    test('bytes that are not text', async () => {
      const { status, stderr } = await run(['check', write('bytes.test', Uint8Array.of(0xff, 0xfe, 0x00, 0x9f))])
      expect(stderr).toContain('bytes.test:1:1: this is not text')
      expect(status).toBe(2)
    })
  })
})
