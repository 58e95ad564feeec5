/** Reads litmus tests from text. */

import { counted } from '../source/counted.js'
import { type Diagnostic, diagnostic, firstErrors, inPlaceOrder } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { failAll, ok, type Result, then } from '../source/result.js'
import { inFile, type SourceText, span } from '../source/text.js'
import { type Format, formatOf, isModule, isTestFile } from './format.js'
import { readHerd } from './herd/read.js'
import { idleDependencies } from './host/idle-dependencies.js'
import { link } from './link.js'
import { notLaunched } from './module/sample.js'
import { readLaunched, readNvlitmus } from './nvlitmus/read.js'
import type { NamedModule, Origin } from './origin.js'
import { partialWarps } from './partial-warps.js'
import type { Program } from './program.js'
import type { Load, Reading } from './reading.js'
import { expandTemplate, type Instance } from './template.js'
import type { Unlinked } from './unlinked.js'

/** The tests of a text, with errors and remarks. */
export interface ReadTests {
  readonly tests: readonly Program[]
  /** The errors of the tests that are not among `tests`. */
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Remarks on text that is accepted but may not mean what the author thinks; a template has them once for each row.
   */
  readonly remarks: readonly Diagnostic[]
}

const readers: { readonly [F in Format]: (instance: Instance, reading: Reading) => Result<Unlinked> } = {
  nvlitmus: readNvlitmus,
  herd: readHerd,
}

/**
 * Returns the tests of a file: one, or for a template one for each row. Diagnostics report whatever is wrong with the
 * text. A row that cannot be read does not hide the others, and an error that several rows have in one place is
 * reported once.
 */
export function readTests(source: SourceText, reading: Reading = {}): ReadTests {
  const zero = source.text.indexOf('\0')
  if (zero !== -1) return nothing(diagnostic('this is not text: it contains a zero byte', span(source, zero, zero + 1)))
  if (source.text.trim() === '') return nothing(diagnostic('the file is empty', span(source, 0, 0)))
  const { launching } = reading
  if (launching !== undefined)
    return isTestFile(source.name)
      ? nothing(diagnostic('this is a test; --launch is for a compiled kernel, a file of PTX', span(source, 0, 0)))
      : testsOf([inOrder(linked(readLaunched(source, launching, reading), { modules: [], launching }))])
  if (isModule(source)) return nothing(...notLaunched(source))
  const format = formatOf(source)
  const foreign = format === 'herd' ? otherMachine(source) : undefined
  if (foreign !== undefined) return nothing(foreign)
  const read = readers[format]
  const { instances, diagnostics } = expandTemplate(source)
  return testsOf(
    instances.map((instance) => {
      const { load, modules } = remembering(reading)
      const unlinked = read(instance, load === undefined ? reading : { ...reading, load })
      return inOrder(linked(unlinked, modules.length === 0 ? undefined : { modules }))
    }),
    diagnostics,
  )
}

interface Linked {
  readonly test: Program
  readonly remarks: readonly Diagnostic[]
}

const linked = (read: Result<Unlinked>, origin: Origin | undefined): Result<Linked> =>
  then(read, (unlinked) =>
    then(link(unlinked), (test) =>
      ok({
        test: origin === undefined ? test : { ...test, origin },
        remarks: [...unlinked.remarks, ...partialWarps(test.threads), ...idleDependencies(test)],
      }),
    ),
  )

/** Returns a function that opens modules, and the modules that it has opened. */
function remembering({ load }: Reading): { readonly load: Load | undefined; readonly modules: Origin['modules'] } {
  const modules: NamedModule[] = []
  const remembered: Load | undefined =
    load &&
    ((path, from, options) => {
      const opened = load(path, from, options)
      if (opened.ok) modules.push({ path, options, source: opened.source })
      return opened
    })
  return { load: remembered, modules }
}

/** Returns the tests that could be read, and what is wrong with the others. */
const testsOf = (results: readonly Result<Linked>[], others: readonly Diagnostic[] = []): ReadTests => ({
  tests: results.flatMap((result) => (result.ok ? [result.value.test] : [])),
  diagnostics: firstErrors([
    ...others,
    ...mergeRows(results.flatMap((result) => (result.ok ? [] : result.diagnostics))),
  ]),
  remarks: results.flatMap((result) => (result.ok ? inPlaceOrder(result.value.remarks) : [])),
})

/** The possible first words of a test for herd7, besides PTX. */
const machines = [
  'X86',
  'X86_64',
  'AArch64',
  'ARM',
  'PPC',
  'RISCV',
  'MIPS',
  'C',
  'LISA',
  'Bell',
  'BPF',
  'VULKAN',
  'OPENCL',
  'CUDA',
]

function otherMachine(source: SourceText): Diagnostic | undefined {
  const [, before = '', word = ''] = /^(\s*)(\w+)/.exec(source.text) ?? []
  if (!machines.some((machine) => machine.toUpperCase() === word.toUpperCase())) return undefined
  const place = span(source, before.length, before.length + word.length)
  return diagnostic(`this is a test for ${word}; only tests for PTX are read`, place)
}

const nothing = (...diagnostics: readonly Diagnostic[]): ReadTests => ({ tests: [], diagnostics, remarks: [] })

/** Returns a result with each error once, in the order of their places. */
const inOrder = <T>(result: Result<T>): Result<T> =>
  result.ok ? result : failAll(inPlaceOrder([...alike(result.diagnostics).values()].map(([first]) => first)))

const alike = (diagnostics: readonly Diagnostic[]) =>
  groupBy(diagnostics, ({ place, message }) => `${placeKey(place)} ${message}`)

/** Returns a key that is equal for places that print alike. Computing a line and column takes a pass over the text. */
function placeKey(place: Diagnostic['place']): string {
  if (typeof place === 'string') return place
  const { source, start } = inFile(place)
  return `${source.name}:${start}`
}

/** Merges diagnostics that several rows of a template have in one place. */
export const mergeRows = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...alike(diagnostics).values()].map(([first, ...others]) =>
    others.length === 0
      ? first
      : {
          ...first,
          notes: [...first.notes, { message: `and in ${counted(others.length, 'more row')}` }],
        },
  )
