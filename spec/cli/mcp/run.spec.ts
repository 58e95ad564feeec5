import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import * as z from 'zod'
import { mcpServer } from '../../../cli/mcp/server.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write } = workplace()
cpSync(join(root, 'spec/documents'), folder, { recursive: true })
const file = join(folder, 'pass.ptx')
const launch = ['pass<<<2,1>>>(data: int, flag: int, out: int)']
const claim = ['out == 42']

const client = new Client({ name: 'spec', version: '1' })
beforeAll(() =>
  client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'dist/ptx-litmus.js'), 'mcp'],
      cwd: folder,
    }),
  ),
)
afterAll(() => client.close())

const answer = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z.object({ result: z.string(), document: z.unknown() }).optional(),
})

/** Calls a tool. The client checks what it gives against the tool's schema. */
async function call(name: string, given: { readonly [field: string]: unknown }, by = client) {
  const { isError = false, content, structuredContent } = answer.parse(await by.callTool({ name, arguments: given }))
  return { isError, text: content[0].text, result: structuredContent?.result, document: structuredContent?.document }
}

test('it lists its tools, each with schemas', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['check', 'races', 'explain', 'fix', 'audit', 'outcomes', 'launch'])
  for (const { inputSchema, outputSchema, name } of tools) {
    expect(inputSchema.properties).toHaveProperty('file')
    expect([name, outputSchema === undefined]).toEqual([name, name === 'launch'])
  }
})

test('a kernel without a fence is found, explained and repaired, and the repair holds', async () => {
  expect(await call('launch', { file })).toMatchObject({ text: expect.stringContaining('--launch') })
  const checked = await call('check', { file, launch, assert: claim })
  expect(checked).toMatchObject({ isError: false, result: 'failure', document: { exitStatus: 1 } })
  expect(checked.text).toMatch(/^FAILURE\.\n.*violated\npass\.cu:8 .*data race/)
  expect(await call('races', { file, launch })).toMatchObject({
    result: 'failure',
    text: expect.stringMatching(/^FAILURE\.\n.*racy\npass\.cu:8 /),
  })
  expect(await call('explain', { file, launch, assert: claim })).toMatchObject({
    result: 'failure',
    text: expect.stringContaining('does not count'),
  })
  const fixed = await call('fix', { file, launch, assert: claim })
  expect(fixed).toMatchObject({ result: 'repaired' })
  expect(fixed.text).toMatch(/^REPAIRED: .*\n.*\ninsert fence/)
  const repaired = textOf(folder, 'pass.ptx').replace('st.volatile', 'fence.acq_rel.gpu;\n\tst.volatile')
  expect(await call('check', { text: repaired, format: 'ptx', launch, assert: claim })).toMatchObject({
    result: 'success',
    text: expect.stringMatching(/^SUCCESS: /),
  })
})

const store = '.global x; d0.b0.t0 { st.relaxed.gpu [x], 1; }'
const fenced = '.global x; d0.b0.t0 { fence.sc.sys; st.relaxed.gpu [x], 1; } assert (x == 1);'
const cut =
  '.global x; d0.b0.t0 { .reg r1 = 0; L: ld.relaxed.gpu r0, [x]; add r1, r1, 1; beq r0, 0, L; } d0.b1.t0 { st.relaxed.gpu [x], 1; } assert (r1 < 3) as few;'
const sizes = '.global .u32 x; d0.b0.t0 { st.weak.u16 [x], 1; } d0.b1.t0 { ld.weak.u32 r1, [x]; } assert (r1 == 0);'

test.each([
  ['an outcome', 'check', `${store} exists (x == 1);`, 'answered', /^ANSWERED: no claim/],
  ['a loop that is cut', 'check', cut, 'success under assumptions', /^SUCCESS ONLY UNDER THE ASSUMPTIONS/],
  ['a race of two sizes', 'check', sizes, 'no answer', /^NO ANSWER: this is not a success/],
  ['a fence', 'audit', fenced, 'answered', /1\. .*given\.test:1:\d+: fence\.sc\.sys: not needed/],
  ['final states', 'outcomes', `${store} exists (x == 1);`, 'answered', /1 final state/],
])('%s', async (_, name, text, result, says) => {
  const got = await call(name, { text })
  expect([got.isError, got.result]).toEqual([false, result])
  expect(got.text).toMatch(says)
})

test.each([
  ['no file', {}, /give `file` or `text`/],
  ['a file that is not there', { file: '/nowhere.test' }, /nowhere\.test/],
  ['an error in the text', { text: '.global x;\nd0.b0.t0 { jump [x]; }' }, /given\.test:2:12/],
  ['an option in place of a file', { file: '--help' }, /--help/],
])('%s is an error, and no answer', async (_, given, says) => {
  const got = await call('check', given)
  expect([got.isError, got.result]).toEqual([true, undefined])
  expect(got.text).toMatch(/^NO ANSWER: /)
  expect(got.text).toMatch(says)
})

test('what reaches the limit of time is no answer', async () => {
  const script = write('idle.mjs', 'setTimeout(() => {}, 60_000)')
  const server = mcpServer({ version: '1', script, limits: { time: 200, memory: 100 } })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const other = new Client({ name: 'spec', version: '1' })
  await Promise.all([server.connect(ours), other.connect(theirs)])
  const got = await call('check', { text: store }, other)
  expect(got).toMatchObject({ isError: true, text: expect.stringContaining('the limit of 0.2 s was reached') })
  await other.close()
})
