import { nameOf } from '../../../synthesis/cycle/name.js'
import { cycleIn, keyOf, sketchIn } from '../support.js'

const nameIn = (text: string): string => {
  const { labelled, outcome } = cycleIn(text).test
  return nameOf(labelled, outcome)
}

describe('the name of a cycle', () => {
  test.each([
    ['PodWW Rfe PodRR Fre', 'MP'],
    ['PodWR Fre PodWR Fre', 'SB'],
    ['PodRW Rfe PodRW Rfe', 'LB'],
    ['PodWW Rfe PodRW Coe', 'S'],
    ['PodWW Coe PodWR Fre', 'R'],
    ['PodWW Coe PodWW Coe', '2+2W'],
    ['Rfe PodRW Rfe PodRR Fre', 'WRC'],
    ['PodWW Rfe PodRW Rfe PodRR Fre', 'ISA2'],
    ['Rfe PodRR Fre PodWR Fre', 'RWC'],
    ['PodWW Rfe PodRR Fre PodWR Fre', 'W+RWC'],
    ['Rfe PodRW Rfe PodRW Coe', 'WWC'],
    ['Rfe PodRW Coe PodWW Coe', 'WRW+2W'],
    ['Rfe PodRR Fre PodWW Coe', 'WRR+2W'],
    ['Rfe PodRW Coe PodWR Fre', 'WRW+WR'],
    ['Rfe PodRR Fre Rfe PodRR Fre', 'IRIW'],
    ['Rfe PodRR Fre Rfe PodRW Coe', 'IRRWIW'],
    ['Rfe PodRW Coe Rfe PodRW Coe', 'IRWIW'],
    ['PodWW Rfe PodRW Coe PodWR Fre', 'Z6.0'],
    ['PodWW Coe PodWW Rfe PodRW Coe', 'Z6.1'],
    ['PodWW Rfe PodRW Rfe PodRW Coe', 'Z6.2'],
    ['PodWW Coe PodWW Rfe PodRR Fre', 'Z6.3'],
    ['PodWW Coe PodWR Fre PodWR Fre', 'Z6.4'],
    ['PodWW Coe PodWW Coe PodWR Fre', 'Z6.5'],
    ['PodWR Fre PodWR Fre PodWR Fre', '3.SB'],
    ['PodRW Rfe PodRW Rfe PodRW Rfe', '3.LB'],
    ['PodWW Coe PodWW Coe PodWW Coe', '3.2W'],
    ['Rfe PosRR Fre', 'CoRR'],
    ['PosRW Rfi', 'CoRW1'],
    ['PosRW Coe Rfe', 'CoRW2'],
    ['PosWR Fri', 'CoWR0'],
    ['PosWW Coi', 'CoWW'],
    ['Rfe PodRW Rfe PodRR Fre PodWR Fre', 'W+RW+RR+WR'],
    ['Rfe PodRW Coe PodWR Fre PodWR Fre', 'W+RW+WR+WR'],
  ])('%s is %s', (text, name) => expect(nameIn(text)).toBe(name))

  test.each([
    ['PodWW Rfe+rel+acq.gpu PodRR Fre', 'MP+rel+acq.gpu'],
    ['PodWW Rfe+rel.gpu+acq.sys PodRR Fre', 'MP+rel.gpu+acq.sys'],
    ['PodWW Rfe+rel+rlx.gpu PodRR Fre', 'MP+rel+rlx.gpu-weak'],
    ['PodWW Rfe+rel.gpu+weak PodRR Fre', 'MP+rel.gpu+po'],
    ['PodWR+fence.sc.gpu Fre PodWR+fence.sc.cta Fre', 'SB+fence.sc.gpu+fence.sc.cta'],
    ['PodWR+fence.sc.cta Fre PodWR+fence.sc.gpu Fre', 'SB+fence.sc.gpu+fence.sc.cta'],
    ['PodWR Fre PodWR+fence.sc.gpu Fre', 'SB+fence.sc.gpu+po'],
    ['DpDatadW Rfe PodRW Rfe', 'LB+data+po'],
    ['DpDatadW Rfe DpDatadW Rfe', 'LB+data+data'],
    [
      'PodWW Rfe+rlx.gpu DpDatadW Rfe+rlx.gpu PodRR+fence.sc.gpu Fre',
      'ISA2+weak-rlx+rlx-data-rlx+rlx-fence.sc.gpu-weak',
    ],
    ['Rfe+rlx.gpu PosRR Fre+rlx.gpu', 'CoRR+rlx+rlx-rlx.gpu'],
    ['Rfe+weak+rlx.gpu PosRR Fre+rlx.gpu+weak', 'CoRR+rlx-rlx.gpu'],
    ['PodWW Rfe PosRR PodRR Fre', 'MP+po+pos-po'],
    ['PodWW Rfi PodRR Fre PodWR Fre', 'SB+po-rfi-po+po'],
    ['PodRR PodRR Fre Rfe', 'W+RR+po-po'],
    ['PodRW PodWR Fre Rfe', 'W+RR+poW-po'],
    ['PodRW+rlx.gpu PodWR Fre+rlx.gpu Rfe+rlx.gpu', 'W+RR+rlx+rlx-poW-rlx-rlx.gpu'],
    ['PodRW+fence.sc.gpu PosWW PodWR Fre Rfe', 'W+RR+poW-fence.sc.gpu-posW-po'],
    ['PodWW Rfe Amo+acq.gpu Rfe PodRR Fre', 'ISA2+po+rmw.acq.gpu+po'],
    ['PodWW Rfe+weak+amo.acq.gpu PodRR Fre', 'MP+po+amo.acq.gpu'],
    ['PosRW Rfi+amo.rel.gpu+weak', 'CoRW1+amo.rel.gpu'],
    ['PosRR Amo+rel.gpu Rfi', 'CoRW1+rmw.rel.gpu'],
    ['PodWW+fence.proxy.alias Rfe+rel.gpu+tex PodRR Fre+weak+alias', 'MP+alias-fence.proxy.alias-rel.gpu+tex-weak'],
  ])('%s is %s', (text, name) => expect(nameIn(text)).toBe(name))

  test.each([
    ['PodWW Rfe@d0.b0 PodRR Fre@d0.b0', 'MP+cta'],
    ['PodWW Rfe@d1.b0 PodRR Fre@d0.b7', 'MP+sys'],
    ['PodWW Rfe@d0.b5 PodRR Fre@d0.b7', 'MP'],
    ['Rfe@d0.b1 PodRW Rfe@d0.b1+rel+acq.cta PodRR Fre@d0.b0', 'WRC+rel+acq.cta+a0a1a1'],
    ['Rfe@d3.b1 PodRW Rfe@d3.b0 PodRR Fre@d2.b0', 'WRC+a0b0b1'],
  ])('%s is %s', (text, name) => expect(nameIn(text)).toBe(name))
})

