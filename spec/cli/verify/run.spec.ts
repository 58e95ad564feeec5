import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { certificate, verifyReport } from '../../../report/certificate.js'
import { checkReport } from '../../../report/check.js'
import { must } from '../../../source/must.js'
import { workplace } from '../workplace.js'

const { folder, write, clear, run } = workplace()

const passing = (claim: string, order = 'release', threads = '') => `.global x; .global y;
  d0.b0.t0 { st.relaxed.gpu [x], 1; st.${order}.gpu [y], 1; } d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]; } ${threads}
  ${claim}`

const stale = 'assert (!(d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 0)) as stale;'

const text = (name: string) => readFileSync(join(folder, name), 'utf8')
/** Returns the one file of the proofs with this ending. */
const fileOf = (ending: string) =>
  `proofs/${must(
    readdirSync(join(folder, 'proofs')).find((name) => name.endsWith(ending)),
    'a file',
  )}`

beforeEach(clear)

async function certified(test = passing(stale), ...args: readonly string[]) {
  write('MP.test', test)
  return run(['check', 'MP.test', '--certify', 'proofs', ...args])
}

test('a claim that holds has a certificate, and it is verified', async () => {
  const { status, stdout } = await certified()
  expect([status, stdout.split('\n').at(-2)]).toEqual([0, '1 certificate in proofs: ptx-litmus verify proofs'])
  const verified = await run(['verify', 'proofs'])
  expect(verified.stdout).toMatch(
    /^✓ {2}MP\.test {2}stale {2}holds {2}verified under ptx-9.4: 2 parts, \d+ steps?\n1 certificate: 1 verified, 0 rejected/,
  )
  expect(verified.status).toBe(0)
})

test('the problem names its events and its variables', async () => {
  await certified()
  const problem = text(fileOf('.1.cnf'))
  expect(problem).toContain('c about the outcome, layout 0\n')
  expect(problem).toMatch(/^c event \d+: d0\.b1\.t0 at MP\.test:2:\d+: ld\.relaxed\.gpu r1, \[x\]: R x$/m)
  expect(problem).toMatch(/^c rf_\d+_\d+ = \d+$/m)
})

test('documents name the certificate', async () => {
  const { stdout } = await certified(passing(stale), '--json')
  const [question] = checkReport.parse(JSON.parse(stdout)).questions
  expect(question?.certificate).toEqual({ file: fileOf('.json'), parts: 2 })
  const verified = await run(['verify', 'proofs', '--json'])
  expect(verifyReport.parse(JSON.parse(verified.stdout)).certificates).toEqual([
    {
      file: '1-MP.test-stale.json',
      ...{
        test: 'MP.test',
        question: 'stale',
        model: 'ptx-9.4',
        answer: 'holds',
        rests: [],
        vacuous: false,
        parts: 2,
        steps: 1,
      },
    },
  ])
})

test('an answer is proven by the definitions of the model, too, if that ends', async () => {
  await certified()
  const { status, stdout } = await run(['verify', 'proofs', '--semantics'])
  expect(stdout).toMatch(/verified under ptx-9.4: 2 parts, 1 step; proven by definition: \d+ clauses, \d+ steps?\n/)
  expect(status).toBe(0)
  const { certificates } = verifyReport.parse(
    JSON.parse((await run(['verify', 'proofs', '--semantics', '--json'])).stdout),
  )
  expect(certificates[0]?.byDefinition).toMatchObject({ parts: 2 })

  const late = await run(['verify', 'proofs', '--semantics', '--timeout', '0.001'])
  expect(late.stdout).toContain('1 step; not proven by definition: the time limit was reached\n')
  expect(late.status).toBe(0)
})

test('an outcome that is reached needs none', async () => {
  const { stdout } = await certified(passing(stale.replace('assert (!', 'permit ('), 'relaxed'))
  expect(stdout).toContain('0 certificates in proofs')
  expect((await run(['verify', 'proofs'])).status).toBe(2)
})

