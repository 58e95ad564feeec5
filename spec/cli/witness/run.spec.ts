import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { witness, witnessList } from '../../../report/witness.js'
import { root } from '../../support.js'
import { xmlFlaws } from '../../witness/pictures.js'
import { workplace } from '../workplace.js'

const { folder, write, run, runAt } = workplace()

const mp = write(
  'mp.test',
  `.global x; .global y;
d0.b0.t0 { st [x], 1; st.$0.gpu [y], 1; }
d1.b1.t0 { ld.acquire.sys r0, [y]; ld r1, [x]; }
permit (r0 == 1 && r1 == 0) as stale;
permit (r0 == 1 && r1 == 1) as fresh;
$$
release
relaxed
`,
)
const synchronised = write(
  'synchronised.test',
  `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
permit (r0 == 1 && r1 == 1) as fresh;
permit (r0 == 1 && r1 == 0) as stale;
permit (r0 == 0) as before;
`,
)

const inTurn = write(
  'in-turn.test',
  `.global x;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; }
assert (r0 == 0) as never;
`,
)

describe('ptx-litmus witness', () => {
  test('as text: threads side by side with values, edges, synchronisation, the end', async () => {
    const { status, stdout, stderr } = await run(['witness', synchronised, '--question', 'fresh'])
    expect(stdout).toBe(`${synchronised} · fresh · ptx-9.4
  permit (r0 == 1 && r1 == 1) as fresh

  e0: x = 0   e1: y = 0

  d0.b0.t0                            | d0.b1.t0
  e2: st [x], 1               W x = 1 | e4: ld.acquire.gpu r0, [y]   R y = 1
  e3: st.release.gpu [y], 1   W y = 1 | e5: ld r1, [x]               R x = 1

  rf    e2 -> e5, e3 -> e4
  co    e0 -> e2, e1 -> e3
  sync  e3 -> e4

  finally: d0.b1.t0:r0 = 1  d0.b1.t0:r1 = 1  [x] = 1  [y] = 1
`)
    expect([status, stderr]).toEqual([0, ''])
  })

  test.each([
    ['witness', ['witness', `${mp}#2`]],
    ['explain', ['explain', `${mp}#2`, '--question', 'stale']],
    ['races', ['races', `${mp}#2`]],
    ['outcomes', ['outcomes', `${mp}#2`, '--witnesses']],
    ['fix', ['fix', inTurn]],
  ])('%s: on a narrow terminal, threads are below each other', async (_, args) => {
    const sideBySide = (text: string) => text.split('\n').filter((line) => /^ {2}\S+ +\| \S/.test(line)).length
    expect(sideBySide((await run(args)).stdout)).toBeGreaterThan(0)
    expect(sideBySide((await runAt(200, args)).stdout)).toBeGreaterThan(0)
    expect(sideBySide((await runAt(60, args)).stdout)).toBe(0)
  })

  test('a file is as wide as it must be, whatever the terminal', async () => {
    await runAt(40, ['witness', `${mp}#2`, '-f', 'text', '-o', 'mp.out'])
    expect(readFileSync(join(folder, 'mp.out'), 'utf8')).toBe((await run(['witness', `${mp}#2`])).stdout)
  })

  test('a relation that was asked for and is empty: none', async () => {
    const { stdout } = await run([
      'witness',
      `${mp}#2`,
      '--show',
      'sync_fence,base-cause,preserved-alias-across-proxies',
    ])
    expect(stdout).toMatch(/^ {2}base-cause +e2 -> e3, e4 -> e5$/m)
    expect(stdout).toMatch(/^ {2}preserved-alias-across-proxies +none$/m)
  })

  test('a forbidden outcome: a message, and status 1', async () => {
    const { status, stdout } = await run(['witness', synchronised, '--question', 'stale'])
    expect(stdout).toMatch(/stale · ptx-9\.4: forbidden: no consistent execution/)
    expect(status).toBe(1)
  })

  test('a claim that holds: a message, and status 1', async () => {
    const claim = 'assert (not (r0 == 1 && r1 == 0)) as fresh;'
    const path = write(
      'holds.test',
      readFileSync(synchronised, 'utf8')
        .replace(/permit[^;]*;/g, '')
        .concat(claim),
    )
    const { status, stdout } = await run(['witness', path, '--question', 'fresh'])
    expect(stdout).toMatch(/fresh · ptx-9\.4: holds: no consistent execution violates it$/m)
    expect(status).toBe(1)
  })

  test('a forbidden outcome of a picture leaves standard output empty, and no file', async () => {
    const { status, stdout, stderr } = await run(['witness', synchronised, '--question', 'stale', '-o', 'none.svg'])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('forbidden')
    expect(() => readFileSync(join(folder, 'none.svg'))).toThrow('ENOENT')
  })

  test('a question that no execution could answer otherwise: vacuous', async () => {
    const path = write('vacuous.test', '.global x; d0.b0.t0 { ld r0, [x] == 7; } check (r0 == 7) as q;')
    expect(await run(['witness', path])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('forbidden (vacuous)'),
    })
  })

  test('what the model does not cover: status 3', async () => {
    const path = write('red.test', '.global x; d0.b0.t0 { red.add.gpu [x], 1; ld r0, [x]; } check (r0 == 1) as q;')
    const { status, stdout } = await run(['witness', '--model', 'nvlitmus', path])
    expect(stdout).toContain('not covered: nvlitmus does not cover red')
    expect(status).toBe(3)
  })

  test('without --question the first one, and a note about the others', async () => {
    const { stdout, stderr } = await run(['witness', synchronised])
    expect(stdout).toContain('· fresh ·')
    expect(stderr).toContain('this is fresh, the first of 3 questions')
  })

  test('a row, either way', async () => {
    const one = (await run(['witness', `${mp}#2`])).stdout
    expect(one).toContain('st.relaxed.gpu')
    expect((await run(['witness', mp, '--row', '2'])).stdout).toBe(one)
  })

  describe('as JSON', () => {
    test('it fits its schema and replays, alone', async () => {
      const { stdout } = await run(['witness', `${mp}#1`, '-f', 'json', '--show', 'base-cause,cause'])
      const document = witness.parse(JSON.parse(stdout))
      expect(Object.keys(document.relations)).toEqual(expect.arrayContaining(['rf', 'co', 'fr', 'base-cause', 'cause']))
      expect(await run(['replay', '-'], stdout)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('consistent'),
      })
    })

    test('--all lists distinct executions, each of which replays', async () => {
      const { stdout } = await run([
        'witness',
        synchronised,
        '--question',
        'before',
        '--all',
        '-f',
        'json',
        '-o',
        'all.json',
      ])
      expect(stdout).toBe('')
      const text = readFileSync(join(folder, 'all.json'), 'utf8')
      const { complete, witnesses } = witnessList.parse(JSON.parse(text))
      // r0 is 0; the other load may see either write of x.
      expect([complete, witnesses.length]).toEqual([true, 2])
      expect((await run(['replay', 'all.json'])).stdout.match(/consistent/g)).toHaveLength(2)
    })

    test('--limit cuts the list, and the output says so', async () => {
      const { stdout, stderr } = await run([
        'witness',
        synchronised,
        '--question',
        'before',
        '--all',
        '--limit',
        '1',
        '-f',
        'json',
      ])
      expect(witnessList.parse(JSON.parse(stdout))).toMatchObject({ complete: false, witnesses: [expect.anything()] })
      expect(stderr).toContain('1 distinct execution: the limit was reached, and there are more')
    })

    test('an empty list is an error: nothing would be checked', async () => {
      const { status, stderr } = await run(['replay', '-'], JSON.stringify({ complete: true, witnesses: [] }))
      expect(stderr).toContain('witnesses: there is no witness in the list')
      expect(status).toBe(2)
    })

    test('a list within the bound is not complete, though no other is left there', async () => {
      const path = write(
        'counts.litmus',
        'PTX counts\n{\nf = 0;\n}\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.relaxed.gpu f, 1 | L: ;\n | add r1, r1, 1 ;\n' +
          ' | ld.relaxed.gpu r0, f ;\n | beq r0, 0, L ;\nexists (P1:r1 > 0)\n',
      )
      const { status, stdout, stderr } = await run(['witness', path, '--all', '-f', 'json'])
      expect(witnessList.parse(JSON.parse(stdout))).toMatchObject({
        complete: false,
        within: { bound: 2, loops: [expect.stringContaining('P1 L, ')] },
        witnesses: [expect.anything(), expect.anything()],
      })
      expect(stderr).toContain('2 distinct executions, and no other, within bound 2 (loop P1 L, ')
      expect(status).toBe(0)
    })

    test('--schema is a JSON Schema', async () => {
      const { status, stdout } = await run(['witness', '--schema'])
      expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(witness))))
      expect(status).toBe(0)
    })
  })

  test('as a picture: valid XML, into the file whose name says so', async () => {
    const { status, stdout } = await run(['witness', `${mp}#2`, '--all', '-o', 'mp.svg'])
    expect([status, stdout]).toEqual([0, ''])
    const svg = readFileSync(join(folder, 'mp.svg'), 'utf8')
    expect(svg).toMatch(/^<svg xmlns=/)
    expect(xmlFlaws(svg)).toEqual([])
  })

  test('as a picture: `fr` and coherence after initial writes if they are asked for', async () => {
    const relationsIn = async (...show: readonly string[]) => {
      const { stdout } = await run(['witness', `${mp}#2`, '-f', 'svg', ...show])
      return [...stdout.matchAll(/data-relation="(\w+)"/g)].map(([, name]) => name)
    }
    const usual = await relationsIn()
    expect(usual.filter((name) => name === 'fr' || name === 'co')).toEqual([])
    const asked = await relationsIn('--show', 'fr,co')
    expect(asked.toSorted()).toEqual([...usual, 'co', 'co', 'fr'].toSorted())
  })

  test('as a picture: as wide as `--width` says, if the boxes can be folded so', async () => {
    const widthWith = async (...options: readonly string[]) => {
      const { stdout } = await run(['witness', `${root}/examples/async/pipeline.test#2`, '-f', 'svg', ...options])
      return Number(/<svg [^>]* width="([\d.]+)"/.exec(stdout)?.[1])
    }
    const [usual, narrow] = [await widthWith(), await widthWith('--width', '115')]
    expect(narrow).toBeLessThan(0.95 * usual)
    expect(narrow).toBeLessThanOrEqual(115 * 7.3)
  })

  test('for Graphviz: threads in clusters', async () => {
    const { stdout } = await run(['witness', `${mp}#2`, '--format', 'dot', '--show', 'fr'])
    expect(stdout).toMatch(/subgraph cluster_gpu1 \{\s+label="GPU 1";\s+subgraph cluster_gpu1_cta1 \{/)
    expect(stdout).toMatch(/e5 -> e2 \[label="fr"/)
    expect(stdout).toMatch(/e2 -> e5 \[label="race", .*, penwidth=3, dir=none/)
    expect((await run(['witness', `${mp}#2`, '--format', 'dot'])).stdout).not.toContain('label="fr"')
  })

  describe('errors: status 2', () => {
    test.each([
      ['no test', ['witness'], /witness: missing test: give a file/],
      ['several tests', ['witness', mp], /mp\.test: there are 2 tests here; choose one with --row N or `file#N`/],
      ['a row that is not there', ['witness', `${mp}#3`], /there is no row 3; the template has 2/],
      ['a row of no template', ['witness', synchronised, '--row', '1'], /the test is not a template/],
      [
        'an unknown question',
        ['witness', synchronised, '--question', 'fersh'],
        /no question `fersh`; did you mean `fresh`\?/,
      ],
      [
        'an unknown relation',
        ['witness', synchronised, '--show', 'base-caus'],
        /no relation `base-caus`; did you mean `base-cause`\?/,
      ],
      ['an unknown format', ['witness', synchronised, '-f', 'png'], /--format: it must be one of text, dot, svg, json/],
      ['a limit of a single execution', ['witness', synchronised, '--limit', '3'], /--limit: it needs --all/],
      ['a limit of nothing', ['witness', synchronised, '--all', '--limit', '0'], /--limit: it must be at least 1/],
      [
        'a file that cannot be written',
        ['witness', synchronised, '-o', 'no/such/folder.svg'],
        /folder\.svg: cannot be written: there is no such folder/,
      ],
      ['a file that does not exist', ['witness', 'nowhere.test#2'], /nowhere\.test: no such file/],
    ])('%s', async (_, args, message) => {
      const { status, stderr } = await run(args)
      expect(stderr).toMatch(message)
      expect(status).toBe(2)
    })
  })
})

describe('ptx-litmus replay', () => {
  const document = async () =>
    JSON.parse((await run(['witness', synchronised, '--question', 'fresh', '-f', 'json'])).stdout)

  test('names the axiom that an execution breaks: status 1', async () => {
    const stale = await document()
    stale.relations.rf = [
      [0, 5],
      [3, 4],
    ]
    stale.relations.fr = [[5, 2]]
    stale.events[5].value = '0'
    stale.final.registers[1].value = '0'
    writeFileSync(join(folder, 'stale.json'), JSON.stringify(stale))
    const { status, stdout } = await run(['replay', 'stale.json'])
    expect(stdout).toMatch(/broken\n {4}Causality does not hold\n {4}the outcome of fresh is not reached\n$/)
    expect(status).toBe(1)
  })

  test('by another model', async () => {
    const text = (await run(['witness', `${mp}#2`, '-f', 'json'])).stdout
    expect(await run(['replay', '--model', 'ptx-6.0', '-'], text)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('· ptx-6.0  consistent'),
    })
  })

  test.each([
    ['no JSON', '{"format": }', /bad\.json(:1:\d+)?: this is not JSON: Unexpected token/],
    ['nothing', '', /bad\.json:1:1: this is not JSON/],
    ['another document', '{}', /bad\.json: format: this is not a witness of ptx-litmus/],
    ['no object', '[]', /bad\.json: the document: /],
  ])('%s: status 2', async (_, text, message) => {
    const { status, stderr } = await run(['replay', write('bad.json', text)])
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
  })
})
