/**
 * The environment of specs. To the command and z3 it looks like Node, with z3's WebAssembly compiled once for all files
 * that a process of jest runs.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { types } from 'node:util'
import { runInContext } from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const compile = async () =>
  WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')))

let compiling

// jest makes a storage for each file of specs and never disables it. Before Node 24, each promise of every later file
// pays for it.
const storages = new Set()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this)
  return run.apply(this, given)
}

/** Seconds of processor time that this process and its threads have used. */
const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.file = context.testPath
    this.usedBefore = used()
    this.blocks = new Map()
  }

  /**
   * Follows jest-circus, whose state says in which block a test is defined, and measures the blocks that hold a file.
   */
  handleTestEvent({ name, describeBlock }, state) {
    this.circus = state
    const file = this.blocks.get(describeBlock)
    if (file === undefined) return
    if (name === 'run_describe_start') this.report(this.file)
    if (name === 'run_describe_finish') this.report(file)
  }

  /** Loads a file of specs in a `describe` block of its own, which jest allows for synchronous code only. */
  async inDescribe(name, load) {
    const outer = this.circus.currentDescribeBlock
    this.global.describe(name, () => {
      this.blocks.set(this.circus.currentDescribeBlock, join(dirname(this.file), '..', name))
    })
    this.circus.currentDescribeBlock = [...this.blocks.keys()].at(-1)
    await load()
    this.circus.currentDescribeBlock = outer
  }

  /** Adds a line with the time since the last one for `spec/slowest.mjs`, which names the file to write to. */
  report(file) {
    const now = used()
    const usage = process.env['SPEC_USAGE']
    if (usage !== undefined) appendFileSync(usage, `${JSON.stringify([file, now - this.usedBefore])}\n`)
    this.usedBefore = now
  }

  async teardown() {
    this.report(this.file)
    for (const storage of storages) storage.disable()
    storages.clear()
    await super.teardown()
  }

  async setup() {
    await super.setup()
    // Each spec file has its own globals, so values from outside are not instances of them: errors of Node, and the
    // module, for which z3's JavaScript checks this.
    const [inner, moduleOfFile] = runInContext('[Error, WebAssembly.Module.prototype]', this.getVmContext())
    const isInstance = inner[Symbol.hasInstance]
    Object.defineProperty(inner, Symbol.hasInstance, {
      value(one) {
        return isInstance.call(this, one) || (this === inner && types.isNativeError(one))
      },
    })
    this.global.inDescribe = (name, load) => this.inDescribe(name, load)
    this.global.compiledZ3 = async () => {
      compiling ??= compile()
      return Object.setPrototypeOf(await compiling, moduleOfFile)
    }
  }
}
