import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { findRace } from '../../../../races/find-races.js'
import { proposed } from '../../../axioms/ptx-9.4.js'
import { mostCandidates } from '../../../extent.js'
import { solver, testIn } from '../../../support.js'

const tries = 'clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes'
const queries = 'clusterlaunchcontrol.query_cancel'

const memory = '.shared .align 16 .b8 to[16]; .shared .b64 bar; .global out[4];'
const init = 'mbarrier.init.shared.b64 [bar], 1;'
const expects = 'mbarrier.arrive.expect_tx.relaxed.cluster.shared.b64 _, [bar], 16;'
const request = `${tries}.b128 [to], [bar];`
const toAll = `${tries}.multicast::cluster::all.b128 [to], [bar];`
const wait = (parity: 0 | 1 = 0, label = `W${parity}`) =>
  `${label}: mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [bar], ${parity}; beq p, 0, ${label};`
const query = `ld.shared.b128 r, [to]; ${queries}.is_canceled.pred.b128 q, r;`
const position = `${queries}.get_first_ctaid::x.b32.b128 x, r;`
/** Asks, and then goes on only if a launch is cancelled. */
const asks = `${init} ${expects} ${request} ${wait()} ${query} beq q, 0, E;`

/**
 * Returns the verdict on each question, and the reasons why the behaviour is undefined. Brute force must agree where it
 * lists all executions: those in which threads wait are too many.
 */
async function answersTo(text: string) {
  const program = testIn(`${memory} ${text}`)
  const { answers } = decide(program, await solver(), { model: proposed, liveness: true })
  const { answers: brute, listed } = bruteForce(program, proposed, { most: mostCandidates })
  const kinds = answers.map(({ verdict }) => verdict.kind)
  const isListed = listed === 'all'
  if (isListed) expect(brute.map(({ verdict }) => verdict.kind)).toEqual(kinds)
  const problems = (some: typeof answers | typeof brute) => {
    const [one] = some
    const found = one?.undefined.kind === 'known' ? one.undefined.found : []
    return [...new Set(found.map((each) => ('problem' in each ? each.problem : each.reason)))].toSorted()
  }
  if (isListed) expect(problems(brute)).toEqual(problems(answers))
  return { kinds, problems: problems(answers), isListed }
}

const other = 'd0.b1.t0 { st [out[1]], 1; }'

describe('a request', () => {
  test('cancels a block, which then executes nothing, or fails', async () => {
    const { kinds, problems } = await answersTo(`d0.b0.t0 { ${asks} ${position} st [out[2]], x; E: } ${other}
      exists (out[2] == 1 && out[1] == 0) as cancelled;
      exists (out[2] == 1 && out[1] == 1) as both;
      exists (d0.b0.t0:q == 0 && out[1] == 0) as neither;
      exists (d0.b0.t0:q == 0 && out[1] == 1) as fails;`)
    expect(kinds).toEqual(['allowed', 'forbidden', 'forbidden', 'allowed'])
    expect(problems).toEqual([])
  })

  test('chooses between all that brute force lists', async () => {
    const asking = (out: number) => `st [out[${out}]], 1; ${init} ${request}`
    const { kinds, isListed } = await answersTo(`d0.b0.t0 { ${asking(0)} } d0.b1.t0 { ${asking(1)} }
      exists (out[0] == 1 && out[1] == 1) as both;
      exists (out[0] == 0 && out[1] == 1) as second;
      exists (out[0] == 1 && out[1] == 0) as first;
      exists (out[0] == 0 && out[1] == 0) as neither;`)
    expect({ kinds, isListed }).toEqual({ kinds: ['allowed', 'allowed', 'allowed', 'forbidden'], isListed: true })
  })

  test('cancels no block that runs, and one that is cancelled makes no request', async () => {
    const both = (out: number) => `${asks} st [out[${out}]], 1; E:`
    const { kinds } = await answersTo(`d0.b0.t0 { ${both(0)} } d0.b1.t0 { ${both(1)} }
      exists (out[0] == 1 && out[1] == 1) as both;
      exists (out[0] == 1) as one;`)
    expect(kinds).toEqual(['forbidden', 'allowed'])
  })

  test('a block is cancelled once: two requests do not both get it', async () => {
    const { kinds } = await answersTo(`.shared .align 16 .b8 to2[16];
      d0.b0.t0 { ${init} mbarrier.arrive.expect_tx.relaxed.cluster.shared.b64 _, [bar], 32; ${request}
        ${request.replace('[to]', '[to2]')} ${wait()} ${query} ld.shared.b128 r2, [to2]; ${queries}.is_canceled.pred.b128 q2, r2; }
      ${other}
      exists (d0.b0.t0:q == 1 && d0.b0.t0:q2 == 1) as both;
      exists (d0.b0.t0:q == 0 && d0.b0.t0:q2 == 1) as second;`)
    expect(kinds).toEqual(['forbidden', 'allowed'])
  })

  test('in clusters it cancels one, whose first block the position is', async () => {
    const { kinds } = await answersTo(`d0.c0.b0.t0 { ${asks} ${position} E: } d0.c0.b1.t0 { }
      d0.c1.b0.t0 { st [out[0]], 1; } d0.c1.b1.t0 { st [out[1]], 1; }
      exists (d0.c0.b0.t0:x == 2 && out[0] == 0 && out[1] == 0) as whole;
      exists (d0.c0.b0.t0:x == 2 && out[0] == 1) as part;
      exists (d0.c0.b0.t0:x == 3) as second;`)
    expect(kinds).toEqual(['allowed', 'forbidden', 'forbidden'])
  })

  test('a thread that is cancelled has ended: nothing waits for it, and its registers are as at the start', async () => {
    const { kinds } = await answersTo(`d0.b0.t0 { ${asks} E: } d0.b1.t0 { mov.u32 s, 7; }
      exists (d0.b0.t0:q == 1 && d0.b1.t0:s == 0) as start;
      exists (d0.b0.t0:q == 1 && d0.b1.t0:s == 7) as written;`)
    expect(kinds).toEqual(['allowed', 'forbidden'])
  })
})

