import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import {
  commit,
  describe as descriptors,
  fence,
  multiply,
  wait,
  warpgroup,
  whole,
} from '../../../axioms/ptx-9.4.wgmma.js'
import { solver, testIn } from '../../../support.js'

/** Returns the reasons why the behaviour is undefined, each once; brute force must agree on the instructions. */
async function problems(text: string): Promise<readonly string[]> {
  const program = testIn(text)
  const { answers } = decide(program, await solver(), { model: proposed, liveness: false })
  const [found = [], brute = []] = [answers, bruteForce(program, proposed).answers].map(([one]) =>
    one?.undefined.kind === 'known' ? one.undefined.found : [],
  )
  const at = (some: typeof found) => some.map(({ thread, instruction }) => `${thread}:${instruction}`).toSorted()
  expect(at(brute)).toEqual(at(found))
  return [...new Set(found.map((one) => ('problem' in one ? one.problem : one.reason)))]
}

const fragment = '{e0, e1, e2, e3}'
const set = (...registers: readonly string[]) => registers.map((one) => `mov.u32 ${one}, 1;`).join(' ')
const ofOneWarp = (lines: string) =>
  `.shared .align 128 .b8 tile[256]; .shared .align 128 .b8 other[256]; d0.b0.t0 { ${descriptors} ${lines} } check (true) as q;`

describe('registers', () => {
  test.each([
    ['a whole operation', whole, []],
    ['the accumulator after the wait', `${whole} add.u32 r, d0, 1;`, []],
    [
      'the accumulator before the wait',
      `${fence} ${multiply()} ${commit} add.u32 r, d0, 1; ${wait()}`,
      ['register in use'],
    ],
    ['an accumulator that is written', `${fence} ${multiply()} ${commit} ${set('d3')} ${wait()}`, ['register in use']],
    ['a branch on it', `${fence} ${multiply()} ${commit} beq d1, 0, L; L: ${wait()}`, ['register in use']],
    [
      'a wait for an older group',
      `${fence} ${multiply()} ${commit} ${multiply('{f0, f1, f2, f3}')} ${commit} ${wait(1)} add.u32 r, d0, 1; ${wait()}`,
      [],
    ],
    [
      'a wait that leaves the group out',
      `${fence} ${multiply()} ${commit} ${multiply('{f0, f1, f2, f3}')} ${commit} ${wait(1)} add.u32 r, f0, 1; ${wait()}`,
      ['register in use'],
    ],
    [
      'an operation that is in no group',
      `${fence} ${multiply()} ${wait()} add.u32 r, d0, 1;`,
      ['exited', 'register in use'],
    ],
    [
      'the first factor, before the wait',
      `${set('e0', 'e1', 'e2', 'e3')} ${fence} ${multiply(undefined, fragment)} ${commit} add.u32 r, e0, 1; ${wait()}`,
      ['register in use'],
    ],
    ['no fence', `${multiply()} ${commit} ${wait()}`, ['no fence']],
    ['an access after the fence', `${fence} ${set('d0')} ${multiply()} ${commit} ${wait()}`, ['not fenced']],
    ['an access before the fence', `${set('d0')} ${fence} ${multiply()} ${commit} ${wait()}`, []],
    ['a second operation', `${fence} ${multiply()} ${multiply()} ${commit} ${wait()}`, []],
    ['an access to another register', `${fence} ${set('r')} ${multiply()} ${commit} ${wait()}`, []],
    [
      'an accumulator as the first factor',
      `${fence} ${multiply()} ${multiply('{f0, f1, f2, f3}', '{d0, d1, d2, d3}')} ${commit} ${wait()}`,
      ['not fenced'],
    ],
  ])('%s', async (_, lines, expected) => {
    expect((await problems(warpgroup(lines))).filter((one) => expected.includes('exited') || one !== 'exited')).toEqual(
      expected,
    )
  })
})

describe('warpgroups', () => {
  test('one warp is no warpgroup', async () => {
    expect(await problems(ofOneWarp(whole))).toContain('no warpgroup')
  })
  test('a warp that goes on without an instruction', async () => {
    expect(await problems(warpgroup(whole, { last: fence }))).toEqual(['apart'])
    expect(await problems(warpgroup('', { last: whole }))).toContain('apart')
    expect(await problems(warpgroup(`${fence} ${multiply()} ${commit}`, { last: wait(), others: wait(1) }))).toContain(
      'apart',
    )
  })
  test('descriptors that differ', async () => {
    expect(
      await problems(
        warpgroup('', { last: `${fence} ${multiply(undefined, 'desc2')} ${commit} ${wait()}`, others: whole }),
      ),
    ).toEqual(['other descriptor'])
  })
})

describe('descriptors', () => {
  test('memory outside of all objects', async () => {
    expect(await problems(warpgroup(`mov.u64 desc, 0; ${whole}`))).toEqual(['access'])
  })
  test('a matrix that is larger than its object', async () => {
    const larger = 'add.u64 desc, desc, 1;'
    expect(await problems(warpgroup(`${larger} ${whole}`))).toEqual(['access'])
  })
})

describe('a wait for an operation', () => {
  const hangs = async (text: string) => {
    const { answers } = await decide(testIn(text), await solver(), { model: proposed })
    const brute = bruteForce(testIn(text), proposed).answers.map(({ liveness }) => liveness?.kind)
    expect(brute).toEqual(answers.map(({ liveness }) => liveness?.kind))
    return answers[0]?.liveness?.kind
  }
  const flag = '.global .u32 flag;'
  const until = 'L: ld.relaxed.cta.global.u32 r, [flag]; beq r, 0, L;'
  const raise = 'st.relaxed.cta.global.u32 [flag], 1;'
  /** The last warp waits for the first one before it comes to the operation. */
  const text = (before: string, after: string) =>
    `${flag} ${warpgroup(`${fence} ${before} ${commit} ${after}`, { last: raise })}`.replace(
      /d0.b0.t96 \{/,
      `d0.b0.t96 { ${until}`,
    )
  test('waits until all warps of the warpgroup have come to that', async () => {
    expect(await hangs(text(multiply(), wait()))).toBe('hangs')
    expect(await hangs(text(multiply(), ''))).toBe('ends')
    expect(await hangs(text(multiply(), wait(1)))).toBe('ends')
    expect(await hangs(text('', wait()))).toBe('ends')
  })
})
