/**
 * Turns the command line's options for a compiled kernel into the items of a test, which is then read like any other.
 */

import { type Diagnostic, diagnostic, type Note } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { all, collect, failAll, ok, type Result, then } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import type { Word } from '../instructions/statement.js'
import { typeNamed } from '../module/types.js'
import { ptxTypeOf } from '../module/types-of-c.js'
import type { Integer } from '../operand.js'
import type { Launching } from '../origin.js'
import type { CallSyntax } from '../syntax/words.js'
import { mapType } from '../tensor-maps.js'
import { type DeclaredVariable, notDeclared } from '../variables.js'
import { namesIn } from './arguments.js'
import * as grammar from './grammar.js'
import { conditionHint, hinted, launchHint } from './hints.js'
import type { Declaration, Item } from './syntax.js'

type HostStatement = Extract<Item, { kind: 'host' }>['statements'][number]

/**
 * Returns the objects that launches declare, the host's part, and the questions. The host launches the kernels one
 * after the other, in the default stream of GPU 0 unless they say otherwise, and then waits for them. Fails on a text
 * that is not a launch or not a condition.
 */
export const launchedItems = ({ launches, asked }: Launching): Result<readonly Item[]> =>
  then(
    collect({
      launched: all(
        launches.map((source) =>
          hinted(parseWith(grammar, source, { startRule: 'LaunchText', called: 'launch' }), launchHint(source.text)),
        ),
      ),
      questions: all(asked.map(({ question, source }) => questionIn(question, source))),
    }),
    ({ launched, questions }) => {
      const written = launched.flat()
      const items = written.map(inPtx)
      const types = [
        ...written.flatMap((item) => (item.kind === 'declaration' ? checkInitial(item) : [])),
        ...items.flatMap((item) => (item.kind === 'declaration' ? checkType(item) : [])),
      ]
      if (types.length > 0) return failAll(types)
      const parts = items.filter((item) => item.kind === 'host')
      const [last] = parts.toReversed()
      if (last === undefined) return ok([])
      const launches = parts.flatMap((part) => part.statements)
      const statements = [...launches, ...waiting(launches)]
      return ok([...items.filter((item) => item.kind !== 'host'), { ...last, statements }, ...questions.flat()])
    },
  )

/**
 * Returns the calls that wait for everything that is launched, on one GPU after the other. They do not appear in the
 * text.
 */
function waiting(launches: readonly HostStatement[]): readonly CallSyntax[] {
  const named = launches.flatMap((one) => (one.kind === 'launch' ? one.options : []))
  const gpus = named.flatMap((one) => (one.kind === 'device' ? [one.number.value] : []))
  return gpus.length === 0
    ? [call('cudaDeviceSynchronize')]
    : [...new Set([0n, ...gpus])].flatMap((gpu) => [call('cudaSetDevice', gpu), call('cudaDeviceSynchronize')])
}

function call(text: string, value?: bigint): CallSyntax {
  const whole = span({ name: '--launch', text }, 0, text.length)
  const given: readonly Integer[] = value === undefined ? [] : [{ kind: 'integer', value, span: whole }]
  return {
    kind: 'call',
    result: null,
    name: { kind: 'word', text, span: whole },
    arguments: given,
    implied: true,
    span: whole,
  }
}

/** Returns the declaration with a type of PTX, if its type is one of CUDA C++ (`types-of-c.ts`). */
function inPtx(item: Item): Item {
  if (item.kind !== 'declaration' || item.type === null) return item
  const text = ptxTypeOf(item.type.text)
  return text === undefined ? item : { ...item, type: { ...item.type, text } }
}

function checkType({ type }: Declaration): readonly Diagnostic[] {
  if (type === null || type.text === mapType || typeNamed(type.text) !== undefined) return []
  const known =
    'the types of objects are those of CUDA C++ such as int, unsigned, float and size_t, and those of PTX such as u32; a structure behind a pointer is an array of its size, as in `int[2]`, and one that is an argument is given by its bytes, as in `{0: x: int, 8: 3}`'
  return [diagnostic(`unknown type \`${type.text}\``, type.span, { message: known })]
}

/** Reports initial values of a floating-point type of CUDA C++: there, integers are bits. */
function checkInitial({ type, initial }: Declaration): readonly Diagnostic[] {
  const inPtx = type === null ? undefined : ptxTypeOf(type.text)
  if (type === null || initial === null || inPtx?.startsWith('f') !== true) return []
  const message = `initial values of \`${type.text}\` would be its bits; declare it as \`u${inPtx.slice(1)}\`, with the bits`
  return [diagnostic(message, type.span)]
}

/** Returns the question for a condition. Unless it says `as NAME`, its text is its name. */
const questionIn = (question: Launching['asked'][number]['question'], source: SourceText): Result<readonly Item[]> =>
  then(
    hinted(parseWith(grammar, source, { startRule: 'ConditionText', called: 'condition' }), conditionHint(source.text)),
    (items) =>
      ok(
        items.map((item): Item => {
          if (item.kind !== 'question') return item
          const named: Word = { kind: 'word', text: source.text.trim().replace(/\s+/g, ' '), span: item.span }
          return { ...item, question, name: item.name ?? named }
        }),
      ),
  )

/** Reports objects of launches that the module declares itself. */
export const declaredTwice = (
  items: readonly Item[],
  declared: readonly DeclaredVariable[],
  module: SourceText,
): readonly Diagnostic[] =>
  items.flatMap((item) => {
    if (item.kind !== 'declaration') return []
    const { text, span } = item.name
    const ofModule = declared.find((one) => one.name === text && one.span.source === module)
    return ofModule === undefined
      ? []
      : [
          diagnostic(`the module has \`${text}\` itself; leave out its type`, span, {
            message: 'declared',
            place: ofModule.span,
          }),
        ]
  })

/** Returns a note on how to declare an argument of the command line. A word that is a type lacks a name. */
export const declaration = (word: string): string =>
  ptxTypeOf(word) === undefined && typeNamed(word) === undefined
    ? `an argument with a type is declared: \`${word}: int\``
    : `an object has a name and a type: \`x: ${word}\``

/** Reports undeclared arguments; `note` says how to declare one. */
export const undeclaredArguments = (
  items: readonly Item[],
  declared: ReadonlySet<string>,
  note: (name: string) => readonly Note[],
): readonly Diagnostic[] =>
  items
    .flatMap((item) => (item.kind === 'host' ? item.statements : []))
    .flatMap((one) => (one.kind === 'launch' ? one.arguments.flatMap(namesIn) : []))
    .filter(({ name }) => !declared.has(name))
    .map((named) => {
      const { message } = notDeclared(named, declared, 'nvlitmus')
      return diagnostic(message, named.span, ...note(named.name))
    })
