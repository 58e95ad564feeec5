import { folded } from '../../../witness/picture/labels.js'

test.each([
  ['at a space', 'e6: st.global.u32 [%rd2], %r9', ['e6: st.global.u32', '  [%rd2], %r9']],
  ['before a qualifier', 'e9: atom.relaxed.gpu.global.add.u32', ['e9: atom.relaxed', '  .gpu.global.add', '  .u32']],
  ['at a part of a name', 'e7: cudaStreamSynchronize(s1)', ['e7: cudaStream', '  Synchronize(s1)']],
  [
    'and cut after three lines',
    'e7: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [a], 4',
    ['e7: cp.async.bulk', '  .shared::cta', '  .global.mbarrier…'],
  ],
  ['nowhere if it fits', 'e0: x = 0', ['e0: x = 0']],
  ['a line of a source is cut at its start', 'spin-lock+no-fence.cu:14', ['…ock+no-fence.cu:14']],
  ['or its text is cut, too', 'spin-lock.cu:14: *counter += 1;', ['…:14: *counter += …']],
])('a text is folded %s', (_, text, expected) => {
  expect(folded(text, { lines: 3, longest: 19 })).toEqual(expected)
})
