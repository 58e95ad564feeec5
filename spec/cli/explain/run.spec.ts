import { readFileSync } from 'node:fs'
import { explanationDocument } from '../../../report/explanation.js'
import { workplace } from '../workplace.js'

const { write, run, runInPieces } = workplace()

const claim = (order: string) => `.global x; .global y;
d0.b0.t0 { st [x], 1; st.${order}.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`

describe('a claim', () => {
  test('that holds is explained by the axioms that forbid a violation', async () => {
    const path = write('holds.test', claim('release'))
    const { status, stdout } = await run(['explain', path])
    expect(stdout).toMatch(/ · fresh · ptx-9\.4: holds\n\nCausality \(ISA 8\.10\.6\) forbids a violation\.\n/)
    expect(stdout).toContain('Without Causality, an execution could violate the claim. In it, ')
    expect(status).toBe(0)
  })

  test('that is violated is explained by an execution, and by changes with which it holds', async () => {
    const { stdout } = await run(['explain', write('violated.test', claim('relaxed'))])
    expect(stdout).toMatch(/ · fresh · ptx-9\.4: violated\n/)
    expect(stdout).toContain('This change would make it hold:\n')
    expect(stdout).toContain('An execution that violates it:\n')
    expect(stdout).not.toMatch(/forbid|allowed/)
  })

  test('comes with the execution and the reason before the repairs, each as soon as it is found', async () => {
    const path = write('violated.test', claim('relaxed'))
    const {
      pieces,
      ran: { stdout },
    } = await runInPieces(['explain', path])
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces[0]).toMatch(/An execution that violates it:\n(.*\n)+A data race \(ISA 8\.7\.1\):\n/)
    expect(pieces[0]).not.toContain('would make it hold')
    expect(pieces[1]).toMatch(/^\nThis change would make it hold:\n/)
    expect(pieces[2]).toMatch(/^\nSo would this change:\n/)
    const file = `${path}.txt`
    await run(['explain', path, '-o', file])
    expect(readFileSync(file, 'utf8')).toBe(stdout)
  })

  test('without repairs, on request: JSON says that none were sought', async () => {
    const path = write('violated.test', claim('relaxed'))
    const { pieces } = await runInPieces(['explain', path, '--no-repairs'])
    expect(pieces).toEqual([expect.stringMatching(/ · fresh · ptx-9\.4: violated\n/)])
    expect(pieces[0]).not.toContain('would make it hold')
    const json = async (...args: readonly string[]) =>
      explanationDocument.parse(JSON.parse((await run(['explain', '--json', path, ...args])).stdout))
    const [without, full] = [await json('--no-repairs'), await json()]
    expect(without).toEqual({ ...full, repairs: [], changes: undefined })
    expect(full.repairs.length).toBeGreaterThan(0)
  })

  test('JSON has the verdict on the outcome beside the answer', async () => {
    const { stdout } = await run(['explain', '--json', write('holds.test', claim('release'))])
    expect(explanationDocument.parse(JSON.parse(stdout))).toMatchObject({ verdict: 'forbidden', answer: 'holds' })
  })
})

test('where it finds no repair, it names the command that searches further, which finds one', async () => {
  const path = write(
    'two-texts.test',
    '.global x;\nd0.b0.t0 { st [x], 1; }\nd0.b0.t1 { ld r0, [x]; }\nassert (r0 == 1) as seen;\npermit (x == 1) as set;',
  )
  const { stdout } = await run(['explain', path, '--question', 'seen'])
  expect(stdout).toContain('No change would make it hold: ')
  const [, command = ''] = /\nsearches further, also in several texts together: ptx-litmus (.*)\n$/.exec(stdout) ?? []
  expect(command).toBe(`fix ${path}`)
  expect((await run(command.split(' '))).stdout).toContain('insert bar.sync 0 in d0.b0.t1')
  expect((await run(['explain', path, '--question', 'set'])).stdout).toContain(`fix ${path} --question set\n`)
})

test('where a run in turn fails, it says that `fix` shows the run, not that it searches further', async () => {
  const path = write('wrong.test', '.global x;\nd0.b0.t0 { st [x], 1; }\nassert (x == 2) as two;')
  const { stdout } = await run(['explain', path])
  expect(stdout).toContain('No change would make it hold: it fails in a run in which threads take turns: ')
  expect(stdout).toMatch(/\nshows that run: ptx-litmus fix .*wrong\.test\n$/)
  expect(stdout).not.toContain('searches further')
  expect((await run(['fix', path])).stdout).toContain('\nThe run:\n')
})

