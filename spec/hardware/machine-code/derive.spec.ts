import { candidates, derivedFrom } from '../../../hardware/machine-code/derive.js'
import { must } from '../../../source/must.js'
import { evidence } from './evidence.js'

const findings = ['dead-result', 'wait-without-branch', 'early-alias-fence']
const without = (finding: string) => evidence.filter(({ test }) => !test.startsWith(finding))

test('the evidence has threads of each finding that are wrong, and others that are right', () => {
  for (const finding of findings) {
    const own = evidence.filter(({ test }) => test.startsWith(finding))
    expect(own.filter(({ wrong }) => wrong).length).toBeGreaterThan(0)
    expect(own.filter(({ wrong }) => !wrong).length).toBeGreaterThan(1)
  }
})

test('the rule that follows from all evidence is the strongest', () => {
  expect(derivedFrom(evidence)).toBe(candidates.at(-1))
})

test('if nothing is wrong, no wait is needed', () => {
  expect(derivedFrom(evidence.filter(({ wrong }) => !wrong))).toBe(candidates[0])
})

test.each(findings)(
  'the rule that is derived without %s finds it, and nothing with the fence or the branch',
  (finding) => {
    const rule = must(derivedFrom(without(finding)), 'a rule')
    const own = evidence.filter(({ test }) => test.startsWith(finding))
    for (const one of own) expect([one.test, rule.holds(one)]).toEqual([one.test, !one.wrong])
  },
)

test('contradicting evidence gives no rule', () => {
  const [one] = evidence
  expect(derivedFrom(evidence.flatMap((two) => (two === one ? [two, { ...two, wrong: !two.wrong }] : [two])))).toBe(
    undefined,
  )
})
