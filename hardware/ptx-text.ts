/** The instructions of a thread as PTX that the assembler takes. What PTX has no instruction for has a reason instead. */

import { match } from 'ts-pattern'
import type { Condition } from '../litmus/condition.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Atomic, Load, Store } from '../litmus/instructions/access-definitions.js'
import { forms, isOfBits, operandType } from '../litmus/instructions/computations.js'
import type { Branch } from '../litmus/instructions/control.js'
import { comparisonWords } from '../litmus/instructions/predicates.js'
import { printInstruction } from '../litmus/instructions/print.js'
import type { Arithmetic, SetPredicate } from '../litmus/instructions/register-instructions.js'
import {
  type Access,
  type Address,
  type DataType,
  defaultType,
  type Integer,
  type Operand,
  sink,
} from '../litmus/operand.js'
import { addressesTaken, destinationOf, operandsOf, placesIn, targetsOf, withPlaces } from '../litmus/operands.js'
import type { DeviceThread, Program, Space } from '../litmus/program.js'
import { isPredicate, registerType } from '../litmus/registers.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import { type Span, writtenAt } from '../source/text.js'
import { distinct, identifier } from './names.js'
import { numberedBarrier } from './numbered-barriers.js'

/** The way an instruction addresses memory: by a generic address, by one within a state space, or through an object that names it. */
type Form = 'generic' | 'shared' | 'shared::cluster' | 'const' | 'local' | 'texture'

/** Memory that a thread names, the register that holds its address, and which address that is. */
export interface Mention {
  readonly variable: string
  readonly form: Form
  readonly register: string
}

export interface ThreadText {
  /** Each a line of PTX, with its semicolon or colon. */
  readonly lines: readonly string[]
  readonly mentions: readonly Mention[]
  /** The name of a register in the test, and in the text. */
  readonly registers: ReadonlyMap<
    string,
    { readonly name: string; readonly type: DataType; readonly predicate: boolean }
  >
  /** True if a loop may wait, which then has a budget. */
  readonly loops: boolean
  /** True if a load must return a certain value for the instance to count. */
  readonly expects: boolean
}

/** The names that the harness puts in front of a thread's text, as registers. */
export const harnessRegisters = { budget: 'budget', gaveUp: 'gave_up', missed: 'missed', end: 'END_OF_TEST' } as const

/** Returns the text of a thread. Errors: the instructions that PTX does not have, or that this harness cannot place, each with its reason. */
export function threadText(thread: DeviceThread, program: Program): Result<ThreadText> {
  const { instructions } = thread
  const unclear = unclearAddress(thread, program)
  if (unclear !== undefined) return fail(unclear)
  const registers = registersOf(thread)
  const mentions = mentionsOf(thread, program)
  const ids = distinct(
    [
      ...Object.values(harnessRegisters),
      ...registers,
      ...mentions.map(({ variable, form }) => mentionKey(variable, form, mentions)),
      ...instructions.flatMap((one) => (one.kind === 'label' ? [`label ${one.name}`] : [])),
    ],
    (name) => name.replace(/^label /, ''),
  )
  const id = (name: string): string => ids.get(name) ?? identifier(name)
  const named = mentions.map(
    (mention): Mention => ({ ...mention, register: id(mentionKey(mention.variable, mention.form, mentions)) }),
  )
  const writing: Writing = {
    thread,
    program,
    register: id,
    label: (name) => id(`label ${name}`),
    at: (variable, form) =>
      must(
        named.find((one) => one.variable === variable && one.form === form),
        'an address of memory that a thread names',
      ).register,
  }
  return then(all(statementsOf(instructions).map((some) => statementLines(some, writing))), (lines) =>
    ok({
      lines: [...initialLines(thread, writing), ...lines.flat()],
      mentions: named,
      registers: new Map(
        registers.map((name) => [
          name,
          { name: id(name), type: registerType(thread, name), predicate: isPredicate(instructions, name) },
        ]),
      ),
      loops: instructions.some((one, i) => one.kind === 'branch' && leadsBack(one, i, instructions)),
      expects: instructions.some((one) => 'expected' in one && one.expected !== undefined),
    }),
  )
}

