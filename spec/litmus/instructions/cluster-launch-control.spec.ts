import { printProgram } from '../../../litmus/print.js'
import { readTests } from '../../../litmus/read.js'
import { testIn } from '../../support.js'

const tries = 'clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes'
const queries = 'clusterlaunchcontrol.query_cancel'

const around = (line: string): string =>
  `.shared .align 16 .b8 to[16]; .shared .b64 bar; .global g;
   d0.b0.t0 { ld.shared.b128 r, [to]; ${line} } check (true) as q;`

describe('clusterlaunchcontrol', () => {
  test.each([
    `${tries}.b128 [to[0]], [bar];`,
    `${tries}.multicast::cluster::all.b128 [to[0]], [bar];`,
    `${queries}.is_canceled.pred.b128 p, r;`,
    `${queries}.get_first_ctaid::x.b32.b128 x, r;`,
    `${queries}.get_first_ctaid::z.b32.b128 x, r;`,
  ])('%s is printed as it is read', (line) => {
    const printed = printProgram(testIn(around(line)), 'nvlitmus')
    expect(printed).toContain(line)
    expect(printProgram(testIn(printed), 'nvlitmus')).toBe(printed)
  })

  test('a vector of coordinates is a query for each element that is not discarded', () => {
    const [thread] = testIn(around(`${queries}.get_first_ctaid.v4.b32.b128 {x, _, z, w}, r;`)).threads
    expect(thread?.instructions.slice(1)).toMatchObject([
      { kind: 'query-cancel', asks: 'x', destination: 'x' },
      { kind: 'query-cancel', asks: 'z', destination: 'z' },
      { kind: 'unknown', destination: 'w' },
    ])
  })

  test.each([
    [`${tries}.b64 [to], [bar];`, `write \`${tries}.b128\``],
    ['clusterlaunchcontrol.try_cancel.async.b128 [to], [bar];', `write \`${tries}.b128\``],
    [
      `${tries.replace('::cta', '::cluster')}.b128 [to], [bar];`,
      "`clusterlaunchcontrol.try_cancel` is of the CTA's own shared memory: write `.shared::cta`",
    ],
    [
      `${tries}.multicast::cluster.b128 [to], [bar];`,
      '`.multicast::cluster` is refused: of operations in several CTAs of a cluster, only bulk copies from global memory, with `.multicast::cluster`, are modelled',
    ],
    [`${tries}.b128 [to];`, `1 operand given; the form is \`${tries}.b128 [response], [bar]\``],
    [
      `${queries}.is_canceled.b128 p, r;`,
      `it is \`${queries}.is_canceled.pred.b128\`, \`${queries}.get_first_ctaid::x.b32.b128\` or \`${queries}.get_first_ctaid.v4.b32.b128\``,
    ],
    [
      `${queries}.get_first_ctaid.v4.b32.b128 {x, y}, r;`,
      `\`${queries}.get_first_ctaid.v4.b32.b128\` returns four elements, as in \`{x, y, z, _}\``,
    ],
    [`${tries}.b128 [g], [bar];`, 'a response is in shared memory; `g` is in global memory'],
    [`${tries}.b128 [to], [g];`, 'an mbarrier is in shared memory; `g` is in global memory'],
    [
      `${tries}.b128 [to+8], [bar];`,
      'this response has bytes 8 to 23; those of `to` are 0 to 15, in `to[0]` to `to[15]`',
    ],
  ])('%s fails', (line, expected) => {
    const { diagnostics } = readTests({ name: 'spec', text: around(line) })
    expect(diagnostics.map(({ message }) => message).join('; ')).toBe(expected)
  })
})
