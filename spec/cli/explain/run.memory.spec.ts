import { explanationDocument } from '../../../report/explanation.js'
import { herd } from '../../support.js'
import { halves, mixedSizes, offsetBy, publication } from '../memory.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()
const explain = (text: string, ...args: readonly string[]) => run(['explain', ...args, write('t.litmus', text)])

describe('ptx-litmus explain', () => {
  test.each([
    ['exists (P1:r3 == 9)', 'forbidden, undefined behaviour is reachable', 'forbidden'],
    ['~exists (P1:r3 == 9)', 'undefined behaviour is reachable', 'undefined'],
    ['exists (P1:r3 == 5)', 'allowed, undefined behaviour is reachable', 'allowed'],
  ])('%s: undefined behaviour comes first', async (question, answer, word) => {
    const { status, stdout } = await explain(offsetBy(16, question))
    const [title, where] = stdout.split('\n')
    expect(title).toMatch(new RegExp(` ptx-9\\.4: ${answer}$`))
    expect(where).toMatch(/^ {2}P1 at .*t\.litmus:9:4: .* accesses 4 bytes at a\+16, outside of a$/)
    expect(status).toBe(0)
    const document = explanationDocument.parse(JSON.parse((await explain(offsetBy(16, question), '--json')).stdout))
    expect(document).toMatchObject({ answer: word, undefined: [{ address: 'a+16' }] })
  })

  test('values rule out a violation of a claim, and the outcome of a question', async () => {
    const said = async (question: string) => (await explain(offsetBy(16, question))).stdout
    expect(await said('~exists (P1:r3 == 9)')).toContain('that the threads compute rule out a violation.\n')
    expect(await said('exists (P1:r3 == 9)')).toContain('that the threads compute rule out the outcome.\n')
  })

  test('none is an empty list', async () => {
    const { stdout } = await explain(offsetBy(12), '--json')
    expect(explanationDocument.parse(JSON.parse(stdout))).toMatchObject({ undefined: [] })
  })

  test('repairs what reaches memory through pointers', async () => {
    const { stdout } = await explain(publication())
    expect(stdout).toContain(`This change would forbid it:
  replace st.relaxed.gpu.u64 p, &x with st.release.gpu.u64 p, &x in P0, line 7: adds synchronisation
`)
    expect(stdout).toContain('  e6  P1, line 7: ld.weak.u32 r1, [r0]   R x = 0\n')
  })

  test('repairs accesses through pointers, and prints them as written', async () => {
    const text = herd(
      'x = 0; flags[2] = {0, 0}; p = &flags;',
      [
        ['P0@cta 0,gpu 0', 'ld.weak.u64 r1, p', 'st.weak x, 1', 'st.relaxed.gpu.u32 [r1+4], 1'],
        ['P1@cta 1,gpu 0', 'mov.u64 r1, &flags[1]', 'ld.acquire.gpu.u32 r0, [r1]', 'ld.weak r2, x'],
      ],
      'exists (P1:r0 == 1 /\\ P1:r2 == 0)',
    )
    expect((await explain(text)).stdout).toContain(`
  replace st.relaxed.gpu.u32 [r1+4], 1 with st.release.gpu.u32 [r1+4], 1 in P0, line 8: adds synchronisation
`)
  })

  test('puts a fence before a guarded instruction, and not between the elements of a vector', async () => {
    const text = herd(
      'pair[2] = {0, 0}; flag = 0;',
      [
        ['P0@cta 0,gpu 0', 'st.relaxed.gpu.v2.u32 [pair], {1, 2}', 'st.release.gpu flag, 1'],
        [
          'P1@cta 1,gpu 0',
          'ld.relaxed.gpu.u32 r0, flag',
          'setp.ne.u32 p, r0, 0',
          '@p ld.relaxed.gpu.v2.u32 {r1, r2}, [pair]',
        ],
      ],
      'exists (P1:r0 == 1 /\\ P1:r2 == 0)',
    )
    const { stdout } = await explain(text)
    expect(stdout).toContain(
      'between line 7, setp.ne.u32 p, r0, 0, and line 8, @p ld.relaxed.gpu.v2.u32 {r1, r2}, pair[0]\n',
    )
    expect(stdout).not.toContain('guard')
  })

  test('says which bytes come from which write', async () => {
    expect((await explain(halves)).stdout).toContain('R x = 30064771077, bytes 0-3 from e5, 4-7 from e2')
  })

  test('a mixed-size race: status 3, with both places', async () => {
    const { status, stdout } = await explain(mixedSizes)
    expect(stdout).toMatch(
      /ptx-9\.4: not covered\n {2}ptx-9\.4 says nothing about .*t\.litmus:6:1 and .*t\.litmus:6:27\n$/,
    )
    expect(status).toBe(3)
    const document = explanationDocument.parse(JSON.parse((await explain(mixedSizes, '--json')).stdout))
    expect(document).toMatchObject({ verdict: 'not covered', undefined: null })
  })
})