interface Writing {
  readonly thread: DeviceThread
  readonly program: Program
  readonly register: (name: string) => string
  readonly label: (name: string) => string
  /** Returns the register that holds an address of that memory. */
  readonly at: (variable: string, form: Form) => string
}

const mentionKey = (variable: string, form: Form, all: readonly Omit<Mention, 'register'>[]): string =>
  all.filter((one) => one.variable === variable).length === 1 ? variable : `${variable} ${form}`

/**
 * Returns the registers that the text names. Those of the tool's own making, with a blank, are in statements that are
 * written as they are.
 */
const registersOf = ({ instructions, registers }: DeviceThread): readonly string[] =>
  [
    ...new Set([
      ...registers.map(({ name }) => name),
      ...instructions.flatMap((one) => [
        ...[destinationOf(one)].filter((name) => name !== undefined),
        ...operandsOf(one).flatMap((operand) => (operand.kind === 'register' ? [operand.name] : [])),
      ]),
    ]),
  ].filter((name) => !name.includes(' '))

function mentionsOf(thread: DeviceThread, program: Program): readonly Omit<Mention, 'register'>[] {
  const { instructions, registers } = thread
  const mentions = [
    ...registers.flatMap(({ value }) => (value.kind === 'address' ? [valueForm(value.name, thread, program)] : [])),
    ...instructions.flatMap((one) => {
      const accessed =
        'address' in one && one.address.kind === 'name'
          ? [{ variable: one.address.name, form: accessForm(one) }]
          : targetsOf(one).flatMap(({ value, space }) =>
              value.kind === 'address' ? [{ variable: value.name, form: targetForm(space, value.name, program) }] : [],
            )
      const reached = new Set<unknown>(targetsOf(one).map(({ value }) => value))
      const taken = placesIn(one).flatMap((place) =>
        'kind' in place && place.kind === 'address' && !reached.has(place)
          ? [valueForm(place.name, thread, program)]
          : [],
      )
      return [...accessed, ...taken]
    }),
  ]
  return [...new Map(mentions.map((one) => [`${one.variable} ${one.form}`, one])).values()]
}

/** Returns the form in which an access names memory. */
const accessForm = ({ proxy, address }: Access): Form =>
  proxy === 'texture'
    ? 'texture'
    : proxy === 'constant' || address.space === 'const'
      ? 'const'
      : spaceForm(address.space)

const spaceForm = (space: Address['space']): Form =>
  match(space)
    .returnType<Form>()
    .with(undefined, 'global', () => 'generic')
    .with('shared', 'shared::cluster', 'local', 'const', (form) => form)
    .exhaustive()

const targetForm = (space: Address['space'], variable: string, program: Program): Form =>
  space === undefined && spaceOf(variable, program) === 'shared' ? 'shared' : spaceForm(space)

/** Returns how a thread uses addresses in registers: by generic accesses, within shared memory, both, or not at all. */
function usesOfPointers({ instructions }: DeviceThread): 'generic' | 'shared' | 'both' | 'none' {
  const spaces = instructions.flatMap((one) => [
    ...('address' in one && one.address.kind === 'pointer' ? [one.address.space] : []),
    ...targetsOf(one).flatMap(({ value, space }) => (value.kind === 'register' ? [space] : [])),
    ...(one.kind === 'arithmetic' && /^(cvta|mapa|isspacep|getctarank)/.test(one.operation) ? [one.space] : []),
  ])
  const shared = spaces.some((space) => space === 'shared' || space === 'shared::cluster')
  const generic = spaces.some((space) => space === undefined)
  return shared ? (generic ? 'both' : 'shared') : generic ? 'generic' : 'none'
}

/** Returns an address of shared memory that the text leaves unclear: it may be generic. */
function unclearAddress(thread: DeviceThread, program: Program): Diagnostic | undefined {
  const uses = usesOfPointers(thread)
  const taken = thread.instructions
    .flatMap(addressesTaken)
    .find(({ name }) => spaceOf(name, program) === 'shared' || spaceOf(name, program) === 'local')
  return taken === undefined || uses === 'generic' || uses === 'shared'
    ? undefined
    : diagnostic('whether this is a generic address is not known from the text', taken.span)
}

