/** Reads nvlitmus tests, `.test`. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import { idleResidency } from '../host/idle-residency.js'
import { nameOnAnyGpu } from '../instances.js'
import { dataTypes } from '../instructions/qualifiers.js'
import type { Word } from '../instructions/statement.js'
import { typeNamed } from '../module/types.js'
import type { DataType } from '../operand.js'
import type { Launching } from '../origin.js'
import { positionName } from '../position.js'
import type { DeviceThread, HostThread, InitialRegister, Space, WrittenThread } from '../program.js'
import type { Reading } from '../reading.js'
import { readAsked } from '../syntax/asked.js'
import { memoryIn, readLines } from '../syntax/code.js'
import { numbered } from '../syntax/numbers.js'
import { constantOf, initialiserOf } from '../syntax/values.js'
import type { AskedSyntax, CodeSyntax } from '../syntax/words.js'
import type { Instance } from '../template.js'
import { describedBy, describing, mapType } from '../tensor-maps.js'
import type { Unlinked } from '../unlinked.js'
import type { DeclaredVariable } from '../variables.js'
import * as grammar from './grammar.js'
import { declaration, declaredTwice, launchedItems, undeclaredArguments } from './launched.js'
import { type Compiled, compiledIn } from './modules.js'
import type { Declaration, InitialRegisterSyntax, Item, ThreadPiece } from './syntax.js'

/** Returns the test of a text. Reports everything that cannot be read or is not modelled, with its place. */
export const readNvlitmus = (instance: Instance, reading: Reading): Result<Unlinked> =>
  then(parseWith(grammar, instance.source), (items) => readItems(items, instance, reading, 'a question'))

/**
 * Returns the test of a PTX module with the command line's launches and questions. Reports the errors of the module,
 * and of each text.
 */
export const readLaunched = (
  source: SourceText,
  launching: Launching,
  { timeouts }: Pick<Reading, 'timeouts'>,
): Result<Unlinked> =>
  then(launchedItems(launching), (items) => {
    const start = span(source, 0, 0)
    const module: Item = {
      kind: 'module',
      file: { kind: 'word', text: source.name, span: start },
      options: null,
      span: start,
    }
    const read = readItems([module, ...items], { source }, { timeouts, load: () => ({ ok: true, source }) }, 'nothing')
    return then(read, (test) => then(unless(declaredTwice(items, test.declared, source)), () => ok(test)))
  })

const readItems = (
  written: readonly Item[],
  { source, row }: Instance,
  reading: Reading,
  needs: 'a question' | 'nothing',
): Result<Unlinked> =>
  then(all(written.filter((item) => item.kind === 'declaration').map(declaredVariable)), (own) =>
    then(compiledIn(written, own, reading), (compiled) => {
      const items = written.map((item) => withPlainLaunches(item, compiled))
      return then(readThreads(items, own), (byHand) => {
        const threads = [...byHand, ...compiled.threads]
        const start = span(source, 0, 0)
        const claims = readAsked(
          items.filter(isAsked),
          needs === 'nothing' || reading.unasked === true ? undefined : start,
        )
        const declared = [...own, ...compiled.declared]
        const names = new Set(declared.flatMap(({ name, symbol = name }) => [name, symbol].map(nameOnAnyGpu)))
        const undeclared = undeclaredArguments(written, names, (name) =>
          needs === 'nothing' ? [{ message: declaration(name) }] : [],
        )
        const problems = threads.length > 0 ? undeclared : [diagnostic('the test has no threads', start)]
        return ok({
          format: 'nvlitmus',
          file: source.name,
          ...(row === undefined ? {} : { row }),
          declared,
          undeclared: 'refused',
          threads,
          ...(compiled.partial.length === 0 ? {} : { partial: compiled.partial }),
          ...(compiled.timeouts.length === 0 ? {} : { timeouts: compiled.timeouts }),
          ...claims,
          problems: [...problems, ...claims.problems],
          remarks: [...continued(items), ...compiled.remarks, ...claims.remarks, ...ofLaunches(written, compiled)],
        })
      })
    }),
  )

/** The notes on launches, of which those of entries are plain launches with one number of blocks. */
const ofLaunches = (written: readonly Item[], { launches }: Compiled): readonly Diagnostic[] =>
  written
    .flatMap((item) => (item.kind === 'host' ? item.statements : []))
    .flatMap((one) => {
      if (one.kind !== 'launch') return []
      const [grid] = (launches.get(one) ?? one).sizes
      return idleResidency(one, grid?.kind === 'integer' ? grid.value : undefined)
    })

/** The host's launches of entries as launches of kernels. */
const withPlainLaunches = (item: Item, { launches }: Compiled): Item =>
  item.kind !== 'host'
    ? item
    : {
        ...item,
        statements: item.statements.map((one) => (one.kind === 'launch' ? (launches.get(one) ?? one) : one)),
      }

const isAsked = (item: Item): item is AskedSyntax =>
  item.kind === 'question' || item.kind === 'filter' || item.kind === 'locations'

const spaces: readonly Space[] = ['global', 'shared', 'local', 'const', 'surfref', 'texref', 'constref']

