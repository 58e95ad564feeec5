/**
 * Plants faults in a copy of the checkout, one at a time, and writes which spec catches each to reports/faults.md: `npm run faults`. With names of
 * faults it prints only their rows. The exit status is 1 if one is not caught.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Copy, copyOf } from './copy.js'
import type { Fault } from './fault.js'
import { faults } from './faults.js'
import type { Outcome } from './outcome.js'
import { type Tried, table } from './table.js'

/** From where it is built to. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'reports/faults.md')
const heading = `# Planted faults

\`npm run faults\` plants these faults in a copy of the checkout, one at a time, and runs the spec files nearest to each until a test fails.
Without a fault all of these files pass. The seconds include the build.`
/** Milliseconds for the nearest spec files of a fault. */
const limit = 60_000

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name))
if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(', ')}`)
const chosen = positionals.length === 0 ? faults : faults.filter(({ name }) => positionals.includes(name))

const copy = copyOf(root)
try {
  console.error('the nearest specs, without a fault')
  const control = withBuild(copy, () => copy.jest([...new Set(chosen.flatMap(({ specs }) => specs))]))
  if (control.kind !== 'passes') throw new Error(`without a fault: ${said(control)}`)
  const tried = chosen.map((fault) => {
    const one = attempt(copy, fault)
    console.error(`${fault.name}: ${said(one.outcome)}, ${one.seconds.toFixed(0)} s`)
    return one
  })
  const written = table(tried)
  if (positionals.length > 0) console.log(written)
  else {
    mkdirSync(join(root, 'reports'), { recursive: true })
    writeFileSync(page, `${heading}\n\n${written}\n`)
  }
  process.exitCode = tried.every(({ outcome }) => outcome.kind === 'fails') ? 0 : 1
} finally {
  copy.remove()
}

/** Tries the nearest specs one after the other, then all. */
function attempt(copy: Copy, fault: Fault): Tried {
  const start = performance.now()
  const tried = (outcome: Outcome, isWhole: boolean): Tried => {
    const seconds = (performance.now() - start) / 1000
    return { fault, outcome, isWhole, seconds }
  }
  const near = copy.withFault(fault, () => withBuild(copy, () => nearest(copy, fault.specs, start + limit)))
  if (near.kind === 'fails') return tried(near, false)
  console.error(`${fault.name}: ${said(near)}; all specs`)
  const all = copy.withFault(fault, () => withBuild(copy, () => allSpecs(copy, [])))
  if (all.kind !== 'fails') return tried(all, true)
  // The nearest specs have passed without a fault; this one has not yet.
  const without = withBuild(copy, () => allSpecs(copy, [all.spec]))
  const why = `without the fault: ${said(without)}`
  return tried(without.kind === 'passes' ? all : { kind: 'not run', why }, true)
}

/** What specs show of the sources as they are now; if these cannot be built, none runs. */
function withBuild(copy: Copy, specs: () => Outcome): Outcome {
  const why = copy.build()
  return why === undefined ? specs() : { kind: 'not run', why: `it cannot be built: ${why}` }
}

/** Runs spec files, all without names, with everything that some of them need. */
function allSpecs(copy: Copy, specs: readonly string[]): Outcome {
  copy.buildRest()
  return copy.jest(specs)
}

/** The outcome of the first spec file with a failing test, or of the last one. */
function nearest(copy: Copy, specs: readonly string[], end: number): Outcome {
  let outcome: Outcome = { kind: 'passes' }
  for (const spec of specs) {
    const left = Math.ceil(end - performance.now())
    if (left <= 0) return { kind: 'not run', why: 'no time is left' }
    outcome = copy.jest([spec], left)
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
