import type { Query, Subject } from '../../../web/protocol.js'
import { replying } from '../../../web/worker/replies.js'
import { sat } from '../../support.js'
import { passing as subject, text } from '../passing.js'

const at = { test: 0, question: 0 }

/** Returns the reply to a query by a SAT solver. */
const replied = async (query: Query, about: Subject = subject) => replying(await sat(), {})(about, query)

test('answers, with their places in the text', async () => {
  expect(await replied({ kind: 'check' })).toMatchObject({
    kind: 'given',
    value: {
      solver: 'sat',
      messages: [],
      tests: [
        {
          name: 'MP.test',
          questions: [
            {
              name: 'fresh',
              kind: 'assert',
              answer: 'violated',
              standing: 'not as expected',
              place: { in: 'test', line: 4, column: 1, from: text.indexOf('assert'), to: text.length },
            },
          ],
        },
      ],
    },
  })
})

test('errors of the text and of the model, each at its place', async () => {
  const wrong = {
    ...subject,
    text: text.replace('ld.weak', 'ld.weal'),
    model: { kind: 'text', name: 'my.cat', text: 'acyclic nothing-such' },
  } as const
  const reply = await replied({ kind: 'check' }, wrong)
  expect(reply).toMatchObject({
    kind: 'given',
    value: {
      tests: [],
      messages: [
        { kind: 'error', place: { in: 'test', line: 3, column: 38 } },
        { kind: 'error', place: { in: 'model', line: 1, column: 9 } },
      ],
    },
  })
  expect(await replied({ kind: 'execution', ...at }, wrong)).toEqual({ kind: 'refused', reason: 'the text has errors' })
})

test('an error in a row of a template leads to the row', async () => {
  const template = '.global x; d0.b0.t0 { st.$1 [x], 1; } $0 (x == 1) as q;\n\n$$\n\ncheck | weak\ncheck | week\n'
  expect(await replied({ kind: 'check' }, { ...subject, text: template })).toMatchObject({
    value: {
      messages: [
        {
          message: expect.stringContaining('.week'),
          place: { in: 'test', line: 1 },
          notes: [{ message: expect.stringMatching(/^in row 2/), place: { in: 'test', line: 6 } }],
        },
      ],
    },
  })
})

test('the execution, and that a forbidden outcome has none', async () => {
  expect(await replied({ kind: 'execution', ...at })).toMatchObject({
    kind: 'given',
    value: { svg: expect.stringContaining('</svg>'), text: expect.stringContaining('W x = 1') },
  })
  const holds = { ...subject, text: text.replace('st.relaxed', 'st.release') }
  expect(await replied({ kind: 'execution', ...at }, holds)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('No consistent execution violates it'),
  })
})

test('where behaviour is undefined, the execution is one that reaches it', async () => {
  const beyond = {
    ...subject,
    text: `.global x;
d0.b0.t0 { trap; st.weak [x], 1; }
assert ([x] == 0) as none;`,
  }
  expect(await replied({ kind: 'execution', ...at }, beyond)).toMatchObject({
    kind: 'given',
    value: { text: expect.stringContaining('trap') },
  })
})

/** One block passes 1 to another through a flag, and does not release it. */
const kernel = `.version 8.0
.target sm_90
.address_size 64
.visible .entry pass(.param .u64 x, .param .u64 f, .param .u64 out)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<4>;
  .reg .pred %p<3>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [f];
  ld.param.u64 %rd3, [out];
  mov.u32 %r1, %ctaid.x;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra PUT;
  ld.acquire.gpu.global.u32 %r2, [%rd2];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra END;
  ld.relaxed.gpu.global.u32 %r3, [%rd1];
  st.relaxed.gpu.global.u32 [%rd3], %r3;
  bra END;
PUT:
  st.relaxed.gpu.global.u32 [%rd1], 1;
  st.relaxed.gpu.global.u32 [%rd2], 1;
END:
  ret;
}
`

