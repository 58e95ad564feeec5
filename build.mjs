/**
 * Makes the parser of each grammar, the models of the cat files, the WebAssembly of the solver and the texts of the
 * CUDA harness, then the command and the library in dist/. `--generated` stops before those two.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import peggy from 'peggy'
import loadWabt from 'wabt'
import { exchange } from './exchange.mjs'

// The grammars, each with those whose rules it shares.
const grammars = {
  'litmus/nvlitmus': ['litmus/syntax/words.peggy', 'litmus/syntax/conditions.peggy', 'litmus/nvlitmus/options.peggy'],
  'litmus/herd': ['litmus/syntax/words.peggy', 'litmus/syntax/conditions.peggy'],
  'litmus/module': ['litmus/module/constants.peggy'],
  'axioms/algebra/cat': [],
}
// The rules with which a text may begin, where these are several.
const startRules = { 'litmus/nvlitmus': ['File', 'LaunchText', 'ConditionText'] }
for (const [folder, shared] of Object.entries(grammars)) {
  const files = [`${folder}/grammar.peggy`, ...shared]
  const sources = files.map((source) => ({ source, text: readFileSync(source, 'utf8') }))
  const rules = startRules[folder] === undefined ? {} : { allowedStartRules: startRules[folder] }
  writeFileSync(`${folder}/grammar.js`, peggy.generate(sources, { format: 'es', output: 'source', ...rules }))
}

// The models, by the reader that reads those of users.
const compiler = await build({
  entryPoints: ['axioms/compile.ts'],
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  write: false,
  logLevel: 'warning',
})
const { compileModels } = await import(
  `data:text/javascript;base64,${Buffer.from(compiler.outputFiles[0].contents).toString('base64')}`
)
const catFiles = readdirSync('axioms').filter((file) => file.endsWith('.cat'))
const { builtIn, library } = compileModels(
  new Map(catFiles.map((file) => [file, readFileSync(`axioms/${file}`, 'utf8')])),
)
writeFileSync('axioms/built-in.ts', builtIn)
writeFileSync('axioms/library.ts', library)

// The modules of the solver, as JavaScript that any engine can load.
const modules = 'encoder/solver/wasm'
const wabt = await loadWabt()
const assembled = ([name, text]) => {
  const module = wabt.parseWat(`${name}.wat`, text, { exceptions: true, bulk_memory: true, reference_types: true })
  module.validate()
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64')
  return `export const ${name} = bytes('${base64}')\n`
}
const z3 = createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')
const imports = WebAssembly.Module.imports(await WebAssembly.compile(readFileSync(z3)))
const texts = {
  invoke: invokeModule(imports.map(({ name }) => name).filter((name) => name.startsWith('invoke_'))),
  copy: readFileSync(`${modules}/copy.wat`, 'utf8'),
}
const decoder = 'const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))\n'
writeFileSync(`${modules}/modules.js`, [decoder, ...Object.entries(texts).map(assembled)].join(''))

// The CUDA C++ that every generated program has before and after its tests.
const harness = 'hardware/harness'
const written = new Set()
const harnessTexts = { deviceText: ['device.cuh', 'test.cuh'], hostText: ['main.cuh'] }
writeFileSync(
  `${harness}/text.ts`,
  Object.entries(harnessTexts)
    .map(([name, files]) => `export const ${name} = ${JSON.stringify(files.flatMap(amalgamated).join('\n'))}\n`)
    .join(''),
)

/**
 * Returns the texts of a file and of those that it includes, each once. The first paragraph, with the includes, is for
 * a compiler of the file alone.
 */
function amalgamated(file) {
  if (written.has(file)) return []
  written.add(file)
  const [, head, text] = /^(.*?\n)\n(.*)$/s.exec(readFileSync(`${harness}/${file}`, 'utf8'))
  return [...[...head.matchAll(/^#include "(.*)"$/gm)].flatMap(([, included]) => amalgamated(included)), text]
}

/**
 * invoke.wat with a function for each name: `invoke_viij` gives nothing (v) and takes two i32 (i) and an i64 (j) after
 * the function to call.
 */
function invokeModule(names) {
  const [head, repeated, tail] = readFileSync(`${modules}/invoke.wat`, 'utf8').split(/^ *;; [{}]\n/m)
  const types = { i: 'i32', j: 'i64', f: 'f32', d: 'f64' }
  const functions = names.map((name) => {
    const signature = /^invoke_([ijfdv])([ijfd]*)$/.exec(name)
    if (signature === null) throw new Error(`z3 imports ${name}, of a kind that invoke.wat does not know`)
    const [, result, params] = signature
    const words = {
      NAME: name,
      PARAMS: `(param ${[...params].map((letter) => types[letter]).join(' ')})`,
      RESULT: result === 'v' ? '' : `(result ${types[result]})`,
      OPERANDS: [...params].map((_, i) => `(local.get ${i + 1})`).join(' '),
      ZERO: result === 'v' ? '' : `(${types[result]}.const 0)`,
    }
    return repeated.replace(/NAME|PARAMS|RESULT|OPERANDS|ZERO/g, (word) => words[word])
  })
  return [head, ...functions, tail].join('')
}
if (process.argv.includes('--generated')) process.exit(0)

const fresh = `dist/.fresh.${process.pid}`
const shared = { bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' }
// The command starts fast: few files for what it always needs, and only z3 left outside. The library shares them, with
// what Node and browsers have in common in files of their own.
await build({
  ...shared,
  entryPoints: { 'ptx-litmus': 'cli/main.ts', worker: 'cli/worker.ts', index: 'index.ts', node: 'node.ts' },
  outdir: fresh,
  splitting: true,
  minify: true,
  external: ['z3-solver', 'cadical-wasm'],
})
await build({
  ...shared,
  entryPoints: {
    bench: 'bench/bench.ts',
    'bench-page': 'bench/page/main.ts',
    audits: 'bench/audits/main.ts',
    certificates: 'bench/certificates/main.ts',
    growth: 'bench/growth/main.ts',
    corpus: 'bench/corpus/main.ts',
    units: 'bench/units/main.ts',
    faults: 'bench/faults/main.ts',
    repairs: 'bench/repairs/main.ts',
    'suite-brute': 'bench/synthesis/brute.ts',
    suite: 'bench/synthesis/suite.ts',
    synthesis: 'bench/synthesis/main.ts',
    hardware: 'bench/hardware/main.ts',
    prices: 'bench/prices/main.ts',
    'machine-code': 'bench/machine-code/main.ts',
    vscode: 'editors/vscode/main.ts',
    'fuzz-hardware': 'fuzz/hardware.ts',
    fuzz: 'fuzz/inputs.ts',
  },
  outdir: fresh,
  packages: 'external',
})
exchange(fresh, 'dist', { entries: ['ptx-litmus.js', 'worker.js', 'index.js', 'node.js'] })
