import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { regressReport } from '../../../report/regress.js'
import { expectGolden } from '../../golden.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, clear, run } = workplace()
beforeEach(clear)

const stale = (order: string) => `.global x; .global y;
d0.b0.t0 { st [x], 1; st.${order}.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
check (r0 == 1 && r1 == 0) as stale;`

/** A test that z3 does not decide in a hundredth of a millisecond. */
const hard = `.global x; ${Array.from({ length: 5 }, (_, i) => `d0.b${i}.t0 { atom.gpu.mul r${i}, [x], 3; atom.gpu.xor s${i}, [x], r${i}; }`).join('\n')}
check ([x] == 12345) as q;`

const recorded = () => readFileSync(join(folder, 'b.csv'), 'utf8')
const record = (...args: readonly string[]) => run(['regress', 'tests', '--baseline', 'b.csv', '--update', ...args])
const compare = (...args: readonly string[]) => run(['regress', 'tests', '--baseline', 'b.csv', ...args])
const lines = (text: string) =>
  text
    .replace(/; \d+\.\d+ s$/m, '; # s')
    .trimEnd()
    .split('\n')

describe('--baseline', () => {
  beforeEach(() => {
    write('tests/a.test', stale('release'))
    write('tests/b.test', stale('relaxed'))
  })

  test('--update records the verdicts, sorted, and nothing differs then', async () => {
    write('tests/t.test', `${stale('$0')}\n$$\n${Array(10).fill('release').join('\n')}\n`)
    expect(await record('--model', 'ptx-6.0', '--model', 'ptx-9.4')).toMatchObject({ status: 0 })
    const rows = recorded().split('\n')
    expect(rows.slice(0, 4)).toEqual([
      'test,question,model,verdict',
      'tests/a.test,stale,ptx-6.0,forbidden',
      'tests/a.test,stale,ptx-9.4,forbidden',
      'tests/b.test,stale,ptx-6.0,allowed',
    ])
    expect(rows.filter((row) => row.includes('ptx-6.0')).map((row) => row.split(',')[0])).toEqual([
      'tests/a.test',
      'tests/b.test',
      ...Array.from({ length: 10 }, (_, i) => `tests/t.test#${i + 1}`),
    ])
    expect(await compare('--model', 'ptx-6.0', '--model', 'ptx-9.4')).toMatchObject({ status: 0 })
  })

  test('a changed verdict is reported with the old one, and status 1', async () => {
    await record()
    write('tests/a.test', stale('relaxed'))
    const { status, stdout } = await compare()
    expect(lines(stdout)).toEqual([
      '✗  tests/a.test  stale  ptx-9.4  forbidden → allowed',
      '2 questions of 2 tests in 2 files under ptx-9.4: 1 equal, 1 changed; # s',
    ])
    expect(status).toBe(1)
    expect(await record()).toMatchObject({ status: 0 })
    expect(await compare()).toMatchObject({ status: 0 })
  })

  test('new and vanished questions are named, and status 1', async () => {
    await record()
    write('tests/a.test', stale('release').replace('as stale', 'as other'))
    write('tests/c.test', stale('release'))
    const { status, stdout } = await compare()
    expect(lines(stdout)).toEqual([
      '+  tests/a.test  other  ptx-9.4  forbidden (new)',
      '+  tests/c.test  stale  ptx-9.4  forbidden (new)',
      '-  tests/a.test  stale  ptx-9.4  forbidden (this question no longer exists)',
      '3 questions of 3 tests in 3 files under ptx-9.4: 1 equal, 2 new, 1 vanished; # s',
    ])
    expect(status).toBe(1)
  })

  test('rows for other models and other paths are left alone, and stay', async () => {
    await record('--model', 'ptx-9.4', '--model', 'ptx-6.0')
    write('tests/b.test', stale('release'))
    expect(await run(['regress', 'tests/a.test', '--baseline', 'b.csv'])).toMatchObject({ status: 0 })
    const before = recorded()
    expect(await run(['regress', 'tests/b.test', '--baseline', 'b.csv', '--update'])).toMatchObject({ status: 0 })
    expect(recorded()).toBe(before.replace('b.test,stale,ptx-9.4,allowed', 'b.test,stale,ptx-9.4,forbidden'))
  })

  test('undecided is not equal to undecided: status 3', async () => {
    write('tests/a.test', hard)
    expect(await record('--timeout', '0.00001')).toMatchObject({ status: 3 })
    expect(recorded()).toContain('tests/a.test,q,ptx-9.4,undecided')
    const { status, stdout } = await run(['regress', 'tests/a.test', '--baseline', 'b.csv', '--timeout', '0.00001'])
    expect(stdout).toMatch(
      /^\? {2}tests\/a\.test {2}q {2}ptx-9\.4 {2}undecided → undecided\n {4}the time limit was reached: the test has \d+ events/,
    )
    expect(status).toBe(3)
  })

  test('an error leaves the baseline as it was, and tests of that file do not vanish', async () => {
    await record()
    const before = recorded()
    write('tests/a.test', 'nonsense')
    expect((await compare()).stdout).not.toContain('no such question')
    const { status, stdout, stderr } = await record()
    expect(stderr).toContain('tests/a.test:1:1: expected')
    expect(stderr).toMatch(/b\.csv: not updated because of errors\n$/)
    expect(stdout).toContain('1 error, baseline not updated;')
    expect(status).toBe(2)
    expect(recorded()).toBe(before)
  })

  test('file#row: only that row is decided and compared, and only it can vanish', async () => {
    write('tests/t.test', `${stale('$0')}\n$$\nrelease\nrelaxed\n`)
    await record()
    write('tests/t.test', `${stale('$0')}\n$$\nrelaxed\nrelease\n`)
    const { stdout } = await run(['regress', 'tests/t.test#2', '--baseline', 'b.csv'])
    expect(lines(stdout)).toEqual([
      expect.stringContaining('tests/t.test#2  stale  ptx-9.4  allowed → forbidden'),
      '1 question of 1 test in 1 file under ptx-9.4: 0 equal, 1 changed; # s',
    ])
  })

  test('a baseline that is reached through a link is rewritten in place', async () => {
    write('kept/b.csv', 'test,question,model,verdict\nother.test,q,ptx-9.4,allowed\n')
    rmSync(join(folder, 'b.csv'), { force: true })
    symlinkSync('kept/b.csv', join(folder, 'b.csv'))
    expect((await record()).status).toBe(0)
    expect(lstatSync(join(folder, 'b.csv')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'kept/b.csv'), 'utf8')).toContain('tests/a.test,stale,ptx-9.4,forbidden')
  })

  test.each([
    ['a name that is too long', `${'a'.repeat(300)}.csv`, /: cannot be written: the name is too long\n/],
    ['a file that is taken for a folder', 'tests/a.test/b.csv', /: cannot be written: there is no such folder\n/],
  ])('%s: status 2', async (_, baseline, message) => {
    const { status, stderr } = await run(['regress', 'tests', '--baseline', baseline, '--update'])
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
  })

  test('a baseline that cannot be written: status 2', async () => {
    const { status, stdout, stderr } = await run(['regress', 'tests', '--baseline', 'nowhere/b.csv', '--update'])
    expect(stderr).toContain('nowhere/b.csv: cannot be written: there is no such folder')
    expect(stdout).toContain('baseline not updated')
    expect(status).toBe(2)
  })

  const waits = (rounds: number) => `PTX waits
{ f = 0;
}
P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
st.relaxed.gpu f, 1 | L: ;
 | add r1, r1, 1 ;
 | ld.relaxed.gpu r0, f ;
 | beq r0, 0, L ;
exists (P1:r1 == ${rounds})
`

  test('a verdict that is forbidden only within the bound is recorded with the bound, and differs from forbidden', async () => {
    write('tests/w.litmus', waits(4))
    await record()
    expect(recorded()).toContain('tests/w.litmus,exists,ptx-9.4,forbidden within 2\n')
    expect(await compare()).toMatchObject({ status: 0 })
    // A baseline is also a table of expectations.
    expect(await run(['check', 'tests', '--expect', 'b.csv'])).toMatchObject({ status: 0 })
    expect(lines((await compare('--bound', '3')).stdout)).toContain(
      '✗  tests/w.litmus  exists  ptx-9.4  forbidden within 2 → forbidden within 3',
    )
    write('tests/w.litmus', waits(-1))
    write('b.csv', recorded().replace('forbidden within 2', 'forbidden'))
    const { status, stdout } = await compare('--explain')
    expect(lines(stdout).slice(0, 4)).toEqual([
      '✗  tests/w.litmus  exists  ptx-9.4  forbidden → forbidden within 2',
      '    ptx-9.4 forbids:',
      '      No axiom is needed: the values that the threads compute within bound 2 rule out the outcome.',
      '      loops cut at the bound 2: P1 L, tests/w.litmus:5:23',
    ])
    expect(status).toBe(1)
  })

  describe('a claim', () => {
    const claim = (order: string) => stale(order).replace(/check .*$/, 'assert (not (r0 == 1 && r1 == 0)) as fresh;')

    test('is recorded by its outcome, and reported as an answer', async () => {
      write('tests/a.test', claim('release'))
      await record()
      expect(recorded()).toContain('tests/a.test,fresh,ptx-9.4,forbidden\n')
      write('tests/a.test', claim('relaxed'))
      const text = await compare()
      expect(lines(text.stdout)).toContain('✗  tests/a.test  fresh  ptx-9.4  holds → violated')
      const { changes } = regressReport.parse(JSON.parse((await compare('--json', '--explain')).stdout))
      expect(changes).toMatchObject([
        {
          before: 'forbidden',
          after: 'allowed',
          answers: { before: 'holds', after: 'violated' },
          explanations: [{ verdict: 'allowed', answer: 'violated' }],
        },
      ])
    })

    test('may be recorded as an answer, which is the same', async () => {
      write('tests/a.test', claim('release'))
      await record()
      const before = recorded()
      write('b.csv', before.replace('fresh,ptx-9.4,forbidden', 'fresh,ptx-9.4,holds'))
      expect(await compare('--explain')).toMatchObject({ status: 0 })
      write('b.csv', before.replace('fresh,ptx-9.4,forbidden', 'fresh,ptx-9.4,violated'))
      const changed = await compare()
      expect(lines(changed.stdout)).toContain('✗  tests/a.test  fresh  ptx-9.4  violated → holds')
      expect(changed.status).toBe(1)
    })

    test('that has vanished is reported as it was recorded', async () => {
      write('b.csv', 'test,question,model,verdict\ntests/a.test,gone,ptx-9.4,holds\n')
      const { changes } = regressReport.parse(JSON.parse((await compare('--json')).stdout))
      expect(changes.filter(({ kind }) => kind === 'vanished')).toMatchObject([
        { before: 'holds', after: null, answers: { before: 'holds', after: null } },
      ])
    })
  })

  test('--explain: the reason why the outcome is now forbidden or allowed', async () => {
    await record()
    write('tests/a.test', stale('relaxed'))
    write('tests/b.test', stale('release'))
    const { status, stdout } = await compare('--explain')
    expectGolden(join(root, 'spec/cli/golden/regress-baseline-explain.txt'), `${lines(stdout).join('\n')}\n`)
    expect(status).toBe(1)
  })

  test('a model file is called by its path from the table', async () => {
    write('tests/any.cat', 'let a = po')
    await record('--model', 'tests/any.cat')
    expect(recorded()).toContain('tests/a.test,stale,tests/any.cat,allowed')
  })

  test.each([
    ['a table that is not there', undefined, /b\.csv: no such file or folder/],
    [
      'a verdict that is none',
      'test,question,model,verdict\na,q,ptx-9.4,perhaps\n',
      /b\.csv:2:1: `perhaps` is not a verdict/,
    ],
    [
      'a bound that is none',
      'test,question,model,verdict\na,q,ptx-9.4,forbidden within 0\n',
      /b\.csv:2:1: `forbidden within 0` is not a verdict/,
    ],
    [
      'two rows for one question',
      'test,question,model,verdict\na,q,m,allowed\na,q,m,forbidden\n',
      /b\.csv:3:1: `a` has two rows/,
    ],
  ])('%s: status 2', async (_, text, message) => {
    if (text !== undefined) write('b.csv', text)
    const { status, stderr } = await compare()
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
    if (text === undefined) expect(existsSync(join(folder, 'b.csv'))).toBe(false)
  })
})

