import { checkReport } from '../../../report/check.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const check = async (name: string, threads: string) => {
  const file = write(name, `.shared .u32 x;\n${threads}\nassert ([x] == 0) as kept;\n`)
  const { stdout } = await run(['check', file])
  const json = checkReport.parse(JSON.parse((await run(['check', '--json', file])).stdout))
  return { text: stdout.replaceAll(`${folder}/`, ''), json }
}

describe('the misuse of a named barrier', () => {
  test('breaks every claim, and is reported with its place and the other thread', async () => {
    const divergent = 'd0.b0.t0..1 { mov.u32 r, %tid.x; setp.eq.u32 p, r, 0; @p bar.sync 0; st.shared.u32 [x], 0; }'
    const { text, json } = await check('divergent.test', divergent)
    expect(text).toMatch(/^✗ {2}divergent\.test {2}kept {2}undefined behaviour is reachable/)
    expect(text).toContain(
      'd0.b0.t0 at divergent.test:2:58: bar.sync 0: d0.b0.t1, which runs the same text, goes on without it',
    )
    expect(json.questions[0]?.undefined).toEqual([
      {
        thread: 'd0.b0.t0',
        instruction: 'bar.sync 0',
        place: `${folder}/divergent.test:2:58`,
        problem: 'divergent',
        other: 'd0.b0.t1',
      },
    ])
  })
  test.each([
    [
      'counts',
      'd0.b0.t0 { bar.sync 0; } d0.b0.t32 { $ } d0.b0.t64 { }',
      'd0.b0.t0 comes to the same barrier with another number of threads',
    ],
    [
      'twice',
      'd0.b0.t0 { bar.arrive 0, 64; $ } d0.b0.t32 { $ $ }',
      'the thread has arrived at this barrier before, and comes to it again, perhaps before d0.b0.t32 has',
    ],
    [
      'missing',
      'd0.b0.t0 { bar.arrive 0, 64; $ } d0.b0.t32 { }',
      'the thread has arrived at this barrier before, and comes to it again, perhaps before all others have',
    ],
    [
      'reduction',
      'd0.b0.t0 { bar.sync 0; } d0.b0.t1 { setp.eq.u32 p, 0, 0; bar.red.or.pred q, 0, p; }',
      'd0.b0.t0 comes to the same barrier with another reduction, or without one',
    ],
    [
      'number',
      'd0.b0.t0 { ld.shared.u32 r, [x]; add.u32 r, r, 16; bar.sync r; }',
      'a CTA has the barriers 0 to 15 only',
    ],
    [
      'count',
      'd0.b0.t0 { ld.shared.u32 r, [x]; add.u32 r, r, 31; bar.sync 0, r; }',
      'the number of threads is not a positive multiple of 32',
    ],
    ['mask', 'd0.b0.t0..1 { bar.warp.sync 2; }', 'the mask does not name the lane of the thread'],
    [
      'words',
      'd0.b0.t0 { bar.warp.sync 3; } d0.b0.t1 { vote.sync.any.pred q, 1, 3; }',
      'd0.b0.t1 at words.test:2:42: vote.sync.any.pred q, 1, 3: the mask names d0.b0.t0, which waits at bar.warp.sync 3, words.test:2:12: another instruction of the warp, or another mask',
    ],
  ])('%s', async (name, threads, expected) => {
    const { text } = await check(`${name}.test`, threads.replaceAll('$', 'bar.sync 0, 64;'))
    expect(text).toContain(expected)
  })
})

describe('a thread that waits for ever at a named barrier', () => {
  test('waits for threads, or with a count for warps', async () => {
    const crossed = await check(
      'crossed.test',
      'd0.b0.t0 { bar.sync 0; bar.sync 1; } d0.b0.t1 { bar.sync 1; bar.sync 0; }',
    )
    expect(crossed.text).toContain(
      'd0.b0.t0 waits for ever at bar.sync 0, crossed.test:2:12, for d0.b0.t1; d0.b0.t1 waits for ever at bar.sync 1, crossed.test:2:49, for d0.b0.t0',
    )
    const alone = await check('alone.test', 'd0.b0.t0 { bar.sync 0, 64; } d0.b0.t32 { }')
    expect(alone.text).toContain('waits for ever at bar.sync 0, 64, alone.test:2:12, for 2 warps, of which 1 has come')
  })
})
