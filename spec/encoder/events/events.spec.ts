import { buildEvents } from '../../../encoder/events/events.js'
import { isMemory } from '../../../encoder/events/graph/event.js'
import { threadPosition } from '../../../litmus/position.js'
import { threadAt } from '../../../litmus/program.js'
import { testIn } from '../../support.js'

/** Returns a description of an event, as in the paper's figure 5. */
function describeEvents(text: string) {
  const program = testIn(text)
  const { events } = buildEvents(program)
  return events.flatMap((event) => {
    if (event.origin === undefined) return []
    const sets = [...event.sets]
    if (!isMemory(event)) return [{ sets }]
    const [place] = event.places
    const address = program.variables.find((variable) => variable.address === place?.address)?.name
    return [
      {
        sets,
        location: program.locations[place?.location ?? -1]?.name,
        address,
        cta: threadPosition(threadAt(program.threads, event.origin.thread))?.cta,
      },
    ]
  })
}

describe('figure 5 of the paper: real instructions as events', () => {
  const declarations = `
    .global l4080; .global rd6 physically aliases l4080; .global rd8 physically aliases l4080;
    .global l9600; .surfref surf virtually aliases l9600;`
  const asked = 'check ([l4080] == 0) as any;'
  const inCta4 = (instruction: string) =>
    describeEvents(`${declarations} d0.b4.t0 { mov r4, 4; mov r9, 9; mov r2, 2; ${instruction} } ${asked}`)

  test('ld.global.u32 r1, [rd6]: a load of 0x4080, weak, generic under address rd6', () => {
    expect(inCta4('ld.global.u32 r1, [rd6];')).toEqual([
      { sets: ['R', 'GEN'], location: 'l4080', address: 'rd6', cta: 4 },
    ])
  })

  test('st.global.sys.u32 [rd6], r4: a store to 0x4080, relaxed at sys, generic under address rd6', () => {
    expect(inCta4('st.global.sys.u32 [rd6], r4;')).toEqual([
      { sets: ['W', 'RLX', 'SYS', 'GEN'], location: 'l4080', address: 'rd6', cta: 4 },
    ])
  })

  test('st.global.u32 [rd8], r9: a store to 0x4080, weak, generic under address rd8', () => {
    expect(inCta4('st.global.u32 [rd8], r9;')).toEqual([
      { sets: ['W', 'GEN'], location: 'l4080', address: 'rd8', cta: 4 },
    ])
  })

  test('sust.b.1d.vec.b32.clamp [surf, r1], r2: a store to 0x9600, weak, surface proxy of CTA 4', () => {
    expect(inCta4('sust.b.1d.vec.b32.clamp [surf, r1], r2;')).toEqual([
      { sets: ['W', 'SUR'], location: 'l9600', address: 'l9600', cta: 4 },
    ])
  })
})

describe('orders and scopes as sets', () => {
  const sets = (instruction: string) =>
    describeEvents(`.global x; d0.b0.t0 { ${instruction} } check ([x] == 0) as any;`).map((event) =>
      event.sets.join(' '),
    )

  test.each([
    ['ld.weak r, [x];', ['R GEN']],
    ['ld.relaxed.gpu r, [x];', ['R RLX GPU GEN']],
    ['ld.relaxed.gpu.global.u32 r, [x];', ['R RLX GPU GEN']],
    ['ld.acquire.cta r, [x];', ['R ACQ CTA GEN']],
    ['ld.acquire.cluster r, [x];', ['R ACQ CLUSTER GEN']],
    ['ld.volatile r, [x];', ['R RLX SYS GEN']],
    ['ld.mmio.relaxed.sys r, [x];', ['R RLX SYS GEN']],
    ['ld.sys r, [x];', ['R RLX SYS GEN']],
    ['st.release.gpu [x], 1;', ['W REL GPU GEN']],
    ['st.global.relaxed.sys.u32 [x], 1;', ['W RLX SYS GEN']],
    ['st.volatile [x], 1;', ['W RLX SYS GEN']],
    ['atom.add r, [x], 1;', ['R RLX GPU GEN', 'W RLX GPU GEN']],
    ['atom.acq_rel.sys.add r, [x], 1;', ['R ACQ SYS GEN', 'W REL SYS GEN']],
    ['atom.acquire.gpu.global.add.u32 r, [x], 1;', ['R ACQ GPU GEN', 'W RLX GPU GEN']],
    ['atom.release.cta.exch r, [x], 1;', ['R RLX CTA GEN', 'W REL CTA GEN']],
    ['red.acq_rel.gpu.add [x], 1;', ['R RED ACQ GPU GEN', 'W REL GPU GEN']],
    ['suatom.add.relaxed.cta r, [x], 1;', ['R RLX CTA SUR', 'W RLX CTA SUR']],
    ['suld.b.1d.b32.trap r, [x];', ['R SUR']],
    ['tex.1d.u32.s32 r, [x, 0];', ['R TEX']],
    ['ld.const.u32 r, [x];', ['R CON']],
    ['ldc r, [x];', ['R CON']],
    ['ld.global.nc r, [x];', ['R NC']],
    ['ld.weak.global.nc.u32 r, [x];', ['R NC']],
    ['fence.sc.gpu;', ['F SC ACQ_REL GPU GEN']],
    ['membar.gl;', ['F SC ACQ_REL GPU GEN']],
    ['fence.sys;', ['F ACQ_REL SYS GEN']],
    ['fence.acquire.cta;', ['F ACQ CTA GEN']],
    ['fence.release.cta;', ['F REL CTA GEN']],
    ['fence.proxy.surface;', ['F SUR']],
    ['fence.proxy.alias;', ['F ALIAS']],
    ['fence.alias;', ['F ALIAS']],
  ])('%s', (instruction, expected) => {
    expect(sets(instruction)).toEqual(expected)
  })
})

describe('dependencies', () => {
  const dataOf = (body: string) =>
    buildEvents(testIn(`.global x; .global y; d0.b0.t0 { ${body} } check ([x] == 0) as any;`)).data.map(
      ([read, write]) => [read, write],
    )

  test('a store depends on the loads that its value was computed from', () => {
    expect(dataOf('ld r0, [x]; add r1, r0, 1; st [y], r1;')).toEqual([[2, 3]])
  })
  test('also where the computation cancels out, as dependencies are syntactic', () => {
    expect(dataOf('ld r0, [x]; sub r1, r0, r0; st [y], r1;')).toEqual([[2, 3]])
  })
  test('an atomic depends on its own read and on every operand', () => {
    expect(dataOf('ld r0, [x]; atom.add r1, [y], r0;')).toEqual([
      [2, 4],
      [3, 4],
    ])
  })
  test('an exchange does not depend on the value that it reads', () => {
    expect(dataOf('ld r0, [x]; atom.exch r1, [y], r0;')).toEqual([[2, 4]])
  })
  test('a constant depends on nothing', () => {
    expect(dataOf('ld r0, [x]; mov r0, 1; st [y], r0;')).toEqual([])
  })
})
