import { cycleIn, errorsIn, keyOf, textOfTest } from '../support.js'

/** Returns the threads of the test, without declarations. */
const threadsOf = (text: string, spread?: 'cta' | 'gpu' | 'sys'): string =>
  textOfTest(cycleIn(text, spread).test)
    .replaceAll(/^\..*\n/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const sameAs = (a: string, b: string): void => expect(keyOf(cycleIn(a).test)).toBe(keyOf(cycleIn(b).test))

describe('a cycle in words', () => {
  test('a scope at the end is that of both ends', () => {
    expect(threadsOf('PodWW Rfe+rel+acq.gpu PodRR Fre')).toBe(
      'd0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; } d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; } exists (r0 == 1 && r1 == 0) as outcome;',
    )
  })
  test('each end may have its own', () => {
    expect(threadsOf('PodWW Rfe+rel.cta+acq.sys PodRR Fre')).toContain(
      'st.release.cta [y], 1; } d0.b1.t0 { ld.acquire.sys',
    )
  })
  test.each([
    ['PodWW Rfe+rlx.gpu PodRR Fre', 'PodWW Rfe+rlx+rlx.gpu PodRR Fre'],
    ['PodWW Rfe+rel+acq.gpu PodRR Fre', 'PodWW Rfe+release+acquire.gpu PodRR Fre'],
    ['PodWW Rfe+rel+acq.gpu PodRR Fre', 'PodWW++rel.gpu Rfe PodRR+acq.gpu+ Fre'],
    ['PodWW Coe PodWR Fre', 'PodWW Wse PodWR Fre'],
    ['PodWW Rfe PodRR Fre', 'Fre PodWW Rfe PodRR'],
    ['PodWW Rfe PodRR Fre', 'Rfe PodRR Fre PodWW'],
    ['PosRW Rfi', 'PosRW Rfi+weak'],
    ['Rfe PosRR Fre', 'PosRR Fre Rfe'],
    ['PodWR+fence.sc.gpu Fre PodWR Fre', 'PodWR Fre PodWR+fence.sc.gpu Fre'],
    ['PodWR+fence.acq_rel.gpu Fre PodWR Fre', 'PodWR+fence.ar.gpu Fre PodWR Fre'],
    ['PodWW Rfe Amo+ar.gpu Rfe PodRR Fre', 'PodWW Rfe Rmw Rfe+ar.gpu+weak PodRR Fre'],
    ['Rfe@d0.b1 PosRR Fre@d0.b1', 'Rfe@d1.b0 PosRR Fre@d1.b0'],
  ])('%s is %s', (one, other) => sameAs(one, other))

  test('fences are between the events, in the order in which they are written', () => {
    expect(threadsOf('PodWW+fence.acq_rel.gpu+fence.proxy.alias Rfe PodRR Fre')).toContain(
      'st.weak [x], 1; fence.acq_rel.gpu; fence.proxy.alias; st.weak [y], 1;',
    )
  })
  test('a data dependency', () => {
    expect(threadsOf('DpDatadW Rfe PodRW Rfe')).toContain(
      'ld.weak r0, [x]; xor r101, r0, r0; add r101, r101, 1; st.weak [y], r101;',
    )
  })
  test('Amo makes one atomic of a read and a write', () => {
    expect(threadsOf('PodWW Rfe Amo+acq.gpu PodWR Fre')).toContain('atom.acquire.gpu.exch r0, [y], 2; ld.weak r1, [x];')
  })
  test('an atomic without an order is relaxed.gpu, as in PTX', () => {
    expect(threadsOf('PodWW Rfe Amo PodWR Fre')).toContain('atom.relaxed.gpu.exch r0, [y], 2;')
    expect(threadsOf('PodWW Rfe+weak+amo PodRR Fre')).toContain('atom.relaxed.gpu.exch r0, [y], 2;')
  })
  test('paths', () => {
    expect(threadsOf('PodWW Rfe++tex PodRR Fre')).toContain('tld r0, [y_tex]')
    expect(threadsOf('PodWW Rfe+surf PodRR Fre+nc+alias')).toMatch(
      /\[x_alias\], 1; sust \[y_surf\].*suld r0, \[y_surf\]; ld.global.nc r1, \[x\]/,
    )
    expect(threadsOf('PodWW Rfe+alias.rel.gpu+const PodRR Fre')).toMatch(
      /st.release.gpu \[y_alias\], 1;.*ldc r0, \[y_const\]/,
    )
    expect(threadsOf('PodWW Rfe+asurf+aconst PodRR Fre+atex+weak')).toMatch(
      /sust \[y_alias_surf\], 1;.*ldc r0, \[y_alias_const\]; tld r1, \[x_alias_tex\]/,
    )
    expect(threadsOf('PodWW Rfe PodRR Fre+anc+weak')).toContain('ld.global.nc r1, [x_alias]')
  })
  test.each([
    ['cta', ['d0.b0.t0', 'd0.b0.t1', 'd0.b0.t2']],
    ['gpu', ['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0']],
    ['sys', ['d0.b0.t0', 'd1.b0.t0', 'd2.b0.t0']],
  ] as const)('places: %s', (spread, names) => {
    expect(threadsOf('Rfe PodRW Rfe PodRR Fre', spread).match(/d\d\.b\d\.t\d/g)).toEqual(names)
  })
  test('places that an edge names come first; the others get the rest', () => {
    expect(threadsOf('Rfe@d0.b0 PodRW Rfe PodRR Fre').match(/d\d\.b\d\.t\d/g)).toEqual([
      'd0.b1.t0',
      'd0.b0.t0',
      'd0.b2.t0',
    ])
    expect(threadsOf('Rfe@d0.b3 PodRW Rfe PodRR Fre', 'sys').match(/d\d\.b\d\.t\d/g)).toEqual([
      'd1.b0.t0',
      'd0.b3.t0',
      'd2.b0.t0',
    ])
  })
})

describe('texts that are not a cycle', () => {
  test.each([
    ['', '1: a cycle needs edges, such as `PodWW Rfe PodRR Fre`'],
    ['PodWW Rfe PodRX Fre', expect.stringMatching(/^11: `PodRX` is not an edge; did you mean `PodR[RW]`\?/)],
    ['PodWW Rfe PodRW Fre', '17: `Fre` begins at a read, but `PodRW` before it leads to a write'],
    ['Rfe PodRR', '1: `Rfe` begins at a write, but `PodRR` before it leads to a read'],
    ['PodWW Rfe DpAddrdR Fre', '11: `DpAddrdR`: an address or control dependency orders nothing in PTX; write `PodRR`'],
    ['PodWW Rfe DpCtrldW Coe', '11: `DpCtrldW`: an address or control dependency orders nothing in PTX; write `PodRW`'],
    [
      'PodRW Rfi PodRW PodWR',
      '17: no edge leads to another thread (Rfe, Fre, Coe); without one, the last edge must be Rfi, Fri or Coi, which leads back to the start of the only thread',
    ],
    ['PodWW Rfe PodRR Fri', '7: `Rfe` leads to another thread, and no edge leads back (Rfe, Fre, Coe)'],
    ['Rfe PodRR Fre', '5: `PodRR`: this leads to another location, and no edge leads back'],
    ['Rfe Fre', '1: `Rfe`: at least one edge must be of program order: the others alone do not make a cycle'],
    ['PodWW Coe Coe PodWW Coe', '7: `Coe`: nothing in the outcome shows that this write comes before the last one'],
    [
      'PodWW Rfe Fre Coe PodWW Coe',
      '11: `Fre`: nothing in the outcome shows that this write comes before the last one',
    ],
    ['Rfe Amo Amo Rfe PodRR Fre', expect.stringMatching(/^9: `Amo` begins at a read/)],
  ])('%s', (text, message) => expect(errorsIn(text)).toEqual([message]))
})

describe('words that do not fit', () => {
  test.each([
    ['PodWW Rfe+foo PodRR Fre', expect.stringMatching(/^11: `foo` is not an order, scope or path/)],
    [
      'PodWW Rfe+rel+weak PodRR Fre',
      '11: a scope is missing, such as `.gpu`; a scope at the end of an edge applies to all its words',
    ],
    ['PodWW Rfe+acq.gpu+weak PodRR Fre', '11: a write is weak, rlx or rel, but not acquire'],
    ['PodWW Rfe+rel.gpu PodRR Fre', '11: a read is weak, rlx or acq, but not release'],
    ['PodWW Rfe+tex+weak PodRR Fre', '11: `tex` is not a path for writes'],
    ['PodWW Rfe++nc.acq.gpu PodRR Fre', '12: an access through `nc` is weak'],
    ['PodWW Rfe++amo.weak PodRR Fre', '12: an atomic is not weak'],
    ['PodWW Rfe++amo.tex PodRR Fre', '12: an atomic cannot use `tex`'],
    [
      'PodWW Rfe+weak.gpu PodRR Fre',
      '11: only an order has a scope: it is written after the last one, as in `rlx.gpu`',
    ],
    ['PodWW Rfe++rlx.acq.gpu PodRR Fre', '12: `acq` is one word too many: an event has one order, scope and path'],
    ['PodWW Rfe++sc.gpu PodRR Fre', expect.stringMatching(/^12: `sc` is not an order, scope or path/)],
    ['PodWW Rfe+rlx.gpu+weak+weak PodRR Fre', '24: an edge has two ends: at most two of its words are not fences'],
    [
      'PodWW Rfe+fence.sc.gpu PodRR Fre',
      '11: a fence is between two instructions of a thread: on an edge such as `PodWR`',
    ],
    [
      'PodWW+fence.rlx.gpu Rfe PodRR Fre',
      '7: expected a fence such as `fence.sc.gpu`, `fence.acq_rel.cta` or `fence.proxy.alias`',
    ],
    [
      'PodWW+fence.proxy.generic Rfe PodRR Fre',
      '7: expected a fence such as `fence.sc.gpu`, `fence.acq_rel.cta` or `fence.proxy.alias`',
    ],
    [
      'PodWW+fence.sc Rfe PodRR Fre',
      '7: a scope is missing, such as `.gpu`; a scope at the end of an edge applies to all its words',
    ],
    ['PodWW Rfe@x PodRR Fre', '10: expected a place such as `@d0.b1`, GPU 0 and CTA 1; both are at most 999'],
    ['PodWW Rfe@d99999.b1 PodRR Fre', '10: expected a place such as `@d0.b1`, GPU 0 and CTA 1; both are at most 999'],
    [
      'PodWW Rfe+rlx+weak.gpu PodRR Fre',
      '15: only an order has a scope: it is written after the last one, as in `rlx.gpu`',
    ],
    ['PodWW@d0.b1 Rfe PodRR Fre', '6: only an edge to another thread says where that thread is'],
    ['PodWW++rel.gpu Rfe+rlx.gpu+weak PodRR Fre', '20: another edge contradicts this about the event'],
  ])('%s', (text, message) => expect(errorsIn(text)).toEqual([message]))

  test('each error is reported, in the order of the text', () => {
    expect(errorsIn('Pod Rfe+x Foo').map((one) => one.split(':')[0])).toEqual(['1', '9', '11'])
  })
})
