/** The colours of the texts of the page. */

import { StreamLanguage, type StreamParser } from '@codemirror/language'

interface Comments {
  readonly inside: string | undefined
}

type Rule = readonly [pattern: RegExp, token: string | null]

/**
 * Defines a language of words: the first rule that matches at a place names the token. Comments may have several lines.
 */
function words(
  comments: readonly (readonly [open: string, close: string])[],
  rules: readonly Rule[],
): StreamParser<{ inside: Comments['inside'] }> {
  return {
    startState: () => ({ inside: undefined }),
    token: (stream, state) => {
      const { inside } = state
      const opened = inside === undefined ? comments.find(([open]) => stream.match(open)) : undefined
      if (inside !== undefined || opened !== undefined) {
        const close = inside ?? opened?.[1] ?? ''
        const ends = stream.string.indexOf(close, stream.pos)
        state.inside = ends === -1 ? close : undefined
        if (ends === -1) stream.skipToEnd()
        else stream.pos = ends + close.length
        return 'comment'
      }
      if (stream.eatSpace()) return null
      for (const [pattern, token] of rules) if (stream.match(pattern)) return token
      stream.next()
      return null
    },
  }
}

/** Tests of both formats, and PTX. */
export const litmusLanguage = StreamLanguage.define(
  words(
    [
      ['/*', '*/'],
      ['(*', '*)'],
    ],
    [
      [/^\/\/.*/, 'comment'],
      [/^"[^"]*"?/, 'string'],
      [/^(?:permit|assert|check|exists|~exists|forall|filter|as|locations|PTX|and|or|not|true|false)\b/, 'keyword'],
      [
        /^\.(?:global|shared|local|const|param|entry|visible|func|version|target|address_size|reg|extern|weak|align|file|loc|u?s?b?\d+|pred)\b/,
        'typeName',
      ],
      [/^(?:d\d+(?:\.b\d+(?:\.t\d+)?)?|P\d+(?:@[\w ,.]+)?)\b/, 'className'],
      [
        /^(?:ld|st|atom|red|fence|membar|bar|barrier|cp|mbarrier|tex|tld4|suld|sust|sured|mov|add|sub|mul|mad|and|or|xor|not|shl|shr|setp|set|selp|bra|beq|bne|blt|ble|bgt|bge|ret|exit|trap|vote|shfl|match|redux|elect|activemask|cvt|cvta|fetch|tensormap|multimem|call|min|max|div|rem|neg|abs|popc|clz|prmt|lop3|isspacep|nanosleep)(?:[.:][\w:]+)*\b/,
        'variableName.function',
      ],
      [/^(?:0[xX][\da-fA-F]+|\d+)U?\b/, 'number'],
      [/^%?[rp]\w*\d\b/, 'variableName.special'],
      [/^[A-Za-z_$%][\w$]*(?=\s*:(?!:))/, 'labelName'],
      [/^[A-Za-z_$%][\w$.]*/, 'variableName'],
      [/^(?:==|!=|<=|>=|&&|\|\||\/\\|\\\/|[-+*/<>=!&|~^@])/, 'operator'],
    ],
  ),
)

/** PTX and CUDA C++, which are only read. */
export const sourceLanguage = StreamLanguage.define(
  words(
    [['/*', '*/']],
    [
      [/^\/\/.*/, 'comment'],
      [/^"[^"]*"?/, 'string'],
      [/^#\s*\w+.*/, 'keyword'],
      [
        /^(?:if|else|while|for|do|return|break|continue|switch|case|struct|namespace|template|typename|using|auto|const|constexpr|volatile|static|inline|extern|asm|__\w+__)\b/,
        'keyword',
      ],
      [/^(?:\.\w+|(?:unsigned|signed|int|char|short|long|float|double|bool|void|size_t|u?int\d+_t)\b)/, 'typeName'],
      [/^(?:\$L\w+|\w+(?=:(?!:)))/, 'labelName'],
      [/^%\w+(?:\.\w+)?/, 'variableName.special'],
      [/^[A-Za-z_]\w*(?=\s*\()|^[a-z]\w*(?:\.[\w:]+)+/, 'variableName.function'],
      [/^(?:0[xX][\da-fA-F]+|\d+)[uUlL]*\b/, 'number'],
      [/^[A-Za-z_$]\w*/, 'variableName'],
      [/^[-+*/<>=!&|~^@%]/, 'operator'],
    ],
  ),
)

/** Memory models. */
export const catLanguage = StreamLanguage.define(
  words(
    [['(*', '*)']],
    [
      [/^\/\/.*/, 'comment'],
      [/^"[^"]*"?/, 'string'],
      [
        /^(?:let|rec|and|in|as|include|acyclic|irreflexive|empty|flag|uncovered|show|unshow|fun|if|then|else|with|from|procedure|call|forall|end)\b/,
        'keyword',
      ],
      [
        /^(?:po|rf|co|fr|rmw|id|loc|int|ext|sr|scta|vloc|complete|sync_fence|syncbar|addr|data|ctrl|api|issue)\b(?!-)/,
        'variableName.function',
      ],
      [/^[A-Z][A-Z_0-9]*\b/, 'typeName'],
      [/^[A-Za-z_][\w.-]*/, 'variableName'],
      [/^\d+/, 'number'],
      [/^(?:\^-1|\^\+|\^\*|[;|&\\*+?~[\]])/, 'operator'],
    ],
  ),
)
