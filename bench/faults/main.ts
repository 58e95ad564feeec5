/**
 * Plants faults in a copy of the checkout, one at a time, and writes which spec catches each to reports/faults.md: `npm
 * run faults`. With names of faults or groups it prints only their rows. The exit status is 1 if a fault is not caught,
 * 2 if a name matches no fault. An interrupt removes the copy.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chosen } from './chosen.js'
import { type Copy, copyOf } from './copy.js'
import type { Fault } from './fault.js'
import { faults } from './faults.js'
import type { Outcome } from './outcome.js'
import { type Tried, table } from './table.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'reports/faults.md')
const heading = `# Planted faults

\`npm run faults\` plants these faults in a copy of the checkout, one at a time, and runs the spec files nearest to each until a test fails.
Without a fault all of these files pass. The seconds include the build.`
/** Milliseconds for the nearest spec files of a fault. */
const limit = 60_000

const interruption = new AbortController()
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    process.exitCode = status
    interruption.abort()
  })

const { positionals } = parseArgs({ allowPositionals: true })
const wanted = chosen(faults, positionals)
if (wanted.kind === 'faults') {
  const copy = copyOf(root, interruption.signal)
  try {
    await plantAll(copy, wanted.faults)
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    console.error('interrupted')
  } finally {
    copy.remove()
  }
} else {
  console.error(`faults: ${wanted.message}`)
  process.exitCode = 2
}

/** Plants one fault after the other, and writes the table. */
async function plantAll(copy: Copy, some: readonly Fault[]): Promise<void> {
  console.error('the nearest specs, without a fault')
  const control = await withBuild(copy, () => copy.jest([...new Set(some.flatMap(({ specs }) => specs))]))
  if (control.kind !== 'passes') throw new Error(`without a fault: ${said(control)}`)
  const tried: Tried[] = []
  for (const fault of some) {
    const one = await attempt(copy, fault)
    console.error(`${fault.name}: ${said(one.outcome)}, ${one.seconds.toFixed(0)} s`)
    tried.push(one)
  }
  const written = table(tried)
  if (some.length < faults.length) console.log(written)
  else {
    mkdirSync(join(root, 'reports'), { recursive: true })
    writeFileSync(page, `${heading}\n\n${written}\n`)
  }
  process.exitCode = tried.every(({ outcome }) => outcome.kind === 'fails') ? 0 : 1
}

/** Tries the nearest specs one after the other, then all. */
async function attempt(copy: Copy, fault: Fault): Promise<Tried> {
  const start = performance.now()
  const tried = (outcome: Outcome, isWhole: boolean): Tried => {
    const seconds = (performance.now() - start) / 1000
    return { fault, outcome, isWhole, seconds }
  }
  const near = await copy.withFault(fault, () => withBuild(copy, () => nearest(copy, fault.specs, start + limit)))
  if (near.kind === 'fails') return tried(near, false)
  console.error(`${fault.name}: ${said(near)}; all specs`)
  const all = await copy.withFault(fault, () => withBuild(copy, () => allSpecs(copy, [])))
  if (all.kind !== 'fails') return tried(all, true)
  // The nearest specs have passed without a fault; this one has not yet.
  const without = await withBuild(copy, () => allSpecs(copy, [all.spec]))
  const why = `without the fault: ${said(without)}`
  return tried(without.kind === 'passes' ? all : { kind: 'not run', why }, true)
}

/** Returns what specs show of the sources as they are now; if these cannot be built, none runs. */
async function withBuild(copy: Copy, specs: () => Promise<Outcome>): Promise<Outcome> {
  const why = await copy.build()
  return why === undefined ? specs() : { kind: 'not run', why: `it cannot be built: ${why}` }
}

/** Runs spec files, all without names, with everything that some of them need. */
async function allSpecs(copy: Copy, specs: readonly string[]): Promise<Outcome> {
  await copy.buildRest()
  return copy.jest(specs)
}

/** Returns the outcome of the first spec file with a failing test, or of the last one. */
async function nearest(copy: Copy, specs: readonly string[], end: number): Promise<Outcome> {
  let outcome: Outcome = { kind: 'passes' }
  for (const spec of specs) {
    const left = Math.ceil(end - performance.now())
    if (left <= 0) return { kind: 'not run', why: 'no time is left' }
    outcome = await copy.jest([spec], left)
    if (outcome.kind === 'fails') return outcome
  }
  return outcome
}

function said(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'passes':
      return 'not caught'
    case 'fails':
      return `caught by ${outcome.spec}, ${outcome.test}`
    case 'not run':
      return `not run: ${outcome.why}`
  }
}
