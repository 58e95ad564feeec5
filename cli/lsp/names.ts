/** Requests about the name at a place: its meaning, its definition and uses, and its replacement by another name. */

import {
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  ErrorCodes,
  type Location,
  type Position,
  ResponseError,
} from 'vscode-languageserver'
import { catNameAt, catNames, catRenaming, sameCatName } from '../../language/cat-names.js'
import { catVocabulary } from '../../language/cat-vocabulary.js'
import { type Completion, catCompletions, testCompletions } from '../../language/completion.js'
import type { ReadingContext } from '../../language/document.js'
import { catHover, testHover } from '../../language/hover.js'
import type { Range } from '../../language/marks.js'
import { definitionOf, nameAt, namesOf, renaming, sameName } from '../../language/names.js'
import { span } from '../../source/text.js'
import type { OpenText } from './open-text.js'
import { locationOf, rangeIn } from './places.js'

/** A name at a place of an open text. */
interface Named {
  readonly at: Range
  readonly same: readonly Range[]
  /** The occurrence that defines the name; undefined if another text does. */
  readonly declaration: Range | undefined
  readonly definition: () => Location | undefined
  readonly renamed: (to: string) => ReturnType<typeof renaming>
}

/** Lets the connection answer them. */
export function serveNames(
  connection: Connection,
  textAt: (uri: string) => OpenText | undefined,
  { open }: ReadingContext,
): void {
  const words = [...catVocabulary.keys()]

  const inTest = ({ source, document }: OpenText, offset: number): Named | undefined => {
    const names = namesOf(source)
    const name = nameAt(names, offset)
    if (name === undefined) return undefined
    const defined = definitionOf(names, name)
    return {
      at: name,
      same: sameName(names, name),
      declaration: defined,
      definition: () => defined && locationOf(span(source, defined.start, defined.end), document),
      renamed: (to) => renaming(source, names, name, to),
    }
  }
  const inModel = ({ source, document }: OpenText, offset: number): Named | undefined => {
    const names = catNames(source, open, words)
    const name = names && catNameAt(names, offset)
    if (names === undefined || name === undefined) return undefined
    const { definition } = name
    return {
      at: name,
      same: sameCatName(names, name),
      declaration: definition?.kind === 'here' && definition.source.name === source.name ? definition.name : undefined,
      definition: () =>
        definition?.kind === 'here'
          ? locationOf(span(definition.source, definition.name.start, definition.name.end), document)
          : undefined,
      renamed: (to) => catRenaming(source, names, name, to),
    }
  }
  const named = (uri: string, position: Position): { readonly text: OpenText; readonly name: Named } | undefined => {
    const text = textAt(uri)
    if (text === undefined) return undefined
    const offset = text.document.offsetAt(position)
    const name = text.kind === 'model' ? inModel(text, offset) : inTest(text, offset)
    return name === undefined ? undefined : { text, name }
  }

  connection.onHover(({ textDocument: { uri }, position }) => {
    const text = textAt(uri)
    if (text === undefined) return null
    const offset = text.document.offsetAt(position)
    const hover =
      text.kind === 'model' ? catHover(text.source, open, offset) : testHover(text.source, text.read().tests, offset)
    return hover === undefined
      ? null
      : { contents: { kind: 'markdown', value: hover.markdown }, range: rangeIn(text.document, hover.at) }
  })
  connection.onDefinition(({ textDocument: { uri }, position }) => named(uri, position)?.name.definition() ?? null)
  connection.onReferences(({ textDocument: { uri }, position, context }) => {
    const occurrence = named(uri, position)
    const { declaration, same } = occurrence?.name ?? { declaration: undefined, same: [] }
    const wanted = same.filter(({ start }) => context.includeDeclaration || start !== declaration?.start)
    return occurrence === undefined ? null : wanted.map((at) => ({ uri, range: rangeIn(occurrence.text.document, at) }))
  })
  connection.onDocumentHighlight(({ textDocument: { uri }, position }) => {
    const occurrence = named(uri, position)
    return occurrence?.name.same.map((at) => ({ range: rangeIn(occurrence.text.document, at) })) ?? null
  })
  connection.onPrepareRename(({ textDocument: { uri }, position }) => {
    const occurrence = named(uri, position)
    return occurrence === undefined ? null : rangeIn(occurrence.text.document, occurrence.name.at)
  })
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const occurrence = named(uri, position)
    if (occurrence === undefined) return new ResponseError(ErrorCodes.InvalidParams, 'there is no name here')
    const renamed = occurrence.name.renamed(newName)
    if (!renamed.ok) return new ResponseError(ErrorCodes.InvalidParams, renamed.reason)
    const edits = renamed.places.map((at) => ({ range: rangeIn(occurrence.text.document, at), newText: newName }))
    return { changes: { [uri]: edits } }
  })
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const text = textAt(uri)
    if (text === undefined) return []
    const offset = text.document.offsetAt(position)
    const completions =
      text.kind === 'model' ? catCompletions(text.source, open, offset) : testCompletions(text.source, offset)
    return completions.map((one) => itemOf(one, text))
  })
}

const itemOf = ({ text, kind, detail, at }: Completion, { document }: OpenText): CompletionItem => ({
  label: text,
  kind: itemKinds[kind],
  ...(detail === undefined ? {} : { detail }),
  textEdit: { range: rangeIn(document, at), newText: text },
})

const itemKinds: { readonly [K in Completion['kind']]: CompletionItemKind } = {
  location: CompletionItemKind.Variable,
  register: CompletionItemKind.Field,
  label: CompletionItemKind.Reference,
  kernel: CompletionItemKind.Function,
  question: CompletionItemKind.Event,
  instruction: CompletionItemKind.Function,
  qualifier: CompletionItemKind.EnumMember,
  relation: CompletionItemKind.Variable,
  keyword: CompletionItemKind.Keyword,
}
