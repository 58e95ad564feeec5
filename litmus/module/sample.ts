/** Makes a sample launch of an entry: objects and values for its parameters, which its instructions tell apart. */

import type { CudaParameter } from '../../source/cuda-kernels.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'
import { type SourceText, span } from '../../source/text.js'
import { mapBytes } from '../tensor-maps.js'
import { usualSizes } from './configuration.js'
import { cudaHeadText, cudaParametersOf } from './cuda-parameters.js'
import { bytesOf, entryNames, entryText, parameterText } from './entries.js'
import { entriesOf, type Module, readModule } from './read.js'
import type { BodyItem, FunctionSyntax, InstructionSyntax, ParameterSyntax } from './syntax.js'
import { typeNamed } from './types.js'
import { ptxTypeOf } from './types-of-c.js'

/** A possible argument for a parameter: an object, a tensor map that describes one, or a value. */
type SampleArgument =
  /** `tensor` has the sizes of the tensor that a map describes. */
  | (SampleObject & { readonly kind: 'object'; readonly name: string; readonly tensor?: string })
  | { readonly kind: 'value'; readonly text: string }

interface SampleObject {
  readonly type: string
  /** Its type in CUDA C++, if a source says so, which launches may have. */
  readonly inCuda?: string
  /** The length of an array. */
  readonly length: number | undefined
}

/** Returns an argument for each parameter, in order. */
function sampleArguments(entry: FunctionSyntax, { variables, source }: Module): readonly SampleArgument[] {
  const { objects, loaded, tensors } = usesOf(entry)
  const inCuda = cudaParametersOf(entry, source)
  return entry.parameters.map((parameter, i): SampleArgument => {
    const { type, dimensions, name } = parameter
    const written = inCuda?.[i]
    const isFree = written !== undefined && !variables.has(written.name) && typeNamed(written.name) === undefined
    const numbered = variables.has(`p${i}`) ? `p${i}_` : `p${i}`
    const own = isFree && written.name !== 'tensor' ? written.name : numbered
    if (isMap(parameter) && !loaded.has(name.text)) return sampleTensor(own, tensors.get(name.text) ?? 2)
    if (dimensions.length > 0) return { kind: 'value', text: '{0: 0}' }
    if (/^b?f\d/.test(type.text)) return { kind: 'value', text: '1.0' }
    const object = objects.get(name.text)
    const isMemory = type.text.endsWith('64') && object !== 'a number'
    if (!isMemory) return { kind: 'value', text: '1' }
    return { kind: 'object', name: own, ...asWritten(object ?? { type: 'u32', length: undefined }, written) }
  })
}

/** Returns the object with the type of the source if it is as wide as the accesses: `int` for `u32`. */
function asWritten(object: SampleObject, written: CudaParameter | undefined): SampleObject {
  const type = written?.isPointer === true ? ptxTypeOf(written.type) : undefined
  const isAsWide = type !== undefined && typeNamed(type)?.width === typeNamed(object.type)?.width
  return written !== undefined && isAsWide ? { ...object, inCuda: written.type } : object
}

/**
 * Decides whether a parameter may be a `CUtensorMap`, which is aligned to 64 bytes, or to 128 in later versions of
 * CUDA.
 */
const isMap = (parameter: ParameterSyntax): boolean => parameter.align >= 64 && bytesOf(parameter) === mapBytes

/**
 * Returns a tensor of two tiles in each dimension, each with four elements in the first, so that a row has 16 bytes.
 */
function sampleTensor(name: string, dimensions: number): SampleArgument {
  const tile = Array.from({ length: dimensions }, (_, axis) => (axis === 0 ? 4 : 2))
  const sizes = tile.map((size) => 2 * size)
  const tensor = `{${sizes.join(', ')}}, {${tile.join(', ')}}`
  return { kind: 'object', name, tensor, type: 'u32', length: sizes.reduce((product, size) => product * size, 1) }
}

/** The origin of a register's value: a parameter, at the address in it or at an index from there. */
interface Origin {
  readonly parameter: string
  readonly indexed: boolean
}

/** The number of elements of an array whose index the instructions compute. */
const usualLength = 4

/** The instructions that pass an address on. */
const passing: ReadonlySet<string> = new Set(['mov', 'cvta', 'cvt', 'add', 'sub', 'mad', 'or', 'selp'])