describe('at one location, shapes have their own names, or that of a test that is not a cycle', () => {
  test.each([
    ['PosRW Rfe PosRW Rfe', 'RxWx_RxWx.2.1'],
    ['PosWR Fre PosWR Fre', 'WxRx_WxRx.0.0'],
    ['PosRR Fre Rfe PosRR Fre Rfe', 'RxRx_RxRx_Wx_Wx.1.0.2.0'],
    ['PosRW Coe Rfe', 'CoRW2'],
  ])('%s is %s', (text, name) => expect(nameIn(text)).toBe(name))
})

describe('tests that are the same up to symmetry have one name', () => {
  test.each([
    ['PodWW Rfe+alias+weak PodRR Fre', 'PodWW Rfe+weak+alias PodRR Fre'],
    ['PodWW Rfe+alias+weak PodRR Fre+alias+weak', 'PodWW Rfe+weak+alias PodRR Fre+alias+weak'],
    ['PodWR+fence.sc.gpu Fre PodWR Fre+rlx.gpu', 'PodWR Fre+rlx.gpu PodWR+fence.sc.gpu Fre'],
    [
      'Rfe@d0.b1 PodRR+fence.sc.gpu Fre@d1.b0 Rfe@d1.b0 PodRR Fre@d0.b1',
      'Rfe@d0.b5 PodRR Fre@d1.b0 Rfe@d1.b0 PodRR+fence.sc.gpu Fre@d0.b5',
    ],
    [
      'Rfe PodRR+fence.sc.gpu Fre Rfe@d1.b3 PodRR Fre@d1.b3',
      'Rfe@d0.b5 PodRR Fre@d0.b5 Rfe@d1.b0 PodRR+fence.sc.gpu Fre@d1.b1',
    ],
  ])('%s and %s', (one, other) => {
    expect(keyOf(cycleIn(one).test)).toBe(keyOf(cycleIn(other).test))
    expect(nameIn(one)).toBe(nameIn(other))
  })
  test('but not tests that differ in which address a texture has', () => {
    expect(nameIn('PodWW Rfe PodRR Fre+tex+alias')).not.toBe(nameIn('PodWW Rfe PodRR Fre+tex+weak'))
  })
})

