/** Measures how much of a translation unit the reader accepts. */

import { entriesOf, readModule } from '../../litmus/module/read.js'
import { examined } from '../../litmus/module/refusals.js'
import { sampleLaunch } from '../../litmus/module/sample.js'
import { readTests } from '../../litmus/read.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { plainName, plainNames } from './names.js'

export interface KernelFigures {
  readonly name: string
  /** The number of instructions, with those of the functions that it calls. */
  readonly instructions: number
  /** The number of refused instructions, by mnemonic, in the order of the text. */
  readonly refused: ReadonlyMap<string, number>
}

export interface Figures {
  readonly bytes: number
  /** The time to read it, in milliseconds. */
  readonly read: number
  readonly kernels: readonly KernelFigures[]
}

const runs = 3

/** Returns the figures of a module. An exception, if it or a launch of one of its kernels cannot be read. */
export function figuresOf(name: string, text: string): Figures {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    readModule({ name, text })
    return performance.now() - start
  })
  const source = { name, text }
  const module = readModule(source)
  if (!module.ok) throw new Error(`${name} is not read:\n${module.diagnostics.map(formatDiagnostic).join('\n')}`)
  const entries = entriesOf(module.value)
  for (const entry of entries) {
    const launch = { name: '--launch', text: sampleLaunch(entry, module.value) }
    const { diagnostics } = readTests(source, { launching: { launches: [launch], asked: [] } })
    if (diagnostics.length > 0)
      throw new Error(`${name} is not launched by ${launch.text}:\n${diagnostics.map(formatDiagnostic).join('\n')}`)
  }
  const names = plainNames(entries.map((entry) => entry.name.text))
  const kernels = entries.map((entry, i): KernelFigures => {
    const { instructions, refused } = examined(module.value, entry)
    const counts = new Map<string, number>()
    for (const { instruction } of refused) {
      const plain = instruction.replace(/\b_Z\w+/, plainName)
      counts.set(plain, (counts.get(plain) ?? 0) + 1)
    }
    return { name: names[i] ?? entry.name.text, instructions, refused: counts }
  })
  return { bytes: new TextEncoder().encode(text).length, read: Math.min(...times), kernels }
}
