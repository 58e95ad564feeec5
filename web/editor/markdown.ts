/** Descriptions of words as elements. */

import { element } from '../page/dom.js'
import { blocksOf } from './blocks.js'

/** Returns the elements of Markdown, as far as descriptions of words use it. */
export const nodesOf = (markdown: string): readonly HTMLElement[] =>
  blocksOf(markdown).map((block) =>
    block.kind === 'code'
      ? element('pre', {}, block.text)
      : element('p', {}, ...block.pieces.map((piece, i) => (i % 2 === 1 ? element('code', {}, piece) : piece))),
  )