test('vacuous claims, bounds, undefined behaviour and layouts are parts', async () => {
  const loop = `.global x; .global i; .global f; .global y[2];
    d0.b0.t0 { st.relaxed.gpu [i], 5; st.relaxed.gpu [i], 1; st.release.gpu [f], 1; st.relaxed.gpu [x], 20; }
    d0.b1.t0 {
      L: atom.relaxed.gpu.add.u32 r0, [x], 1; blt r0, 9, L;
      ld.acquire.gpu r3, [f]; beq r3, 0, E;
      ld.relaxed.gpu r1, [i]; mul.wide.u32 r1, r1, 4; mov.u64 a, y; add.u64 a, a, r1; ld.relaxed.gpu r2, [a];
      E:
    }
    assert (d0.b1.t0:r0 >= 9) as one;`
  const { stdout } = await certified(loop)
  expect(stdout).toContain('holds within bound 2')
  const document = certificate.parse(JSON.parse(text(fileOf('.json'))))
  expect(document.within?.bound).toBe(2)
  expect(document.parts.map(({ about }) => about)).toEqual([
    'the outcome',
    'undefined behaviour or a trap',
    'an execution that ends',
  ])
  const bounded = await run(['verify', 'proofs'])
  expect(bounded.stdout).toMatch(
    /^✓ {2}MP\.test {2}one {2}holds within bound 2 {2}verified under ptx-9.4: .*\n {4}loops cut at the bound: d0\.b1\.t0 L, MP\.test:4:7\n/,
  )
  expect(bounded.status).toBe(0)
  const [reported] = verifyReport.parse(JSON.parse((await run(['verify', 'proofs', '--json'])).stdout)).certificates
  expect(reported).toMatchObject({ rests: [], vacuous: false, within: document.within })

  clear()
  const never = await certified(passing('filter (false); assert (d0.b1.t0:r0 == 7) as never;'))
  expect(never.stdout).toContain('vacuous')
  const vacuous = certificate.parse(JSON.parse(text(fileOf('.json'))))
  expect(vacuous.parts.map(({ about, solvable }) => [about, solvable])).toContainEqual([
    'an execution that ends',
    false,
  ])
  const { status, stdout: verified } = await run(['verify', 'proofs'])
  expect(verified).toContain('holds (vacuous)  verified under ptx-9.4: ')
  expect(status).toBe(0)
})

describe('what an answer rests on besides its parts', () => {
  const kernel = `.version 8.0
    .target sm_90
    .address_size 64
    .visible .entry one(.param .u64 out) {
      .reg .u64 %p; .reg .u32 %r;
      ld.param.u64 %p, [out]; cvta.to.global.u64 %p, %p;
      mov.u32 %r, 1; st.global.u32 [%p], %r; ret;
    }`
  const launch = ['--launch', 'one<<<1, 32, lanes 0>>>(out: u32)', '--assert', 'out == 1']
  const lanes = 'lane 0 of each warp of one: 1 of 32 threads are simulated'

  test('is on its line, and in JSON', async () => {
    write('one.ptx', kernel)
    await run(['check', 'one.ptx', ...launch, '--certify', 'proofs'])
    const { status, stdout } = await run(['verify', 'proofs'])
    expect(stdout).toMatch(
      /^✓ {2}one\.ptx {2}out == 1 {2}holds, qualified {2}verified under ptx-9.4: 2 parts, 1 step\n/,
    )
    expect(stdout.split('\n')[1]).toBe(`    ${lanes}`)
    expect(status).toBe(0)
    const { certificates } = verifyReport.parse(JSON.parse((await run(['verify', 'proofs', '--json'])).stdout))
    expect(certificates.map(({ rests }) => rests)).toEqual([[lanes]])
  })

  test('cannot be left out of a certificate', async () => {
    write('one.ptx', kernel)
    await run(['check', 'one.ptx', ...launch, '--certify', 'proofs'])
    const document = certificate.parse(JSON.parse(text(fileOf('.json'))))
    write(fileOf('.json'), JSON.stringify({ ...document, rests: [] }))
    const { status, stdout } = await run(['verify', 'proofs'])
    expect(stdout).toContain(`rejected: it does not say what it rests on: ${lanes}`)
    expect(status).toBe(1)
  })

  test('has the bound of its problems', async () => {
    await certified()
    const document = certificate.parse(JSON.parse(text(fileOf('.json'))))
    write(fileOf('.json'), JSON.stringify({ ...document, within: { bound: 9, loops: [] } }))
    const { status, stdout } = await run(['verify', 'proofs'])
    expect(stdout).toContain('rejected: its bound is 2, not 9')
    expect(status).toBe(1)
  })
})

