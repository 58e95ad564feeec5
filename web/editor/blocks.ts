/** The little Markdown that descriptions of words use. */

export type Block =
  | { readonly kind: 'code'; readonly text: string }
  /** Pieces of prose; every other one, from the second on, is code. */
  | { readonly kind: 'prose'; readonly pieces: readonly string[] }

/** Splits Markdown into paragraphs: code between fences or indented by four spaces, and prose with code in it. */
export const blocksOf = (markdown: string): readonly Block[] =>
  markdown
    .split(/```\w*\n([\s\S]*?)\n```/)
    .flatMap((part, i) => (i % 2 === 1 ? [{ kind: 'code', text: part } as const] : part.split(/\n{2,}/).map(paragraph)))
    .filter((block) => block.kind === 'code' || block.pieces.join('').trim() !== '')

function paragraph(text: string): Block {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every((line) => line.startsWith('    '))
    ? { kind: 'code', text: lines.map((line) => line.slice(4)).join('\n') }
    : { kind: 'prose', pieces: text.split('`') }
}
