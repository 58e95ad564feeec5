/** JUnit XML, as Jenkins and GitLab read it: a suite for each file, a case for each question. */

import { match } from 'ts-pattern'
import { groupBy } from '../../source/group.js'
import { escapedXml } from '../../source/xml.js'
import { type Case, type CaseStanding, detailLines, type Reported } from './case.js'
import { placeText } from './place.js'

/** Returns the run as JUnit XML. */
export function junit(report: Reported): string {
  const cases = report.cases
  const suites = [...groupBy(cases, ({ file }) => file)].map(([file, some]) => suite(file, some, report))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', { name: 'ptx-litmus', ...totals(cases) }, suites),
  ].join('\n')
}

type Outcome = 'passed' | 'skipped' | 'failure' | 'error'

/** Outcomes of cases, as JUnit has them. */
const outcomes: { readonly [S in CaseStanding]: Outcome } = {
  'as expected': 'passed',
  'nothing expected': 'skipped',
  'not as expected': 'failure',
  racy: 'failure',
  unguarded: 'passed',
  qualified: 'error',
  undecided: 'error',
  'not covered': 'error',
  error: 'error',
}

const outcomeOf = ({ standing }: Case): Outcome => outcomes[standing]

const totals = (cases: readonly Case[]): Attributes => {
  const count = (outcome: Outcome) => cases.filter((one) => outcomeOf(one) === outcome).length
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    time: cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(6),
  }
}

function suite(file: string, cases: readonly Case[], { versions, model, solver }: Reported): string {
  const skipped = cases.filter((one) => outcomeOf(one) === 'skipped').length
  const properties = Object.entries({ model, solver, ...versions }).map(([name, value]) =>
    element('property', { name, value }),
  )
  return element('testsuite', { name: file, ...totals(cases), skipped }, [
    element('properties', {}, properties),
    ...cases.map(testCase),
  ])
}

function testCase(one: Case): string {
  const { standing, file, name, place, message, seconds } = one
  const outcome = outcomeOf(one)
  const whole = [place === undefined ? message : `${placeText(place)}: ${message}`, ...detailLines(one)].join('\n')
  const content = match(outcome)
    .with('passed', () => [text('system-out', {}, whole)])
    .with('skipped', () => [text('skipped', {}, `${standing}: ${message}`), text('system-out', {}, whole)])
    .with('failure', 'error', (tag) => [text(tag, { type: standing, message }, whole)])
    .exhaustive()
  return element('testcase', { classname: file, name, time: seconds.toFixed(6) }, content)
}

type Attributes = { readonly [name: string]: string | number }

const tag = (name: string, attributes: Attributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapedXml(String(value))}"`)].join(' ')

const element = (name: string, attributes: Attributes, content: readonly string[] = []): string =>
  content.length === 0
    ? `<${tag(name, attributes)}/>`
    : [`<${tag(name, attributes)}>`, ...content.map((one) => one.replace(/^(?= *<)/gm, '  ')), `</${name}>`].join('\n')

const text = (name: string, attributes: Attributes, content: string): string =>
  `<${tag(name, attributes)}>${escapedXml(content)}</${name}>`
