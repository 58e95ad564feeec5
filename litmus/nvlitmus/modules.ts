/** Reads the modules that a test names, and the launches of their entries. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import { changedSources } from '../../source/source-line.js'
import { configurationOf, plainLaunch } from '../module/configuration.js'
import { entryNamed } from '../module/entries.js'
import { leftOut } from '../module/lanes.js'
import { launched } from '../module/launch.js'
import { entriesOf, type Module, readModule } from '../module/read.js'
import { countOf } from '../module/special.js'
import { type Memory, memoryAligned, memoryOf, memoryOn } from '../module/variables.js'
import type { DeviceThread, PartialLaunch, Timeout } from '../program.js'
import type { Reading } from '../reading.js'
import type { LaunchSyntax } from '../syntax/words.js'
import type { DeclaredVariable } from '../variables.js'
import { namesIn, withNames } from './arguments.js'
import type { Item, ModuleItem } from './syntax.js'

/** What the launches of a test's modules add to the test. */
export interface Compiled {
  /** The launches, each as one of a kernel under a name that no other kernel has. */
  readonly launches: ReadonlyMap<LaunchSyntax, LaunchSyntax>
  readonly threads: readonly DeviceThread[]
  /** The launches with some threads left out. */
  readonly partial: readonly PartialLaunch[]
  /** The time-outs that were removed from the threads. */
  readonly timeouts: readonly Timeout[]
  readonly declared: readonly DeclaredVariable[]
  readonly remarks: readonly Diagnostic[]
}

/** Returns the launches of entries of modules, in a test that declares this memory. */
export const compiledIn = (
  items: readonly Item[],
  own: readonly DeclaredVariable[],
  { load, timeouts = false }: Reading,
): Result<Compiled> =>
  then(all(items.flatMap((item) => (item.kind === 'module' ? [loaded(item, load)] : []))), (modules) => {
    const memory = memoryOf(own, modules)
    const kernels = new Set(items.flatMap((item) => (item.kind === 'kernel' ? [item.name.text] : [])))
    const names = new Set(kernels)
    const placed = launchesOnGpus(items.flatMap((item) => (item.kind === 'host' ? item.statements : [])))
    const areSeveral = new Set(placed.map(({ gpu }) => gpu)).size > 1
    const threads = all(
      placed
        .filter(({ launch }) => modules.length > 0 && !kernels.has(launch.name.text))
        .map(({ launch, gpu }) => {
          const kernel = unused(launch.name.text, names)
          names.add(kernel)
          const here = areSeveral ? memoryOn(gpu, memory) : memory
          return then(passed(launch, modules, { own, memory: here }), (renamed) =>
            compiledLaunch({ launch, gpu, kernel, renamed }, { modules, kernels, memory: here, timeouts }),
          )
        }),
    )
    return then(collect({ threads, declared: memory.declared() }), ({ threads, declared }) =>
      ok({
        launches: new Map(threads.map(({ launch, plain }) => [launch, plain])),
        threads: threads.flatMap((one) => one.threads),
        partial: threads.flatMap((one) => (one.partial === undefined ? [] : [one.partial])),
        timeouts: threads.flatMap((one) => one.timeouts),
        declared,
        remarks: [
          ...modules.flatMap(compiledBy),
          ...modules.flatMap(({ source }) => changedSources(source)),
          ...threads.flatMap(lanesLeftOut),
          ...threads.flatMap(notCooperative),
        ],
      }),
    )
  })

/** Returns how a module was made, if it is not a separate file. */
function compiledBy({ source }: Module): readonly Diagnostic[] {
  const { name, command } = source
  return command === undefined ? [] : [diagnostic(`compiled by \`${command}\``, name)]
}

function loaded({ file, options }: ModuleItem, load: Reading['load']): Result<Module> {
  if (load === undefined) return fail(diagnostic('modules cannot be read here', file.span))
  const opened = load(file.text, file.span.source, options?.text)
  return opened.ok ? readModule(opened.source) : fail(diagnostic(`\`${file.text}\`: ${opened.reason}`, file.span))
}

/** Returns the word, with a number appended if it is taken. */
function unused(word: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? word : `${word}_${number}`
    if (!taken.has(name)) return name
  }
}

interface Known {
  readonly modules: readonly Module[]
  /** The kernels that the test writes. */
  readonly kernels: ReadonlySet<string>
  readonly memory: Memory
  /** True if waits may time out. */
  readonly timeouts: boolean
}

