import { witness } from '../../../report/witness.js'
import { workplace } from '../workplace.js'

const { run, write } = workplace()

const test0 = `PTX MP
{
data = 0;
}
 P0@cta 0,gpu 0         | P1@cta 1,gpu 0          ;
 st.weak data, 1        | ld.acquire.gpu r0, flag ;
 st.release.cta flag, 1 | ld.weak r1, data        ;
exists (P1:r0 == 1 /\\ P1:r1 == 0)
`
const path = write('MP.litmus', test0)

describe('--undeclared: a name that a herd-style test does not declare is a location', () => {
  test.each([
    ['check', []],
    ['check', ['--jobs', '2']],
    ['witness', []],
    ['outcomes', []],
    ['explain', []],
    ['races', []],
    ['regress', ['--against', 'ptx-6.0']],
    ['smt', []],
    ['convert', []],
  ] as const)('%s %j', async (command, more) => {
    const without = await run([command, path, ...more])
    expect(without).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('MP.litmus:7:17: `flag` is not declared'),
    })
    expect(without.stderr).toContain('--undeclared')
    const { status, stderr } = await run([command, path, '--undeclared', ...more])
    expect(stderr).not.toContain('not declared')
    expect(status).toBe(command === 'races' ? 1 : 0)
  })

  test('a witness says so, and is read again in the same way', async () => {
    const { stdout } = await run(['witness', path, '--undeclared', '--format', 'json'])
    expect(witness.parse(JSON.parse(stdout)).test.undeclared).toBe(true)
    expect(await run(['replay', write('MP.json', stdout)])).toMatchObject({ status: 0, stderr: '' })
    const strict = write('strict.json', stdout.replace(/"undeclared": true,/, ''))
    expect(await run(['replay', strict])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('`flag` is not declared'),
    })
  })
})