/**
 * Returns the form of an address that is used as a value: within the state space of the memory, as `mov` gives it, or
 * generic, where it is used as a generic address.
 */
const valueForm = (variable: string, thread: DeviceThread, program: Program): Omit<Mention, 'register'> => ({
  variable,
  form: match(spaceOf(variable, program))
    .returnType<Form>()
    .with('shared', () => (usesOfPointers(thread) === 'generic' ? 'generic' : 'shared'))
    .with('local', 'const', (form) => form)
    .with('constref', () => 'const')
    .with('texref', () => 'texture')
    .with('global', 'surfref', () => 'generic')
    .exhaustive(),
})

const spaceOf = (variable: string, { variables }: Program): Space =>
  must(
    variables.find(({ name }) => name === variable),
    'a variable of that name',
  ).space

/**
 * Returns the instructions of each statement: an instruction, those of a vector access, or those that one line of PTX
 * stands for.
 */
function statementsOf(instructions: readonly Instruction[]): readonly (readonly Instruction[])[] {
  const statements: Instruction[][] = []
  for (const one of instructions) {
    const last = statements.at(-1)
    if (last?.[0] !== undefined && last[0].span === one.span && one.kind !== 'label') last.push(one)
    else statements.push([one])
  }
  return statements.flatMap((some) => (isVector(some) || some.some(hasHidden) ? [some] : some.map((one) => [one])))
}

const isVector = (some: readonly Instruction[]): boolean =>
  some.every((one) => 'elements' in one && (one.elements ?? 1) > 1)

/** Returns whether an instruction has a register that no text names. */
const hasHidden = (one: Instruction): boolean =>
  one.kind !== 'label' &&
  one.kind !== 'branch' &&
  [destinationOf(one), ...operandsOf(one).map((given) => (given.kind === 'register' ? given.name : undefined))].some(
    (name) => name?.includes(' '),
  )

/** Registers hold 0, or what the test says. */
function initialLines(thread: DeviceThread, writing: Writing): readonly string[] {
  return registersOf(thread).flatMap((name) => {
    const given = thread.registers.find((one) => one.name === name)?.value
    const register = writing.register(name)
    if (isPredicate(thread.instructions, name))
      return [`mov.pred ${register}, ${given?.kind === 'integer' ? given.value : 0};`]
    const bits = containerBits(registerType(thread, name))
    if (given?.kind === 'address') {
      const { form } = valueForm(given.name, writing.thread, writing.program)
      return [`add.u64 ${register}, ${writing.at(given.name, form)}, ${given.offset};`]
    }
    return bits === 128 ? [`mov.b128 ${register}, {0, 0};`] : [`mov.b${bits} ${register}, ${given?.value ?? 0};`]
  })
}

/** Registers have at least 16 bits (ISA, Operand Size Exceeding Instruction-Type Size). */
export const containerBits = ({ width }: DataType): number => Math.max(width, 16)

const map = <T, U>(result: Result<T>, change: (value: T) => U): Result<U> => then(result, (value) => ok(change(value)))

const refuse = (why: string, place: Span): Result<never> => fail(diagnostic(why, place))

function statementLines(some: readonly Instruction[], writing: Writing): Result<readonly string[]> {
  const [first] = some
  if (first === undefined) return ok([])
  if (some.length > 1 && isVector(some)) return vectorLines(some, writing)
  if (some.some(hasHidden)) return verbatim(some, writing)
  return instructionLines(first, writing)
}

/** Prints a statement of PTX as it is written. Its registers have their own names there. */
function verbatim(some: readonly Instruction[], { register }: Writing): Result<readonly string[]> {
  const first = must(some[0], 'an instruction of a statement')
  const names = some.flatMap((one) => [
    destinationOf(one),
    ...operandsOf(one).map((two) => ('name' in two ? two.name : undefined)),
  ])
  const renamed = names.find((name) => name !== undefined && !name.includes(' ') && register(name) !== name)
  if (renamed !== undefined) return refuse(`the register \`${renamed}\` has the name of a word of PTX`, first.span)
  return some.some((one) => placesIn(one).length > 0)
    ? refuse('this statement stands for several instructions and names memory', first.span)
    : ok([`${writtenAt(first.span).replace(/;$/, '')};`])
}