describe('--against, --without and --each-axiom', () => {
  beforeEach(() => {
    write('tests/mp.test', stale('release'))
    write('tests/relaxed.test', stale('relaxed'))
  })

  test('two models: the differences, with an execution that one of them allows', async () => {
    write('weak.cat', 'acyclic rf | data as No-Thin-Air')
    const { status, stdout } = await run(['regress', 'tests', '--against', 'weak.cat'])
    expect(lines(stdout)).toEqual([
      '✗  tests/mp.test  stale  ptx-9.4 and weak.cat  forbidden → allowed',
      '    weak.cat allows:',
      '      e0  initially: W x = 0',
      '      e2  d0.b0.t0, line 2: st [x], 1   W x = 1',
      '      e3  d0.b0.t0, line 2: st.release.gpu [y], 1   W y = 1',
      '      e4  d0.b1.t0, line 3: ld.acquire.gpu r0, [y]   R y = 1',
      '      e5  d0.b1.t0, line 3: ld r1, [x]   R x = 0',
      '      rf: e0 → e5, e3 → e4',
      '      final: x = 1, y = 1',
      '2 questions of 2 tests in 2 files under ptx-9.4, weak.cat: 1 equal, 1 different; # s',
    ])
    expect(status).toBe(1)
  })

  describe('if no test differs, the last line names the command that finds one', () => {
    const advice = (words: string) =>
      `the models agree on all these tests; to find one on which they differ: ptx-litmus distinguish ${words}`
    const against = (...args: readonly string[]) => run(['regress', 'tests', '--against', ...args])
    const cat = 'include "ptx-9.4.cat"\n'

    test('with the words for the models as they were given', async () => {
      write('own models/a.cat', cat)
      write("it's.cat", cat)
      for (const [args, words] of [
        [['ptx-6.0'], 'ptx-9.4 ptx-6.0'],
        [['ptx-7.5', '--model', 'nvlitmus'], 'nvlitmus ptx-7.5'],
        [['own models/a.cat'], "ptx-9.4 'own models/a.cat'"],
        [['ptx-7.5', '--model', "it's.cat"], "'it'\\''s.cat' ptx-7.5"],
      ] as const) {
        const { status, stdout, stderr } = await against(...args)
        expect([status, stderr]).toEqual([0, ''])
        expect(lines(stdout)).toEqual([expect.stringMatching(/: 2 equal; # s$/), advice(words)])
      }
    })

    test('not if something differs, is undecided, or was not read or compared', async () => {
      write('weak.cat', 'acyclic rf | data as No-Thin-Air')
      const differing = await against('weak.cat')
      const late = await against('ptx-6.0', '--timeout', '0.00001')
      write('tests/relaxed.test', 'nonsense')
      const unread = await against('ptx-6.0')
      clear()
      write('tests/surface.test', '.surfref s; d0.b0.t0 { suld r, [s]; } check (r == 0) as q;')
      const uncovered = await against('ptx-6.0')
      for (const [ran, status] of [
        [differing, 1],
        [late, 3],
        [unread, 2],
        [uncovered, 3],
      ] as const) {
        expect(ran.status).toBe(status)
        expect(ran.stdout).toMatch(/ s\n$/)
        expect(ran.stdout).not.toContain('distinguish')
      }
    })

    test('not with --quiet or --json, for a model and itself, or if it was compared with anything but a model', async () => {
      for (const args of [
        ['--against', 'ptx-6.0', '--quiet'],
        ['--against', 'ptx-6.0', '--json'],
        ['--against', 'ptx-9.4'],
        ['--without', 'Atomicity'],
        ['--each-axiom'],
      ]) {
        const { status, stdout } = await run(['regress', 'tests', ...args])
        expect(status).toBe(0)
        expect(stdout).not.toContain('distinguish')
      }
    })
  })

  test('--explain: the rule that forbids an outcome that the other side allows', async () => {
    write('weak.cat', 'acyclic rf | data as No-Thin-Air')
    for (const [name, args] of [
      ['against', ['--against', 'weak.cat']],
      ['without', ['--without', 'Causality']],
      ['each-axiom', ['--each-axiom']],
    ] as const) {
      const { stdout } = await run(['regress', 'tests', ...args, '--explain'])
      expectGolden(join(root, `spec/cli/golden/regress-${name}-explain.txt`), `${lines(stdout).join('\n')}\n`)
    }
  })

  test('--explain if both sides forbid it, one because it is vacuous', async () => {
    write('none.cat', 'empty _ as Nothing')
    const { stdout } = await run(['regress', 'tests/mp.test', '--against', 'none.cat', '--explain'])
    expect(stdout).toMatch(
      /forbidden → vacuous\n {4}neither allows it; under one of them the question is vacuous\n {4}ptx-9\.4 forbids:\n {6}Causality/,
    )
    expect(stdout).toMatch(/none\.cat forbids:\n {6}Nothing:\n/)
  })

  test('tests that only one model covers are not compared', async () => {
    write('tests/surface.test', '.surfref s; d0.b0.t0 { suld r, [s]; } check (r == 0) as q;')
    const { status, stdout } = await run(['regress', 'tests', '--against', 'ptx-6.0'])
    expect(stdout).toContain('2 equal, 1 not covered;')
    expect(status).toBe(0)
  })
  test('if nothing is compared, nothing is known to differ', async () => {
    const path = write('tests/surface.test', '.surfref s; d0.b0.t0 { suld r, [s]; } check (r == 0) as q;')
    const { status, stdout } = await run(['regress', path, '--against', 'ptx-6.0'])
    expect(stdout).toContain('0 equal, 1 not covered, nothing was compared;')
    expect(status).toBe(3)
    const each = await run(['regress', path, '--each-axiom', '--model', 'ptx-6.0'])
    expect(lines(each.stdout)[1]).toBe('Coherence            0          0  nothing was compared')
    expect(each.status).toBe(3)
  })
  test('verdicts that are equal only within the bound are reported so, and so is the axiom that may be needed beyond it', async () => {
    const path = write(
      'tests/w.litmus',
      'PTX w\n{ f = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.relaxed.gpu f, 1 | L: ;\n | add r1, r1, 1 ;\n' +
        ' | ld.relaxed.gpu r0, f ;\n | beq r0, 0, L ;\nexists (P1:r1 == 4)\n',
    )
    const { status, stdout } = await run(['regress', path, '--against', 'ptx-6.0'])
    expect(stdout).toContain('1 equal (1 within the bound);')
    expect(status).toBe(0)
    const each = await run(['regress', path, '--each-axiom'])
    expect(lines(each.stdout)[1]).toBe(
      'Coherence            0          0  no test is known to need it: 1 question undecided or within the bound',
    )
  })

  test('without axioms: the outcomes that they forbid', async () => {
    expect(await run(['regress', 'tests', '--without', 'Atomicity'])).toMatchObject({ status: 0 })
    const { status, stdout } = await run(['regress', 'tests', '--without', 'Causality', '--without', 'Atomicity'])
    expect(stdout).toMatch(
      /^✗ {2}tests\/mp\.test {2}stale {2}ptx-9\.4 without Causality, Atomicity {2}forbidden → allowed\n/,
    )
    expect(status).toBe(1)
  })

  test('each axiom in turn: an axiom that no test needs is marked', async () => {
    const { status, stdout } = await run(['regress', 'tests', '--each-axiom'])
    expect(lines(stdout)).toEqual([
      'axiom            tests  questions',
      'Coherence            0          0  no test needs it',
      'Fence-SC             0          0  no test needs it',
      'Atomicity            0          0  no test needs it',
      'No-Thin-Air          0          0  no test needs it',
      'SC-per-Location      0          0  no test needs it',
      'Causality            1          1',
      '2 questions of 2 tests in 2 files under ptx-9.4, and without each of its 6 axioms: 11 equal, 1 different; # s',
    ])
    expect(status).toBe(0)
    expect((await run(['regress', 'tests', '--each-axiom', '--verbose'])).stdout).toMatch(
      /^✗ {2}tests\/mp\.test {2}stale {2}ptx-9\.4 without Causality/,
    )
  })

  test('--json is one document, which fits its schema', async () => {
    const { stdout } = await run(['regress', 'tests', '--without', 'Causality', '--json'])
    expect(regressReport.parse(JSON.parse(stdout))).toMatchObject({
      comparison: 'without',
      models: ['ptx-9.4', 'ptx-9.4 without Causality'],
      changes: [
        {
          test: 'tests/mp.test',
          question: 'stale',
          kind: 'changed',
          before: 'forbidden',
          after: 'allowed',
          witness: { model: 'ptx-9.4 without Causality' },
        },
      ],
      count: { files: 2, tests: 2, questions: 2, equal: 1, changed: 1 },
      exitStatus: 1,
    })
  })

  test('--json --explain: the axioms and the chain as data', async () => {
    const { stdout } = await run(['regress', 'tests', '--without', 'Causality', '--explain', '--json'])
    const [change] = regressReport.parse(JSON.parse(stdout)).changes
    expect(
      change?.explanations?.map(({ model, verdict, sets }) => [model, verdict, sets.map(({ axioms }) => axioms)]),
    ).toEqual([
      ['ptx-9.4', 'forbidden', [['Causality']]],
      ['ptx-9.4 without Causality', 'allowed', []],
    ])
    const objection = change?.explanations?.[0]?.sets[0]?.objections[0]
    expect(objection?.section).toBe('8.10.6')
    expect(objection?.chain.map(({ relation }) => relation)).toEqual(['fr', 'po', 'sync', 'po'])
  })
})

describe('wrong usage: status 2', () => {
  test.each([
    ['nothing to compare with', ['tests'], /one of --baseline FILE, --against MODEL, --without AXIOM and --each-axiom/],
    ['two things to compare with', ['tests', '--each-axiom', '--against', 'ptx-6.0'], /one of --baseline FILE/],
    ['--update without a baseline', ['tests', '--each-axiom', '--update'], /--update: it needs --baseline FILE/],
    [
      'several models without a baseline',
      ['tests', '--model', 'ptx-9.4', '--model', 'ptx-6.0', '--each-axiom'],
      /--model: only --baseline takes several models/,
    ],
    [
      'an unknown axiom',
      ['tests', '--without', 'Coherance'],
      /no axiom `Coherance`; did you mean `Coherence`\? Its axioms are/,
    ],
    ['an unknown model', ['tests', '--against', 'ptx-9'], /--against: it must be one of/],
  ])('%s', async (_, args, message) => {
    write('tests/mp.test', stale('release'))
    const { status, stderr } = await run(['regress', ...args])
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
  })
})