describe('a fence that would forbid the outcome', () => {
  const reader = (declared: string, load: string) => `.global data; .global flag; ${declared}
d0.b0.t0 { st [data], 42; st.release.gpu [flag], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [flag]; ${load}; }
check (r0 == 1 && r1 == 0) as stale;`
  const explained = async (text: string) => {
    const path = write('fence.test', text)
    const json = await run(['explain', '--json', path])
    return {
      lines: (await run(['explain', path])).stdout.split('\n'),
      repairs: explanationDocument.parse(JSON.parse(json.stdout)).repairs,
    }
  }
  const note = '    model only: no assembler has it; end the kernel, or load through the generic proxy'
  test.each([
    ['texture', '.texref n virtually aliases data;', 'tld r1, [n]'],
    ['surface', '.surfref n virtually aliases data;', 'suld r1, [n]'],
    ['constant', '.constref n virtually aliases data;', 'ldc r1, [n]'],
  ])('%s: it is said that the model alone has it', async (proxy, declared, load) => {
    const { lines, repairs } = await explained(reader(declared, load))
    expect(lines[lines.findIndex((line) => line.startsWith(`  insert fence.proxy.${proxy} in `)) + 1]).toBe(note)
    expect(repairs).toMatchObject([{ changes: [expect.stringContaining(`fence.proxy.${proxy}`)], modelOnly: true }])
  })
  test('alias: PTX has it', async () => {
    const { lines, repairs } = await explained(reader('.global n physically aliases data;', 'ld r1, [n]'))
    expect(lines.some((line) => line.startsWith('  insert fence.proxy.alias in '))).toBe(true)
    expect(lines).not.toContain(note)
    expect(repairs.filter(({ modelOnly }) => modelOnly)).toEqual([])
  })
})

test('if only one thread has a fence, the missing fence of the other is proposed, and the store that would release', async () => {
  const { stdout } = await run([
    'explain',
    write(
      'missing.test',
      `.global x; .global y;
d0.b0.t0 {
  st [x], 1;
  st.volatile [y], 1;
}
d0.b1.t0 { ld.volatile r0, [y]; fence.sc.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ),
  ])
  const proposed = stdout
    .split('\n')
    .filter((_, i, lines) => /^(This change would make it hold|So would this change):$/.test(lines[i - 1] ?? ''))
  expect(proposed).toEqual([
    '  insert fence.acq_rel.gpu in d0.b0.t0, between line 3, st.weak [x], 1, and line 4, st.volatile [y], 1',
    '  replace st.volatile [y], 1 with st.release.gpu [y], 1 in d0.b0.t0, line 4: adds synchronisation; assumes one GPU',
  ])
})

describe('--effort', () => {
  /**
   * Returns a test in which each thread stores to one location and misses the store to the next. Only fences in all
   * threads forbid it.
   */
  const ring = (length: number): string => {
    const all = Array.from({ length }, (_, i) => i)
    const names = all.map((i) => `.global x${i};`).join(' ')
    const threads = all.map(
      (i) => `d0.b${i}.t0 { st.relaxed.cta [x${i}], 1; ld.relaxed.cta r${i}, [x${(i + 1) % length}]; }`,
    )
    const stale = all.map((i) => `r${i} == 0`).join(' && ')
    return write(`ring-of-${length}.test`, `${names}\n${threads.join('\n')}\ncheck (${stale}) as stale;`)
  }
  const path = ring(6)

  test('a search that ends within its budget does not mention one', async () => {
    const { status, stdout } = await run(['explain', path, '--effort', '2'])
    expect(stdout.match(/ {2}insert fence\.sc\.gpu in d0\.b\d\.t0/g)).toHaveLength(6)
    expect(stdout).not.toContain('--effort')
    expect(status).toBe(0)
    const { changes } = explanationDocument.parse(JSON.parse((await run(['explain', ring(3), '--json'])).stdout))
    expect(changes).toMatchObject({ spent: false, undecided: 0 })
  })

  test('is a number from 1 on', async () => {
    const { status, stderr } = await run(['explain', path, '--effort', '0'])
    expect(stderr).toContain('--effort: it must be at least 1')
    expect(status).toBe(2)
  })
})
