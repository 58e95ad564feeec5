/** The words of a test, whether it can be read or not. */

import { templateMark } from '../litmus/template.js'

export interface Token {
  /**
   * `dotted`: mnemonics, names of C++. `special`: `%laneid`. `position`: what names threads. `directive`: `.global`.
   */
  readonly kind: 'word' | 'dotted' | 'special' | 'position' | 'directive' | 'number' | 'string' | 'symbol'
  /** The text; that of a word is without its `%`. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const thread = String.raw`d\d+(?:\.c\d+)?\.b\d+(?:\.\.\d+)?(?:\.t\d+(?:\.\.\d+)?)?|P\d+(?:\.\.\d+)?`

const patterns = new RegExp(
  [
    String.raw`(?<blank>\s+|//[^\n]*)`,
    String.raw`(?<string>"[^"\n]*"?)`,
    String.raw`(?<position>(?:[A-Za-z_]\w*\.)?(?:${thread})(?![\w.]))`,
    // Special registers are not names of a test.
    String.raw`(?<special>%(?:laneid|lanemask_\w+|n?warpid|n?smid|gridid|clock\w*|globaltimer\w*|cluster_n?ctarank)\b)`,
    String.raw`(?<dotted>%?[A-Za-z_]\w*(?:(?:\.|::)\w+)+)`,
    String.raw`(?<word>%?[A-Za-z_]\w*)`,
    String.raw`(?<directive>\.[A-Za-z_]\w*)`,
    String.raw`(?<number>\d[\w.]*|\$\w+)`,
    String.raw`(?<symbol><<<|>>>|&&|\|\||/\\|\\/|[=!<>]=|.)`,
  ].join('|'),
  'gsy',
)

/**
 * Returns the tokens of a text before its rows, if it is a template. Comments of `.litmus` may also be between `(*` and
 * `*)`.
 */
export function tokensOf(text: string, hasBlockComments: boolean): readonly Token[] {
  const end = text.search(templateMark)
  const code = end === -1 ? text : text.slice(0, end)
  const tokens: Token[] = []
  for (let at = 0; at < code.length; ) {
    if (hasBlockComments && code.startsWith('(*', at)) {
      at = endOfComment(code, at)
      continue
    }
    patterns.lastIndex = at
    const match = patterns.exec(code)
    if (match === null) break
    at = patterns.lastIndex
    const [kind, whole] = Object.entries(match.groups ?? {}).find(([, one]) => one !== undefined) ?? ['blank', '']
    if (!isKind(kind)) continue
    const skipped = kind === 'word' && whole.startsWith('%') ? 1 : 0
    tokens.push({ kind, text: whole.slice(skipped), start: match.index + skipped, end: at })
  }
  return tokens
}

export const isSymbol = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'symbol' && token.text === text

/** Returns the index of the brace that closes the one at an index; undefined if none does. */
export function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0
  for (let i = open; i < tokens.length; i++) {
    if (isSymbol(tokens[i], '{')) depth++
    else if (isSymbol(tokens[i], '}') && --depth === 0) return i
  }
  return undefined
}

/** Returns the tokens between symbols. */
export function split(tokens: readonly Token[], symbol: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  for (const token of tokens)
    if (isSymbol(token, symbol)) parts.push([])
    else parts.at(-1)?.push(token)
  return parts
}

const kinds: readonly string[] = ['word', 'dotted', 'special', 'position', 'directive', 'number', 'string', 'symbol']
const isKind = (kind: string): kind is Token['kind'] => kinds.includes(kind)

/** Comments nest. */
function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('(*', at)) depth++
    else if (text.startsWith('*)', at)) {
      depth--
      if (depth === 0) return at + 2
    }
  }
  return text.length
}