function instructionLines(one: Instruction, writing: Writing): Result<readonly string[]> {
  const { register } = writing
  return (
    match(one)
      .returnType<Result<readonly string[]>>()
      .with({ kind: 'load' }, (load) => loadLines(load, writing))
      .with({ kind: 'store' }, (store) => storeLines(store, writing))
      .with({ kind: 'atomic' }, (atomic) => atomicLines(atomic, writing))
      .with({ kind: 'fence' }, ({ order, scope }) => ok([`fence.${order}.${scope};`]))
      .with({ kind: 'proxy-fence', proxy: 'alias' }, () => ok(['fence.proxy.alias;']))
      .with({ kind: 'proxy-fence' }, ({ proxy, span }) =>
        refuse(`no public assembler has \`fence.proxy.${proxy}\``, span),
      )
      .with({ kind: 'arithmetic' }, (arithmetic) => arithmeticLines(arithmetic, writing))
      .with({ kind: 'set-predicate' }, (comparing) => comparisonLines(comparing, writing))
      .with({ kind: 'label' }, ({ name }) => ok([`${writing.label(name)}:`]))
      .with({ kind: 'branch' }, (branch) => branchLines(branch, writing))
      .with({ kind: 'cluster-barrier' }, ({ action, order, aligned }) =>
        ok([`barrier.cluster.${action}.${order}${aligned ? '.aligned' : ''};`]),
      )
      .with({ kind: 'trap' }, ({ span }) =>
        refuse('a trap ends the whole grid with an error, and all instances with it', span),
      )
      .with({ kind: 'barrier' }, (barrier) =>
        map(numberedBarrier(barrier, writing.thread, writing.program), (line) => [line]),
      )
      .with({ kind: 'unknown' }, ({ span }) => refuse('its result is unknown, so no state can be compared', span))
      .with({ kind: 'refused' }, ({ why, span }) => refuse(why, span))
      .with({ kind: 'call' }, ({ span }) => refuse('only the host makes calls', span))
      // All others are written as PTX writes them.
      .otherwise((printed) => {
        const size = printed.kind === 'async-copy' && printed.bulk ? printed.size : undefined
        if (size?.kind === 'integer' && size.value % 16n !== 0n)
          return refuse('bulk copies move multiples of 16 bytes', size.span)
        const renamed = withPlaces(printed, (place) => ({
          ...place,
          name: writing.at(place.name, formIn(printed, place, writing)),
        }))
        const odd = operandsOf(printed).find(
          (operand) => operand.kind === 'register' && register(operand.name) !== operand.name,
        )
        return odd === undefined
          ? ok([`${printInstruction(renamed, 'nvlitmus', () => true)};`])
          : refuse('a register has the name of a word of PTX', odd.span)
      })
  )
}

/** Returns the form in which an asynchronous instruction, or one on an mbarrier, names a place. */
function formIn(one: Instruction, place: object, { program }: Writing): Form {
  if ('address' in one && one.address === place) return accessForm(one)
  const target = targetsOf(one).find(({ value }) => value === place)
  if (target === undefined || target.value.kind !== 'address') return 'generic'
  return targetForm(target.space, target.value.name, program)
}

/** Writes a type as PTX does for values whose sign matters. */
const typed = ({ width, signed }: DataType): string => (width === 128 ? 'b128' : `${signed ? 's' : 'u'}${width}`)

const words = (...some: readonly (string | undefined)[]): string =>
  some.filter((word) => word !== undefined && word !== '').join('.')

const integer = (value: bigint): string => (value >= 2n ** 63n ? `${value}U` : `${value}`)