test('a module that is launched is changed in place, and not written as a test; so is one that a test names, and then its claim holds', async () => {
  const launched: Subject = {
    ...subject,
    name: 'pass.ptx',
    text: kernel,
    launch: 'pass<<<2,1>>>(x: u32, f: u32, out: u32 = 1)',
    claim: 'out == 1',
  }
  const changed = kernel.replace('st.relaxed.gpu.global.u32 [%rd2]', 'st.release.gpu.global.u32 [%rd2]')
  expect(await replied({ kind: 'repairs', test: 0 }, launched)).toMatchObject({
    kind: 'given',
    value: { repairs: [{ changed: [{ module: undefined, text: changed }] }, {}] },
  })
  expect(await replied({ kind: 'convert', test: 0 }, launched)).toMatchObject({ kind: 'refused' })
  const named = {
    ...subject,
    text: `module "pass.ptx"; .global x; .global f; .global out = 1;
host { pass<<<2, 1>>>(x, f, out); cudaDeviceSynchronize(); ld r, [out]; }
assert (host:r == 1) as passed;`,
  }
  const reply = replying(await sat(), { 'pass.ptx': kernel })
  expect(reply(named, { kind: 'repairs', test: 0 })).toMatchObject({
    kind: 'given',
    value: { repairs: [{ changed: [{ module: 'pass.ptx', text: changed }] }, {}] },
  })
  expect(reply({ ...named, modules: { 'pass.ptx': changed } }, { kind: 'check' })).toMatchObject({
    value: { tests: [{ questions: [{ answer: 'holds' }] }] },
  })
})

test('final states, and an execution of one of them', async () => {
  const reply = replying(await sat(), {})
  expect(reply(subject, { kind: 'outcomes', test: 0 })).toMatchObject({
    kind: 'given',
    value: { complete: true, observed: ['1:r', '1:s'], states: [{}, {}, {}, {}] },
  })
  expect(reply(subject, { kind: 'state', test: 0, state: 3 })).toMatchObject({ kind: 'given' })
  expect(reply(subject, { kind: 'state', test: 0, state: 4 })).toMatchObject({ kind: 'refused' })
})

test('races with their places, repairs with the changed text, explanations with the objections of axioms', async () => {
  expect(await replied({ kind: 'races', test: 0 })).toMatchObject({
    kind: 'given',
    value: {
      verdict: '1 data race in one execution',
      marks: [
        { place: { line: 2, column: 12 }, message: 'races with line 3' },
        { place: { line: 3, column: 35 }, message: 'races with line 2' },
      ],
    },
  })
  expect(await replied({ kind: 'repairs', test: 0 })).toMatchObject({
    kind: 'given',
    value: {
      repairs: [{ changed: [{ module: undefined, text: text.replace('st.relaxed.gpu', 'st.release.gpu') }] }, {}],
    },
  })
  const holds = { ...subject, text: text.replace('st.relaxed', 'st.release') }
  expect(await replied({ kind: 'explain', ...at }, holds)).toMatchObject({
    kind: 'given',
    value: { text: expect.stringContaining('holds'), pictures: [{ svg: expect.stringContaining('</svg>') }] },
  })
  expect(await replied({ kind: 'repairs', test: 0 }, holds)).toMatchObject({
    kind: 'given',
    value: { text: 'Nothing to do for: fresh.' },
  })
})

test('another test is decided under another model, and one that cannot be read is refused', async () => {
  const asked = async (model: string, other = text) =>
    replied({ kind: 'verdicts', name: 'other.test', text: other, model: { kind: 'text', name: 'my.cat', text: model } })
  const holds = text.replace('st.relaxed', 'st.release')
  const fresh = (answer: string) => ({ kind: 'given', value: [{ question: 'assert fresh', answer, isDecided: true }] })
  expect(await asked('acyclic co as Coherence', holds)).toEqual(fresh('violated'))
  expect(
    await replied({
      kind: 'verdicts',
      name: 'other.test',
      text: holds,
      model: subject.model,
    }),
  ).toEqual(fresh('holds'))
  expect(await asked('acyclic nothing-such')).toMatchObject({ kind: 'refused' })
  expect(await asked('acyclic co as Coherence', 'd0.b0.t0 { ld.weal r, [x]; }')).toMatchObject({ kind: 'refused' })
})

