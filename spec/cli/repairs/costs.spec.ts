import { defaultCosts } from '../../../repair/prices.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

describe.each(['fix', 'weaken'])('%s', (command) => {
  test('--costs lists all costs, without a test', async () => {
    const { status, stdout } = await run([command, '--costs'])
    expect(status).toBe(0)
    const [head, ...lines] = stdout.trimEnd().split('\n')
    expect(head?.split(/ {2,}/)).toEqual(['change', 'cost', 'cycles', 'machine code'])
    const [source, blank, ...rows] = lines.toReversed()
    expect(source).toMatch(/^The source of cycles and machine code is an H100 with CUDA 13\.0: .*\.$/)
    expect(blank).toBe('')
    expect(rows.toReversed().map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual(
      Object.entries(defaultCosts).map(([name, cost]) => [name, `${cost}`]),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/^st\.release\.gpu +678 +713 {2}MEMBAR\.ALL\.CTA; MEMBAR\.ALL\.GPU; /),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^swap +1 +-$/))
  })

  test('--costs --json is a costs file', async () => {
    const { stdout } = await run([command, '--costs', '--json'])
    expect(JSON.parse(stdout)).toEqual(defaultCosts)
    const own = await run([command, '--costs', '--json', '--costs-file', write('costs.json', '{"swap": 7}')])
    expect(JSON.parse(own.stdout)).toEqual({ ...defaultCosts, swap: 7 })
    expect((await run([command, '--costs', '--costs-file', write('all.json', stdout)])).status).toBe(0)
  })

  test.each([
    ['{"fence.sc.gqu": 1}', 'costs.json:1:2: there is no change `fence.sc.gqu`; did you mean `fence.sc.gpu`?'],
    ['{\n  "swap": -1\n}', 'costs.json:2:3: a cost is 0 or more'],
    ['{"swap": 1.5}', 'costs.json:1:2: a cost is a whole number'],
    ['{"swap": "1"}', 'costs.json:1:2: a cost is a whole number'],
    ['{"swap": 1,\n "move": 2, "swap": 1}', 'costs.json:2:13: `swap` is given twice'],
    ['{"swap": 1, "sw\\u0061p": 1}', 'costs.json:1:13: `swap` is given twice'],
    ['[1]', 'costs.json:1:1: costs are an object, {"CHANGE": INTEGER}'],
    ['{"swap": }', 'costs.json: this is not JSON: '],
    ['', 'costs.json:1:1: this is not JSON: '],
  ])('%j: status 2, with the place', async (text, message) => {
    const { status, stderr } = await run([command, '--costs', '--costs-file', write('costs.json', text)])
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })

  test('without a test, and with two', async () => {
    expect(await run([command])).toMatchObject({ status: 2, stderr: expect.stringContaining('missing test') })
    expect(await run([command, 'a', 'b'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('one test at a time'),
    })
  })
})