/** Returns an operand, with the lines that compute it. */
function operand(one: Operand, { register, at, thread, program }: Writing): Result<string> {
  return match(one)
    .returnType<Result<string>>()
    .with({ kind: 'integer' }, ({ value }) => ok(integer(value)))
    .with({ kind: 'register' }, ({ name }) => ok(register(name)))
    .with({ kind: 'address' }, ({ name, offset, span }) => {
      const { form } = valueForm(name, thread, program)
      if (form === 'texture') return refuse('a texture has no address', span)
      return offset === 0n ? ok(at(name, form)) : refuse('PTX takes no offset after a register here', span)
    })
    .exhaustive()
}

/** Writes the place of an access in brackets. */
function place(access: Access, { register, at }: Writing): string {
  const { address } = access
  const behind = address.offset === 0n ? '' : `+${address.offset}`.replace('+-', '-')
  return address.kind === 'pointer'
    ? `[${register(address.register)}${behind}]`
    : `[${at(address.name, accessForm(access))}${behind}]`
}

/** Returns the lines that record whether a load returned a value other than the expected one. */
const expectedLines = (
  expected: Integer | undefined,
  destination: string | undefined,
  type: DataType,
  writing: Writing,
): readonly string[] =>
  expected === undefined || destination === undefined
    ? []
    : [
        '{',
        '.reg .pred other;',
        `setp.ne.${typed({ ...type, width: containerWidth(type) })} other, ${writing.register(destination)}, ${integer(expected.value)};`,
        `@other mov.u32 ${harnessRegisters.missed}, 1;`,
        '}',
      ]

const containerWidth = ({ width }: DataType): DataType['width'] => (width === 8 ? 16 : width)

/** Returns the qualifiers of a load or store in the order of PTX. */
const qualifiers = ({ order, scope, address }: Load | Store): string =>
  order === 'mmio' ? words('mmio', 'relaxed', scope, address.space) : words(order, scope, address.space)

function loadLines(load: Load, writing: Writing): Result<readonly string[]> {
  const { proxy, order, destination, type, address, expected, span } = load
  const register = destination === sink ? undefined : writing.register(destination)
  if (order === 'mmio' && load.scope !== 'sys') return refuse(noMmio(load), span)
  const then = expectedLines(expected, destination, registerType(writing.thread, destination), writing)
  const narrow = register === undefined ? undefined : tooNarrow(destination, type, writing, span)
  if (narrow !== undefined) return fail(narrow)
  if (register === undefined) return refuse('PTX does not take `_` here', span)
  return match(proxy)
    .returnType<Result<readonly string[]>>()
    .with('generic', () => ok([`ld.${qualifiers(load)}.${typed(type)} ${register}, ${place(load, writing)};`, ...then]))
    .with('non-coherent', () => ok([`ld.global.nc.${typed(type)} ${register}, ${place(load, writing)};`, ...then]))
    .with('constant', () =>
      order === 'weak'
        ? ok([`ld.const.${typed(type)} ${register}, ${place(load, writing)};`, ...then])
        : refuse(`PTX has no \`ld.const.${order}\``, span),
    )
    .with('texture', () => {
      if (order !== 'weak') return refuse(`PTX has no \`tex.${order}\``, span)
      if (type.width !== 32 || containerBits(registerType(writing.thread, destination)) !== 32)
        return refuse('a texture of integers is read by 32 bits', span)
      if (address.kind !== 'name') return refuse('a texture needs a name', span)
      const index = `${writing.at(address.name, 'texture')}_index`
      return ok([
        '{',
        '.reg .b32 second, third, fourth;',
        `tex.1d.v4.s32.s32 {${register}, second, third, fourth}, [${writing.at(address.name, 'texture')}, {${index}}];`,
        '}',
        ...then,
      ])
    })
    .with('surface', () => refuse(noSurface, span))
    .exhaustive()
}

/** CUDA makes surface objects of arrays only, and an array has no address by which other instructions reach it. */
const noSurface = 'CUDA has surfaces of arrays only, which have no address for generic accesses'

const noMmio = ({ kind, scope }: Load | Store): string =>
  `PTX has no \`${kind === 'load' ? 'ld' : 'st'}.mmio\` of scope \`.${scope}\``

