/** The reader of nvlitmus tests, `.test`. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import { span } from '../../source/text.js'
import { positionName } from '../position.js'
import type { DeviceThread, HostThread, Space, WrittenThread } from '../program.js'
import { readCode } from '../syntax/code.js'
import type { CodeSyntax } from '../syntax/words.js'
import type { Instance } from '../template.js'
import type { Unlinked, UnlinkedQuestion } from '../unlinked.js'
import type { DeclaredVariable } from '../variables.js'
import * as grammar from './grammar.js'
import type { Declaration, Item, QuestionSyntax, ThreadPiece } from './syntax.js'

/** The test of a text. Errors: whatever cannot be read, and whatever is not modelled, each with its place. */
export const readNvlitmus = ({ source, row }: Instance): Result<Unlinked> =>
  then(parseWith(grammar, source), (items) => {
    const declarations = items.filter((item) => item.kind === 'declaration')
    const questions = items.filter((item) => item.kind === 'question')
    return then(
      collect({ declared: all(declarations.map(declaredVariable)), threads: readThreads(items) }),
      ({ declared, threads }) => {
        const start = span(source, 0, 0)
        const problems = [
          ...(threads.length > 0 ? [] : [diagnostic('a test without a thread', start)]),
          ...(questions.length > 0 ? [] : [diagnostic('a test that asks nothing: no permit, assert or check', start)]),
          ...repeatedNames(questions),
        ]
        return ok({
          format: 'nvlitmus',
          file: source.name,
          ...(row === undefined ? {} : { row }),
          declared,
          undeclared: 'refused',
          threads,
          questions: questions.map(unlinkedQuestion),
          observed: [],
          problems,
        })
      },
    )
  })

const spaces: readonly Space[] = ['global', 'shared', 'local', 'const', 'surfref', 'texref', 'constref']

function declaredVariable({ space, name, alias }: Declaration): Result<DeclaredVariable> {
  const known = spaces.find((one) => one === space.text)
  if (known === undefined) {
    const message = `unknown state space \`.${space.text}\`${didYouMean(space.text, spaces)}`
    const note = { message: `the state spaces are ${spaces.map((one) => `.${one}`).join(', ')}` }
    return fail(diagnostic(message, space.span, note))
  }
  return ok({
    name: name.text,
    space: known,
    alias: alias === null ? undefined : { how: alias.how, of: alias.of.text, ofSpan: alias.of.span },
    initial: undefined,
    span: name.span,
  })
}

/** The threads in the order in which they first appear; pieces of one thread are put together. */
function readThreads(items: readonly Item[]): Result<readonly WrittenThread[]> {
  const pieces = items.flatMap((item): readonly HeadedPiece[] => {
    switch (item.kind) {
      case 'host':
        return [{ kind: 'host', name: 'host', statements: item.statements, span: item.span }]
      case 'thread':
        return [pieceOf(item)]
      case 'kernel':
        return item.threads.map((thread) => pieceOf(thread, item.name.text))
      default:
        return []
    }
  })
  return all(
    [...groupBy(pieces, ({ name }) => name).values()].map((group) => {
      const [{ statements: _, ...head }] = group
      const instructions = group.flatMap(({ statements }) => statements.map((one) => readCode(one, 'nvlitmus')))
      return then(all(instructions), (instructions) => ok({ ...head, registers: [], instructions }))
    }),
  )
}

/** A piece of a thread, with its head. */
type HeadedPiece = (
  | Omit<DeviceThread, 'registers' | 'instructions'>
  | Omit<HostThread, 'registers' | 'instructions'>
) & {
  readonly statements: readonly CodeSyntax[]
}

function pieceOf({ position: written, statements, span }: ThreadPiece, kernel?: string): HeadedPiece {
  const position = { ...(kernel === undefined ? {} : { kernel }), ...written }
  return { kind: 'device', name: positionName(position), position, statements, span }
}

const repeatedNames = (questions: readonly QuestionSyntax[]): readonly Diagnostic[] =>
  [...groupBy(questions, ({ name }) => name.text)].flatMap(([name, [first, ...others]]) =>
    others.map((other) =>
      diagnostic(`a second question named \`${name}\``, other.name.span, {
        message: 'the first',
        place: first.name.span,
      }),
    ),
  )

const unlinkedQuestion = ({ question, condition, name, span }: QuestionSyntax): UnlinkedQuestion => ({
  kind: question,
  name: name.text,
  condition,
  span,
})
