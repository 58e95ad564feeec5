/** What a launch of an entry may look like: objects and values for its parameters, as far as its instructions tell them apart. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { type SourceText, span } from '../../source/text.js'
import { entryText, parameterText } from './entries.js'
import { entriesOf, type Module, readModule } from './read.js'
import type { BodyItem, FunctionSyntax, InstructionSyntax } from './syntax.js'

/** What may be given for a parameter: an object, or a value. */
type SampleArgument =
  | (SampleObject & { readonly kind: 'object'; readonly name: string })
  | { readonly kind: 'value'; readonly text: string }

interface SampleObject {
  readonly type: string
  /** The length of an array. */
  readonly length: number | undefined
}

/** An argument for each parameter, in order. */
function sampleArguments(entry: FunctionSyntax, { variables }: Module): readonly SampleArgument[] {
  const objects = objectsOf(entry)
  return entry.parameters.map(({ type, dimensions, name }, i): SampleArgument => {
    if (dimensions.length > 0) return { kind: 'value', text: '{0: 0}' }
    if (/^b?f\d/.test(type.text)) return { kind: 'value', text: '1.0' }
    const object = objects.get(name.text)
    const isMemory = type.text.endsWith('64') && object !== 'a number'
    if (!isMemory) return { kind: 'value', text: '1' }
    return {
      kind: 'object',
      name: variables.has(`p${i}`) ? `p${i}_` : `p${i}`,
      ...(object ?? { type: 'u32', length: undefined }),
    }
  })
}

/** `<<<2, 1>>>`, or the block that the entry requires. */
function sampleSizes({ directives }: FunctionSyntax): string {
  const size = (name: string, otherwise: number): string => {
    const required = directives.find((one) => one.name === name)?.numbers ?? [otherwise]
    const axes = required.slice(0, required.findLastIndex((number, axis) => number > 1 || axis === 0) + 1)
    return axes.length === 1 ? `${axes[0]}` : `(${axes.join(', ')})`
  }
  return `<<<${size('reqnctapercluster', 2)}, ${size('reqntid', 1)}>>>`
}

/** The origin of a register's value: a parameter, at the address in it or at an index from there. */
interface Origin {
  readonly parameter: string
  readonly indexed: boolean
}

/** How many elements an array has whose index the instructions compute. */
const usualLength = 4

/** The instructions that pass an address on. */
const passing: ReadonlySet<string> = new Set(['mov', 'cvta', 'cvt', 'add', 'sub', 'mad', 'or', 'selp'])

/**
 * Returns the objects that instructions access through each parameter; parameters that they only compare are numbers.
 */
function objectsOf({ body }: FunctionSyntax): ReadonlyMap<string, SampleObject | 'a number'> {
  const origins = new Map<string, Origin>()
  const objects = new Map<string, SampleObject>()
  const numbers = new Set<string>()
  for (const { mnemonic, operands } of instructionsIn(body ?? [])) {
    const [opcode = '', ...qualifiers] = mnemonic.split('.')
    const [target, ...sources] = operands
    const words = sources.flatMap((one) => (one.kind === 'word' ? [one] : []))
    const addresses = operands.filter((one) => one.kind === 'address')
    const [address] = addresses
    const of = words.map(({ text }) => origins.get(text)).find((origin) => origin !== undefined)
    if (opcode === 'ld' && qualifiers.includes('param') && target?.kind === 'word' && address !== undefined)
      origins.set(target.text, { parameter: address.name, indexed: false })
    else if (address !== undefined) {
      const copied = opcode === 'cp' ? operands.find((one) => one.kind === 'integer') : undefined
      for (const { name, offset } of addresses) {
        const origin = origins.get(name)
        const last = copied === undefined ? 0n : copied.value - 4n
        if (origin !== undefined) objects.set(origin.parameter, accessed(qualifiers, offset + last, origin, objects))
      }
    } else if (opcode === 'setp' && of !== undefined) numbers.add(of.parameter)
    else if (passing.has(opcode) && target?.kind === 'word' && of !== undefined)
      origins.set(target.text, { ...of, indexed: of.indexed || words.length > 1 })
  }
  return new Map<string, SampleObject | 'a number'>([
    ...[...numbers].map((name) => [name, 'a number'] as const),
    ...objects,
  ])
}