function tooNarrow(name: string, type: DataType, { thread }: Writing, place: Span): Diagnostic | undefined {
  const { width } = registerType(thread, name)
  if (isPredicate(thread.instructions, name)) return diagnostic(`\`${name}\` holds predicates, too`, place)
  return containerBits({ width, signed: false }) < type.width
    ? diagnostic(`\`${name}\` is too narrow`, place)
    : undefined
}

function storeLines(store: Store, writing: Writing): Result<readonly string[]> {
  const { proxy, type, value, span } = store
  if (proxy === 'surface') return refuse(noSurface, span)
  if (store.order === 'mmio' && store.scope !== 'sys') return refuse(noMmio(store), span)
  if (type.width === 128 && value.kind === 'integer')
    return ok([
      '{',
      '.reg .b128 value;',
      `mov.b128 value, {${value.value}, 0};`,
      `st.${qualifiers(store)}.b128 ${place(store, writing)}, value;`,
      '}',
    ])
  const narrow = value.kind === 'register' ? tooNarrow(value.name, type, writing, span) : undefined
  if (narrow !== undefined) return fail(narrow)
  return then(operand(value, writing), (given) =>
    ok([`st.${qualifiers(store)}.${typed(type)} ${place(store, writing)}, ${given};`]),
  )
}

/** Writes a vector access of several registers. */
function vectorLines(some: readonly Instruction[], writing: Writing): Result<readonly string[]> {
  const elements = some.toSorted((a, b) => elementOf(a) - elementOf(b))
  const [first] = elements
  if (first?.kind === 'load') {
    if (first.proxy !== 'generic' && first.proxy !== 'non-coherent')
      return refuse('vectors are read by generic accesses only', first.span)
    const names = elements.flatMap((one) => (one.kind === 'load' ? [one.destination] : []))
    const widths = new Set(
      names.filter((name) => name !== sink).map((name) => registerType(writing.thread, name).width),
    )
    if (widths.size > 1) return refuse('its registers have several widths', first.span)
    const given = names.map((name) => (name === sink ? sink : writing.register(name)))
    const opcode = first.proxy === 'generic' ? `ld.${qualifiers(first)}` : 'ld.global.nc'
    return ok([`${opcode}.v${elements.length}.${typed(first.type)} {${given.join(', ')}}, ${place(first, writing)};`])
  }
  if (first?.kind === 'store') {
    const given = elements.map((one) => (one.kind === 'store' ? operand(one.value, writing) : fail()))
    return then(all(given), (values) =>
      ok([
        `st.${qualifiers(first)}.v${elements.length}.${typed(first.type)} ${place(first, writing)}, {${values.join(', ')}};`,
      ]),
    )
  }
  return refuse('PTX has vectors of loads and stores only', must(first, 'an element').span)
}

const elementOf = (one: Instruction): number => ('element' in one ? (one.element ?? 0) : 0)

/** The letters of the types of an atomic (ISA, `atom`). */
const atomicTypes: Readonly<Record<string, readonly string[]>> = {
  add: ['u32', 's32', 'u64'],
  and: ['b32', 'b64'],
  or: ['b32', 'b64'],
  xor: ['b32', 'b64'],
  exch: ['b32', 'b64', 'b128'],
  cas: ['b16', 'b32', 'b64', 'b128'],
  min: ['u32', 's32', 'u64', 's64'],
  max: ['u32', 's32', 'u64', 's64'],
  inc: ['u32'],
  dec: ['u32'],
}

