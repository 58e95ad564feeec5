/** SARIF 2.1.0, the format of findings that code scanning and editors read. */

import { isAbsolute } from 'node:path'
import { jsonText } from '../console/json.js'
import type { Case, CaseStanding, Reported } from './case.js'
import type { FilePosition } from './place.js'

/** The rules that a finding can violate, with advice for each. */
const rules = [
  {
    id: 'not-as-expected',
    level: 'error',
    short: 'A verdict is not as expected',
    help: '`ptx-litmus explain` says why the outcome is forbidden or allowed; `ptx-litmus fix` finds the cheapest change after which claims hold.',
  },
  {
    id: 'data-race',
    level: 'error',
    short: 'Accesses race',
    help: '`ptx-litmus races` shows an execution in which they race, and what does not order them.',
  },
  {
    id: 'undecided',
    level: 'warning',
    short: 'A verdict is undecided',
    help: 'The message says what is missing: a larger --bound, --timeout or --memory.',
  },
  {
    id: 'qualified',
    level: 'warning',
    short: 'A verdict is qualified, which --strict does not accept',
    help: 'The message gives the qualification. A larger --bound may remove it.',
  },
  {
    id: 'as-expected-but-qualified',
    level: 'note',
    short: 'A verdict is as expected, but qualified',
    help: 'The message gives the qualification, which --strict does not accept.',
  },
  {
    id: 'not-covered',
    level: 'warning',
    short: 'The model does not cover a test',
    help: 'The message names the feature that the model does not describe. Another --model may describe it.',
  },
  {
    id: 'error',
    level: 'error',
    short: 'An input cannot be read',
    help: 'The message says what is wrong. The questions of this input have no answer.',
  },
  {
    id: 'unguarded',
    level: 'note',
    short: 'Synchronisation may be weaker, or nothing checks it',
    help: '`ptx-litmus audit --suggest` finds claims that notice its loss, if there are any; otherwise it is redundant.',
  },
] as const

type Rule = (typeof rules)[number]['id']

/**
 * Returns the run as SARIF. Questions that are as expected, and those without expectation, are not findings. A qualified answer that is as expected is
 * a note.
 */
export function sarif(report: Reported): string {
  const { versions, model, solver, exitStatus } = report
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'ptx-litmus',
            version: versions['ptx-litmus'],
            semanticVersion: versions['ptx-litmus'],
            rules: rules.map(({ id, level, short, help }) => ({
              id,
              shortDescription: { text: short },
              fullDescription: { text: `${short}.` },
              help: { text: help },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'unicodeCodePoints',
        invocations: [{ executionSuccessful: exitStatus !== 2 && exitStatus !== 130, exitCode: exitStatus }],
        results: report.cases.flatMap(findings),
        properties: { model, solver, versions },
      },
    ],
  })
}

const ruleOf: { readonly [S in CaseStanding]: Rule | undefined } = {
  'as expected': undefined,
  'nothing expected': undefined,
  'not as expected': 'not-as-expected',
  racy: 'data-race',
  unguarded: 'unguarded',
  qualified: 'qualified',
  undecided: 'undecided',
  'not covered': 'not-covered',
  error: 'error',
}

function findings(one: Case): readonly object[] {
  const { file, name, place, message, details, related } = one
  const ruleId = one.isQualified ? 'as-expected-but-qualified' : ruleOf[one.standing]
  if (ruleId === undefined) return []
  const ruleIndex = rules.findIndex(({ id }) => id === ruleId)
  const logicalLocations = [{ name, fullyQualifiedName: `${file} ${name}` }]
  return [
    {
      ruleId,
      ruleIndex,
      level: rules[ruleIndex]?.level,
      message: { text: [message, ...details].join('\n') },
      locations: [{ ...(place === undefined ? {} : physical(place)), logicalLocations }],
      ...(related.length === 0
        ? {}
        : {
            relatedLocations: related.map(({ place, message }, id) => ({
              id,
              ...physical(place),
              message: { text: message },
            })),
          }),
    },
  ]
}

const physical = ({ file, line, column }: FilePosition): object => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    ...(line === undefined
      ? {}
      : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } }),
  },
})

/** Writes a path as a URI. A relative path stays relative: those who read the report know the folder. */
const uriOf = (path: string): string =>
  (isAbsolute(path) ? 'file://' : '') + path.split('/').map(encodeURIComponent).join('/')
