/** The streams of the process as a place to write to. */

import picocolors from 'picocolors'
import type { Output } from './output.js'

/** The columns of what is not a terminal: pages, logs, and files to which a shell writes. */
const columnsElsewhere = 120

/** Colours where standard output is a terminal that has them, its width, and progress where standard error is one. */
export function terminal(): Output {
  const { stdout, stderr, env } = process
  const isDumb = env['TERM'] === 'dumb'
  /** The line of progress. */
  let shown = ''
  const progress = (line: string): void => {
    if (line === shown || stderr.isTTY !== true || isDumb) return
    stderr.write(`\r\u001b[K${line}`)
    shown = line
  }
  // Some terminals say that they have 0 columns.
  const width = stdout.isTTY === true && stdout.columns > 0 ? stdout.columns : columnsElsewhere
  return {
    out: (text) => {
      progress('')
      stdout.write(`${text}\n`)
    },
    err: (text) => {
      progress('')
      stderr.write(`${text}\n`)
    },
    progress,
    width,
    colours: picocolors.createColors(stdout.isTTY === true && !isDumb && !env['NO_COLOR']),
  }
}