function atomicLines(atomic: Atomic, writing: Writing): Result<readonly string[]> {
  const { proxy, destination, order, scope, address, operation, operands, type, expected, span } = atomic
  if (proxy === 'surface') return refuse(noSurface, span)
  const { width, signed } = type
  const wanted = [`${signed ? 's' : 'u'}${width}`, `u${width}`, `b${width}`]
  // Without a type, or if the sign makes no difference, another letter means the same.
  const letters = operation === 'min' || operation === 'max' ? wanted.slice(0, 1) : wanted
  const suffix = letters.find((one) => atomicTypes[operation]?.includes(one))
  const returns = destination !== undefined && destination !== sink
  const opcode = destination === undefined ? 'red' : 'atom'
  if (suffix === undefined)
    return refuse(
      atomicTypes[operation] === undefined
        ? `PTX has no \`${opcode}.${operation}\``
        : `PTX has no \`${opcode}.${operation}\` of ${width} bits`,
      span,
    )
  if (opcode === 'red' && (operation === 'exch' || operation === 'cas' || order === 'acquire' || order === 'acq_rel'))
    return refuse(`PTX has no \`red.${order}.${operation}\``, span)
  if (returns && registerType(writing.thread, destination).width !== width)
    return refuse(`\`${destination}\` has ${registerType(writing.thread, destination).width} bits, not ${width}`, span)
  const bounded: readonly Operand[] =
    (operation === 'inc' || operation === 'dec') && operands.length === 0
      ? [{ kind: 'integer', value: 0xffffffffn, span }]
      : operands
  return then(
    all([...bounded.map((one) => sized(one, type, writing)), ...bounded.map((one) => operand(one, writing))]),
    (given) =>
      ok([
        `${words(opcode, order, scope, address.space, operation, suffix)} ${[...(destination === undefined ? [] : [returns ? writing.register(destination) : sink]), place(atomic, writing), ...given.slice(bounded.length)].join(', ')};`,
        ...expectedLines(expected, returns ? destination : undefined, type, writing),
      ]),
  )
}

/** Checks that a register has as many bits as an instruction takes. */
function sized(one: Operand, { width }: DataType, { thread }: Writing): Result<string> {
  if (one.kind !== 'register') return ok('')
  if (isPredicate(thread.instructions, one.name)) return refuse(`\`${one.name}\` is a predicate`, one.span)
  const has = containerBits(registerType(thread, one.name))
  return has === width ? ok('') : refuse(`\`${one.name}\` has ${has} bits here, not ${width}`, one.span)
}

/** Returns the type that an operation on registers names. */
function operationType({ operation, type, from = type }: Arithmetic): string {
  const { types } = forms[operation]
  const isPredicateType = from.width === 8 && !from.signed
  if (isPredicateType) return '.pred'
  if (operation === 'cvt' || operation === 'cvt-sat') return `.${typed(type)}.${typed(from)}`
  if (operation === 'mov' || operation === 'selp') return `.b${from.width}`
  if (types.length === 0) return ''
  if (isOfBits(operation)) return `.b${from.width}`
  const [rule] = types
  const letter = rule?.letters.includes(from.signed ? 's' : 'u') ? (from.signed ? 's' : 'u') : (rule?.letters[0] ?? 'u')
  const second = types[1] === undefined ? '' : `.${types[1].letters[0]}32`
  return `.${letter}${from.width}${second}`
}

function arithmeticLines(one: Arithmetic, writing: Writing): Result<readonly string[]> {
  const { operation, destination, operands, type, from = type, space, span } = one
  const { register } = writing
  if (
    operation === 'pack' ||
    operation === 'unpack' ||
    operation === 'addc' ||
    operation === 'subc' ||
    operation === 'carry' ||
    operation === 'borrow'
  )
    return ok([`${writtenAt(span).replace(/;$/, '')};`])
  const predicate = isPredicate(writing.thread.instructions, destination)
  if (!predicate && (type.width === 8 || from.width === 8)) return refuse('PTX computes with 16 bits or more', span)
  const result = containerBits(registerType(writing.thread, destination))
  if (!predicate && result !== type.width)
    return refuse(`\`${destination}\` has ${result} bits elsewhere, not ${type.width}`, span)
  const checked = operands.map((given, i) =>
    predicate || isSelector(one, i) ? truth(given, writing) : sized(given, operandType(one, i), writing),
  )
  const [address] = operands
  if (operation === 'mov' && address?.kind === 'address') {
    const { form } = valueForm(address.name, writing.thread, writing.program)
    if (form === 'texture') return refuse('a texture has no address', span)
    return ok([`add.u64 ${register(destination)}, ${writing.at(address.name, form)}, ${address.offset};`])
  }
  return then(all([...checked, ...operands.map((given) => operand(given, writing))]), (given) => {
    const words = [forms[operation].words, ...(space === undefined ? [] : [space])].join('.')
    return ok([`${words}${operationType(one)} ${[register(destination), ...given.slice(operands.length)].join(', ')};`])
  })
}

