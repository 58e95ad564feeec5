import { pieces } from '../../../web/page/named.js'

const named = (text: string, own = 'kernels/spin.test', beside: readonly string[] = ['spin.ptx', 'spin.cu']) =>
  pieces(text, { own, beside }).filter(({ kind }) => kind !== 'text')

test('lines of known files are links, and all of the text is kept', () => {
  const text = 'e9 at spin.cu:14 (spin.ptx:50): see spin.test:3:5, line 7'
  expect(named(text)).toEqual([
    { kind: 'event', text: 'e9', event: 9 },
    { kind: 'line', text: 'spin.cu:14', file: 'spin.cu', line: 14 },
    { kind: 'line', text: 'spin.ptx:50', file: 'spin.ptx', line: 50 },
    { kind: 'line', text: 'spin.test:3', file: undefined, line: 3 },
    { kind: 'line', text: 'line 7', file: undefined, line: 7 },
  ])
  expect(
    pieces(text, { own: 'spin.test', beside: ['spin.cu'] })
      .map((one) => one.text)
      .join(''),
  ).toBe(text)
})

test('other files, parts of other names and of words are none', () => {
  expect(named('other.cu:3, no-spin.cu:3, xspin.cu:3, spinxcu:3, baseline 3, e1x, fe1')).toEqual([])
  expect(named('spin+more.cu:3 and spin.cu:3', 'a.test', ['spin+more.cu'])).toMatchObject([{ text: 'spin+more.cu:3' }])
  expect(named(': :3', '', [])).toEqual([])
})