/** The facts about an entry's parameters that its instructions show. */
interface Uses {
  /** The objects that are accessed through them; those that are only compared are numbers. */
  readonly objects: ReadonlyMap<string, SampleObject | 'a number'>
  /** The parameters whose bytes are read. */
  readonly loaded: ReadonlySet<string>
  /** The dimensions of the tensors that the parameters describe. */
  readonly tensors: ReadonlyMap<string, number>
}

function usesOf({ body, parameters }: FunctionSyntax): Uses {
  /** The names that hold the address of a parameter: its own, and registers. */
  const places = new Map(parameters.map(({ name }) => [name.text, name.text]))
  const loaded = new Set<string>()
  const tensors = new Map<string, number>()
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
    const place = words.flatMap(({ text }) => places.get(text) ?? [])[0]
    for (const one of operands) {
      const map = one.kind === 'tile' ? places.get(one.map.text) : undefined
      if (one.kind === 'tile' && map !== undefined) tensors.set(map, one.coordinates.length)
    }
    if (opcode === 'ld' && address !== undefined) loaded.add(places.get(address.name) ?? address.name)
    if (passing.has(opcode) && target?.kind === 'word' && place !== undefined) places.set(target.text, place)
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
  const used = [...[...numbers].map((name) => [name, 'a number'] as const), ...objects]
  return { objects: new Map<string, SampleObject | 'a number'>(used), loaded, tensors }
}

/** Returns what an access shows about an object, combined with what others show. */
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

/** Returns a launch as the command line takes it: `k<<<2, 1>>>(p0: u32, 1)`. */
export function sampleLaunch(entry: FunctionSyntax, module: Module): string {
  const given = sampleArguments(entry, module)
  const texts = given.map((one) =>
    one.kind === 'value' ? one.text : passed(one, `${one.name}: ${one.inCuda ?? one.type}${lengthText(one)}`),
  )
  return `${entryNames(entriesOf(module))(entry)}${usualSizes(entry)}(${texts.join(', ')})`
}

const passed = ({ tensor }: { readonly tensor?: string }, object: string): string =>
  tensor === undefined ? object : `tensor(${object}, ${tensor})`

const lengthText = ({ length }: SampleObject): string => (length === undefined ? '' : `[${length}]`)

/** Returns a test that launches an entry, to fill in. `path` is that of the module, as the test names it. */
export function sampleTest(entry: FunctionSyntax, module: Module, path: string): string {
  const given = sampleArguments(entry, module)
  const texts = given.map((one) => (one.kind === 'value' ? one.text : passed(one, one.name)))
  const declared = entry.parameters.flatMap((parameter, i) => {
    const one = given[i]
    if (one?.kind !== 'object') return []
    return [
      { ...one, text: `.global .${one.type} ${one.name}${lengthText(one)};`, of: parameterText(parameter, entry) },
    ]
  })
  const [first] = declared
  const name = entryNames(entriesOf(module))(entry)
  const width = largest(declared.map(({ text }) => text.length))
  return [
    `// One launch of ${name}. Fill in what the objects hold and how many elements they have, the arguments, and the question.`,
    `module "${path}";`,
    '',
    ...declared.map(({ text, of }) => `${text.padEnd(width)}  // ${of}`),
    '',
    'host {',
    `  ${name}${usualSizes(entry)}(${texts.join(', ')});`,
    '  cudaDeviceSynchronize();',
    '}',
    '',
    first === undefined
      ? 'check (true) as ends;'
      : `check (${first.name}${first.length === undefined ? '' : '[0]'} == 0) as q;`,
  ].join('\n')
}

/** Reports a module in place of a test, and says how to launch its entries. */
export function notLaunched(source: SourceText): readonly Diagnostic[] {
  const read = readModule(source)
  if (!read.ok) return read.diagnostics
  const entries = entriesOf(read.value)
  const [first] = entries
  if (first === undefined)
    return [diagnostic('this module of PTX has no entry that could be launched', span(source, 0, 0))]
  const nameOf = entryNames(entries)
  const notes = entries.map((entry) => ({
    message: cudaHeadText(nameOf(entry), entry, source) ?? entryText(nameOf(entry), entry),
    place: entry.name.span,
  }))
  const launch = `--launch '${sampleLaunch(first, read.value)}'`
  return [diagnostic(`this is a compiled kernel; it needs a launch, such as ${launch}`, first.name.span, ...notes)]
}