/** Checks that a register holds predicates. */
const truth = (one: Operand, { thread }: Writing): Result<string> =>
  one.kind !== 'register' || isPredicate(thread.instructions, one.name)
    ? ok('')
    : refuse(`\`${one.name}\` is not a predicate`, one.span)

/** Returns whether an operand is the predicate of `selp`. */
const isSelector = ({ operation }: Arithmetic, place: number): boolean => operation === 'selp' && place === 2

function comparisonLines(comparing: SetPredicate, writing: Writing): Result<readonly string[]> {
  const { destination, operands, compared, floating, combined, positive, span } = comparing
  if (positive !== undefined) return refuse('`set` is not written', span)
  if (!isPredicate(writing.thread.instructions, destination))
    return refuse(`\`${destination}\` holds other values than predicates, too`, span)
  const of = floating === undefined ? typed(compared) : floating.format
  if (compared.width === 8) return refuse('PTX compares 16 bits or more', span)
  const checked = operands.map((one) => sized(one, compared, writing))
  const other = combined === undefined ? [] : [operand(combined.predicate, writing)]
  return then(all([...checked, ...operands.map((one) => operand(one, writing)), ...other]), (given) => {
    const [left, right, third] = given.slice(2)
    const last = third === undefined ? [] : [`${combined?.negated ? '!' : ''}${third}`]
    return ok([
      `setp.${comparisonWords(comparing)}.${of} ${[writing.register(destination), left, right, ...last].join(', ')};`,
    ])
  })
}

const comparisons: { readonly [C in Extract<Condition, { kind: 'compare' }>['operator']]: string } = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
}

/** Returns whether a branch leads back, so that it may be taken without end. */
const leadsBack = ({ target }: Branch, at: number, instructions: readonly Instruction[]): boolean =>
  instructions.slice(0, at).some((one) => one.kind === 'label' && one.name === target)

function branchLines(branch: Branch, writing: Writing): Result<readonly string[]> {
  const { instructions } = writing.thread
  const { budget, gaveUp, end } = harnessRegisters
  const target = writing.label(branch.target)
  const bounded = leadsBack(branch, instructions.indexOf(branch), instructions)
    ? [
        '{',
        '.reg .pred spent;',
        `sub.u32 ${budget}, ${budget}, 1;`,
        `setp.eq.u32 spent, ${budget}, 0;`,
        `@spent mov.u32 ${gaveUp}, 1;`,
        `@spent bra ${end};`,
        '}',
      ]
    : []
  const { when, span } = branch
  if (when === undefined) return ok([...bounded, `bra ${target};`])
  const { operator, left, right } = when
  if (left.kind === 'register' && isPredicate(instructions, left.name)) {
    if (right.kind !== 'integer' || right.value !== 0n || (operator !== '==' && operator !== '!='))
      return refuse('a predicate is compared with 0 only', span)
    return ok([...bounded, `@${operator === '==' ? '!' : ''}${writing.register(left.name)} bra ${target};`])
  }
  const types = [left, right].flatMap((one) =>
    one.kind === 'register' ? [registerType(writing.thread, one.name)] : [],
  )
  const type = types[0] ?? defaultType
  if (types.some(({ width, signed }) => width !== type.width || signed !== type.signed))
    return refuse('it compares registers of several types', span)
  if (type.width === 8) return refuse('PTX compares 16 bits or more', span)
  return then(all([operand(left, writing), operand(right, writing)]), (given) =>
    ok([
      ...bounded,
      '{',
      '.reg .pred taken;',
      ...(left.kind === 'register' ? [] : [`.reg .b${type.width} first;`, `mov.b${type.width} first, ${given[0]};`]),
      `setp.${comparisons[operator]}.${typed(type)} taken, ${left.kind === 'register' ? given[0] : 'first'}, ${given[1]};`,
      `@taken bra ${target};`,
      '}',
    ]),
  )
}
