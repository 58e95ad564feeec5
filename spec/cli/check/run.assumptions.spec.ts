import { checkReport } from '../../../report/check.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

describe('the assumptions of an answer about the system', () => {
  test('is a line below it and in JSON, and no failure', async () => {
    const kernel = '.global x;\nkernel k { d0.b0.t0 {\n  red.relaxed.sys.add [x], 1;\n} }\n'
    const host = 'host { k<<<1, 1>>>(); st.relaxed.sys [x], 5; cudaDeviceSynchronize(); }\n'
    const file = write('host.test', `${kernel}${host}assert ([x] == 5 || [x] == 6) as any;\n`)
    const { stdout, status } = await run(['check', '--strict', file])
    expect(status).toBe(0)
    const place = `${folder}/host.test:3:3`
    const what = 'a `.sys` atomic is atomic with what the host does, which some systems do not guarantee'
    expect(stdout).toMatch(/^✓ {2}\S*host\.test {2}any {2}holds/)
    expect(stdout).toContain(`\n    assumes that ${what} (ISA 8.1.1): ${place}\n`)
    const json = checkReport.parse(JSON.parse((await run(['check', '--json', file])).stdout))
    expect(json.questions[0]?.assumptions).toEqual([{ what, section: '8.1.1', places: [{ place }] }])
  })
})
