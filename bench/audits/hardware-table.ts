/** The tables of what GPUs showed of kernels without their pieces, in Markdown. */

import { match } from 'ts-pattern'
import type { Audited } from '../../audit/audit.js'
import type { Seen, SeenWithout } from '../../audit/seen.js'
import type { HardwareLog } from '../../hardware/log.js'
import { needs } from '../../report/audit.js'
import { counted } from '../../source/counted.js'

export interface HeldTest {
  readonly test: string
  readonly audited: readonly Audited[]
  readonly asItIs: Seen
  /** What was seen without each piece, in the order of the audit. */
  readonly without: readonly SeenWithout[]
}

interface Row extends SeenWithout {
  readonly test: string
  readonly one: Audited
}

const head = `# Audits on a GPU

What GPUs showed of the kernels of [the audits](audits.md) as they are, and with each piece taken out, or as weak as it
can be where it cannot be left out. A loss shows if a claim is violated, or if no run ends, where that does not happen
with the piece. A race alone does not show. \`npm run audits -- --log FILE\` writes this page.`

/** Returns the page: the counts, the losses that show, and what did not run. */
export function hardwarePage(tests: readonly HeldTest[], logs: readonly HardwareLog[]): string {
  const rows = tests.flatMap(({ test, audited, without }): readonly Row[] =>
    without.flatMap((seen, i) => {
      const one = audited[i]
      return one === undefined ? [] : [{ test, one, ...seen }]
    }),
  )
  const ran = rows.filter(({ seen: { kind } }) => kind === 'ran' || kind === 'failed')
  const instances = ran.reduce((sum, { seen }) => sum + (seen.kind === 'ran' ? seen.times : 0), 0)
  const shown = ran.filter(({ isLoss }) => isLoss)
  const wrong = shown.filter(({ agrees }) => !agrees)
  const asItIs = tests.filter((one) => one.asItIs.kind === 'ran' || one.asItIs.kind === 'failed')
  const broken = tests.filter(({ asItIs: now }) => now.kind === 'failed' || (now.kind === 'ran' && now.violated > 0))
  const machines = new Set(logs.map(({ device, driver, date }) => `${device}, CUDA ${driver}, ${date}`))
  return [
    head,
    `${[...machines].join('; ')}: ${counted(asItIs.length, 'test')} as ${asItIs.length === 1 ? 'it is' : 'they are'}, and ${ran.length} of ${counted(rows.length, 'piece')} taken out, in ${instances.toLocaleString('en')} runs.`,
    `As they are, ${broken.length === 0 ? 'none is broken' : `these are broken: ${broken.map(({ test, asItIs }) => `${test} (${seenText(asItIs)})`).join('; ')}`}.`,
    `Without ${counted(shown.length, 'piece')}, something is lost that shows, ${wrong.length === 0 ? 'each of which is needed, or rests on a known deviation' : `of which the audit rules out ${wrong.length}: ${wrong.map(nameIn).join('; ')}`}.`,
    [
      `| by the audit | taken out | loss seen |`,
      `|---|---:|---:|`,
      ...needs.map((need) => {
        const some = ran.filter(({ one }) => one.need.kind === need)
        return `| ${need} | ${some.length} | ${some.filter(({ isLoss }) => isLoss).length} |`
      }),
    ].join('\n'),
    ['| loss seen | by the audit | on the GPU |', '|---|---|---|', ...shown.map(lossRow)].join('\n'),
    ['| not taken out | why |', '|---|---|', ...rows.flatMap(notRunRow)].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

const nameIn = ({ test, one: { piece } }: Row): string => `${test}, piece ${piece.number}`

function lossRow(row: Row): string {
  const { one, seen, agrees, deviations = [] } = row
  const need = one.need.kind === 'needed' ? `needed: ${one.need.fault.kind}` : one.need.kind
  const known = [...deviations.map(({ name }) => `\`${name}\``), ...(agrees ? [] : ['**cannot be**'])]
  return `| ${nameIn(row)} | ${[need, ...known].join(', ')} | ${seenText(seen)} |`
}

const seenText = (seen: Seen): string =>
  match(seen)
    .with(
      { kind: 'ran' },
      ({ violated, times, gaveUp }) =>
        `violated in ${violated.toLocaleString('en')} of ${times.toLocaleString('en')}${gaveUp === 0 ? '' : `, given up in ${gaveUp.toLocaleString('en')}`}`,
    )
    .with({ kind: 'failed' }, { kind: 'not runnable' }, ({ reason }) => reason)
    .with({ kind: 'not in the log' }, () => 'not in the log')
    .exhaustive()

const notRunRow = (row: Row): readonly string[] =>
  row.seen.kind === 'not runnable' || row.seen.kind === 'not in the log'
    ? [`| ${nameIn(row)} | ${seenText(row.seen)} |`]
    : []