test('a word of the text, and of a model, is described, also in a text with errors', async () => {
  const asked = (name: string, text: string, offset: number, of: 'test' | 'model' = 'test') =>
    replied({ kind: 'hover', of, name, text, offset })
  expect(await asked('k.cu', '*x = 1;', 1)).toEqual({ kind: 'given', value: undefined })
  expect(await asked('MP.test', text, text.indexOf('ld.acquire'))).toMatchObject({
    value: { from: text.indexOf('ld.acquire'), markdown: expect.stringContaining('PTX ISA') },
  })
  expect(await asked('MP.test', text, text.indexOf('[x]') + 1)).toMatchObject({
    value: { markdown: '`x`: global memory, s32, initially 0' },
  })
  expect(await asked('mine.cat', 'let mine = po', 4, 'model')).toMatchObject({
    value: { markdown: expect.stringContaining('let mine = po') },
  })
  expect(await asked('MP.test', text, 0)).toEqual({ kind: 'given', value: undefined })
  const wrong = { ...subject, text: 'd0.b0.t0 { ld.weak r, [x]' }
  expect(
    await replied({ kind: 'hover', of: 'test', name: 'MP.test', text: wrong.text, offset: 12 }, wrong),
  ).toMatchObject({
    value: { markdown: expect.stringContaining('ld.weak') },
  })
})

test('the other format, a CUDA program', async () => {
  expect(await replied({ kind: 'convert', test: 0 })).toMatchObject({ value: expect.stringMatching(/^PTX fresh/) })
  expect(await replied({ kind: 'cuda', test: 0 })).toMatchObject({ value: expect.stringContaining('__global__') })
})

test('without a solver, brute force decides, and queries that need one are refused', () => {
  const reply = replying(undefined, {})
  expect(reply(subject, { kind: 'check' })).toMatchObject({
    value: { solver: 'brute', tests: [{ questions: [{ answer: 'violated' }] }] },
  })
  expect(reply(subject, { kind: 'outcomes', test: 0 })).toMatchObject({ value: { complete: true } })
  for (const query of [
    { kind: 'explain', ...at },
    { kind: 'remedies', ...at },
    { kind: 'races', test: 0 },
    { kind: 'repairs', test: 0 },
  ] as const)
    expect(reply(subject, query)).toEqual({ kind: 'refused', reason: 'this needs CaDiCaL, which does not run here' })
})

test('races of a launch that is too small say first that an access is outside of its argument', async () => {
  const kernel = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p0)
{
\t.reg .b64 %rd<2>;
\tld.param.u64 %rd1, [p0];
\tst.global.u32 [%rd1+4], 1;
\tret;
}
`
  const reply = await replied(
    { kind: 'races', test: 0 },
    { ...subject, name: 'k.ptx', text: kernel, launch: 'k<<<1, 1>>>(p0: u32)' },
  )
  expect(reply).toMatchObject({
    value: {
      verdict: 'undefined behaviour is reachable; race-free before that',
      details: ['k.d0.b0.t0 at k.ptx:8:2: st.global.u32 [%rd1+4], 1 accesses 4 bytes at p0+4, outside of p0'],
    },
  })
})

test('a test has the module beside it, and without a folder the only one of its name', async () => {
  const kernel = (value: number) =>
    `.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 to)\n{\n\t.reg .b64 %rd<2>;\n\tld.param.u64 %rd1, [to];\n\tst.global.u32 [%rd1], ${value};\n\tret;\n}\n`
  const modules = { 'a/ring.ptx': kernel(1), 'b/ring.ptx': kernel(2), 'b/own.ptx': kernel(3) }
  const asked = (module: string) =>
    `module "${module}"; .global .u32 x; host { k<<<1, 1>>>(x); cudaDeviceSynchronize(); } assert (x == 2) as two;`
  const given = async (name: string, module: string) =>
    replying(await sat(), modules)({ ...subject, name, text: asked(module) }, { kind: 'check' })
  const answer = (one: string) => ({ value: { tests: [{ questions: [{ answer: one }] }] } })
  expect(await given('a/ring.test', 'ring.ptx')).toMatchObject(answer('violated'))
  expect(await given('b/ring.test', 'ring.ptx')).toMatchObject(answer('holds'))
  expect(await given('own.test', 'own.ptx')).toMatchObject(answer('violated'))
  expect(await given('ring.test', 'ring.ptx')).toMatchObject({
    value: { tests: [], messages: [{ text: expect.stringContaining('examples in several folders') }] },
  })
})