describe('the name of a test that is not a cycle', () => {
  const nameOfText = (text: string): string => {
    const { labelled, outcome } = sketchIn(text)
    return nameOf(labelled, outcome)
  }
  const coWR = (first: string, second: string): string => `.global x; d0.b0.t0 { ${first} } d0.b1.t0 { ${second} }`
  test('CoWR, whichever thread comes first', () => {
    expect(
      nameOfText(
        `${coWR('st.relaxed.gpu [x], 2; ld r0, [x];', 'st.relaxed.gpu [x], 1;')} exists (r0 == 1 && [x] == 2)`,
      ),
    ).toBe('CoWR+rlx-weak+rlx.gpu')
    expect(
      nameOfText(
        `${coWR('st.relaxed.gpu [x], 1;', 'st.relaxed.gpu [x], 2; ld r0, [x];')} exists (r0 == 1 && [x] == 2)`,
      ),
    ).toBe('CoWR+rlx-weak+rlx.gpu')
  })
  test.each([
    [
      '.global x; .global y; d0.b0.t0 { st [x], 1; st [y], 1; } d0.b1.t0 { ld r0, [y]; ld r1, [x]; } exists (r0 == 1 && r1 == 1)',
      'RxRy_WyWx.1.1',
    ],
    [
      '.global x; .global y; d0.b0.t0 { ld r0, [x]; ld r1, [x]; xor r2, r0, r0; add r2, r2, 1; st [y], r2; } exists (r0 == 0 && r1 == 0)',
      'RxRxWy.0.0+po-data0',
    ],
    [
      '.global x; .global y; d0.b0.t0 { ld r0, [x]; ld r1, [x]; xor r2, r1, r1; add r2, r2, 1; st [y], r2; } exists (r0 == 0 && r1 == 0)',
      'RxRxWy.0.0+po-data',
    ],
    [
      '.global x; .global y; d0.b0.t0 { ld r0, [y]; ld r1, [x]; } d0.b1.t0 { st [x], 1; fence.sc.gpu; st [y], 1; fence.proxy.alias; } exists (r0 == 1 && r1 == 1)',
      'WxWy_RyRx.1.1+weak-fence.sc.gpu-weak-fence.proxy.alias+po',
    ],
    [
      '.global a; .global b; d0.b0.t0 { st [b], 1; fence.sc.gpu; st [a], 1; fence.proxy.alias; } d0.b1.t0 { ld r0, [a]; ld r1, [b]; } exists (r0 == 1 && r1 == 1)',
      'WxWy_RyRx.1.1+weak-fence.sc.gpu-weak-fence.proxy.alias+po',
    ],
    [
      '.global x; d0.b0.t0 { st [x], 1; st [x], 2; ld r0, [x]; } d0.b0.t1 { atom.acquire.cta.exch r1, [x], 3; } exists (r0 == 3 && [x] == 1)',
      'WxWxRx_Ax.3.n.x1+po-po+amo.acq.cta+cta',
    ],
  ])('%s', (text, name) => expect(nameOfText(text)).toBe(name))
})
