import { fewerLanes, watchLaunches } from '../../../cli/commandline/fewer-lanes.js'

const answered = (milliseconds: number, answer: 'holds' | 'undecided' = 'holds') => [
  { isUndecided: answer === 'undecided', milliseconds },
]
const asking = (launch: string, ...assert: readonly string[]) => ({
  launch: [launch],
  assert: [...assert],
  permit: [],
  exists: [],
})
const launch = 'k<<<2, 64>>>(out: int[64])'

test('an answer that takes long, or is none, has a launch of fewer lanes', () => {
  const line =
    "hint: --launch 'k<<<2, 64, lanes 0, 1, 31>>>(out: int[64])' is faster; the answer is then about these lanes of each warp, and says so"
  expect(fewerLanes(answered(30_000), asking(launch, 'out == 1'))).toBe(line)
  expect(fewerLanes(answered(5, 'undecided'), asking(launch, 'out == 1'))).toBe(line)
  expect(fewerLanes(answered(5000), asking(launch, 'out == 1'))).toBeUndefined()
})
test('the lanes are those whose elements the claims name', () => {
  expect(fewerLanes(answered(30_000), asking(launch, 'out[5] == 1', 'out[33] == 2'))).toContain('lanes 0, 1, 5, 31>>>')
})
test('a long launch is shown without its arguments', () => {
  const values = Array.from({ length: 100 }, (_, i) => i).join(', ')
  expect(fewerLanes(answered(30_000), asking(`k<<<2, 64>>>(in: int[100] = {${values}}, out: int[64])`))).toMatch(
    /^hint: --launch 'k<<<2, 64, lanes 0, 1, 31>>>\(…\)' is faster/,
  )
})
test('not where there are no more lanes, or lanes are chosen already', () => {
  const slow = answered(30_000, 'undecided')
  expect(fewerLanes(slow, asking('k<<<2, 2>>>(out: int)', 'out == 1'))).toBeUndefined()
  expect(fewerLanes(slow, asking('k<<<2, 64, lanes 0>>>(out: int)', 'out == 1'))).toBeUndefined()
  expect(fewerLanes(slow, { launch: [], assert: [], permit: [], exists: [] })).toBeUndefined()
})

test('while a launch is decided, its hint waits; a test without launches is not watched', () => {
  const said: (string | undefined)[] = []
  const output = { watch: (advice?: string) => void said.push(advice) }
  watchLaunches(output, { ...asking(launch), launch: [] })
  watchLaunches(output, { ...asking(launch), quiet: true })
  expect(said).toEqual([])
  watchLaunches(output, asking(launch))
  expect(said).toEqual([expect.stringContaining("hint: --launch 'k<<<2, 64, lanes 0, 1, 31>>>")])
})

test('lanes that race are not lost', () => {
  expect(fewerLanes(answered(30_000), asking(launch), [0, 7, 35])).toContain('lanes 0, 1, 3, 7, 31>>>')
})
