import { entriesOf, readModule } from '../../../litmus/module/read.js'
import { sampleLaunch, sampleTest } from '../../../litmus/module/sample.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { filesBelow, root, textOf } from '../../support.js'

const moduleOf = (text: string) => {
  const read = readModule({ name: 'k.ptx', text })
  if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'))
  return read.value
}
const kernel = (parameters: string, body: string, directives = '') =>
  `.version 8.0\n.target sm_90\n.address_size 64\n.global .u32 p4;\n.visible .entry k(${parameters}) ${directives} { .reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .pred %p<2>; ${body} ret; }\n`
const launchOf = (...given: Parameters<typeof kernel>) => {
  const module = moduleOf(kernel(...given))
  return entriesOf(module).map((entry) => sampleLaunch(entry, module))
}

test('objects have the types and lengths with which they are accessed', () => {
  const parameters = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `.param .u64 ${name}`)
  const loads = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => `ld.param.u64 %rd${i}, [${name}];`)
  const body = `${loads.join(' ')}
    st.global.s32 [%rd0+4], %r1;
    ld.global.v2.u64 {%rd7, %rd8}, [%rd1];
    cvta.to.global.u64 %rd2, %rd2; mad.wide.u32 %rd6, %r1, 8, %rd2; st.f64 [%rd6], 0d0000000000000000;
    setp.lt.u64 %p1, %rd3, 4;
    ld.global.u8 %r1, [%rd4];`
  expect(launchOf(parameters.join(', '), body)).toEqual([
    'k<<<2, 1>>>(p0: s32[2], p1: u64[2], p2: u64[4], 1, p4_: u8, p5: u32)',
  ])
})

test('objects have the bytes that are copied asynchronously', () => {
  const body = `ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b]; cp.async.ca.shared.global [%r1], [%rd0+8], 8;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];`
  expect(launchOf('.param .u64 a, .param .u64 b', body)).toEqual(['k<<<2, 1>>>(p0: u32[4], p1: u32[16])'])
})

test('numbers, floating-point numbers and structures are values', () =>
  expect(launchOf('.param .u32 n, .param .f32 x, .param .align 8 .b8 s[24]', '')).toEqual([
    'k<<<2, 1>>>(1, 1.0, {0: 0})',
  ]))

test('blocks and clusters are those that the entry requires', () =>
  expect(launchOf('', '', '.reqntid 32, 2, 1 .reqnctapercluster 4')).toEqual(['k<<<4, (32, 2)>>>()']))

test('parameters that are tensor maps are, by their tiles', () => {
  const map = (name: string, align = 128) => `.param .align ${align} .b8 ${name}[128]`
  const body = `mov.b64 %rd0, a; cvta.param.u64 %rd1, %rd0; ld.param.u32 %r2, [bytes+4];
    cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd1, {%r1}], [%r3];`
  expect(launchOf([map('a'), map('b', 64), map('bytes'), map('c', 8)].join(', '), body)).toEqual([
    'k<<<2, 1>>>(tensor(p0: u32[8], {8}, {4}), tensor(p1: u32[32], {8, 4}, {4, 2}), {0: 0}, {0: 0})',
  ])
})

test.each([
  ['.reqntid 1024', 'k<<<1, 1024>>>()'],
  ['.reqntid 32, 16', 'k<<<2, (32, 16)>>>()'],
  ['.reqntid 256 .reqnctapercluster 8', 'k<<<8, 256, lanes 0>>>()'],
])('an entry with %s is launched with no more threads than are simulated', (directives, launch) =>
  expect(launchOf('', '', directives)).toEqual([launch]),
)

const compiled = filesBelow(root, '.ptx').filter((file) => /^examples\/kernels\//.test(file))

test.each<readonly [string, string]>([
  ['an entry without memory', kernel('.param .u32 n', '')],
  [
    'an entry of all kinds',
    kernel('.param .u64 a, .param .f64 x, .param .align 8 .b8 s[16]', 'ld.param.u64 %rd1, [a]; st.u16 [%rd1+2], 7;'),
  ],
  ['an entry for as many threads as a CTA has', kernel('', '', '.reqntid 1024')],
  ['an entry for large clusters', kernel('', '', '.reqntid 512 .reqnctapercluster 16')],
  [
    'an entry of tensor maps',
    kernel(
      '.param .align 64 .b8 a[128], .param .align 128 .b8 b[128]',
      'mov.b64 %rd1, a; cp.async.bulk.prefetch.tensor.3d.L2.global [%rd1, {%r1, %r1, %r1}];',
    ),
  ],
  ...compiled.map((file) => [file, textOf(root, file)] as const),
])('the test and the launch for %s can be read', (_, text) => {
  const module = moduleOf(text)
  for (const entry of entriesOf(module)) {
    const launch = { name: '--launch', text: sampleLaunch(entry, module) }
    const read = readTests(module.source, { launching: { launches: [launch], asked: [] } })
    expect(read.diagnostics.map(formatDiagnostic)).toEqual([])
    const test = { name: 'k.test', text: sampleTest(entry, module, 'k.ptx') }
    const { diagnostics } = readTests(test, { load: () => ({ ok: true, source: module.source }) })
    expect(diagnostics.map(formatDiagnostic)).toEqual([])
  }
})
