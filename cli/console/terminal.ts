/** The streams of the process as a place to write to. */

import picocolors from 'picocolors'
import type { Output } from './output.js'
import { usualAdvice, usualTimes, type Watcher, watching } from './watcher.js'

/** The columns of what is not a terminal: pages, logs, and files to which a shell writes. */
const columnsElsewhere = 120

/** Clears a line of progress. */
const clear = '\r\u001b[K'

/**
 * Colours where standard output is a terminal that has them, its width, and progress where standard error is one.
 * Elsewhere, a line says now and then what takes long.
 */
export function terminal(): Output {
  const { stdout, stderr, env } = process
  const isDumb = env['TERM'] === 'dumb'
  /** The line of progress. */
  let shown = ''
  const isLive = stderr.isTTY === true && !isDumb
  const watch = {
    descriptor: stderr.fd,
    times: isLive ? [] : usualTimes,
    advice: usualAdvice,
    before: isLive ? clear : '',
  }
  let watcher: Watcher | undefined
  const progress = (line: string): void => {
    if (line === shown) return
    watcher?.show(line)
    if (isLive) stderr.write(`${clear}${line}`)
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
    watch: (advice = '') => {
      watcher ??= watching(watch)
      watcher.advise(advice)
      watcher.show(shown)
    },
    width,
    colours: picocolors.createColors(stdout.isTTY === true && !isDumb && !env['NO_COLOR']),
  }
}
