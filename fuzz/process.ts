/** Runs of the command as a process, and the results that they must not have. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Run {
  readonly words: readonly string[]
  /** The text on standard input. */
  readonly input?: string
  /** A file for standard output; if absent, the output is read. */
  readonly output?: number
}

export interface Ran {
  /** The exit status; none if the process was ended. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Its peak memory in MiB, and its processor time in seconds; only what the system reports. */
  readonly memory: number
  readonly seconds: number
  readonly isHung: boolean
}

/** The limits of a run. */
export interface Allowance {
  /** The memory, in MiB. */
  readonly memory: number
  /** Processor time in seconds, of all processors together. */
  readonly seconds: number
  /** Seconds in total, when the machine has other work. */
  readonly waiting: number
}

const usual: Allowance = { memory: 1024, seconds: 5, waiting: 30 }

/** Runs a script under Node in a folder. It is ended when it takes too long. */
export function runProcess(
  script: string,
  { words, input, output }: Run,
  folder: string,
  { seconds, waiting }: Allowance = usual,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...words], {
      cwd: folder,
      stdio: ['pipe', output ?? 'pipe', 'pipe'],
    })
    const reported = { stdout: '', stderr: '' }
    let used = { memory: 0, seconds: 0 }
    let isHung = false
    const start = performance.now()
    const watch = setInterval(() => {
      used = usedBy(child.pid) ?? used
      if (used.seconds <= seconds && performance.now() - start <= 1000 * waiting) return
      isHung = true
      child.kill('SIGKILL')
    }, 50)
    child.stdout?.on('data', (data: Buffer) => {
      reported.stdout += data.toString()
    })
    child.stderr?.on('data', (data: Buffer) => {
      reported.stderr += data.toString()
    })
    child.on('error', reject)
    // It is not an error if a process does not read its input.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input ?? '')
    child.on('close', (status) => {
      clearInterval(watch)
      resolve({ status, ...reported, ...used, isHung })
    })
  })
}

/**
 * Returns the memory and the time that a process has used, which Linux reports while it runs. The memory of a process
 * that has ended, but was not waited for, is unknown.
 */
function usedBy(pid: number | undefined): { readonly memory: number; readonly seconds: number } | undefined {
  try {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (peak === undefined) return undefined
    // The times follow the name, which ends with the last `)`, in ticks of a hundredth of a second.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { memory: Number(peak) / 1024, seconds: (Number(stat[11]) + Number(stat[12])) / 100 }
  } catch {
    return undefined
  }
}

const statuses = [0, 1, 2, 3]

/** Returns what is wrong with a run, if anything. `fails` says that it must end with status 2. */
export function complaintAboutRun(
  { status, stdout, stderr, memory, seconds, isHung }: Ran,
  fails = false,
  { memory: mostMemory }: Allowance = usual,
): string | undefined {
  const all = `${stdout}\n${stderr}`
  const fault = /^.*internal error.*$|^\s+at \S+ \(.*$|^\s+at file:.*$|^.*(?:FATAL|RangeError|TypeError).*$/m.exec(all)
  if (fault !== null) return `reports a bug of its own: ${fault[0].slice(0, 300)}`
  if (isHung) return `takes too long: ${seconds} s of the processors`
  if (memory > mostMemory) return `takes ${memory.toFixed(0)} MiB of memory`
  if (status === null || !statuses.includes(status)) return `ends with status ${status}`
  if (fails && status !== 2) return `ends with status ${status}, though it failed`
  if (status === 2 && stderr.trim() === '' && !stdout.includes('"exitStatus": 2'))
    return 'ends with status 2 and does not say why'
  return undefined
}
