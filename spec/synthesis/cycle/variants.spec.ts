import { cycleText } from '../../../synthesis/cycle/print.js'
import { countVariants, variantsOf } from '../../../synthesis/cycle/variants.js'
import { cycleIn } from '../support.js'

const of = (text: string, scopes: Parameters<typeof variantsOf>[1] = ['gpu']): readonly string[] =>
  [...variantsOf(cycleIn(text).cycle, scopes)].map(cycleText)

describe('the variants of a cycle', () => {
  test('events in three orders, fences in three ways, for each scope', () => {
    expect(new Set(of('PosWW Coi'))).toEqual(
      new Set(
        ['', '+fence.acq_rel.gpu', '+fence.sc.gpu'].flatMap((fence) =>
          [
            '',
            '+weak+rlx.gpu',
            '+weak+rel.gpu',
            '+rlx.gpu+weak',
            '+rlx.gpu',
            '+rlx+rel.gpu',
            '+rel.gpu+weak',
            '+rel+rlx.gpu',
            '+rel.gpu',
          ].map((ends) => `PosWW${fence} Coi${ends}`),
        ),
      ),
    )
    expect(of('PosWW Coi', ['cta', 'sys'])).toHaveLength(54)
    expect(of('PodWW Rfe PodRR Fre')).toHaveLength(729)
  })
  test('the requirements of the cycle stay', () => {
    expect(of('PosWW+fence.sc.cta Coi+rel.sys+weak')).toEqual(['PosWW+fence.sc.cta Coi+rel.sys+weak'])
    expect(of('DpDatadW Rfe+weak DpDatadW Rfe+weak')).toHaveLength(1)
    expect(of('PodWW+fence.sc.gpu Rfe+surf PodRR+fence.sc.gpu Fre+weak')).toHaveLength(1)
  })
  test('an atomic is never weak, and both of its halves are alike', () => {
    const all = of('PodWW+fence.sc.gpu Rfe+weak+amo Amo Rfe++weak PodRR+fence.sc.gpu Fre+weak')
    expect(all).toEqual(
      ['rlx', 'acq', 'rel', 'ar'].map(
        (order) => `PodWW+fence.sc.gpu Rfe+weak+amo.${order}.gpu Amo Rfe+amo.${order}.gpu+weak PodRR+fence.sc.gpu Fre`,
      ),
    )
  })
  test.each(['PodWW Rfe PodRR Fre', 'PodWW Rfe Amo PodWR Fre', 'DpDatadW Rfe PodRW Rfe'])(
    '%s: as many as counted',
    (text) => {
      expect(of(text, ['cta', 'gpu', 'sys'])).toHaveLength(countVariants(cycleIn(text).cycle, ['cta', 'gpu', 'sys']))
    },
  )
})