describe('a certificate is rejected', () => {
  const rejected = async (why: string) => {
    const { status, stdout } = await run(['verify', 'proofs'])
    expect(stdout).toContain(`rejected: ${why}`)
    expect(status).toBe(1)
  }
  const edit = (file: string, change: (text: string) => string) => write(file, change(text(file)))

  test.each([
    ['a clause left out', (one: string) => one.replace(/\n-?\d+ .*0\n/, '\n')],
    ['a clause more', (one: string) => `${one}1 0\n`],
    ['a comment changed', (one: string) => one.replace('ld.relaxed', 'ld.acquire')],
  ])('%s in its problem', async (_, change) => {
    await certified()
    edit(fileOf('.1.cnf'), change)
    await rejected('1-MP.test-stale.1.cnf: it is not the problem of the test: the outcome')
  })

  test('no proof, or a damaged one', async () => {
    await certified()
    edit(fileOf('.1.lrat'), (one) => one.replace(/(\d+) 0\n$/, '1 0\n'))
    await rejected('1-MP.test-stale.1.lrat:1: ')
    rmSync(join(folder, fileOf('.1.lrat')))
    await rejected('proofs/1-MP.test-stale.1.lrat: no such file')
  })

  test('no solution', async () => {
    await certified()
    edit(fileOf('.2.sol'), (one) => one.replaceAll(/^v .*$/gm, 'v 0'))
    await rejected('1-MP.test-stale.2.sol:')
  })

  test('another test, model or question', async () => {
    await certified()
    write('MP.test', passing(stale, 'relaxed'))
    await rejected('MP.test has changed')
    // Even if its hash is forged, its problem is another.
    const { createHash } = await import('node:crypto')
    const now = createHash('sha256').update(text('MP.test')).digest('hex')
    edit(fileOf('.json'), (one) => one.replace(/("sha256": ")[0-9a-f]+/, `$1${now}`))
    await rejected('1-MP.test-stale.1.cnf: it is not the problem of the test: the outcome')
    rmSync(join(folder, 'MP.test'))
    await rejected('MP.test cannot be read')
    write('MP.test', passing(stale))
    edit(fileOf('.json'), (one) => one.replace('"model": "ptx-9.4"', '"model": "ptx-6.0"'))
    await rejected('the model ptx-6.0 has changed')
  })

  test.each(['forbidden', 'allowed', 'violated', 'undefined', 'hangs', 'not covered', 'undecided'])(
    'an answer that its parts do not prove: %s',
    async (answer) => {
      await certified()
      edit(fileOf('.json'), (one) => one.replace('"answer": "holds"', `"answer": "${answer}"`))
      await rejected(`its answer is ${answer}; what it proves is holds`)
    },
  )

  test('an answer of another kind of question', async () => {
    await certified(passing('check (d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 0) as stale;'))
    expect((await run(['verify', 'proofs'])).stdout).toContain('stale  forbidden  verified')
    edit(fileOf('.json'), (one) => one.replace('"answer": "forbidden"', '"answer": "holds"'))
    await rejected('its answer is holds; what it proves is forbidden')
  })

  test.each([
    ['variables', '1-MP.test-stale.1.cnf: it has not 999 variables'],
    ['clauses', '1-MP.test-stale.1.cnf: it has not '],
    ['steps', '1-MP.test-stale.1.lrat: it has 1 line, not 999 steps'],
  ])('%s that its files do not have', async (name, why) => {
    await certified()
    edit(fileOf('.json'), (one) => one.replace(new RegExp(`"${name}": \\d+`), `"${name}": 999`))
    await rejected(why)
  })

  test('lines after the proof', async () => {
    await certified()
    edit(fileOf('.lrat'), (one) => `${one}999999 5 0 1 0\n`)
    await rejected('1-MP.test-stale.1.lrat: it has 2 lines, not 1 step')
  })

  test('a question that is not there, a part left out', async () => {
    await certified()
    const whole = text(fileOf('.json'))
    edit(fileOf('.json'), (one) => one.replace('"question": "stale"', '"question": "other"'))
    await rejected('MP.test has no question other')
    const document = certificate.parse(JSON.parse(whole))
    write(fileOf('.json'), JSON.stringify({ ...document, parts: document.parts.slice(1) }))
    await rejected('it has 1 parts; its answer rests on 2')
    write(fileOf('.json'), JSON.stringify({ ...document, vacuous: true }))
    await rejected('a part is about an execution that ends')
  })
})

test.each([
  ['{}', 'this is not a certificate: format'],
  ['[', 'x.json:1:'],
  [JSON.stringify({ format: 'ptx-litmus certificate 1', parts: [{ problem: '../a' }] }), 'this is not a certificate'],
])('a document that is no certificate is an error', async (content, message) => {
  write('proofs/x.json', content)
  const { status, stderr } = await run(['verify', 'proofs'])
  expect(stderr).toContain(message)
  expect(status).toBe(2)
})

test('certificates need an empty folder, and tests that can be read again', async () => {
  write('proofs/x.json', '{}')
  const full = await certified()
  expect([full.status, full.stderr]).toEqual([2, 'proofs: certificates need a new or an empty folder\n'])
  for (const [words, message] of [
    [['-'], 'standard input cannot be read again'],
    [['MP.test', '--solver', 'brute'], 'it cannot be combined with --solver brute'],
    [['MP.test', '--watch'], 'it cannot be combined with --watch'],
  ] as const) {
    const { status, stderr } = await run(['check', ...words, '--certify', 'other'])
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  }
})
