/** The pages for users, and their contents: files, and sessions with commands and the output of these. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root, textOf } from './support.js'

/** The paths of pages: those for users first, then the others that must use the same words. */
export const pages: readonly string[] = [
  'README.md',
  ...filesBelow(join(root, 'docs'), '.md').map((file) => `docs/${file}`),
]
export const otherPages: readonly string[] = [
  'axioms/README.md',
  'BENCHMARKS.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...['examples', 'reports'].flatMap((folder) =>
    filesBelow(join(root, folder), '.md').map((file) => `${folder}/${file}`),
  ),
]

export interface File {
  readonly kind: 'file'
  readonly name: string
  readonly text: string
}
export interface Command {
  readonly kind: 'command'
  readonly line: string
  /** The output that is shown below it; a line `…` means any lines. */
  readonly shown: string
  /** The offset of the command in the page. */
  readonly at: number
}

/**
 * Returns the contents of a page, in its order. A code block whose first line is of the form `text mp.test` is a file
 * of that name; in a `console` block each line that begins with `$ ` is a command, and the lines after it are what it
 * prints.
 */
export function shownIn(page: string): readonly (File | Command)[] {
  return [...textOf(root, page).matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].flatMap(
    (block): (File | Command)[] => {
      const [, language, name, body = ''] = block
      if (name !== undefined) return [{ kind: 'file', name, text: body }]
      if (language !== 'console') return []
      const start = block.index + block[0].indexOf('\n') + 1
      return [...body.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map((match): Command => {
        const [, line = '', shown = ''] = match
        return { kind: 'command', line, shown, at: start + match.index + line.length + 3 }
      })
    },
  )
}

/** Replaces each time by `#`, since it differs from run to run. */
const timeless = (text: string): string => text.replaceAll(/ *\d+(\.\d+)? m?s\b/g, ' # s')

/**
 * Returns whether a command has printed what is shown, except for times, lines that are left out, and blank lines at
 * the end.
 */
export function agrees(shown: string, printed: string): boolean {
  const parts = timeless(shown)
    .trimEnd()
    .split(/^…(?:\n|$)/m)
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(?:.*\n)*')
  return new RegExp(`^${pattern}$`).test(timeless(printed).trimEnd() + (parts.at(-1) === '' ? '\n' : ''))
}

/** Puts what was printed in place of what is shown, from the end of the page to its start. */
export function rewrite(page: string, changes: readonly (readonly [Command, string])[]): void {
  const text = changes
    .toSorted(([a], [b]) => b.at - a.at)
    .reduce(
      (before, [{ at, shown }, printed]) => before.slice(0, at) + printed + before.slice(at + shown.length),
      textOf(root, page),
    )
  writeFileSync(join(root, page), text)
}
