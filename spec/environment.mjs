// Where specs run: Node, with z3's WebAssembly compiled once for all files of specs that a process of jest runs.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { runInContext } from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const compile = async () =>
  WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')))

let compiling

export default class extends TestEnvironment {
  async setup() {
    await super.setup()
    // z3's JavaScript asks whether it is an instance of the `WebAssembly.Module` that it sees itself, and each file of specs has another.
    const prototype = runInContext('WebAssembly.Module.prototype', this.getVmContext())
    this.global.compiledZ3 = async () => {
      compiling ??= compile()
      return Object.setPrototypeOf(await compiling, prototype)
    }
  }
}