/** Returns what an access shows of an object, beside what others do. */
function accessed(
  qualifiers: readonly string[],
  offset: bigint,
  { parameter, indexed }: Origin,
  objects: ReadonlyMap<string, SampleObject>,
): SampleObject {
  const types = qualifiers.flatMap((one) => /^([bsuf]|bf)(8|16|32|64|128)$/.exec(one) ?? [])
  const [kind = 'u', bits = '32'] = types.slice(-2)
  const object = objects.get(parameter)
  const type = object?.type ?? `${kind === 's' ? 's' : 'u'}${Math.min(64, Number(bits))}`
  const vector = Number(qualifiers.find((one) => /^v[248]$/.test(one))?.slice(1) ?? 1)
  const elements = Math.ceil((8 * Number(offset) + Number(bits) * vector) / Number(type.slice(1)))
  const length = Math.max(object?.length ?? 1, indexed ? usualLength : 1, elements)
  return { type, length: length === 1 ? undefined : length }
}

const instructionsIn = (items: readonly BodyItem[]): readonly InstructionSyntax[] =>
  items.flatMap((item) =>
    item.kind === 'block' ? instructionsIn(item.items) : item.kind === 'instruction' ? [item] : [],
  )

/** A launch as the command line takes it: `k<<<2, 1>>>(p0: u32, 1)`. */
export function sampleLaunch(entry: FunctionSyntax, module: Module): string {
  const given = sampleArguments(entry, module)
  const texts = given.map((one) => (one.kind === 'value' ? one.text : `${one.name}: ${one.type}${lengthText(one)}`))
  return `${entry.name.text}${sampleSizes(entry)}(${texts.join(', ')})`
}

const lengthText = ({ length }: SampleObject): string => (length === undefined ? '' : `[${length}]`)

/** A test that launches an entry, to fill in. `path` is that of the module, as the test names it. */
export function sampleTest(entry: FunctionSyntax, module: Module, path: string): string {
  const given = sampleArguments(entry, module)
  const texts = given.map((one) => (one.kind === 'value' ? one.text : one.name))
  const declared = entry.parameters.flatMap((parameter, i) => {
    const one = given[i]
    if (one?.kind !== 'object') return []
    return [{ text: `.global .${one.type} ${one.name}${lengthText(one)};`, of: parameterText(parameter), ...one }]
  })
  const [first] = declared
  const width = largest(declared.map(({ text }) => text.length))
  return [
    `// One launch of ${entry.name.text}. Fill in what the objects hold and how many elements they have, the arguments, and the question.`,
    `module "${path}";`,
    '',
    ...declared.map(({ text, of }) => `${text.padEnd(width)}  // ${of}`),
    '',
    'host {',
    `  ${entry.name.text}${sampleSizes(entry)}(${texts.join(', ')});`,
    '  cudaDeviceSynchronize();',
    '}',
    '',
    first === undefined
      ? 'check (true) as ends;'
      : `check (${first.name}${first.length === undefined ? '' : '[0]'} == 0) as q;`,
  ].join('\n')
}

/** Reports a module where a test is needed. It says how its entries are launched. */
export function notLaunched(source: SourceText): readonly Diagnostic[] {
  const read = readModule(source)
  if (!read.ok) return read.diagnostics
  const entries = entriesOf(read.value)
  const [first] = entries
  if (first === undefined)
    return [diagnostic('this module of PTX has no entry that could be launched', span(source, 0, 0))]
  const notes = entries.map((entry) => ({ message: entryText(entry), place: entry.name.span }))
  const launch = `--launch '${sampleLaunch(first, read.value)}'`
  return [diagnostic(`this is a compiled kernel; it needs a launch, such as ${launch}`, first.name.span, ...notes)]
}
