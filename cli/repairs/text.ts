/** Changes that were found, as text and as documents. */

import { isAbsolute, relative } from 'node:path'
import { type Program, testName } from '../../litmus/program.js'
import { unifiedDiff } from '../../repair/diff.js'
import { orderNothing } from '../../repair/orders-nothing.js'
import { type Patched, patched } from '../../repair/patch.js'
import type { Change, Cost } from '../../repair/repair.js'
import { boundRestsText, restsDocument } from '../../repair/rests.js'
import type { Repaired } from '../../repair/result.js'
import { sourceDiff } from '../../repair/source-diff.js'
import { changeLines, inThisOrder, isModelOnly, lanesLines, repairInCuda, repairText } from '../../repair/text.js'
import type { ChangesDocument } from '../../report/repairs.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'

/** Changes with the changed texts of the test; `texts` is undefined if no text can express them. */
export interface Found {
  readonly repaired: Repaired
  readonly texts: Patched | undefined
}

/** Returns what was found, with the texts. */
export const foundIn = (test: Program, repaired: Repaired): Found => ({
  repaired,
  texts: patched(
    test,
    repaired.changes.flatMap(({ edits }) => edits),
  ),
})

/** Writes `2 changes, cost 10`. */
export const costText = ({ changes, sum }: Cost): string => `${counted(changes, 'change')}, cost ${sum}`

/** Returns each change in words. */
export const changesText = (test: Program, changes: readonly Change[]): readonly string[] =>
  changes.flatMap((one) => changeLines(test, one))

/** The reason why there is no text. */
export const noText =
  'the changes cannot be written into the text, since several places of the program come from one place of it: make them by hand'

const printedAnew =
  'The lines of the test cannot be edited for these changes: it is printed afresh, without its comments.'

/** Returns the changes in words; then the files that have them, or diffs for `patch`. */
export const foundText = (test: Program, repair: Found, written: readonly string[]): readonly string[] => [
  ...lanesLines(repair.repaired),
  ...(repair.repaired.ordered ? [`  ${inThisOrder}`] : []),
  ...changesText(test, repair.repaired.changes),
  ...textsOf(test, repair, written),
]

/** Returns the files that have the changes, or diffs for `patch`: those of CUDA sources rather than of their PTX. */
export function textsOf(test: Program, repair: Found, written: readonly string[]): readonly string[] {
  const compiled = compiledOf(repair)
  const inSource = compiled.length === 0 ? undefined : sourceDiff(test, repair.repaired.changes, fromHere)
  const how = inSource === undefined ? 'make the changes that are named in CUDA above.' : 'the same change is:'
  const isAll =
    inSource !== undefined && repair.texts?.test === undefined && repair.texts?.modules.length === compiled.length
  return [
    ...compiled.map((path) => `The PTX of ${path} is changed; in the source, ${how}`),
    ...(inSource === undefined
      ? []
      : ['', inSource, '', 'What the compiler makes of it was not decided: compile it, and check it once more.']),
    ...(repair.texts?.printed === true ? [printedAnew] : []),
    ...(written.length > 0
      ? ['', `Written to ${printable(written.join(', '))}.`]
      : isAll
        ? []
        : isOfCommandLine(test, repair)
          ? ['', 'No file changes: the launch is on the command line.']
          : ['', diffOf(test, repair)]),
  ]
}

/** Returns whether it is the command line that changes. */
const isOfCommandLine = ({ origin }: Program, { repaired }: Found): boolean =>
  origin?.launching !== undefined &&
  repaired.changes.every(({ edits }) => edits.every(({ change }) => change.kind === 'relaunch'))

/** Says where the unchanged test is written. */
export const writtenUnchanged = (written: readonly string[]): readonly string[] =>
  written.length === 0 ? [] : [`Written to ${printable(written.join(', '))}, unchanged.`]

/** Returns a diff, for `patch`, of each text that changes. */
const diffOf = (test: Program, { texts }: Found): string =>
  texts === undefined ? `No diff: ${noText}.` : diffs(test, texts).join('\n')

function diffs(test: Program, { test: own, modules }: Patched): readonly string[] {
  const name = test.row === undefined ? (own?.source.name ?? test.file) : testName(test)
  const files = [
    ...(own === undefined ? [] : [{ name, ...own }]),
    ...modules.map((one) => ({ name: one.source.name, ...one })),
  ]
  return files
    .map(({ name, source, text }) =>
      unifiedDiff({ name: printable(name), text: source.text }, { name: printable(name), text }),
    )
    .filter((diff) => diff !== '')
}

/** Returns the name of a file for `patch`: compilers name the whole path. */
const fromHere = (file: string): string => printable(isAbsolute(file) ? relative('', file) : file)

/** Returns the CUDA sources whose PTX is changed: it was compiled for this run. */
const compiledOf = ({ texts }: Found): readonly string[] =>
  (texts?.modules ?? [])
    .filter(({ source, text }) => source.command !== undefined && text !== source.text)
    .map(({ path }) => printable(path))

/** Returns the changes as documents have them. */
export const changesDocument = (test: Program, repair: Found): ChangesDocument => {
  const { cost, changes, within, rests } = repair.repaired
  const edits = changes.flatMap((one) => one.edits)
  const inSource = sourceDiff(test, changes, fromHere)
  return {
    cost,
    changes: changes.map((one) => ({
      kinds: [...one.kinds],
      prices: [...one.prices],
      edits: one.edits.map((edit) => ({
        text: repairText(test, edit, [], one.place),
        cuda: [...repairInCuda(test, edit, one.mayBeFenced)],
      })),
    })),
    ...(orderNothing(test, changes) ? { ordersNothing: true } : {}),
    ...(edits.some(isModelOnly) ? { modelOnly: true } : {}),
    ...(repair.repaired.mayBeCheaper === true ? { mayBeCheaper: true } : {}),
    ...(repair.repaired.lanes === undefined ? {} : { foundWith: repair.repaired.lanes }),
    ...restsDocument({ ...rests, ...(within === undefined ? {} : { within }) }),
    ...(repair.texts?.printed === true ? { printed: true } : {}),
    ...(repair.texts === undefined ? {} : { diff: diffs(test, repair.texts).join('\n') }),
    ...(inSource === undefined ? {} : { sourceDiff: inSource }),
  }
}

/** The same of a changed test. */
export const withinText = ({ repaired: { within, rests } }: Found): string =>
  boundRestsText({ ...rests, ...(within === undefined ? {} : { within }) })

/** Says that there may be better ones. */
export const undecidedText = (undecided: number, which: 'cheaper' | 'weaker'): readonly string[] =>
  undecided === 0
    ? []
    : ['', `${counted(undecided, 'set')} of changes could not be decided, so that there may be a ${which} test.`]