describe('undefined uses', () => {
  test.each([
    ['the position after a failure', `${asks.replace('beq q, 0, E;', '')} ${position}`, ['failed request']],
    ['a query of what is no response', `${init} ${query}`, ['no response']],
    [
      'another request after a failure',
      `${asks.replace('beq q, 0, E;', '')} ${expects} ${request} ${wait(1)}`,
      ['after a failure'],
    ],
    [
      'another request before the failure is known',
      `${init} ${expects} ${request} ${wait()} fence.proxy.async; ${expects} ${request} ${wait(1)} ${query}`,
      [],
    ],
    ['another request after a success', `${asks} fence.proxy.async; ${expects} ${request} ${wait(1)} E:`, []],
    [
      'a response that is read before it is there',
      `${init} ${expects} ${request} ld.shared.b128 r, [to]; ${wait()}`,
      ['too early'],
    ],
  ])('%s', async (_, lines, expected) => {
    const { problems } = await answersTo(`d0.b0.t0 { ${lines} } ${other} check (true) as q;`)
    expect(problems.filter((one) => one !== 'exited')).toEqual(expected)
  })

  test.each([
    ['a failure that another thread of the CTA knows of', '', ['after a failure']],
    ['one that it finds out about after the request', 'bar.sync 0;', []],
  ])('%s', async (_, before, expected) => {
    const second = `fence.proxy.async; ${expects} ${request.replace('[to]', '[to2]')} ${before} ${wait(1)}`
    const { problems } = await answersTo(`.shared .align 16 .b8 to2[16];
      d0.b0.t0 { ${init} bar.sync 1; ${expects} ${request} ${wait()} ${second} }
      d0.b0.t1 { bar.sync 1; ${before} ${wait()} ${query} } ${other} check (true) as q;`)
    expect(problems.filter((one) => one !== 'exited')).toEqual(expected)
  })

  test('a block that may have ended gets a response', async () => {
    const { problems } =
      await answersTo(`d0.c0.b0.t0 { ${init} barrier.cluster.arrive; barrier.cluster.wait; ${expects} ${toAll} ${wait()} }
      d0.c0.b1.t0 { ${init} ${expects} barrier.cluster.arrive; barrier.cluster.wait; } d0.c1.b0.t0 { } d0.c1.b1.t0 { } check (true) as q;`)
    expect(problems).toContain('exited')
  })
})

describe('races', () => {
  const races = async (text: string) =>
    findRace(testIn(`${memory} ${text} check (true) as q;`), await solver(), { model: proposed }).kind

  test.each([
    ['what the cancelled block would write', `d0.b0.t0 { ${asks} st [out[1]], 2; E: } ${other}`, 'race-free'],
    ['what another block writes', `d0.b0.t0 { ${asks.replace('beq q, 0, E;', '')} st [out[1]], 2; } ${other}`, 'racy'],
    [
      'a buffer that is used again with a fence',
      `d0.b0.t0 { ${asks} fence.proxy.async; ${expects} ${request} ${wait(1)} E: } ${other}`,
      'race-free',
    ],
    [
      'a buffer that is used again without one',
      `d0.b0.t0 { ${asks} ${expects} ${request} ${wait(1)} E: } ${other}`,
      'racy',
    ],
  ])('%s', async (_, text, expected) => {
    expect(await races(text)).toBe(expected)
  })

  const first = (sync: string) =>
    `${init} barrier.cluster.arrive; barrier.cluster.wait; ${expects} ${toAll} ${wait()} ${query} ${sync}`
  const second = (expect: string, sync: string) =>
    `${init} barrier.cluster.arrive; barrier.cluster.wait; ${expect} ${wait()} ${query} ${sync}`
  const rest = 'd0.c1.b0.t0 { } d0.c1.b1.t0 { }'
  const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'

  test('each block of the cluster gets the response', async () => {
    const { kinds, problems } =
      await answersTo(`d0.c0.b0.t0 { ${first(meet)} } d0.c0.b1.t0 { ${second(expects, meet)} } ${rest}
      exists (d0.c0.b0.t0:q == 1 && d0.c0.b1.t0:q == 1) as both;
      exists (d0.c0.b0.t0:q == 1 && d0.c0.b1.t0:q == 0) as one;`)
    expect({ kinds, problems }).toEqual({ kinds: ['allowed', 'forbidden'], problems: [] })
  })

  test('a block whose mbarrier does not expect it waits for ever', async () => {
    const text = `${memory} d0.c0.b0.t0 { ${first(meet)} } d0.c0.b1.t0 { ${second('', meet)} } ${rest} check (true) as q;`
    const [answer] = decide(testIn(text), await solver(), { model: proposed, liveness: true }).answers
    expect(answer?.liveness?.kind).toBe('hangs')
  })
})
