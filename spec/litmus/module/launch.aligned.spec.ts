import { raceReportOf } from '../../../explain/document.js'
import { findRace } from '../../../races/find-races.js'
import { assumptionTexts } from '../../../witness/assumptions.js'
import { proposed } from '../../axioms/ptx-9.4.js'
import { solver } from '../../support.js'
import { compiledTest, errorsOf, moduleOf } from './modules.js'

/** Two threads access 16 bytes of a shared array each, or the same. */
const kernel = (stride: 0 | 16, declared = '.shared .align 2 .b8 tile[64];', name = 'tile'): string =>
  `${declared.startsWith('.extern') ? declared : ''} .visible .entry k() { .reg .b32 %r<9>;
  ${declared.startsWith('.extern') ? '' : declared} .shared .align 2 .b8 other[2];
  mov.u32 %r1, %tid.x; mov.u32 %r2, ${name}; mad.lo.s32 %r3, %r1, ${stride}, %r2;
  st.shared.v4.u32 [%r3], {%r1, %r1, %r1, %r1}; mov.u32 %r4, other; add.u32 %r5, %r4, %r1; st.shared.u8 [%r5], 1; }`

const launching = (options: string, before = ''): string =>
  `module "k.ptx"; host { ${before} k<<<1, 2, 64${options}>>>(); cudaDeviceSynchronize(); } check (true) as q;`

async function racesOf(options: string, text: string, before = '') {
  const program = compiledTest(launching(options, before), { 'k.ptx': moduleOf(text) })
  const found = findRace(program, await solver(), { model: proposed })
  const report = raceReportOf(program, proposed, found)
  const undefineds = 'undefined' in found && found.undefined !== null ? (found.undefined ?? []) : []
  return {
    kind: found.kind,
    misused: undefineds.length > 0,
    assumes: 'assumptions' in report ? assumptionTexts(report) : [],
  }
}

const assumes = [
  expect.stringContaining('shared memory is aligned as the launch says by `aligned`, and not only as it is declared'),
]
const dynamic = '.extern .shared .align 2 .b8 first[]; .extern .shared .align 2 .b8 second[];'

test.each([
  ['as it is declared', '', kernel(16), { misused: true, assumes: [] }],
  ['too little is assumed', ', aligned(8)', kernel(16), { misused: true, assumes: [] }],
  ['enough is assumed', ', aligned(16)', kernel(16), { misused: false, assumes }],
  ['more is assumed', ', aligned(128)', kernel(16), { misused: false, assumes }],
  [
    'the declaration promises it',
    ', aligned(64)',
    kernel(16, '.shared .align 16 .b8 tile[64];'),
    { misused: false, assumes: [] },
  ],
  ['dynamic shared memory', ', aligned(16)', kernel(16, dynamic, 'first'), { misused: false, assumes }],
])('%s', async (_, options, text, expected) => {
  expect(await racesOf(options, text)).toMatchObject(expected)
})

test('the other name of dynamic shared memory is of the same memory', async () => {
  const before = '.visible .entry a() { .reg .b32 %r<2>; mov.u32 %r1, first; st.shared.u8 [%r1], 1; }'
  const text = kernel(16, dynamic, 'second').replace(dynamic, `${dynamic} ${before}`)
  const host = 'a<<<1, 1, 64>>>(); cudaDeviceSynchronize();'
  expect(await racesOf(', aligned(16)', text, host)).toMatchObject({ misused: false, assumes })
})

test('a race behind the misuse shows', async () => {
  expect(await racesOf(', aligned(16)', kernel(0))).toMatchObject({ kind: 'racy', misused: false, assumes })
})

test.each([
  [', aligned(3)', 'shared memory may be assumed to be aligned to 4, 8, 16, 32, 64, 128, 256, 512, 1024 bytes'],
  [', aligned(2048)', 'shared memory may be assumed to be aligned to 4, 8, 16, 32, 64, 128, 256, 512, 1024 bytes'],
  [', aligned(16), aligned(16)', '`aligned` occurs twice'],
  [', alinged(16)', '`alinged` is no option of a launch; did you mean `aligned`?'],
])('%s: %s', (options, message) => {
  expect(errorsOf(launching(options), { 'k.ptx': moduleOf(kernel(16)) })).toContain(message)
})

test('a kernel of a test has no such option', () => {
  const text = 'k { d0.b0.t0 { } } host { k<<<1, 1, aligned(16)>>>(); } check (true) as q;'
  expect(errorsOf(text, {})).toContain('aligned')
})