interface CompiledLaunch {
  readonly launch: LaunchSyntax
  readonly plain: LaunchSyntax
  readonly threads: readonly DeviceThread[]
  readonly partial: PartialLaunch | undefined
  readonly timeouts: readonly Timeout[]
  readonly lacksWorkspace: boolean
}

interface PlacedLaunch {
  readonly launch: LaunchSyntax
  readonly gpu: number
}

/** Returns the launches of the host, each with the GPU that it names, or that `cudaSetDevice` has set before. */
function launchesOnGpus(statements: Extract<Item, { kind: 'host' }>['statements']): readonly PlacedLaunch[] {
  let device = 0
  return statements.flatMap((one): readonly PlacedLaunch[] => {
    if (one.kind === 'call' && one.name.text === 'cudaSetDevice')
      device = one.arguments[0]?.kind === 'integer' ? Number(one.arguments[0].value) : device
    if (one.kind !== 'launch') return []
    const [named] = one.options.flatMap((option) => (option.kind === 'device' ? [option.number] : []))
    return [{ launch: one, gpu: named === undefined ? device : Number(named.value) }]
  })
}

/** A launch of an entry as a kernel of the test. */
interface KernelLaunch extends PlacedLaunch {
  readonly kernel: string
  /** The names in the test of the memory of modules that it passes. */
  readonly renamed: ReadonlyMap<string, string>
}

function compiledLaunch(
  { launch, gpu, kernel, renamed }: KernelLaunch,
  { modules, kernels, memory, timeouts: counted }: Known,
): Result<CompiledLaunch> {
  const { name, span } = launch
  const given = launch.arguments.map((one) => withNames(one, renamed))
  const entries = new Map(modules.flatMap((module) => entriesOf(module).map((entry) => [entry, module] as const)))
  return then(entryNamed(name.text, [...entries.keys()], name.span, kernels), (entry) =>
    then(configurationOf(launch, entry), (configuration) => {
      const module = must(entries.get(entry), 'the module of an entry')
      const { grid, block, lanes, aligned } = configuration
      const partial = leftOut(kernel, lanes, { ctas: countOf(grid), threads: countOf(block) })
      const how = { ...configuration, kernel, gpu, arguments: given, written: name, span, timeouts: counted }
      return then(
        launched(module, entry, how, aligned === undefined ? memory : memoryAligned(aligned, memory)),
        ({ threads, timeouts, lacksWorkspace }) =>
          ok({
            ...{ launch, plain: plainLaunch(launch, kernel, configuration), threads, partial, lacksWorkspace },
            timeouts: timeouts.map((span) => ({ kernel, span })),
          }),
      )
    }),
  )
}

/**
 * Returns the names in the test of memory that a launch passes and only a module declares, whether or not the kernel
 * names it.
 */
const passed = (
  launch: LaunchSyntax,
  modules: readonly Module[],
  { own, memory }: { readonly own: readonly DeclaredVariable[]; readonly memory: Memory },
): Result<ReadonlyMap<string, string>> =>
  then(
    all(
      launch.arguments.flatMap(namesIn).flatMap(({ name }) => {
        if (own.some((one) => one.name === name)) return []
        const symbol = memory.symbolOf(name)
        const [module] = modules.filter(({ variables }) => variables.get(symbol)?.space === 'global')
        const variable = module?.variables.get(symbol)
        return module === undefined || variable === undefined
          ? []
          : [then(memory.nameOf(variable, module, 0), (renamed) => ok([name, renamed] as const))]
      }),
    ),
    (pairs) => ok(new Map(pairs)),
  )

const lanesLeftOut = ({ launch, partial }: CompiledLaunch): readonly Diagnostic[] =>
  partial === undefined
    ? []
    : launch.options
        .filter(({ kind }) => kind === 'lanes')
        .map(({ span }) =>
          diagnostic(
            `only ${partial.lanes} of each warp ${/^lane /.test(partial.lanes) ? 'is' : 'are'} simulated; the threads of the other lanes are left out`,
            span,
          ),
        )

const notCooperative = ({ launch: { name, span }, lacksWorkspace }: CompiledLaunch): readonly Diagnostic[] =>
  lacksWorkspace
    ? [
        diagnostic(
          `\`${name.text}\` synchronises its grid, which traps unless the launch is cooperative, as in \`${name.text}<<<2, 32, cooperative>>>(…)\``,
          span,
        ),
      ]
    : []
