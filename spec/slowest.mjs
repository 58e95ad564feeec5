/**
 * A reporter: the files of specs that take the most processor time, and the total time, without the processes that they
 * start.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** The number of files that are named. With no more files than this, none is named: a short list would tell nothing. */
const most = 10

export default class {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-usage-'))
    process.env['SPEC_USAGE'] = join(this.folder, 'usage')
  }

  onRunComplete() {
    const lines = this.lines()
    rmSync(this.folder, { recursive: true, force: true })
    if (lines.length <= most) return
    const total = lines.reduce((sum, [, seconds]) => sum + seconds, 0)
    console.log(`\n${lines.length} files take ${total.toFixed(0)} s of processor time, the slowest of them:`)
    for (const [file, seconds] of lines.toSorted(([, a], [, b]) => b - a).slice(0, most))
      console.log(`${seconds.toFixed(1).padStart(6)} s  ${relative('.', file)}`)
  }

  /** Returns the files with the total seconds of each. */
  lines() {
    try {
      const reported = readFileSync(process.env['SPEC_USAGE'], 'utf8').trim().split('\n')
      const byFile = new Map()
      for (const [file, seconds] of reported.map((line) => JSON.parse(line)))
        byFile.set(file, (byFile.get(file) ?? 0) + seconds)
      return [...byFile]
    } catch {
      return []
    }
  }
}
