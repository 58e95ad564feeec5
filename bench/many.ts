/**
 * Runs `check` on very many tests with two threads, and measures its speed and memory, and whether each is answered
 * once and in order.
 */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { must } from '../source/must.js'

const strengths = ['weak', 'relaxed.cta', 'relaxed.gpu', 'relaxed.sys'] as const
const fences = ['', '  fence.acq_rel.gpu;\n', '  fence.sc.gpu;\n', '  fence.sc.cta;\n'] as const
/** The second access of each thread, and the values that make the outcome. */
const shapes = [
  { first: ['st x', 'st y'], second: ['ld y', 'ld x'], outcome: (_: number) => 'r0 == 0 && r1 == 0' },
  { first: ['st x', 'ld y'], second: ['st y', 'ld x'], outcome: (value: number) => `q1 == ${value} && r1 == 0` },
  { first: ['ld x', 'ld y'], second: ['st y', 'st x'], outcome: (value: number) => `q0 == ${value} && q1 == ${value}` },
] as const

/** Returns a test of store buffering, message passing or load buffering. No two texts are the same. */
function text(index: number): string {
  const pick = <T>(items: readonly T[], step: number): T =>
    must(items[Math.floor(index / step) % items.length], 'something to pick from')
  const shape = pick(shapes, 1)
  const strength = pick(strengths, 3)
  const value = index + 1
  const line = (access: string, register: string): string => {
    const [kind, place] = access.split(' ')
    return kind === 'st' ? `  st.${strength} [${place}], ${value};\n` : `  ld.${strength} ${register}, [${place}];\n`
  }
  const thread = (i: 0 | 1): string =>
    `d0.b${i}.t0 {\n${line(shape.first[i], `q${i}`)}${pick(fences, 12)}${line(shape.second[i], `r${i}`)}}\n`
  return `.global x;\n.global y;\n${thread(0)}${thread(1)}check (${shape.outcome(value)}) as outcome;\n`
}

/** Writes the files, a hundred in each folder, and returns them in the order in which they are read. */
function write(folder: string, count: number): readonly string[] {
  const digits = (n: number): string => String(n).padStart(3, '0')
  return Array.from({ length: count }, (_, i) => {
    const inner = join(folder, digits(Math.floor(i / 100)))
    mkdirSync(inner, { recursive: true })
    const path = join(inner, `${digits(i % 100)}.test`)
    writeFileSync(path, text(i))
    return path
  })
}

/** Returns the resident memory of a process, now and at most so far, in MiB; only where there is /proc. */
function resident(pid: number | undefined): { readonly now: number; readonly most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
    return { now: field('VmRSS'), most: field('VmHWM') }
  } catch {
    return { now: Number.NaN, most: Number.NaN }
  }
}

/** Prints memory at ten points, and what is wrong with the results, if anything. */
export async function many(command: string, count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-many-'))
  try {
    const files = write(folder, count).map((path) => relative(folder, path))
    const start = performance.now()
    const child = spawn(process.execPath, [command, 'check', '--jobs', '2', '--jsonl', '.'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const tests: string[] = []
    const memory: { readonly tests: number; readonly now: number; readonly most: number }[] = []
    console.log(`${count} files, check --jobs 2 --jsonl; memory in MiB\n     tests      now     most`)
    for await (const line of createInterface({ input: child.stdout })) {
      const { test, verdict } = JSON.parse(line)
      if (verdict !== 'allowed' && verdict !== 'forbidden') console.log(`  ${test} is ${verdict}`)
      tests.push(test)
      if (tests.length % Math.ceil(count / 10) !== 0) continue
      const point = { tests: tests.length, ...resident(child.pid) }
      memory.push(point)
      console.log(
        `  ${String(point.tests).padStart(8)} ${point.now.toFixed(0).padStart(8)} ${point.most.toFixed(0).padStart(8)}`,
      )
    }
    const status = await ended
    const seconds = (performance.now() - start) / 1000
    const isComplete = tests.length === count && tests.every((test, i) => test === files[i])
    console.log(
      `  ${seconds.toFixed(1)} s, status ${status}; ${isComplete ? 'each once, in order' : `WRONG: ${tests.length} results, ${new Set(tests).size} tests`}`,
    )
    return { count, seconds, status, isComplete, memory }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