function declaredVariable({
  space,
  alignment,
  type,
  name,
  length,
  alias,
  initial,
}: Declaration): Result<DeclaredVariable> {
  const isMap = type?.text === mapType
  // A tensor map that is a parameter is fixed for the launch, like one in constant memory.
  const stateSpace = spaces.find((one) => one === (isMap && space.text === 'param' ? 'const' : space.text))
  if (stateSpace === undefined) {
    const message = `unknown state space \`.${space.text}\`${didYouMean(space.text, spaces)}`
    const note = { message: `the state spaces are ${spaces.map((one) => `.${one}`).join(', ')}` }
    return fail(diagnostic(message, space.span, note))
  }
  if (alias !== null && initial !== null)
    return fail(
      diagnostic(
        `\`${name.text}\` is another name of \`${alias.of.text}\`; initialise \`${alias.of.text}\` instead`,
        initial.span,
      ),
    )
  const described = describedBy(isMap, initial, length === null && alias === null, name.span)
  return then(described, (tensor) =>
    then(type === null || isMap ? ok(undefined) : typeOf(type), (type) =>
      ok({
        name: name.text,
        space: stateSpace,
        alias: alias === null ? undefined : { how: alias.how, of: alias.of.text, ofSpan: alias.of.span },
        initial: initial === null || initial.kind === 'tensor' ? undefined : initialiserOf(initial),
        ...(type === undefined ? {} : { type: { width: type.width, signed: type.signed } }),
        ...(length === null ? {} : { length }),
        ...(alignment === null ? {} : { alignment }),
        ...(tensor === undefined ? {} : describing(tensor)),
        span: name.span,
      }),
    ),
  )
}

function typeOf({ text, span }: Word): Result<DataType> {
  const type = typeNamed(text)
  if (type !== undefined) return ok(type)
  return fail(
    diagnostic(`unknown type \`.${text}\`${didYouMean(text, dataTypes.keys())}`, span, {
      message: 'the types are .b, .u and .s with 8, 16, 32 or 64 bits',
    }),
  )
}

/** Returns the threads in the order in which they first appear; the pieces of a thread are joined. */
function readThreads(items: readonly Item[], own: readonly DeclaredVariable[]): Result<readonly WrittenThread[]> {
  const surroundings = { format: 'nvlitmus', ...memoryIn(own) } as const
  return all(
    [...threadsIn(items).values()].map((group) => {
      const [{ statements: _, ...head }] = group
      const statements = group.flatMap((piece) => piece.statements)
      const given = statements.filter((one) => one.kind === 'register')
      const written = statements.filter((one) => one.kind !== 'register')
      return then(
        collect({
          instructions: readLines(written, { ...surroundings, isHost: head.kind === 'host' }),
          twice: unless(givenTwice(given)),
        }),
        ({ instructions }) => {
          return then(all(given.map(initialRegister)), (registers) =>
            ok({ ...head, registers, instructions: instructions.flat() }),
          )
        },
      )
    }),
  )
}

const initialRegister = ({ register, type, value, span }: InitialRegisterSyntax): Result<InitialRegister> =>
  then(type === null ? ok(undefined) : typeOf(type), (declared) =>
    ok({
      name: register.text,
      value: constantOf(value),
      ...(declared === undefined ? {} : { type: { width: declared.width, signed: declared.signed } }),
      span,
    }),
  )

/** Returns the pieces of each thread, by its name. */
const threadsIn = (items: readonly Item[]) =>
  groupBy(
    items.flatMap((item): readonly HeadedPiece[] => {
      switch (item.kind) {
        case 'host':
          return [{ kind: 'host', name: 'host', statements: item.statements, span: item.span }]
        case 'thread':
          return piecesOf(item)
        case 'kernel':
          return item.threads.flatMap((thread) => piecesOf(thread, item.name.text))
        default:
          return []
      }
    }),
    ({ name }) => name,
  )

/**
 * Returns the pieces after the first of each thread, which may be meant as separate threads. A text for several threads
 * is one piece.
 */
const continued = (items: readonly Item[]): readonly Diagnostic[] => {
  const pieces = [...threadsIn(items).values()].flatMap(([first, ...others]) => others.map((one) => ({ first, one })))
  return [...groupBy(pieces, ({ one }) => one.span.start).values()].map(([{ first, one }]) =>
    diagnostic(
      `another block of \`${one.name}\`: the blocks are one thread, and run in the order of the file`,
      one.span,
      { message: 'the first', place: first.span },
    ),
  )
}

const givenTwice = (given: readonly InitialRegisterSyntax[]): readonly Diagnostic[] =>
  [...groupBy(given, ({ register }) => register.text)].flatMap(([name, [first, ...others]]) =>
    others.map(({ span }) =>
      diagnostic(`\`${name}\` is initialised twice`, span, { message: 'the first', place: first.span }),
    ),
  )

/** A piece of a thread, with its head. */
type HeadedPiece = (
  | Omit<DeviceThread, 'registers' | 'instructions'>
  | Omit<HostThread, 'registers' | 'instructions'>
) & {
  readonly statements: readonly (CodeSyntax | InitialRegisterSyntax)[]
}

/** Returns one piece for each thread that runs the text. */
const piecesOf = ({ positions, statements, span }: ThreadPiece, kernel?: string): readonly HeadedPiece[] =>
  positions.map((written) => {
    const position = { ...(kernel === undefined ? {} : { kernel }), ...written }
    const own = statements.map((one) => (one.kind === 'register' ? one : numbered(one, position)))
    return { kind: 'device', name: positionName(position), position, statements: own, span }
  })
