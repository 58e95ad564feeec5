import { join } from 'node:path'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { expectErrors } from '../../golden.js'
import { root } from '../../support.js'

expectErrors('the herd-style reader', join(root, 'spec/litmus/herd/errors'), '.litmus')

/** Returns a program without the places of its words. */
const bare = (text: string): unknown => {
  const { tests, diagnostics } = readTests({ name: 'spec', text })
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  const placeless = (key: string, value: unknown) =>
    key === 'span' || key === 'targetSpan' ? undefined : typeof value === 'bigint' ? `${value}` : value
  return JSON.parse(JSON.stringify(tests, placeless))
}

describe('as herd and Dartagnan read it', () => {
  const plain = `PTX MP
{
data = 0; flag = 0; P0:r3 = 3; P1:p = data;
}
 P0@cta 0,gpu 0          | P1@cta 1,gpu 0           ;
 st.weak data, r3        | L:                       ;
 st.release.gpu flag, 1  | ld.acquire.gpu r0, flag  ;
                         | beq r0, 0, L             ;
                         | ld.weak r1, [p]          ;
filter (P1:r0 == 1)
exists (P1:r1 == 0 /\\ [data] == 3)
locations [data; P1:r0]
`
  test.each<readonly [string, (text: string) => string]>([
    ['a title in small letters', (text) => text.replace('PTX', 'ptx')],
    ['several titles in quotes', (text) => text.replace('\n', '\n"one"\n"two, { and }"\n"three"\n')],
    [
      'text before the initial values',
      (text) => text.replace('\n', '\nCom=Rf Fr (* { *)\nOrig=PodWW a / b "c" 5" // {\n'),
    ],
    ['blanks around colons', (text) => text.replaceAll(/(?<=P\d):(?=\w)/g, ' : ').replace('[p]', '[ p ]')],
    ['threads by their number', (text) => text.replaceAll(/P(?=\d:)/g, '').replace('0:r3', '0 :r3')],
    [
      'semicolons after what needs none',
      (text) => text.replace('}', '};').replaceAll(/\)$/gm, ') ;').replace(']\n', '] ; ;'),
    ],
  ])('%s', (_, change) => {
    expect(change(plain)).not.toBe(plain)
    expect(bare(change(plain))).toEqual(bare(plain))
  })
  test('a label followed by a blank, also if it is a word with which questions begin', () => {
    const named = (label: string) =>
      `PTX L\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ${label} : ld.weak r0, x ;\n beq r0, 1, ${label} ;\nexists (P0:r0 == 0)\n`
    for (const label of ['permit', 'assert', 'check', 'filter', 'locations'])
      expect(
        JSON.stringify(bare(named(label))).replaceAll(new RegExp(`(name|target)":"${label}"`, 'g'), '$1":"L"'),
      ).toBe(JSON.stringify(bare(named('L'))))
  })
  test('blanks around the colons of copies, and in the other format', () => {
    const copies = (colon: string) => `PTX t\n{ s @ shared; }\n P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;
 st.weak s, 1 | st.weak.shared::cluster [P0${colon}s], 2 ;\n | st.weak s, 1 ;\nexists ([P1${colon}s] == 2)`
    expect(bare(copies(' : '))).toEqual(bare(copies(':')))
    const owned = (colon: string) => `.global x; d0.b0.t0 { ld r, [x]; } check (P0${colon}r == d0.b0.t0${colon}r) as q;`
    expect(bare(owned(' : '))).toEqual(bare(owned(':')))
  })
})
